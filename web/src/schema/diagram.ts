// A class diagram of a schema: boxes for its classes with the values that their things have, and lines for the
// predicates between them.

import type { Schema } from "../endpoint/schema.ts";

export type Values = { predicate: string; datatypes: string[]; count: number };
export type Box = { iri: string; count: number; values: Values[]; valuesLeftOut: number };
export type Line = { from: string; to: string; predicates: { iri: string; count: number }[] };
export type Diagram = { boxes: Box[]; lines: Line[]; boxesLeftOut: number };

const MOST_VALUES = 6; // in a box

// The `most` classes with the most triples between them and to values; those with many things and no triples are last.
export function diagramOf(schema: Schema, most: number): Diagram {
  const combinations = schema.combinations ?? [];
  const used = new Map<string, number>();
  for (const { class: from, range, count } of combinations)
    for (const one of new Set([from, range])) if (one) used.set(one, (used.get(one) ?? 0) + count);
  const classes = [...schema.classes].sort(
    (a, b) => (used.get(b.iri) ?? 0) - (used.get(a.iri) ?? 0) || b.count - a.count,
  );
  const shown = new Set(classes.slice(0, most).map(({ iri }) => iri));
  const values = new Map<string, Map<string, Values>>();
  const lines = new Map<string, Line>();
  for (const { class: from, predicate, range, datatype, count } of combinations) {
    if (from === null || !shown.has(from)) continue;
    if (datatype !== undefined) {
      const ofClass = values.get(from) ?? values.set(from, new Map()).get(from)!;
      const found = ofClass.get(predicate) ?? { predicate, datatypes: [], count: 0 };
      if (datatype !== null) found.datatypes.push(datatype);
      found.count += count;
      ofClass.set(predicate, found);
    } else if (range && shown.has(range)) {
      const line = lines.get(`${from} ${range}`) ?? { from, to: range, predicates: [] };
      line.predicates.push({ iri: predicate, count });
      lines.set(`${from} ${range}`, line);
    }
  }
  const boxes = classes.slice(0, most).map(({ iri, count }) => {
    const all = [...(values.get(iri)?.values() ?? [])].sort((a, b) => b.count - a.count);
    return { iri, count, values: all.slice(0, MOST_VALUES), valuesLeftOut: Math.max(0, all.length - MOST_VALUES) };
  });
  return { boxes, lines: [...lines.values()], boxesLeftOut: Math.max(0, classes.length - boxes.length) };
}
