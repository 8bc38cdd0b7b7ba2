// The triples of a graph by their subjects. A blank node that is the object of one triple is shown inside it.

import type { Prefixes } from "../rdf/prefixes.ts";
import { parseTerm, type Term } from "../rdf/term.ts";
import { TermView } from "../rdf/term_view.tsx";
import { inlineNodes, subjectsOf, type Subject } from "./subjects.ts";

const MOST_SUBJECTS = 1000;

type TreeProps = { rows: string[][]; prefixes: Prefixes; linkOf: (iri: string) => string };

export function GraphTree({ rows, prefixes, linkOf }: TreeProps) {
  const subjects = subjectsOf(rows);
  const inline = inlineNodes(rows);
  const all = [...subjects.values()];
  const roots = all.filter(({ term }) => !inline.has(term));
  const shown = (roots.length > 0 ? roots : all).slice(0, MOST_SUBJECTS); // blank nodes in a circle have no root
  const view = (text: string) => <TermView term={parseTerm(text) as Term | null} prefixes={prefixes} linkOf={linkOf} />;
  const properties = (subject: Subject, above: readonly string[]) => (
    <ul>
      {subject.properties.map(({ predicate, objects }) => (
        <li key={predicate}>
          {view(predicate)}{" "}
          {objects.map((object, i) => {
            const inner = inline.has(object) && !above.includes(object) ? subjects.get(object) : undefined;
            return (
              <span key={object} class="object">
                {inner ? properties(inner, [...above, object]) : view(object)}
                {i + 1 < objects.length && ", "}
              </span>
            );
          })}
        </li>
      ))}
    </ul>
  );
  return (
    <div class="tree">
      {shown.map((subject) => (
        <div key={subject.term}>
          {view(subject.term)}
          {properties(subject, [subject.term])}
        </div>
      ))}
      {roots.length > shown.length && (
        <p class="summary">{(roots.length - shown.length).toLocaleString("en")} more subjects are in the table.</p>
      )}
    </div>
  );
}
