// The triples with a resource, in the default graph and in the named graphs.

import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { termText, type Term } from "../rdf/term.ts";

export type Direction = "outgoing" | "incoming";
export type Property = { iri: string; count: number };

export const VALUES_AT_ONCE = 50;

function pattern(resource: Term, predicate: string, direction: Direction): string {
  const text = termText(resource);
  const triple = direction === "outgoing" ? `${text} ${predicate} ?value` : `?value ${predicate} ${text}`;
  return `{ ${triple} } UNION { GRAPH ?graph { ${triple} } }`;
}

export async function propertiesOf(
  server: Server,
  resource: Term,
  direction: Direction,
  signal: AbortSignal,
): Promise<Property[]> {
  const query = `SELECT ?property (COUNT(DISTINCT ?value) AS ?n) {
  ${pattern(resource, "?property", direction)}
} GROUP BY ?property ORDER BY ?property`;
  const rows = await termRows(server, query, { signal });
  return rows.map(([property, n]) => ({ iri: property!.value, count: Number(n!.value) }));
}

// The values of a property in their order, from the `offset`th on.
export async function valuesOf(
  server: Server,
  resource: Term,
  property: string,
  direction: Direction,
  offset: number,
  signal: AbortSignal,
): Promise<Term[]> {
  const predicate = termText({ kind: "iri", value: property });
  const query = `SELECT DISTINCT ?value {
  ${pattern(resource, predicate, direction)}
} ORDER BY ?value LIMIT ${VALUES_AT_ONCE} OFFSET ${offset}`;
  return (await termRows(server, query, { signal })).map(([value]) => value!);
}
