// Finds a name that was meant by one with a mistake in it.

// Its own name, after the namespace.
const localName = (iri: string) => /[^/#:]*[/#:]*$/.exec(iri)![0].toLowerCase();

// The IRI whose local name differs least, the most frequent of several; null: all differ by more than a slip. Names of
// variables will do, too.
export function nearest(iri: string, list: readonly { iri: string; count: number }[]): string | null {
  const wanted = localName(iri);
  let least = Math.max(1, Math.floor(wanted.length / 4)) + 1;
  let found: { iri: string; count: number } | null = null;
  for (const one of list) {
    const distance = distanceOf(wanted, localName(one.iri), least);
    if (distance > least || (distance === least && (!found || found.count >= one.count))) continue;
    least = distance;
    found = one;
  }
  return found?.iri ?? null;
}

// Insertions, deletions, replacements and exchanges of neighbours that make one text of another (optimal string
// alignment); `most` + 1 if it is more than `most`.
export function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  if (a === b) return 0;
  let two: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, two[j - 2]! + 1);
      row.push(best);
    }
    if (Math.min(...row) > most) return most + 1;
    two = last;
    last = row;
  }
  return Math.min(last[b.length]!, most + 1);
}
