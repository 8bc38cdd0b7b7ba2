// The position in a triple at the end of a text. It decides what is suggested there.

import { wordsOf, type Token } from "../rdf/tokens.ts";

export type Position = "predicate" | "class" | "other";

const isTerm = ({ kind, text }: Token) =>
  kind === "iri" ||
  kind === "name" ||
  kind === "variable" ||
  kind === "string" ||
  text === "]" ||
  text === ")" ||
  /^(a|true|false|\d.*)$/.test(text);

// `before`: the text up to the word that is written now.
export function positionAfter(before: string): Position {
  const words = wordsOf(before);
  if (!isInPattern(words)) return "other";
  const triple = sinceLastEnd(words);
  const terms = triple.words.filter(isTerm).length + triple.carried;
  if (terms === 1) return "predicate";
  const last = words.at(-1)!.text;
  if (
    terms === 2 &&
    (last === "a" || /^(rdf:type|<http:\/\/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#type>)$/.test(last))
  )
    return "class";
  return "other";
}

// Within braces, and not within the brackets of an expression.
function isInPattern(words: Token[]): boolean {
  let braces = 0,
    brackets = 0;
  for (const { text } of words) {
    if (text === "{") ++braces;
    else if (text === "}") --braces;
    else if (text === "(") ++brackets;
    else if (text === ")") --brackets;
  }
  return braces > 0 && brackets === 0;
}

// The words of the triple that is open at the end. After ';' it has its subject already, after '[' the node is one.
function sinceLastEnd(words: Token[]): { words: Token[]; carried: number } {
  for (let i = words.length - 1; i >= 0; --i) {
    const { text } = words[i]!;
    if (text === "{" || text === "}" || text === ".") return { words: words.slice(i + 1), carried: 0 };
    if (text === ";" || text === "[") return { words: words.slice(i + 1), carried: 1 };
    if (text === ",") return { words: words.slice(i + 1), carried: 2 };
  }
  return { words, carried: 0 };
}
