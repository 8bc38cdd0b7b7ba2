// The rows of a table that are shown: those that match the filter, in the order of a column.

import { compareTerms, parseTerm } from "../rdf/term.ts";

export type Sorting = { column: number; descending: boolean } | null;

// Indexes into `rows`; null: all, as they came. The filter finds its words in any cell, in any case.
export function arrange(rows: string[][], filter: string, sorting: Sorting): Uint32Array | null {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && sorting === null) return null;
  const found: number[] = [];
  for (let i = 0; i < rows.length; ++i) {
    if (words.length > 0) {
      const text = rows[i]!.join("\t").toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
    }
    found.push(i);
  }
  if (sorting) {
    const keys = new Map(found.map((i) => [i, parseTerm(rows[i]![sorting.column] ?? "")]));
    const sign = sorting.descending ? -1 : 1;
    found.sort((a, b) => sign * compareTerms(keys.get(a)!, keys.get(b)!) || a - b);
  }
  return Uint32Array.from(found);
}
