// The numbers of a table as points: one series for each numeric column, over a column of numbers or times, or over the
// rows as categories.

import { XSD, isNumeric, parseTerm, type Term } from "../rdf/term.ts";

export const MOST_CATEGORIES = 500;
const LOOKED_AT = 200; // rows, to find out what a column has

export type Chart = {
  x: { name: string; kind: "number" | "time" | "category"; labels: string[] }; // labels: of categories
  series: string[];
  data: (number | null)[][]; // x first, then each series; x ascends
  leftOut: number; // categories beyond the limit
};

const TIMES = new Set(["dateTime", "date", "gYear", "gYearMonth"].map((name) => XSD + name));

// Seconds since 1970; null: no time.
function timeOf(term: Term | null): number | null {
  if (term?.kind !== "literal" || !TIMES.has(term.datatype)) return null;
  const time = Date.parse(term.value);
  return Number.isNaN(time) ? null : time / 1000;
}

function numberOf(term: Term | null): number | null {
  if (!isNumeric(term)) return null;
  const value = Number(term.value.replace(/^([+-]?)INF$/, "$1Infinity"));
  return Number.isFinite(value) ? value : null;
}

function allAre(cells: (Term | null)[], test: (term: Term | null) => boolean): boolean {
  const bound = cells.filter((cell) => cell !== null);
  return bound.length > 0 && bound.every(test);
}

// null: no column has numbers.
export function chartOf(columns: string[], rows: string[][], name: (term: Term | null) => string): Chart | null {
  const sample = columns.map((_, column) => rows.slice(0, LOOKED_AT).map((row) => parseTerm(row[column] ?? "")));
  const isNumber = sample.map((cells) => allAre(cells, (term) => numberOf(term) !== null));
  const isTime = sample.map((cells) => allAre(cells, (term) => timeOf(term) !== null));
  const time = isTime.indexOf(true);
  const category = isNumber.indexOf(false);
  const x = time >= 0 ? time : category >= 0 ? category : 0;
  const series = columns.map((_, column) => column).filter((column) => column !== x && isNumber[column]);
  if (series.length === 0 || rows.length === 0) return null;
  const kind = time >= 0 ? "time" : category >= 0 ? "category" : "number";
  const used = kind === "category" ? rows.slice(0, MOST_CATEGORIES) : rows;
  const at = (row: string[], column: number) => parseTerm(row[column] ?? "");
  const xs = used.map((row, i) =>
    kind === "category" ? i : kind === "time" ? timeOf(at(row, x)) : numberOf(at(row, x)),
  );
  const order = [...used.keys()].filter((i) => xs[i] !== null).sort((a, b) => xs[a]! - xs[b]! || a - b);
  return {
    x: { name: columns[x]!, kind, labels: kind === "category" ? used.map((row) => name(at(row, x))) : [] },
    series: series.map((column) => columns[column]!),
    data: [order.map((i) => xs[i]!), ...series.map((column) => order.map((i) => numberOf(at(used[i]!, column))))],
    leftOut: rows.length - used.length,
  };
}
