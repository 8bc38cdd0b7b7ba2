// The triples with a resource, in the default graph and in the named graphs.

import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { termText, type Term } from "../rdf/term.ts";

export type Direction = "outgoing" | "incoming";
export type Property = { iri: string; count: number };

export const VALUES_AT_ONCE = 50;

// Properties that name a resource, the best one first.
const LABELS = [
  "http://www.w3.org/2004/02/skos/core#prefLabel",
  "http://www.w3.org/2000/01/rdf-schema#label",
  "http://schema.org/name",
  "http://xmlns.com/foaf/0.1/name",
  "http://purl.org/dc/terms/title",
  "http://purl.org/dc/elements/1.1/title",
];

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

// The label of each resource that has one, in the first of the languages that it has.
export async function labelsOf(
  server: Server,
  resources: readonly string[],
  languages: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  if (resources.length === 0) return new Map();
  const iris = (values: readonly string[]) => values.map((value) => termText({ kind: "iri", value })).join(" ");
  const rows = await termRows(
    server,
    `SELECT ?resource ?property ?label {
  VALUES ?resource { ${iris(resources)} }
  VALUES ?property { ${iris(LABELS)} }
  { ?resource ?property ?label } UNION { GRAPH ?graph { ?resource ?property ?label } }
}`,
    { signal },
  );
  return bestLabels(rows, languages);
}

export function bestLabels(rows: (Term | null)[][], languages: readonly string[]): Map<string, string> {
  const best = new Map<string, { label: string; rank: number }>();
  for (const [resource, property, label] of rows) {
    if (!resource || !property || label?.kind !== "literal") continue;
    const rank = languageRank(label.language, languages) * LABELS.length + LABELS.indexOf(property.value);
    const known = best.get(resource.value);
    if (!known || rank < known.rank) best.set(resource.value, { label: label.value, rank });
  }
  return new Map([...best].map(([resource, { label }]) => [resource, label]));
}

// The user's languages in their order, each before its more general form is; then labels without a language, then others.
function languageRank(language: string | undefined, languages: readonly string[]): number {
  if (language === undefined) return languages.length;
  const wanted = languages.findIndex(
    (one) =>
      language.toLowerCase() === one.toLowerCase() || language.toLowerCase() === one.split("-")[0]!.toLowerCase(),
  );
  return wanted >= 0 ? wanted : languages.length + 1;
}
