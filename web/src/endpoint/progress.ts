// The state of a running query, five times a second, until it ends.

import { eventsOf } from "./events.ts";
import type { Server } from "./server.ts";

export type Progress = {
  stage: string;
  seconds: number;
  memory_bytes: number;
  steps: { step: string; depth: number; expected_rows: number; rows: number }[];
};

// Random, so that nobody else's query has it.
export function newQueryId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return "workbench-" + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function* progressOf(server: Server, id: string, signal: AbortSignal): AsyncGenerator<Progress> {
  const response = await server.request(`${await server.root()}admin/queries/${id}/progress`, { signal });
  for await (const { event, data } of eventsOf(response.body!)) {
    if (event === "end") return;
    yield JSON.parse(data) as Progress;
  }
}
