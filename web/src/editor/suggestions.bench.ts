// Measures how long suggestions take, at all spots of some queries:
//
//   node suggestions.bench.ts http://localhost:3756/ q1.rq q2.rq ...
//
// At each term of each triple it asks what a person would cause who types there, with half of the term typed.

import { readFileSync } from "node:fs";
import { termRows } from "../endpoint/operation.ts";
import { Server } from "../endpoint/server.ts";
import { tokensOf } from "../rdf/tokens.ts";
import { contextQuery } from "./context_query.ts";
import { spotAt } from "./spot.ts";
import { fetchVocabulary } from "./vocabulary.ts";

const [address, ...files] = process.argv.slice(2);
const server = new Server(address!, () => null);
const never = new AbortController().signal;

function quantiles(name: string, times: number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1);
  console.log(`${name}: ${sorted.length} questions, median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

const schemaTimes: number[] = [];
for (let turn = 0; turn < 20; ++turn) schemaTimes.push(await timed(() => fetchVocabulary(server, never)));
quantiles("classes and predicates", schemaTimes);

const byPosition = new Map<string, number[]>();
let failed = 0;
for (const file of files) {
  const text = readFileSync(file, "utf8");
  let index = 0;
  for (const { kind, text: word } of tokensOf(text)) {
    const begin = index;
    index += word.length;
    if (kind !== "iri" && kind !== "name" && !(kind === "word" && word === "a")) continue;
    const typed = word.slice(0, Math.ceil(word.length / 2));
    const spot = spotAt(text.slice(0, begin), text.slice(index));
    const query = contextQuery(spot, typed, text, []);
    if (query === null) continue;
    const time = await timed(() => termRows(server, query, { timeout: "300ms" }).catch(() => void ++failed));
    byPosition.set(spot.position, [...(byPosition.get(spot.position) ?? []), time]);
  }
}
for (const [position, times] of byPosition) quantiles(position, times);
quantiles("all", [...byPosition.values()].flat());
console.log(`${failed} took longer than 300 ms or failed`);
