// What is in the data, as GET /schema tells it (docs/http.md).

import type { Server } from "./server.ts";

export type Counted = { iri: string; count: number };
export type Range = { range?: string | null; datatype?: string; count: number };
export type Predicate = Counted & { subjects?: number; objects?: number; ranges?: Range[] };
export type Combination = Range & { class: string | null; predicate: string };
export type Schema = {
  version: number;
  exact: boolean; // of the newest version of the data
  triples: number;
  classes: Counted[];
  predicates: Predicate[];
  combinations?: Combination[]; // with part "all"
  combinations_left_out?: number;
};

// Classes may also be blank nodes, and in bad data literals.
export function isIri(term: string): boolean {
  return !term.startsWith("_:") && !term.startsWith('"');
}

export type SchemaOptions = { part: "counts" | "all"; older?: boolean; parameters?: [string, string][] };

export function fetchSchema(server: Server, options: SchemaOptions, signal: AbortSignal): Promise<Schema> {
  const parameters = new URLSearchParams([["part", options.part], ...(options.parameters ?? [])]);
  if (options.older) parameters.set("older", "on");
  return server.json<Schema>(`schema?${parameters}`, { signal });
}
