// A menu of queries to begin with. They are asked for when it is opened.

import { useState } from "preact/hooks";
import { asServerError, type Server } from "../endpoint/server.ts";
import { Prefixes } from "../rdf/prefixes.ts";
import { wellKnownPrefixes } from "../rdf/well_known.ts";
import { examplesOf, type Example } from "./examples.ts";

const prefixes = new Prefixes(wellKnownPrefixes);

export function ExamplesMenu({ server, choose }: { server: Server; choose: (query: string) => void }) {
  const [examples, setExamples] = useState<Example[]>([]);
  const [said, setSaid] = useState("");
  async function open(menu: HTMLDetailsElement) {
    if (!menu.open || examples.length > 0) return;
    setSaid("Looking …");
    try {
      setExamples(await examplesOf(server, prefixes, new AbortController().signal));
      setSaid("");
    } catch (error) {
      setSaid(asServerError(error).message);
    }
  }
  return (
    <details class="menu" onToggle={(event) => void open(event.currentTarget)}>
      <summary>Examples</summary>
      <div>
        {said !== "" && <span role="status">{said}</span>}
        {examples.map(({ title, query }) => (
          <button
            key={title + query}
            type="button"
            title={query}
            onClick={(event) => {
              event.currentTarget.closest("details")!.open = false;
              choose(query);
            }}
          >
            {title}
          </button>
        ))}
      </div>
    </details>
  );
}
