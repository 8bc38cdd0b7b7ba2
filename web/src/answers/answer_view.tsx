// Shows an answer of any kind, and how it stands.

import type { ServerError } from "../endpoint/server.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import type { Answer } from "./answer.ts";
import { AnswerTable } from "./table.tsx";

type AnswerViewProps = { answer: Answer; version: number; prefixes: Prefixes; linkOf: (iri: string) => string };

const shown = (count: number) => count.toLocaleString("en");

function seconds(value: number): string {
  return value < 1 ? `${Math.max(1, Math.round(value * 1000))} ms` : `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

// "1,234 rows in 56 ms", for people and for screen readers.
export function summary(answer: Answer): string {
  const time = seconds(answer.seconds);
  if (answer.state === "running") return answer.count > 0 ? `${shown(answer.count)} rows so far, ${time}` : "Running…";
  if (answer.changed) {
    const { inserted, deleted, version } = answer.changed;
    return `${shown(inserted)} inserted, ${shown(deleted)} deleted in ${time}; the data is at version ${version} now`;
  }
  if (answer.boolean !== null) return `Answered in ${time}`;
  const rows = `${shown(answer.count)} ${answer.isGraph ? "triples" : answer.count === 1 ? "row" : "rows"}`;
  const kept = answer.rows.length < answer.count ? `${shown(answer.rows.length)} of ${rows}` : rows;
  if (answer.state === "stopped") return `Stopped after ${time}, with ${kept}`;
  return `${kept} in ${time}`;
}

export function FailureView({ failure }: { failure: ServerError }) {
  return (
    <div class="failure" role="alert">
      <strong>{failure.status === 0 ? "No answer" : `Error ${failure.status}`}</strong>
      <pre>{failure.message}</pre>
    </div>
  );
}

export function AnswerView({ answer, version, prefixes, linkOf }: AnswerViewProps) {
  return (
    <>
      {answer.failure ? (
        <FailureView failure={answer.failure} />
      ) : (
        <p class="summary" role="status">
          {summary(answer)}
        </p>
      )}
      {answer.boolean !== null && <p class="boolean">{answer.boolean ? "Yes (true)" : "No (false)"}</p>}
      {answer.columns.length > 0 && (
        <AnswerTable answer={answer} version={version} prefixes={prefixes} linkOf={linkOf} />
      )}
    </>
  );
}
