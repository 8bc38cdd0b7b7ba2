// The spot in a query where a person types: the position in a triple, and the triples around it that restrict what fits
// there. They decide what is suggested.

import { wordsOf, type Token } from "../rdf/tokens.ts";

export type Position = "subject" | "predicate" | "class" | "object" | "other";

export type Spot = {
  position: Position;
  subject: string; // of the triple, as written; "" at its own position
  predicate: string; // likewise
  graph: string; // of GRAPH around it, as written; "": none
  dataset: string[]; // "FROM <...>", "FROM NAMED <...>"
  // Triples of the same group that are connected with the subject by shared variables, as written, without dots.
  connected: string[];
};

const NOWHERE: Spot = { position: "other", subject: "", predicate: "", graph: "", dataset: [], connected: [] };

// Words that begin something else than a triple. It ends with the closing bracket or brace at its own depth.
const OTHERS =
  /^(filter|bind|values|optional|minus|graph|service|union|exists|not|select|having|group|order|limit|offset)$/i;

const isTerm = ({ kind, text }: Token) =>
  kind === "iri" ||
  kind === "name" ||
  kind === "variable" ||
  kind === "string" ||
  text === "]" ||
  text === ")" ||
  /^(a|true|false|[+-]?[\d.].*)$/.test(text);

// `other`: the word of OTHERS that is open; "": none.
type Group = { triples: Token[][]; open: Token[]; other: string; graph: string };
const inside = (outer: Group | undefined): Group => ({
  triples: [],
  open: [],
  other: "",
  graph: (outer?.other === "graph" ? outer.open.at(-1)?.text : outer?.graph) ?? "",
});

// Reads words into the groups that are open, the innermost last.
class GroupReader {
  groups: Group[] = [];
  private depth: number[] = []; // of round brackets, by group

  read(word: Token) {
    const group = this.groups.at(-1);
    const { text } = word;
    if (text === "{") {
      this.groups.push(inside(group));
      this.depth.push(0);
    } else if (!group) {
      return;
    } else if (text === "}") {
      this.groups.pop();
      this.depth.pop();
      this.end(this.groups.at(-1));
    } else if (text === "(" || text === ")") {
      const depth = (this.depth[this.depth.length - 1]! += text === "(" ? 1 : -1);
      group.open.push(word);
      if (depth === 0 && group.other !== "") this.end(group);
    } else if (group.other !== "" || this.depth.at(-1)! > 0) {
      group.open.push(word);
    } else if (text === ".") {
      this.end(group);
    } else if (word.kind === "word" && OTHERS.test(text)) {
      this.end(group);
      group.other = text.toLowerCase();
    } else {
      group.open.push(word);
    }
  }

  isInBrackets(): boolean {
    return (this.depth.at(-1) ?? 0) > 0;
  }

  private end(group: Group | undefined) {
    if (!group) return;
    if (group.other === "" && group.open.filter(isTerm).length >= 3) group.triples.push(group.open);
    group.open = [];
    group.other = "";
  }
}

// `before` and `after`: the text around the word that is being typed.
export function spotAt(before: string, after: string): Spot {
  const reader = new GroupReader();
  const words = wordsOf(before);
  for (const word of words) reader.read(word);
  const group = reader.groups.at(-1);
  if (!group || group.other !== "" || reader.isInBrackets()) return NOWHERE;
  const open = openTriple(group.open);
  const last = group.open.at(-1)?.text ?? "";
  const terms = open.words.length;
  const position = /^[/|^!]$/.test(last) ? "predicate" : positionOf(terms, open.words);
  if (position === "other") return NOWHERE;
  const subject = terms > 0 ? open.words[0]!.text : "";
  const predicate = terms > 1 ? open.words[1]!.text : "";
  const finished = [...group.triples, ...(open.finished.length >= 3 ? [open.finished] : [])];
  const connected = connectedWith(subject, [...finished, ...triplesAfter(after)]);
  return { position, subject, predicate, graph: group.graph, dataset: datasetOf(words), connected };
}

function datasetOf(words: Token[]): string[] {
  const from = (i: number) => words[i]?.kind === "word" && /^from$/i.test(words[i]!.text);
  return words.flatMap((_, i) => {
    if (!from(i)) return [];
    const isNamed = /^named$/i.test(words[i + 1]?.text ?? "");
    const graph = words[i + (isNamed ? 2 : 1)];
    return graph ? [`FROM ${isNamed ? "NAMED " : ""}${graph.text}`] : [];
  });
}

function positionOf(terms: number, words: Token[]): Position {
  if (terms === 0) return "subject";
  if (terms === 1) return "predicate";
  if (terms > 2) return "other";
  return /^(a|rdf:type|<http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#type>)$/.test(words[1]!.text)
    ? "class"
    : "object";
}

// The triple that is open after these words: its subject and its predicate, as far as they are there; and the words
// before its last ';' or ',', which are triples as they stand.
function openTriple(words: Token[]): { words: Token[]; finished: Token[] } {
  const bracket = lastOpenBracket(words);
  if (bracket >= 0) {
    const inner = openTriple([{ kind: "variable", text: "[]" }, ...words.slice(bracket + 1)]);
    return { words: inner.words, finished: [] };
  }
  const ends = words.map(({ text }, i) => (text === ";" || text === "," ? i : -1)).filter((i) => i >= 0);
  const end = ends.at(-1) ?? -1;
  const rest = words.slice(end + 1).filter(isTerm);
  if (end < 0) return { words: rest, finished: [] };
  const subject = words.slice(0, end).find(isTerm);
  const finished = words.slice(0, end);
  if (words[end]!.text === ";") return { words: [...(subject ? [subject] : []), ...rest], finished };
  const semicolon = words.slice(0, end).findLastIndex(({ text }) => text === ";");
  const predicate = words.slice(semicolon < 0 ? 1 : semicolon + 1, end).find(isTerm);
  return { words: [subject, predicate, ...rest].filter((word) => word !== undefined), finished };
}

function lastOpenBracket(words: Token[]): number {
  const open: number[] = [];
  words.forEach(({ text }, i) => {
    if (text === "[") open.push(i);
    if (text === "]") open.pop();
  });
  return open.at(-1) ?? -1;
}

// Those of the same group behind the triple that is being typed, which ends with the first dot.
function triplesAfter(after: string): Token[][] {
  const words = wordsOf(after);
  const end = words.findIndex(({ text }) => text === "." || text === "}");
  if (words[end]?.text !== ".") return [];
  const reader = new GroupReader();
  reader.read({ kind: "mark", text: "{" });
  for (const word of words.slice(end + 1)) {
    if (word.text === "}" && reader.groups.length === 1) break;
    reader.read(word);
  }
  while (reader.groups.length > 1) reader.read({ kind: "mark", text: "}" });
  reader.read({ kind: "mark", text: "." });
  return reader.groups[0]!.triples;
}

const variablesOf = (words: Token[]) => words.filter(({ kind }) => kind === "variable").map(({ text }) => text);

function connectedWith(subject: string, triples: Token[][]): string[] {
  const known = new Set(/^[?$]/.test(subject) ? [subject] : []);
  const found = new Set<Token[]>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const triple of triples) {
      if (found.has(triple) || !variablesOf(triple).some((name) => known.has(name))) continue;
      found.add(triple);
      for (const name of variablesOf(triple)) known.add(name);
    }
  }
  return triples.filter((triple) => found.has(triple)).map((triple) => triple.map(({ text }) => text).join(" "));
}
