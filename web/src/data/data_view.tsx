// The view of a database's graphs: files are dropped onto it, graphs are counted, saved and deleted.

import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Credential, type Server, type ServerError } from "../endpoint/server.ts";
import { addressOf, countQuads, deleteGraph, listGraphs } from "./graphs.ts";
import { isGraphName, isTypedName, typedName } from "./graph_name.ts";
import { ENDINGS, kindOfFile } from "./syntaxes.ts";
import { megabytes, newUpload, placeText, send, summaryOf, type Upload } from "./uploads.ts";

const MOST_SHOWN = 500; // graphs at once; the filter finds the others

type DataViewProps = { server: Server; credential: () => Credential; mayWrite: boolean };

export function DataView({ server, credential, mayWrite }: DataViewProps) {
  const [version, reload] = useReducer<number, void>((count) => count + 1, 0);
  return (
    <>
      {mayWrite ? (
        <UploadArea server={server} credential={credential} stored={reload} />
      ) : (
        <p class="summary">You may look at the data here. To add or delete some, log in as somebody who may write.</p>
      )}
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
  const [isNamed, setNamed] = useState(true); // by what a graph can have as its name

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
      <p>
        <label>
          Graph for the files{" "}
          <input
            value={graph}
            size={40}
            placeholder="leave empty for the default graph"
            aria-describedby="graph-hint"
            aria-invalid={!isNamed}
            onInput={(event) => setGraph(event.currentTarget.value)}
            onChange={(event) => setNamed(isGraphName(event.currentTarget.value))}
          />
        </label>
      </p>
      {!isNamed && (
        <p class="hint" role="alert">
          The name of a graph has the form of an address, without spaces. Write it as in http://example.org/people.
        </p>
      )}
      <p class="summary" id="graph-hint">
        A graph is a part of the data with a name of its own, such as http://example.org/people. It can be queried,
        downloaded and deleted apart from the others. If you do not need this, leave the field empty: the files then go
        to the <em>default graph</em>, which queries see unless they name another.
      </p>
      <div
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          add(event.dataTransfer?.files ?? []);
        }}
      >
        <label class="file">
          Choose files and add them
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
        <span>
          or drop files here: <FileKinds />. Compressed files (.gz, .zst, .bz2, .xz) work, too.
        </span>
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

function FileKinds() {
  const kind = (title: string, ending: string, name: string) => (
    <>
      <abbr title={title}>{name}</abbr> ({ending})
    </>
  );
  return (
    <>
      {kind("A text format that people read and write", ".ttl", "Turtle")},{" "}
      {kind("A triple on each line", ".nt", "N-Triples")}, {kind("Triples in XML", ".rdf, .owl", "RDF/XML")}, or with
      names of graphs of their own {kind("A triple and its graph on each line", ".nq", "N-Quads")},{" "}
      {kind("Turtle with graphs", ".trig", "TriG")}
    </>
  );
}

function stateText({ state, sentBytes, file, inserted }: Upload): string {
  switch (state) {
    case "sending":
      return `${megabytes(sentBytes)} of ${megabytes(file.size)} sent`;
    case "storing":
      return "sent; the server is storing it";
    case "done":
      return inserted === null ? "stored" : `stored, ${inserted.toLocaleString("en")} new triples`;
    default:
      return state;
  }
}

function UploadLine({ upload }: { upload: Upload }) {
  const { file, graph, problem } = upload;
  const into = kindOfFile(file.name)?.hasGraphs ? "the graphs that it names" : (graph ?? "the default graph");
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
  const common = { server, mayWrite, changed, names: names ?? [] };
  return (
    <section aria-label="Graphs" aria-busy={names === null}>
      <h2>Graphs</h2>
      <p class="summary">
        A query sees the default graph; within <code>GRAPH &lt;name&gt; {"{ … }"}</code> it sees the graph of that name.
      </p>
      {failure && <FailureView failure={failure} />}
      <div class="table-tools">
        <label>
          Filter{" "}
          <input
            type="search"
            placeholder="part of a name"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
        <span role="status">
          {names && `${names.length.toLocaleString("en")} named graph${names.length === 1 ? "" : "s"}`}
          {matching.length > MOST_SHOWN &&
            `, the first ${MOST_SHOWN} of ${matching.length.toLocaleString("en")} are shown`}
        </span>
      </div>
      <ul class="graphs">
        {filter === "" && <GraphLine {...common} graph={null} />}
        {matching.slice(0, MOST_SHOWN).map((name) => (
          <GraphLine key={name} {...common} graph={name} />
        ))}
      </ul>
    </section>
  );
}

// `names`: those of all graphs; `graph`: null for the default graph.
type GraphLineProps = {
  server: Server;
  graph: string | null;
  names: readonly string[];
  mayWrite: boolean;
  changed: () => void;
};

function GraphLine({ server, graph, names, mayWrite, changed }: GraphLineProps) {
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
      <span class="summary">{count === null ? "…" : triplesText(count)}</span>{" "}
      {!server.hasCredential() && (
        <a
          href={addressOf(server, graph).href}
          title="The whole graph as a file in Turtle"
          download={graph === null ? "default.ttl" : "graph.ttl"}
        >
          Download
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
          names={names}
          count={count}
          done={(isDeleted) => (setDeleting(false), isDeleted && changed())}
        />
      )}
    </li>
  );
}

const triplesText = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "triple" : "triples"}`;

type DeleteDialogProps = {
  server: Server;
  graph: string | null;
  names: readonly string[];
  count: number | null;
  done: (isDeleted: boolean) => void;
};

function show(dialog: HTMLDialogElement | null) {
  if (dialog && !dialog.open) dialog.showModal();
}

// The user types the name, so that nobody deletes a graph by a click on the wrong line.
function DeleteDialog({ server, graph, names, count, done }: DeleteDialogProps) {
  const name = useMemo(() => typedName(graph, names), [graph, names]);
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<ServerError | null>(null);
  const isRight = isTypedName(typed, graph, names);
  return (
    <dialog ref={show} onClose={() => done(false)} aria-label="Delete a graph">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRight) return;
          deleteGraph(server, graph).then(
            () => done(true),
            (error) => setFailure(asServerError(error)),
          );
        }}
      >
        <p>
          This deletes {count === null ? "all triples" : triplesText(count)} of{" "}
          {graph === null ? (
            "the default graph"
          ) : (
            <>
              the graph{" "}
              <span class="term iri">
                {name.before}
                <strong>{name.typed}</strong>
                {name.after}
              </span>
            </>
          )}
          . This cannot be undone.
        </p>
        <p>
          If you are sure, type <strong class="term">{name.typed}</strong>
          {graph !== null && ", the end of its name"}:
        </p>
        <p>
          <input
            aria-label="Name of the graph"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            size={30}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </p>
        {failure && <FailureView failure={failure} />}
        <div class="tools">
          <button type="submit" class="main" disabled={!isRight}>
            Delete this graph
          </button>
          <button type="button" onClick={() => done(false)}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
