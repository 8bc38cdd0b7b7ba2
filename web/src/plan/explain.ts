// Asks the server how a query is run.

import type { Server } from "../endpoint/server.ts";
import { planOf, type Explanation, type Plan } from "./plan.ts";

export async function explain(
  server: Server,
  text: string,
  kind: "plan" | "profile",
  signal: AbortSignal,
): Promise<Plan> {
  const body = new URLSearchParams({ query: text, explain: kind, format: "json" });
  return planOf(await server.json<Explanation>("sparql", { method: "POST", body, signal }));
}
