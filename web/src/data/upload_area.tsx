// Where files are chosen or dropped, and how far each of them is.

import { useReducer, useRef, useState } from "preact/hooks";
import type { Credential, Server } from "../endpoint/server.ts";
import { isGraphName } from "./graph_name.ts";
import { ENDINGS, kindOfFile } from "./syntaxes.ts";
import { megabytes, newUpload, placeText, send, summaryOf, type Upload } from "./uploads.ts";

type UploadAreaProps = { server: Server; credential: () => Credential; stored: () => void };

export function UploadArea({ server, credential, stored }: UploadAreaProps) {
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
