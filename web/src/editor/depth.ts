// How far a line is indented: by the braces that are open before it, and not closed at its beginning.

import { wordsOf } from "../rdf/tokens.ts";

export function depthAt(text: string, position: number): number {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const rest = text.slice(position).match(/^[^\n]*/)![0];
  let depth = 0;
  for (const { text: word } of wordsOf(text.slice(0, position))) depth += word === "{" ? 1 : word === "}" ? -1 : 0;
  const isClosed = text.slice(start, position).trim() === "" && /^\s*}/.test(rest);
  return Math.max(0, depth - (isClosed ? 1 : 0));
}
