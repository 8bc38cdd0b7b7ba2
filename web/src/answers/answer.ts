// An Answer holds what has come in of an operation's answer: of a table its first rows, and the count of all.

import { run, type AnswerEvent, type OperationOptions } from "../endpoint/operation.ts";
import { ServerError, type Server } from "../endpoint/server.ts";
import { parseTerm, type Term } from "../rdf/term.ts";

export const MOST_ROWS = 200_000;

export type Changed = { inserted: number; deleted: number; version: number };
export type AnswerState = "running" | "complete" | "stopped" | "failed";

export class Answer {
  state: AnswerState = "running";
  columns: string[] = [];
  isGraph = false;
  rows: string[][] = [];
  count = 0; // of all rows that have come, also of those that are not kept
  boolean: boolean | null = null;
  changed: Changed | null = null;
  failure: ServerError | null = null;
  firstSeconds: number | null = null;
  seconds = 0;
  readonly text: string;
  private readonly mostRows: number;

  constructor(text: string, mostRows = MOST_ROWS) {
    this.text = text;
    this.mostRows = mostRows;
  }

  add(event: AnswerEvent) {
    switch (event.event) {
      case "columns":
        this.columns = event.names;
        this.isGraph = event.isGraph;
        break;
      case "rows": {
        const room = this.mostRows - this.rows.length;
        if (room >= event.rows.length) for (const row of event.rows) this.rows.push(row);
        else for (const row of event.rows.slice(0, Math.max(0, room))) this.rows.push(row);
        this.count += event.rows.length;
        break;
      }
      case "boolean":
        this.boolean = event.value;
        break;
      case "changed":
        this.changed = event;
        break;
    }
  }

  // True if it is complete, and the patterns of the query had no solution. Updates tell how much they have changed.
  isNoMatch(): boolean {
    return this.state === "complete" && (this.boolean === false || (this.columns.length > 0 && this.count === 0));
  }

  cell(row: number, column: number): Term | null {
    return parseTerm(this.rows[row]?.[column] ?? "");
  }
}

// Runs the operation, and calls `changed` after each piece of the answer and at its end. Does not throw for failures of
// the operation.
export async function fetchAnswer(
  server: Server,
  answer: Answer,
  options: OperationOptions,
  changed: () => void,
): Promise<void> {
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  try {
    for await (const event of run(server, answer.text, options)) {
      answer.firstSeconds ??= elapsed();
      answer.add(event);
      answer.seconds = elapsed();
      changed();
    }
    answer.state = "complete";
  } catch (error) {
    if (options.signal?.aborted) answer.state = "stopped";
    else {
      answer.state = "failed";
      answer.failure =
        error instanceof ServerError
          ? error
          : new ServerError(
              0,
              `The answer was cut off after ${answer.count} rows (${String((error as Error).message)}).`,
              null,
            );
    }
  }
  answer.seconds = elapsed();
  changed();
}
