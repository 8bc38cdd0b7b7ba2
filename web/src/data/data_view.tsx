// The view of a database's graphs: files are dropped onto it, graphs are counted, saved and deleted.

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Credential, type Server, type ServerError } from "../endpoint/server.ts";
import { addressOf, countQuads, deleteGraph, listGraphs } from "./graphs.ts";
import { ENDINGS, kindOfFile } from "./syntaxes.ts";
import { megabytes, newUpload, placeText, send, summaryOf, type Upload } from "./uploads.ts";

const MOST_SHOWN = 500; // graphs at once; the filter finds the others

type DataViewProps = { server: Server; credential: () => Credential; mayWrite: boolean };

export function DataView({ server, credential, mayWrite }: DataViewProps) {
  const [version, reload] = useReducer<number, void>((count) => count + 1, 0);
  return (
    <>
      {mayWrite && <UploadArea server={server} credential={credential} stored={reload} />}
      <GraphList key={version} server={server} mayWrite={mayWrite} changed={reload} />
    </>
  );
}

type UploadAreaProps = Omit<DataViewProps, "mayWrite"> & { stored: () => void };

function UploadArea({ server, credential, stored }: UploadAreaProps) {
  const uploads = useRef<Upload[]>([]);
  const isBusy = useRef(false);
  const control = useRef(new AbortController());
  const [, changed] = useReducer<number, void>((count) => count + 1, 0);
  const [graph, setGraph] = useState("");

  async function sendAll() {
    if (isBusy.current) return;
    isBusy.current = true;
    for (let next; (next = uploads.current.find(({ state }) => state === "waiting"));) {
      const upload = next;
      const change = (more: Partial<Upload>) => {
        Object.assign(upload, more);
        changed();
      };
      await send(server, credential(), upload, change, control.current.signal);
      stored();
    }
    isBusy.current = false;
  }
  function add(files: Iterable<File>) {
    if (control.current.signal.aborted) control.current = new AbortController();
    uploads.current = [...uploads.current, ...[...files].map((file) => newUpload(file, graph.trim() || null))];
    changed();
    void sendAll();
  }
  function stop() {
    for (const upload of uploads.current) if (upload.state === "waiting") upload.state = "stopped";
    control.current.abort();
    changed();
  }
  const isSending = uploads.current.some(({ state }) => state === "sending" || state === "storing");
  return (
    <section aria-label="Add data">
      <h2>Add data</h2>
      <div
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          add(event.dataTransfer?.files ?? []);
        }}
      >
        <label>
          Graph{" "}
          <input
            value={graph}
            size={40}
            placeholder="the default graph"
            onInput={(event) => setGraph(event.currentTarget.value)}
          />
        </label>
        <label>
          Files{" "}
          <input
            type="file"
            multiple
            accept={ENDINGS.join(",")}
            onChange={(event) => {
              add(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <span>or drop them here: Turtle, N-Triples, N-Quads, TriG, RDF/XML, each also with .gz</span>
      </div>
      <p class="summary" role="status">
        {summaryOf(uploads.current)}{" "}
        {isSending && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </p>
      <ul class="uploads">
        {uploads.current.map((upload, i) => (
          <li key={i}>
            <UploadLine upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText({ state, sentBytes, file, inserted }: Upload): string {
  switch (state) {
    case "sending":
      return `${megabytes(sentBytes)} of ${megabytes(file.size)} sent`;
    case "storing":
      return "sent; the server stores it";
    case "done":
      return inserted === null ? "stored" : `stored, ${inserted.toLocaleString("en")} new quads`;
    default:
      return state;
  }
}

function UploadLine({ upload }: { upload: Upload }) {
  const { file, graph, problem } = upload;
  const into = kindOfFile(file.name)?.hasGraphs ? "its graphs" : (graph ?? "the default graph");
  return (
    <>
      <strong>{file.name}</strong> into {into}: {stateText(upload)}
      {problem !== "" && (
        <div class="failure" role="alert">
          <strong>{[file.name, placeText(problem)].filter(Boolean).join(", ")}</strong>
          <pre>{problem}</pre>
        </div>
      )}
    </>
  );
}

function GraphList({ server, mayWrite, changed }: { server: Server; mayWrite: boolean; changed: () => void }) {
  const [names, setNames] = useState<string[] | null>(null);
  const [filter, setFilter] = useState("");
  const [failure, setFailure] = useState<ServerError | null>(null);
  useEffect(() => {
    const control = new AbortController();
    listGraphs(server, control.signal, (more) => setNames((now) => [...(now ?? []), ...more])).then(
      () => setNames((now) => now ?? []),
      (error) => !control.signal.aborted && setFailure(asServerError(error)),
    );
    return () => control.abort();
  }, [server]);
  const matching = (names ?? []).filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
  return (
    <section aria-label="Graphs" aria-busy={names === null}>
      <h2>Graphs</h2>
      {failure && <FailureView failure={failure} />}
      <div class="table-tools">
        <label>
          Filter <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
        </label>
        <span role="status">
          {names && `${names.length.toLocaleString("en")} named graph${names.length === 1 ? "" : "s"}`}
          {matching.length > MOST_SHOWN &&
            `, the first ${MOST_SHOWN} of ${matching.length.toLocaleString("en")} are shown`}
        </span>
      </div>
      <ul class="graphs">
        {filter === "" && <GraphLine server={server} graph={null} mayWrite={mayWrite} changed={changed} />}
        {matching.slice(0, MOST_SHOWN).map((name) => (
          <GraphLine key={name} server={server} graph={name} mayWrite={mayWrite} changed={changed} />
        ))}
      </ul>
    </section>
  );
}

type GraphLineProps = { server: Server; graph: string | null; mayWrite: boolean; changed: () => void };

function GraphLine({ server, graph, mayWrite, changed }: GraphLineProps) {
  const line = useRef<HTMLLIElement>(null);
  const [count, setCount] = useState<number | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      countQuads(server, graph, control.signal).then(setCount, () => {});
    });
    observer.observe(line.current!);
    return () => {
      observer.disconnect();
      control.abort();
    };
  }, [server, graph]);
  const name = graph ?? "the default graph";
  return (
    <li ref={line}>
      <span class={graph === null ? "" : "term iri"}>{name}</span>{" "}
      <span class="summary">{count === null ? "…" : `${count.toLocaleString("en")} quads`}</span>{" "}
      {!server.hasCredential() && (
        <a href={addressOf(server, graph).href} download={graph === null ? "default.ttl" : "graph.ttl"}>
          Save
        </a>
      )}{" "}
      {mayWrite && (
        <button type="button" onClick={() => setDeleting(true)} aria-label={`Delete ${name}`}>
          Delete
        </button>
      )}
      {isDeleting && (
        <DeleteDialog
          server={server}
          graph={graph}
          done={(isDeleted) => (setDeleting(false), isDeleted && changed())}
        />
      )}
    </li>
  );
}

type DeleteDialogProps = { server: Server; graph: string | null; done: (isDeleted: boolean) => void };

function show(dialog: HTMLDialogElement | null) {
  if (dialog && !dialog.open) dialog.showModal();
}

// The user types the name, so that nobody deletes a graph by a click on the wrong line.
function DeleteDialog({ server, graph, done }: DeleteDialogProps) {
  const wanted = graph ?? "default";
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<ServerError | null>(null);
  return (
    <dialog ref={show} onClose={() => done(false)} aria-label="Delete a graph">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== wanted) return;
          deleteGraph(server, graph).then(
            () => done(true),
            (error) => setFailure(asServerError(error)),
          );
        }}
      >
        <p>
          This deletes all quads of <strong>{graph ?? "the default graph"}</strong>. To go on, type{" "}
          <code>{wanted}</code>:
        </p>
        <p>
          <input
            aria-label="Name of the graph"
            size={50}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </p>
        {failure && <FailureView failure={failure} />}
        <div class="tools">
          <button type="submit" class="main" disabled={typed !== wanted}>
            Delete
          </button>
          <button type="button" onClick={() => done(false)}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
