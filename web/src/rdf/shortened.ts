// Ways to show a text that is too long.

// At most `length` characters of a text, with an ellipsis if it is longer.
export function shortened(text: string, length: number): string {
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

// The two halves of a text, for a style sheet that cuts the first at its end and the second at its beginning, so that
// both ends of the text are in sight.
export function halves(text: string): [string, string] {
  let middle = Math.ceil(text.length / 2);
  if (/[\uDC00-\uDFFF]/.test(text[middle] ?? "")) ++middle; // a character of two code units stays whole
  return [text.slice(0, middle), text.slice(middle)];
}
