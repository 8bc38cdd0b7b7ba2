// A query or an update, and its answer as a stream.

import { parseTerm, splitStatement, type Term } from "../rdf/term.ts";
import { wordsOf } from "../rdf/tokens.ts";
import { lineBatches, type Bytes } from "./lines.ts";
import type { Server } from "./server.ts";

export type OperationKind = "select" | "ask" | "graph" | "update";

const KINDS: Record<string, OperationKind> = { SELECT: "select", ASK: "ask", CONSTRUCT: "graph", DESCRIBE: "graph" };
for (const word of "INSERT DELETE LOAD CLEAR DROP CREATE ADD MOVE COPY WITH".split(" ")) KINDS[word] = "update";

// The kind of the first operation of a text.
export function kindOf(text: string): OperationKind | null {
  for (const { kind, text: word } of wordsOf(text)) {
    const found = kind === "word" ? KINDS[word.toUpperCase()] : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

// The parts of an answer, in the order in which they arrive. Cells are terms as text (rdf/term.ts); "" is unbound.
export type AnswerEvent =
  | { event: "columns"; names: string[]; isGraph: boolean }
  | { event: "rows"; rows: string[][] }
  | { event: "boolean"; value: boolean }
  | { event: "changed"; inserted: number; deleted: number; version: number };

// N-Quads are for CONSTRUCT with GRAPH.
const ACCEPT = "text/tab-separated-values, application/n-triples;q=0.9, application/n-quads;q=0.8";

export type OperationOptions = { signal?: AbortSignal; id?: string; timeout?: string; parameters?: [string, string][] };

// Throws what Server.request() throws, and TypeError if the answer is cut off.
export async function* run(server: Server, text: string, options: OperationOptions = {}): AsyncGenerator<AnswerEvent> {
  const isUpdate = kindOf(text) === "update";
  const body = new URLSearchParams([[isUpdate ? "update" : "query", text], ...(options.parameters ?? [])]);
  if (options.id !== undefined) body.set("query-id", options.id);
  if (options.timeout !== undefined) body.set("timeout", options.timeout);
  const response = await server.request(isUpdate ? "update" : "sparql", {
    method: "POST",
    body,
    headers: { Accept: isUpdate ? "application/json" : ACCEPT },
    signal: options.signal ?? null,
  });
  if (isUpdate) {
    yield { event: "changed", ...((await response.json()) as { inserted: number; deleted: number; version: number }) };
  } else if ((response.headers.get("Content-Type") ?? "").startsWith("application/n-triples")) {
    yield { event: "columns", names: ["subject", "predicate", "object"], isGraph: true };
    yield* statements(response.body!, 3);
  } else if ((response.headers.get("Content-Type") ?? "").startsWith("application/n-quads")) {
    yield { event: "columns", names: ["subject", "predicate", "object", "graph"], isGraph: false };
    yield* statements(response.body!, 4);
  } else {
    yield* tableOf(response.body!);
  }
}

// All rows of a short answer, as terms; null is unbound.
export async function termRows(server: Server, text: string, options: OperationOptions): Promise<(Term | null)[][]> {
  const rows: (Term | null)[][] = [];
  for await (const event of run(server, text, options))
    if (event.event === "rows") for (const row of event.rows) rows.push(row.map(parseTerm));
  return rows;
}

// Statements in the default graph have no fourth term.
async function* statements(body: Bytes, columns: number): AsyncGenerator<AnswerEvent> {
  for await (const lines of lineBatches(body)) {
    const rows = lines.map(splitStatement).filter((row) => row !== null);
    for (const row of rows) while (row.length < columns) row.push("");
    if (rows.length > 0) yield { event: "rows", rows };
  }
}

// ASK has one line, "true" or "false", and no variables.
async function* tableOf(body: Bytes): AsyncGenerator<AnswerEvent> {
  let hasHead = false;
  for await (const lines of lineBatches(body)) {
    if (!hasHead) {
      hasHead = true;
      const head = lines.shift()!;
      if (head === "true" || head === "false") {
        yield { event: "boolean", value: head === "true" };
        return;
      }
      const names = head === "" ? [] : head.split("\t").map((name) => name.replace(/^\?/, ""));
      yield { event: "columns", names, isGraph: false };
    }
    if (lines.length > 0) yield { event: "rows", rows: lines.map((line) => line.split("\t")) };
  }
}
