// The graphs of a database: their names at once, their sizes when they are looked at.

import { run, termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { parseTerm, termText } from "../rdf/term.ts";

const NAMES = "SELECT DISTINCT ?graph { GRAPH ?graph { ?s ?p ?o } } ORDER BY ?graph";

// Calls `found` with more names as they come.
export async function listGraphs(server: Server, signal: AbortSignal, found: (names: string[]) => void): Promise<void> {
  for await (const event of run(server, NAMES, { signal })) {
    if (event.event !== "rows") continue;
    found(
      event.rows
        .map(([name]) => parseTerm(name!))
        .filter((term) => term !== null)
        .map(({ value }) => value),
    );
  }
}

// null: the default graph.
export async function countQuads(server: Server, graph: string | null, signal: AbortSignal): Promise<number> {
  const pattern = graph === null ? "?s ?p ?o" : `GRAPH ${termText({ kind: "iri", value: graph })} { ?s ?p ?o }`;
  const rows = await termRows(server, `SELECT (COUNT(*) AS ?n) { ${pattern} }`, { signal });
  return Number(rows[0]?.[0]?.value ?? 0);
}

export function addressOf(server: Server, graph: string | null): URL {
  const url = new URL("data", server.base);
  url.search = graph === null ? "default" : new URLSearchParams({ graph }).toString();
  return url;
}

export async function deleteGraph(server: Server, graph: string | null): Promise<void> {
  await server.request(addressOf(server, graph).href, { method: "DELETE" });
}

// "1,234 triples"
export function triplesText(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "triple" : "triples"}`;
}
