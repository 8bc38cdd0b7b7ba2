// Shows an answer of any kind, and how it stands.

import { useMemo, useState } from "preact/hooks";
import { failureTitle } from "../endpoint/failure_title.ts";
import { kindOf } from "../endpoint/operation.ts";
import type { ServerError } from "../endpoint/server.ts";
import { sourcesOf } from "../map/places.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import type { Term } from "../rdf/term.ts";
import type { Answer } from "./answer.ts";
import { chartOf } from "./chart.ts";
import { ChartView } from "./chart_view.tsx";
import { MapRows } from "./map_rows.tsx";
import { PictureOfTriples } from "./picture.tsx";
import { AnswerTable } from "./table.tsx";
import { GraphTree } from "./tree.tsx";

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

// The text as people call it.
export function nounOf(text: string): string {
  return kindOf(text) === "update" ? "update" : "query";
}

// `what`: the thing that was sent; `title`: another heading than that of the failure.
type FailureProps = { failure: ServerError; what?: string; title?: string | undefined };

export function FailureView({ failure, what = "request", title }: FailureProps) {
  return (
    <div class="failure" role="alert">
      <strong>{title ?? failureTitle(failure, what)}</strong>
      <pre>{failure.message}</pre>
      {failure.status > 0 && <small>HTTP status {failure.status}</small>}
    </div>
  );
}

export function AnswerView({ answer, version, prefixes, linkOf }: AnswerViewProps) {
  return (
    <>
      {answer.failure ? (
        <FailureView
          failure={answer.failure}
          what={nounOf(answer.text)}
          title={answer.columns.length > 0 ? "The answer is not complete" : undefined}
        />
      ) : (
        <p class="summary" role="status">
          {summary(answer)}
        </p>
      )}
      {answer.boolean !== null && <p class="boolean">{answer.boolean ? "Yes (true)" : "No (false)"}</p>}
      {answer.columns.length > 0 && !answer.isNoMatch() && <Rows {...{ answer, version, prefixes, linkOf }} />}
    </>
  );
}

type View = "table" | "chart" | "map" | "tree" | "picture";

// The rows as a table, or in another form that suits them. Forms are made of what has come when the answer is complete.
function Rows(props: AnswerViewProps) {
  const { answer, prefixes, linkOf } = props;
  const [wanted, setWanted] = useState<View>("table");
  const isComplete = answer.state !== "running";
  const chart = useMemo(
    () =>
      isComplete && !answer.isGraph ? chartOf(answer.columns, answer.rows, (term) => nameOf(term, prefixes)) : null,
    [answer, isComplete],
  );
  const sources = useMemo(
    () => (isComplete && !answer.isGraph ? sourcesOf(answer.columns, answer.rows) : null),
    [answer, isComplete],
  );
  const views: View[] = ["table"];
  if (chart) views.push("chart");
  if (sources) views.push("map");
  if (answer.isGraph && isComplete) views.push("tree", "picture");
  const view = views.includes(wanted) ? wanted : "table";
  return (
    <>
      {views.length > 1 && (
        <div class="tools" role="group" aria-label="Form of the answer">
          {views.map((name) => (
            <button key={name} type="button" aria-pressed={name === view} onClick={() => setWanted(name)}>
              {{ table: "Table", chart: "Chart", map: "Map", tree: "Tree", picture: "Picture" }[name]}
            </button>
          ))}
        </div>
      )}
      {view === "table" && <AnswerTable {...props} />}
      {view === "chart" && <ChartView chart={chart!} />}
      {view === "map" && <MapRows sources={sources!} {...props} />}
      {view === "picture" && <PictureOfTriples rows={answer.rows} prefixes={prefixes} linkOf={linkOf} />}
      {view === "tree" && <GraphTree rows={answer.rows} prefixes={prefixes} linkOf={linkOf} />}
    </>
  );
}

function nameOf(term: Term | null, prefixes: Prefixes): string {
  if (term === null) return "";
  return term.kind === "iri" ? (prefixes.shorten(term.value) ?? term.value) : term.value;
}
