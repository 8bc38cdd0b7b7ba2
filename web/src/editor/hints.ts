// Likely reasons why a query finds nothing: what /hints says about its names and variables (docs/http.md), an empty default
// graph, and OFFSET.

import { fetchSchema } from "../endpoint/schema.ts";
import type { Server } from "../endpoint/server.ts";
import { Prefixes, declaredPrefixes, type Prefix } from "../rdf/prefixes.ts";
import { unescape } from "../rdf/term.ts";
import { tokensOf, wordsOf, type Token } from "../rdf/tokens.ts";

// `fix`: what the query can be changed to; null: only the person who wrote it knows.
export type Hint = { text: string; fix: { name: string; query: string } | null };

export type Found = {
  kind: "predicate" | "class" | "graph" | "term" | "variable";
  term: string; // as in a query
  similar?: string;
  only_in?: "named graphs" | "default graph";
};

const MOST_CHARACTERS = 20_000; // of a query; programs write longer ones
const MOST_HINTS = 5;

export async function fetchHints(server: Server, query: string, known: readonly Prefix[], signal: AbortSignal) {
  if (query.length > MOST_CHARACTERS) return [];
  const [{ hints }, schema] = await Promise.all([
    server.json<{ hints: Found[] }>("hints", { method: "POST", body: new URLSearchParams({ query }), signal }),
    fetchSchema(server, { part: "counts" }, signal),
  ]);
  return hintsFor(query, hints, schema.triples, known);
}

// `triples`: of the default graph.
export function hintsFor(query: string, found: readonly Found[], triples: number, known: readonly Prefix[]): Hint[] {
  const prefixes = new Prefixes([...declaredPrefixes(query), ...known]);
  const isEmpty = triples === 0 && !hasWord(query, /^(graph|from|service)$/i);
  // Where the default graph is empty, that is the reason for all names.
  const told = isEmpty ? found.filter(({ kind }) => kind === "variable") : found;
  const hints = [
    ...told.map((one) => ({ text: textOf(one, prefixes), fix: fixOf(one, query, prefixes) })),
    ...(isEmpty ? [EMPTY] : []),
    ...hintsOfOffset(query),
  ];
  return hints.slice(0, MOST_HINTS);
}

const EMPTY: Hint = {
  text:
    "The default graph is empty. The view Data has the names of other graphs; " +
    "GRAPH ?graph { … } around the pattern asks all of them.",
  fix: null,
};

const hasWord = (query: string, words: RegExp) =>
  wordsOf(query).some(({ kind, text }) => kind === "word" && words.test(text));

function textOf({ kind, term, only_in }: Found, prefixes: Prefixes): string {
  const name = term.startsWith("<") ? (prefixes.shorten(term.slice(1, -1)) ?? term) : term;
  if (only_in === "named graphs")
    return `${name} occurs in named graphs alone: GRAPH ?graph { … } around the pattern asks them.`;
  if (only_in === "default graph") return `${name} occurs in the default graph alone, outside of GRAPH.`;
  switch (kind) {
    case "predicate":
      return `No triple has the predicate ${name}.`;
    case "class":
      return `Nothing is of the class ${name}.`;
    case "graph":
      return `There is no graph ${name}.`;
    case "variable":
      return `No pattern has the variable ${name}.`;
  }
  if (!/^".*"$/s.test(term)) return `${name} does not occur in the data.`;
  return (
    `No triple has exactly the text ${name}: the whole text, with the same capitals and without a language. ` +
    `For others, write a variable there, and FILTER(CONTAINS(LCASE(STR(?variable)), "…")).`
  );
}

function fixOf({ kind, term, similar }: Found, query: string, prefixes: Prefixes): Hint["fix"] {
  if (!similar) return null;
  if (kind === "variable") {
    const everywhere = new RegExp(`[?$]${term.slice(1)}(?![\\p{L}\\p{N}_])`, "gu");
    return { name: similar, query: query.replaceAll(everywhere, similar) };
  }
  const iri = term.slice(1, -1);
  const name = prefixes.shorten(similar.slice(1, -1)) ?? similar;
  let changed = "";
  for (const token of tokensOf(query)) changed += iriOf(token, prefixes) === iri ? name : token.text;
  return changed === query ? null : { name, query: changed };
}

// Without BASE, so a relative IRI is null.
function iriOf({ kind, text }: Token, prefixes: Prefixes): string | null {
  if (kind === "iri") return text.includes(":") ? unescape(text.slice(1, -1)) : null;
  if (kind !== "name") return null;
  const [name = "", local = ""] = text.split(/:(.*)/s);
  const namespace = prefixes.iri(name);
  return namespace === undefined ? null : namespace + local.replace(/\\(.)/g, "$1");
}

function hintsOfOffset(query: string): Hint[] {
  const skipped = /\boffset\s+(\d+)/i.exec(query)?.[1];
  return skipped ? [{ text: `OFFSET leaves out the first ${skipped} rows; there may be no more.`, fix: null }] : [];
}
