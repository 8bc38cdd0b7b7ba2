// Asks whether a graph is to be deleted.

import { useMemo, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import { isTypedName, typedName } from "./graph_name.ts";
import { deleteGraph, triplesText } from "./graphs.ts";

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
export function DeleteDialog({ server, graph, names, count, done }: DeleteDialogProps) {
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
