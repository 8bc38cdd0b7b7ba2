// The running queries of the user, or for an administrator those of all, with a button that ends one.

import { useEffect, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";

const BETWEEN_LOOKS_MS = 1000;

// A member of GET /admin/queries (docs/http.md).
type RunningQuery = {
  id: string;
  kind: string;
  user: string;
  client: string;
  database: string;
  text: string;
  text_bytes: number;
  stage: string;
  seconds: number;
  memory_bytes: number;
};

async function listQueries(server: Server, signal: AbortSignal): Promise<RunningQuery[]> {
  const path = `${await server.root()}admin/queries`;
  return (await server.json<{ queries: RunningQuery[] }>(path, { signal })).queries;
}

async function endQuery(server: Server, id: string): Promise<void> {
  await server.request(`${await server.root()}admin/queries/${encodeURIComponent(id)}`, { method: "DELETE" });
}

export function RunningView({ server }: { server: Server }) {
  const [queries, setQueries] = useState<RunningQuery[] | null>(null);
  const [failure, setFailure] = useState<ServerError | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const look = async () => {
      try {
        while (!control.signal.aborted) {
          setQueries(await listQueries(server, control.signal));
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
        }
      } catch (error) {
        if (!control.signal.aborted) setFailure(asServerError(error));
      }
    };
    void look();
    return () => control.abort();
  }, [server]);
  return (
    <section aria-label="Running queries" aria-busy={queries === null && failure === null}>
      <h2>Running queries and updates</h2>
      <p class="summary">
        What the server is working on: your own queries and updates, or those of all users if you are an administrator.
        The list is renewed each second; <em>End</em> stops one.
      </p>
      {failure && <FailureView failure={failure} />}
      {queries?.length === 0 && <p class="summary">Nothing runs now.</p>}
      <ul class="running">
        {queries?.map((query) => (
          <li key={query.id}>
            <QueryLine
              query={query}
              end={() => endQuery(server, query.id).catch((error) => setFailure(asServerError(error)))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function QueryLine({ query, end }: { query: RunningQuery; end: () => void }) {
  const { kind, user, client, database, stage, seconds, memory_bytes, text, text_bytes, id } = query;
  const memory = `${(memory_bytes / 1e6).toFixed(1)} MB`;
  return (
    <>
      <p class="summary">
        {kind} of {user} from {client} on {database}: {stage}, {seconds.toFixed(1)} s, {memory}{" "}
        <button type="button" onClick={end} aria-label={`End ${id}`}>
          End
        </button>
      </p>
      <pre class="query-text" tabIndex={0}>
        {text}
        {text.length < text_bytes && "…"}
      </pre>
    </>
  );
}
