// A graph of resources, as it is drawn. Nodes are terms as SPARQL writes them.

export type Edge = { from: string; to: string; predicate: string };
export type Graph = { nodes: string[]; edges: Edge[] };

// With more edges, each once.
export function grown({ nodes, edges }: Graph, more: Edge[]): Graph {
  const key = ({ from, predicate, to }: Edge) => `${from} ${predicate} ${to}`;
  const known = new Map([...edges, ...more].map((edge) => [key(edge), edge]));
  const all = new Set(nodes);
  for (const { from, to } of known.values()) all.add(from).add(to);
  return { nodes: [...all], edges: [...known.values()] };
}
