import assert from "node:assert/strict";
import { test } from "node:test";
import { graphOfRows } from "./graph_of_rows.ts";

const ROWS = [
  ["<urn:a>", "<urn:p>", "<urn:b>"],
  ["<urn:a>", "<urn:p>", '"1"^^<urn:t>'],
  ["<urn:a>", "<urn:p>", "<urn:a>"],
  ["_:x", "<urn:p>", "<urn:y>"],
  ["<urn:b>", "<urn:q>", "<urn:a>"],
];

test("a picture has the triples between resources", () => {
  const { graph, leftOut } = graphOfRows(ROWS);
  const { nodes, edges } = graph;
  assert.deepEqual(nodes, ["<urn:a>", "<urn:b>", "_:x", "<urn:y>"]);
  assert.deepEqual(edges[0], { from: "<urn:a>", predicate: "urn:p", to: "<urn:b>" });
  assert.deepEqual([edges.length, leftOut], [4, 0]);
});

test("a picture has at most so many nodes and edges", () => {
  const fewNodes = graphOfRows(ROWS, 2);
  assert.deepEqual(
    fewNodes.graph.edges.map(({ from }) => from),
    ["<urn:a>", "<urn:a>", "<urn:b>"],
  );
  assert.equal(fewNodes.leftOut, 1);
  const fewEdges = graphOfRows(ROWS, 10, 1);
  assert.deepEqual([fewEdges.graph.edges.length, fewEdges.leftOut], [1, 3]);
});
