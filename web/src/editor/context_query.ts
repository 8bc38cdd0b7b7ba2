// The query for what fits at a spot: it reads the triples that are connected with the spot, for some of their solutions.

import { NAMES } from "../endpoint/labels.ts";
import { Prefixes, declaredPrefixes, type Prefix } from "../rdf/prefixes.ts";
import { termText } from "../rdf/term.ts";
import { addDeclarations } from "./declarations.ts";
import type { Spot } from "./spot.ts";

const SOLUTIONS = 1000; // of the connected triples, whose predicates, classes or objects are counted
const MOST = 50; // suggestions

// null: nothing restricts what fits there, and the word names nothing. `word`: what is typed already, before the caret.
export function contextQuery(spot: Spot, word: string, text: string, known: readonly Prefix[]): string | null {
  const typed = { word: word.replace(/^"/, ""), iri: startOfIri(word, text, known), isText: word.startsWith('"') };
  const parts = [fitting(spot, typed), ...found(spot, typed)].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const query = `SELECT ?suggested (SUM(?n) AS ?count) ${spot.dataset.join(" ")} {
  ${parts.map((part) => `{ ${part} }`).join("\n  UNION ")}
}
GROUP BY ?suggested ORDER BY DESC(?count) LIMIT ${MOST}`;
  const declared = declaredPrefixes(text).map(({ name, iri }) => `PREFIX ${name}: <${iri}>\n`);
  return addDeclarations(declared.join("") + query, known);
}

// `iri`: the beginning of the IRI that the word is; null: it is none. `isText`: a string is being typed.
type Typed = { word: string; iri: string | null; isText: boolean };

// What the connected triples lead to. Without any, and without a subject, objects are looked up by their beginnings.
function fitting(spot: Spot, typed: Typed): string | null {
  const { position, subject, predicate, connected } = spot;
  if (position === "subject" || position === "other") return null;
  const isConnected = connected.length > 0 && /^[?$]/.test(subject);
  const isKnown = isConnected || !/^([?$].*|\[\])$/.test(subject);
  if (!isKnown && position !== "object") return null;
  const triple = {
    predicate: `${subject} ?suggested ?suggestedObject`,
    class: `${subject} a ?suggested`,
    object: `${subject} ${predicate} ?suggested`,
  }[position];
  const isFiltered = position === "object" && typed.word !== "";
  const filter = !isFiltered ? "" : `FILTER(${isKnown ? holds("?suggested", typed) : begins("?suggested", typed)})`;
  const some = (names: string, where: string) => `{ SELECT ${names} { ${where} } LIMIT ${SOLUTIONS} }`;
  const solutions = isConnected
    ? `${some(`DISTINCT ${subject}`, inGraph(spot, connected.join(" . ")))} ${inGraph(spot, triple)} ${filter}`
    : some("?suggested", `${inGraph(spot, triple)} ${filter}`);
  return `SELECT ?suggested (COUNT(*) AS ?n) { ${solutions} } GROUP BY ?suggested ORDER BY DESC(?n) LIMIT ${MOST}`;
}

function inGraph({ graph }: Spot, triples: string): string {
  return graph === "" ? triples : `GRAPH ${graph} { ${triples} }`;
}

// Resources whose IRI or name begins with the word.
function found(spot: Spot, typed: Typed): string[] {
  const { position } = spot;
  if ((position !== "subject" && position !== "object") || typed.isText || typed.word.length < 2) return [];
  const some = (triple: string, variable: string) =>
    `SELECT DISTINCT ?suggested (0 AS ?n) { ${inGraph(spot, triple)} FILTER(${begins(variable, typed)}) } LIMIT ${MOST}`;
  if (typed.iri !== null) return [some("?suggested ?suggestedPredicate ?suggestedObject", "?suggested")];
  return NAMES.map((name) => some(`?suggested <${name}> ?suggestedName`, "?suggestedName"));
}

// The beginning of an IRI that a word such as "ex:Ci" or "<http://" stands for; null: it is none.
function startOfIri(word: string, text: string, known: readonly Prefix[]): string | null {
  if (word.startsWith("<")) return word.length > 1 ? word.slice(1) : null;
  const colon = word.indexOf(":");
  if (colon < 0) return null;
  const iri = new Prefixes([...declaredPrefixes(text), ...known]).iri(word.slice(0, colon));
  return iri === undefined ? null : iri + word.slice(colon + 1);
}

// Conditions on the text of a term. The server finds beginnings in its index.
function begins(variable: string, { word, iri }: Typed): string {
  const starts = iri !== null ? [iri] : [...new Set([word, word[0]!.toUpperCase() + word.slice(1)])];
  return starts.map((start) => `STRSTARTS(STR(${variable}), ${quoted(start)})`).join(" || ");
}

function holds(variable: string, typed: Typed): string {
  if (typed.iri !== null) return begins(variable, typed);
  return `CONTAINS(LCASE(STR(${variable})), ${quoted(typed.word.toLowerCase())})`;
}

function quoted(text: string): string {
  return termText({ kind: "literal", value: text, datatype: "http://www.w3.org/2001/XMLSchema#string" });
}
