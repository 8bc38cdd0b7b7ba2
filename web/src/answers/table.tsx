// A table of any number of rows: only those in sight are in the document. All rows have one height.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Prefixes } from "../rdf/prefixes.ts";
import { TermView } from "../rdf/term_view.tsx";
import type { Answer } from "./answer.ts";
import { arrange, type Sorting } from "./order.ts";

const ROW_PIXELS = 28;
const ROWS_BEYOND = 10; // on each side of those in sight
const MOST_PIXELS = 15_000_000; // browsers limit the height of an element

type TableProps = { answer: Answer; version: number; prefixes: Prefixes; linkOf: (iri: string) => string };

function nextSorting(now: Sorting, column: number): Sorting {
  if (now?.column !== column) return { column, descending: false };
  return now.descending ? null : { column, descending: true };
}

export function AnswerTable({ answer, version, prefixes, linkOf }: TableProps) {
  const [filter, setFilter] = useState("");
  const [sorting, setSorting] = useState<Sorting>(null);
  const [widths, setWidths] = useState<ReadonlyMap<number, number>>(new Map());
  const shown = useMemo(() => arrange(answer.rows, filter, sorting), [answer, version, filter, sorting]);
  const count = shown ? shown.length : answer.rows.length;
  return (
    <div class="answer-table">
      <div class="table-tools">
        <label>
          Filter{" "}
          <input
            type="search"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
            placeholder="words in any cell"
          />
        </label>
        <span role="status">{filter !== "" && `${count.toLocaleString("en")} rows match`}</span>
      </div>
      <VirtualRows
        answer={answer}
        shown={shown}
        count={count}
        prefixes={prefixes}
        linkOf={linkOf}
        sorting={sorting}
        sort={(column) => setSorting(nextSorting(sorting, column))}
        widths={widths}
        setWidth={(column, pixels) => setWidths(new Map(widths).set(column, pixels))}
      />
    </div>
  );
}

type RowsProps = {
  answer: Answer;
  shown: Uint32Array | null;
  count: number;
  prefixes: Prefixes;
  linkOf: (iri: string) => string;
  sorting: Sorting;
  sort: (column: number) => void;
  widths: ReadonlyMap<number, number>;
  setWidth: (column: number, pixels: number) => void;
};

// The rows in sight by the place of the scroll bar. If all rows together are too high for a browser, a pixel of the bar
// stands for more than a pixel of rows.
function inSight(scrollTop: number, height: number, count: number): { first: number; end: number; top: number } {
  const all = count * ROW_PIXELS;
  const scale = all <= MOST_PIXELS ? 1 : (all - height) / (MOST_PIXELS - height);
  const at = scrollTop * scale;
  const first = Math.max(0, Math.floor(at / ROW_PIXELS) - ROWS_BEYOND);
  const end = Math.min(count, Math.ceil((at + height) / ROW_PIXELS) + ROWS_BEYOND);
  return { first, end, top: first * ROW_PIXELS - (at - scrollTop) };
}

function VirtualRows(props: RowsProps) {
  const { answer, shown, count } = props;
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setPlace((now) => ({ ...now, height: element.clientHeight })));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    box.current!.scrollTop = 0;
  }, [answer]);
  const { first, end, top } = inSight(place.top, place.height, count);
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, i) => (shown ? shown[first + i]! : first + i));
  return (
    <div
      class="rows"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label="Rows of the answer"
      onFocusIn={(event) => showFocused(event.target as HTMLElement)}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setPlace({ top: scrollTop, height: clientHeight });
      }}
    >
      <table aria-rowcount={count + 1}>
        <TableHead {...props} />
        <tbody style={{ height: `${Math.min(count * ROW_PIXELS, MOST_PIXELS)}px` }}>
          <tr aria-hidden="true" class="space" style={{ height: `${top}px` }} />
          {indexes.map((row, i) => (
            <TableRow key={row} number={first + i} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Browsers leave an element with the focus where it is if a pixel of it is in sight.
function showFocused(element: HTMLElement) {
  if (element.closest("tbody") && element.matches(":focus-visible"))
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function widthOf(widths: ReadonlyMap<number, number>, column: number): Record<string, string> {
  const width = widths.get(column);
  return width === undefined ? {} : { width: `${width}px`, minWidth: `${width}px`, maxWidth: `${width}px` };
}

function TableHead({ answer, sorting, sort, widths, setWidth }: RowsProps) {
  return (
    <thead>
      <tr>
        <th class="number" scope="col">
          <span class="unseen">Row</span>
        </th>
        {answer.columns.map((name, column) => {
          const direction = sorting?.column !== column ? "none" : sorting.descending ? "descending" : "ascending";
          return (
            <th key={name} scope="col" aria-sort={direction} style={widthOf(widths, column)}>
              <button type="button" class="plain" onClick={() => sort(column)}>
                {name}
                <span aria-hidden="true">{{ none: "", ascending: " ▲", descending: " ▼" }[direction]}</span>
              </button>
              <ColumnEdge name={name} setWidth={(pixels) => setWidth(column, pixels)} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

// Changes the width of its column, by the pointer or the arrow keys.
function ColumnEdge({ name, setWidth }: { name: string; setWidth: (pixels: number) => void }) {
  const widthNow = (edge: HTMLElement) => edge.parentElement!.getBoundingClientRect().width;
  return (
    <span
      class="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of the column ${name}`}
      aria-valuenow={50}
      tabIndex={0}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -20, ArrowRight: 20 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        setWidth(Math.max(40, widthNow(event.currentTarget) + step));
      }}
      onPointerDown={(event) => {
        const edge = event.currentTarget;
        const begin = event.clientX - widthNow(edge);
        edge.setPointerCapture(event.pointerId);
        edge.onpointermove = (move) => setWidth(Math.max(40, move.clientX - begin));
        edge.onpointerup = () => (edge.onpointermove = edge.onpointerup = null);
      }}
    />
  );
}

function TableRow({ answer, row, number, prefixes, linkOf, widths }: RowsProps & { row: number; number: number }) {
  return (
    <tr aria-rowindex={number + 2}>
      <td class="number">{(number + 1).toLocaleString("en")}</td>
      {answer.columns.map((name, column) => (
        <td key={name} style={widthOf(widths, column)}>
          <TermView term={answer.cell(row, column)} prefixes={prefixes} linkOf={linkOf} isOneLine />
        </td>
      ))}
    </tr>
  );
}
