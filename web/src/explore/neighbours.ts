// The graph around a resource: it grows by the neighbours of one node after another.

import type { Edge } from "../drawing/graph.ts";
import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { termText } from "../rdf/term.ts";

export const NEIGHBOURS_AT_ONCE = 12;

// Some triples with the node, those that lead to resources alone, in the default graph and in the named graphs.
export async function edgesAround(server: Server, node: string, signal: AbortSignal): Promise<Edge[]> {
  const some = (variables: string, triple: string, neighbour: string) => `{
    SELECT DISTINCT ${variables} {
      { ${triple} } UNION { GRAPH ?graph { ${triple} } }
      FILTER(isIRI(${neighbour}) && ${neighbour} != ${node})
    } LIMIT ${NEIGHBOURS_AT_ONCE}
  }`;
  const query = `SELECT ?from ?predicate ?to {
  ${some(`(${node} AS ?from) ?predicate ?to`, `${node} ?predicate ?to`, "?to")}
  UNION
  ${some(`?from ?predicate (${node} AS ?to)`, `?from ?predicate ${node}`, "?from")}
}`;
  const rows = await termRows(server, query, { signal });
  return rows.map(([from, predicate, to]) => ({
    from: termText(from!),
    predicate: predicate!.value,
    to: termText(to!),
  }));
}
