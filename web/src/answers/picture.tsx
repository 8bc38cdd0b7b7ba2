// The triples of a graph as a picture.

import { useMemo } from "preact/hooks";
import { GraphPicture } from "../drawing/graph_picture.tsx";
import type { Prefixes } from "../rdf/prefixes.ts";
import { parseTerm } from "../rdf/term.ts";
import { graphOfRows } from "./graph_of_rows.ts";

type PictureProps = { rows: string[][]; prefixes: Prefixes; linkOf: (iri: string) => string };

export function PictureOfTriples({ rows, prefixes, linkOf }: PictureProps) {
  const { graph, leftOut } = useMemo(() => graphOfRows(rows), [rows]);
  const count = (triples: number) => triples.toLocaleString("en");
  return (
    <figure class="neighbourhood" aria-label="Picture of the answer">
      <figcaption class="summary">
        {count(graph.edges.length)} of {count(rows.length)} triples are drawn: those between resources
        {leftOut > 0 && `, without ${count(leftOut)} that are too many for a picture`}. Arrows lead from a subject to
        its object, with the name of the predicate; names that have no room are shown when the pointer or the focus is
        on their node. A click on a node shows its page.
      </figcaption>
      <GraphPicture
        graph={graph}
        prefixes={prefixes}
        act="Page of"
        choose={(node) => (location.hash = linkOf(parseTerm(node)!.value))}
      />
    </figure>
  );
}
