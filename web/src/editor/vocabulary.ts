// The classes and predicates of a database, for suggestions. They are asked for once, when the first one is wanted.

import { labelsOf } from "../endpoint/labels.ts";
import { fetchSchema, isIri, type Counted } from "../endpoint/schema.ts";
import type { Server } from "../endpoint/server.ts";

export type Vocabulary = { classes: Counted[]; predicates: Counted[]; labels: Map<string, string> };

const MOST = 5000; // of each
const MOST_LABELS = 1000;

export async function fetchVocabulary(server: Server, signal: AbortSignal): Promise<Vocabulary> {
  const schema = await fetchSchema(server, { part: "counts" }, signal);
  const classes = schema.classes.filter(({ iri }) => isIri(iri)).slice(0, MOST);
  const predicates = schema.predicates.slice(0, MOST);
  return { classes, predicates, labels: new Map() };
}

// Adds the names of the most frequent ones, in the user's languages.
export async function addLabels(server: Server, vocabulary: Vocabulary, signal: AbortSignal): Promise<void> {
  const iris = [...vocabulary.classes, ...vocabulary.predicates]
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_LABELS)
    .map(({ iri }) => iri);
  for (const [iri, label] of await labelsOf(server, iris, navigator.languages, signal))
    vocabulary.labels.set(iri, label);
}
