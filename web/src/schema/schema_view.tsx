// What is in the data: lists of classes and predicates at once, and a class diagram when the triples are counted.

import type { ComponentChild } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { fetchSchema, isIri, type Range, type Schema } from "../endpoint/schema.ts";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import { TermView } from "../rdf/term_view.tsx";
import { diagramOf } from "./diagram.ts";
import { DiagramView } from "./diagram_view.tsx";
import { thingsOf } from "./examples.ts";

export type SchemaLinks = { toResource: (term: string) => string; toQuery: (query: string) => string; toData: string };
type SchemaProps = { server: Server; prefixes: Prefixes; links: SchemaLinks };

const BOXES = [10, 20, 40, 80];
const MOST_ROWS = 200; // of a list at first
const COUNTED_AT_ONCE = 1_000_000; // triples; counts of more may be of before a change, until somebody asks again

const number = (count: number) => count.toLocaleString("en");

export function SchemaView({ server, prefixes, links }: SchemaProps) {
  const [schema, setSchema] = useState<Schema | null>(null);
  const [failure, setFailure] = useState<ServerError | null>(null);
  const [asked, setAsked] = useState(0); // how often the whole one was asked for
  const [isCounting, setCounting] = useState(true);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const told = (error: unknown) => signal.aborted || setFailure(asServerError(error));
    async function fetchParts() {
      setFailure(null);
      setCounting(true);
      const first = await fetchSchema(server, { part: "counts" }, signal);
      if (asked === 0) setSchema(first);
      const older = asked === 0 && first.triples > COUNTED_AT_ONCE;
      setSchema(await fetchSchema(server, { part: "all", older }, signal));
    }
    fetchParts()
      .catch(told)
      .finally(() => signal.aborted || setCounting(false));
    return () => control.abort();
  }, [server, asked]);
  if (!schema) return failure && <FailureView failure={failure} />;
  return (
    <>
      <p class="summary" role="status">
        {number(schema.classes.length)} classes, {number(schema.predicates.length)} predicates, {number(schema.triples)}{" "}
        triples in the default graph. {isCounting && "What they connect is being counted."}
        {!isCounting && !schema.exact && "The data have changed since these were counted. "}
        {!isCounting && (!schema.exact || failure) && (
          <button type="button" onClick={() => setAsked(asked + 1)}>
            Count again
          </button>
        )}
      </p>
      {schema.triples === 0 && (
        <p class="hint">
          The default graph is empty. <a href={links.toData}>Data</a> adds files, and lists the graphs that have names.
        </p>
      )}
      {failure && <FailureView failure={failure} />}
      {schema.combinations && <Diagrams schema={schema} prefixes={prefixes} links={links} />}
      <Classes schema={schema} prefixes={prefixes} links={links} />
      <Predicates schema={schema} prefixes={prefixes} links={links} />
    </>
  );
}

type PartProps = { schema: Schema; prefixes: Prefixes; links: SchemaLinks };

function Diagrams({ schema, prefixes, links }: PartProps) {
  const [most, setMost] = useState(BOXES[0]!);
  const diagram = useMemo(() => diagramOf(schema, most), [schema, most]);
  const sizes = BOXES.filter((_, i) => i === 0 || BOXES[i - 1]! < schema.classes.length);
  return (
    <section aria-label="Diagram">
      <h2>Diagram</h2>
      <p class="summary">
        A box is a class, a kind of things: with the number of its things, and the values that they have. An arrow is a
        predicate that leads from things of one class to things of another. Names without room are shown for the line
        under the pointer. The name of a class leads to its page.
      </p>
      {sizes.length > 1 && (
        <p class="tools">
          <label>
            Classes{" "}
            <select value={most} onChange={(event) => setMost(Number(event.currentTarget.value))}>
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>
          </label>
          {diagram.boxesLeftOut > 0 && (
            <span class="summary">{number(diagram.boxesLeftOut)} classes with fewer triples are not drawn.</span>
          )}
        </p>
      )}
      <DiagramView diagram={diagram} prefixes={prefixes} linkOf={links.toResource} />
    </section>
  );
}

// `heads`: names of columns, with what they mean.
type ListProps = { title: string; heads: [string, string][]; rows: ComponentChild[][] };

function List({ title, heads, rows }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div class="list" tabIndex={0} role="group" aria-label={`List of ${title.toLowerCase()}`}>
        <table>
          <thead>
            <tr>
              {heads.map(([head, hint]) => (
                <th key={head} scope="col" title={hint}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, isWhole ? rows.length : MOST_ROWS).map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={column} class={typeof cell === "number" ? "count" : undefined}>
                    {typeof cell === "number" ? number(cell) : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && rows.length > MOST_ROWS && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {number(rows.length)}
        </button>
      )}
    </section>
  );
}

const CLASS_HEADS: [string, string][] = [
  ["class", "A kind of things"],
  ["things", "How many things are of the class"],
  ["query", "A query to begin with"],
];
const PREDICATE_HEADS: [string, string][] = [
  ["predicate", "What a triple says of its subject"],
  ["triples", "How many triples have the predicate"],
  ["subjects", "How many different subjects these triples have"],
  ["objects", "How many different objects these triples have"],
  ["leads to", "The classes and the datatypes of the objects"],
];

function Classes({ schema, prefixes, links }: PartProps) {
  const rows = schema.classes.map(({ iri, count }) => [
    <Resource iri={iri} prefixes={prefixes} links={links} />,
    count,
    isIri(iri) && (
      <a href={links.toQuery(thingsOf(iri, prefixes))} title="A query for things of this class, with their values">
        Some of them
      </a>
    ),
  ]);
  return <List title="Classes" heads={CLASS_HEADS} rows={rows} />;
}

function Predicates({ schema, prefixes, links }: PartProps) {
  const isWhole = schema.combinations !== undefined;
  const rows = schema.predicates.map(({ iri, count, subjects, objects, ranges }) => {
    const known = [<Resource iri={iri} prefixes={prefixes} links={links} />, count];
    return isWhole ? [...known, subjects, objects, <Ranges ranges={ranges ?? []} prefixes={prefixes} />] : known;
  });
  return <List title="Predicates" heads={PREDICATE_HEADS.slice(0, isWhole ? 5 : 2)} rows={rows} />;
}

const MOST_RANGES = 4;

function Ranges({ ranges, prefixes }: { ranges: Range[]; prefixes: Prefixes }) {
  const name = ({ range, datatype }: Range) => {
    const iri = range ?? datatype;
    return iri ? (prefixes.shorten(iri) ?? iri) : "things without a class";
  };
  const rest = ranges.length - MOST_RANGES;
  return (
    <>
      {ranges
        .slice(0, MOST_RANGES)
        .map((range) => `${name(range)} (${number(range.count)})`)
        .join(", ")}
      {rest > 0 && `, ${number(rest)} more`}
    </>
  );
}

function Resource({ iri, prefixes, links }: { iri: string; prefixes: Prefixes; links: SchemaLinks }) {
  if (!isIri(iri)) return <>{iri}</>;
  return <TermView term={{ kind: "iri", value: iri }} prefixes={prefixes} linkOf={links.toResource} />;
}
