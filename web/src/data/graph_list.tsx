// The graphs of the database: counted, saved and deleted.

import { useEffect, useRef, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import { DeleteDialog } from "./delete_dialog.tsx";
import { addressOf, countQuads, listGraphs, triplesText } from "./graphs.ts";

const MOST_SHOWN = 500; // graphs at once; the filter finds the others

export function GraphList({ server, mayWrite, changed }: { server: Server; mayWrite: boolean; changed: () => void }) {
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
