// Likely reasons why a query finds nothing, from its text and from the counts of GET /schema.

import type { Counted, Schema } from "../endpoint/schema.ts";
import { Prefixes, declaredPrefixes, type Prefix } from "../rdf/prefixes.ts";
import { unescape } from "../rdf/term.ts";
import { tokensOf, wordsOf, type Token } from "../rdf/tokens.ts";
import { placedWords, type Position } from "./spot.ts";
import { nearest } from "./nearest.ts";

// `fix`: what the query can be changed to; null: only the person who wrote it knows.
export type Hint = { text: string; fix: { name: string; query: string } | null };

const MOST_CHARACTERS = 20_000; // of a query; programs write longer ones
const MOST_HINTS = 5;

export function hintsFor(query: string, schema: Schema, known: readonly Prefix[]): Hint[] {
  if (query.length > MOST_CHARACTERS) return [];
  const hints: Hint[] = [];
  for (const some of [
    hintsOfNames(query, schema, known),
    hintsOfVariables(query),
    hintsOfGraphs(query, schema),
    hintsOfTexts(query),
    hintsOfOffset(query),
  ])
    for (const hint of some) {
      if (hints.length === MOST_HINTS) return hints;
      hints.push(hint);
    }
  return hints;
}

const hasWord = (query: string, words: RegExp) =>
  wordsOf(query).some(({ kind, text }) => kind === "word" && words.test(text));

// The words of a query, with the index at which each begins.
function* wordsWithPlaces(query: string): Generator<Token & { begin: number }> {
  let begin = 0;
  for (const token of tokensOf(query)) {
    if (!["space", "lines", "comment"].includes(token.kind)) yield { ...token, begin };
    begin += token.text.length;
  }
}

// Predicates and classes that the default graph does not have. The counts are of that graph, so others get no hints.
function* hintsOfNames(query: string, schema: Schema, known: readonly Prefix[]): Generator<Hint> {
  if (schema.triples === 0 || hasWord(query, /^(from|service)$/i)) return;
  const prefixes = new Prefixes([...declaredPrefixes(query), ...known]);
  const lists: Partial<Record<Position, { words: string; list: readonly Counted[]; found: Set<string> }>> = {
    predicate: list("No triple has the predicate", schema.predicates),
    class: list("Nothing is of the class", schema.classes),
  };
  for (const { word, position, graph } of placedWords(wordsWithPlaces(query))) {
    const { words, list, found } = lists[position] ?? {};
    const iri = word.kind === "iri" || word.kind === "name" ? iriOf(word, prefixes) : null;
    if (!words || !list || !found || iri === null || graph !== "" || found.has(iri)) continue;
    found.add(iri); // it is told once
    const other = nearest(iri, list);
    const name = other === null ? null : (prefixes.shorten(other) ?? `<${other}>`);
    const fix = name === null ? null : { name, query: replaced(query, word, name) };
    yield { text: `${words} ${word.text}.`, fix };
  }
}

function list(words: string, all: readonly Counted[]) {
  return { words, list: all, found: new Set(all.map(({ iri }) => iri)) };
}

function replaced(query: string, { begin, text }: { begin: number; text: string }, by: string): string {
  return query.slice(0, begin) + by + query.slice(begin + text.length);
}

// Without BASE, so a relative IRI is null.
function iriOf({ kind, text }: Token, prefixes: Prefixes): string | null {
  if (kind === "iri") return text.includes(":") ? unescape(text.slice(1, -1)) : null;
  const [name = "", local = ""] = text.split(/:(.*)/s);
  const namespace = prefixes.iri(name);
  return namespace === undefined ? null : namespace + local.replace(/\\(.)/g, "$1");
}

// Variables that are shown or compared and that no pattern gives a value.
function hintsOfVariables(query: string): Hint[] {
  const { used, given } = variablesOf(query);
  const names = [...given].map((iri) => ({ iri, count: 1 }));
  return [...used]
    .filter((name) => !given.has(name))
    .map((name) => {
      const near = nearest(name, names);
      const everywhere = new RegExp(`[?$]${name}(?![\\p{L}\\p{N}_])`, "gu");
      const fix = near === null ? null : { name: `?${near}`, query: query.replaceAll(everywhere, `?${near}`) };
      return { text: `No pattern has the variable ?${name}.`, fix };
    });
}

// `used`: in the outermost SELECT, in FILTER and after the pattern; `given`: elsewhere.
function variablesOf(query: string): { used: Set<string>; given: Set<string> } {
  const used = new Set<string>();
  const given = new Set<string>();
  const filters: number[] = []; // the depths of brackets around the FILTERs that are open
  let brackets = 0;
  let braces = 0;
  let hasSelect = false;
  let before = "";
  for (const { kind, text } of wordsOf(query)) {
    const word = kind === "word" ? text.toUpperCase() : "";
    if (word === "SELECT") hasSelect = true;
    if (word === "FILTER") filters.push(brackets);
    if (text === "{") filters.length = 0; // of EXISTS, which has patterns again
    braces += text === "{" ? 1 : text === "}" ? -1 : 0;
    brackets += text === "(" ? 1 : text === ")" ? -1 : 0;
    if (text === ")" && brackets === filters.at(-1)) filters.pop();
    const isUsed = ((hasSelect && braces === 0) || filters.length > 0) && before !== "AS";
    if (kind === "variable") (isUsed ? used : given).add(text.slice(1));
    before = word;
  }
  return { used, given };
}

function hintsOfGraphs(query: string, schema: Schema): Hint[] {
  if (schema.triples > 0 || hasWord(query, /^(graph|from|service)$/i)) return [];
  const text =
    "The default graph is empty. The view Data has the names of other graphs; " +
    "GRAPH ?graph { … } around the pattern asks all of them.";
  return [{ text, fix: null }];
}

function hintsOfTexts(query: string): Hint[] {
  const texts = [...placedWords(wordsOf(query))].filter(
    ({ word, position }) => word.kind === "string" && position === "object",
  );
  const found = texts.map(({ word }) => word).find(({ text }) => /["']$/.test(text));
  if (!found || query.includes(`${found.text}^^`)) return [];
  const text =
    `The text ${found.text} is found only if it is the whole text, with the same capitals and without a language. ` +
    `For others, write a variable there, and FILTER(CONTAINS(LCASE(STR(?variable)), "…")).`;
  return [{ text, fix: null }];
}

function hintsOfOffset(query: string): Hint[] {
  const skipped = /\boffset\s+(\d+)/i.exec(query)?.[1];
  return skipped ? [{ text: `OFFSET leaves out the first ${skipped} rows; there may be no more.`, fix: null }] : [];
}
