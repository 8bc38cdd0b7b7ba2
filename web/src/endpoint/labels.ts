// Names of resources for people, in their languages.

import { termText, type Term } from "../rdf/term.ts";
import { termRows } from "./operation.ts";
import type { Server } from "./server.ts";

// Properties that name a resource, the best one first.
export const NAMES = [
  "http://www.w3.org/2004/02/skos/core#prefLabel",
  "http://www.w3.org/2000/01/rdf-schema#label",
  "http://schema.org/name",
  "http://xmlns.com/foaf/0.1/name",
  "http://purl.org/dc/terms/title",
  "http://purl.org/dc/elements/1.1/title",
];

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
  VALUES ?property { ${iris(NAMES)} }
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
    const rank = languageRank(label.language, languages) * NAMES.length + NAMES.indexOf(property.value);
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
