// The classes and predicates of a database, for suggestions. They are asked for once, when the first suggestion is wanted.

import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";

export type Known = { iri: string; count: number };
export type Vocabulary = { classes: Known[]; predicates: Known[] };

const MOST = 5000;
const TIMEOUT = "10s"; // then there are no suggestions from the data

async function known(server: Server, pattern: string, signal: AbortSignal): Promise<Known[]> {
  const query = `SELECT ?iri (COUNT(*) AS ?n) { ${pattern} } GROUP BY ?iri ORDER BY DESC(?n) LIMIT ${MOST}`;
  const rows = await termRows(server, query, { signal, timeout: TIMEOUT });
  return rows
    .filter(([iri]) => iri?.kind === "iri")
    .map(([iri, n]) => ({ iri: iri!.value, count: Number(n?.value ?? 0) }));
}

export async function fetchVocabulary(server: Server, signal: AbortSignal): Promise<Vocabulary> {
  const [classes, predicates] = await Promise.all([
    known(server, "?s a ?iri", signal),
    known(server, "?s ?iri ?o", signal),
  ]);
  return { classes, predicates };
}
