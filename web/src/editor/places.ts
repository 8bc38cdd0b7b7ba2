// Places in a text: the server names line and column, the editor counts characters.

import type { Place } from "../endpoint/server.ts";

// The index of a line and a column, both from 1; columns count Unicode characters. Places beyond the text are its end.
export function indexOfPlace(text: string, place: Place): number {
  let begin = 0;
  for (let line = 1; line < place.line; ++line) {
    const end = text.indexOf("\n", begin);
    if (end < 0) return text.length;
    begin = end + 1;
  }
  let index = begin;
  for (let column = 1; column < place.column && index < text.length && text[index] !== "\n"; ++column)
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}
