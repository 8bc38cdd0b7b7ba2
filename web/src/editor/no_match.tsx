// Says that nothing matched, and why that may be.

import { useEffect, useState } from "preact/hooks";
import type { Server } from "../endpoint/server.ts";
import type { Prefix } from "../rdf/prefixes.ts";
import type { Hint } from "./hints.ts";

type NoMatchProps = { server: Server; query: string; known: readonly Prefix[]; change: (query: string) => void };

export function NoMatch({ server, query, known, change }: NoMatchProps) {
  const [hints, setHints] = useState<Hint[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    async function look() {
      const { fetchHints } = await import("./hints.ts");
      const found = await fetchHints(server, query, known, signal);
      if (!signal.aborted) setHints(found);
    }
    look().catch(() => {}); // there are no hints then
    return () => control.abort();
  }, [server, query]);
  return (
    <div class="hint" role="status">
      <p>
        Nothing matched: the data have nothing that fits the whole query.
        {hints.length > 0 && " The reason may be:"}
      </p>
      <ul>
        {hints.map(({ text, fix }) => (
          <li key={text}>
            {text}{" "}
            {fix && (
              <>
                Did you mean{" "}
                <button type="button" title="Writes this into the query" onClick={() => change(fix.query)}>
                  {fix.name}
                </button>
                ?
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
