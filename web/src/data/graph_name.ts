// The part of a graph's name that a person types to delete the graph.

const DEFAULT = "default";
const MOST_CHARACTERS = 24; // to type
const ENDS = /[/#:]+$/;

export type TypedName = { before: string; typed: string; after: string };

// Divides the name: `typed` is its last part, with more parts before it if another of `all` names ends with the same.
// null: the default graph.
export function typedName(name: string | null, all: readonly string[]): TypedName {
  if (name === null) return { before: "", typed: DEFAULT, after: "" };
  const end = name.replace(ENDS, "").length || name.length;
  const isUnique = (begin: number) =>
    !all.some((other) => other !== name && other.replace(ENDS, "").endsWith(name.slice(begin, end)));
  let begin = lastPart(name, end);
  while (begin > 0 && !isUnique(begin)) begin = lastPart(name, begin - 1);
  if (begin === end) begin = 0;
  begin = Math.max(begin, end - MOST_CHARACTERS);
  return { before: name.slice(0, begin), typed: name.slice(begin, end), after: name.slice(end) };
}

function lastPart(name: string, end: number): number {
  return Math.max(...["/", "#", ":"].map((mark) => name.slice(0, end).lastIndexOf(mark))) + 1;
}

// True if the text is that part of the name, or more of its end. Characters that cannot be seen do not count.
export function isTypedName(text: string, name: string | null, all: readonly string[]): boolean {
  const seen = (one: string) => one.replace(/\p{C}/gu, "").trim();
  const { before, typed, after } = typedName(name, all);
  const isEnd = [before + typed, before + typed + after].some((whole) => seen(whole).endsWith(seen(text)));
  return isEnd && seen(text) !== "" && seen(text).length >= seen(typed).length;
}

// True if a text can be an absolute IRI, or is empty, for the default graph. The server knows exactly.
export function isGraphName(text: string): boolean {
  return text.trim() === "" || /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text.trim());
}
