import assert from "node:assert/strict";
import { test } from "node:test";
import { grown } from "./graph.ts";

test("a graph grows by what is new", () => {
  const edge = { from: "<urn:a>", predicate: "urn:p", to: "<urn:b>" };
  const one = grown({ nodes: ["<urn:a>"], edges: [] }, [edge, edge]);
  assert.deepEqual(one, { nodes: ["<urn:a>", "<urn:b>"], edges: [edge] });
  const two = grown(one, [edge, { ...edge, from: "<urn:c>" }]);
  assert.deepEqual([two.nodes.length, two.edges.length], [3, 2]);
});
