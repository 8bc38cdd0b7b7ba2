// The triples of an answer that a picture shows: those between resources, up to a limit.

import { grown, type Edge, type Graph } from "../drawing/graph.ts";
import { parseTerm } from "../rdf/term.ts";

const MOST_NODES = 300;
const MOST_EDGES = 1000;

// `leftOut`: triples between resources that are beyond the limit.
type Cut = { graph: Graph; leftOut: number };

export function graphOfRows(rows: string[][], mostNodes = MOST_NODES, mostEdges = MOST_EDGES): Cut {
  const nodes = new Set<string>();
  const edges: Edge[] = [];
  let leftOut = 0;
  for (const [from = "", predicate = "", to = ""] of rows) {
    if (to.startsWith('"')) continue;
    const added = new Set([from, to].filter((node) => !nodes.has(node)));
    if (edges.length === mostEdges || nodes.size + added.size > mostNodes) ++leftOut;
    else {
      for (const node of added) nodes.add(node);
      edges.push({ from, predicate: parseTerm(predicate)!.value, to });
    }
  }
  return { graph: grown({ nodes: [], edges: [] }, edges), leftOut };
}
