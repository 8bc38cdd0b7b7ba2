// A menu of queries to begin with. They are asked for when it is opened.

import { useState } from "preact/hooks";
import { asServerError, type Server } from "../endpoint/server.ts";
import { Menu } from "../answers/menu.tsx";
import type { Prefixes } from "../rdf/prefixes.ts";
import { examplesOf, type Example } from "./examples.ts";

type ExamplesProps = { server: Server; prefixes: Prefixes; choose: (query: string) => void };

export function ExamplesMenu({ server, prefixes, choose }: ExamplesProps) {
  const [examples, setExamples] = useState<Example[]>([]);
  const [said, setSaid] = useState("");
  async function open() {
    if (examples.length > 0) return;
    setSaid("Looking …");
    try {
      setExamples(await examplesOf(server, prefixes, new AbortController().signal));
      setSaid("");
    } catch (error) {
      setSaid(asServerError(error).message);
    }
  }
  return (
    <Menu title="Examples" hint="Queries to begin with" opened={() => void open()}>
      {said !== "" && <span role="status">{said}</span>}
      {examples.map(({ title, query }) => (
        <button key={title + query} type="button" title={query} onClick={() => choose(query)}>
          {title}
        </button>
      ))}
    </Menu>
  );
}
