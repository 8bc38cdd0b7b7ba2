// Server-sent events of an answer, read by fetch: an EventSource would send no credential.

import { lineBatches, type Bytes } from "./lines.ts";

export type ServerEvent = { event: string; data: string };

export async function* eventsOf(body: Bytes): AsyncGenerator<ServerEvent> {
  let event = "message";
  let data: string[] = [];
  for await (const lines of lineBatches(body)) {
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield { event, data: data.join("\n") };
        event = "message";
        data = [];
      } else if (line.startsWith("event:")) event = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    }
  }
}
