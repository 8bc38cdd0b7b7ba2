import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../endpoint/schema.ts";
import { diagramOf } from "./diagram.ts";

const schema: Schema = {
  version: 1,
  exact: true,
  triples: 20,
  classes: [
    { iri: "urn:Alone", count: 9 },
    { iri: "urn:Person", count: 5 },
    { iri: "urn:City", count: 2 },
  ],
  predicates: [],
  combinations: [
    { class: "urn:Person", predicate: "urn:lives", range: "urn:City", count: 5 },
    { class: "urn:Person", predicate: "urn:born", range: "urn:City", count: 3 },
    { class: "urn:Person", predicate: "urn:knows", range: "urn:Person", count: 4 },
    { class: "urn:Person", predicate: "urn:name", datatype: "urn:string", count: 5 },
    { class: "urn:Person", predicate: "urn:name", datatype: "urn:langString", count: 2 },
    { class: null, predicate: "urn:name", datatype: "urn:string", count: 7 },
    { class: "urn:City", predicate: "urn:near", range: null, count: 1 },
  ],
};

test("boxes have values, and lines the predicates between two classes", () => {
  const { boxes, lines } = diagramOf(schema, 10);
  assert.deepEqual(
    boxes.map(({ iri }) => iri),
    ["urn:Person", "urn:City", "urn:Alone"],
  );
  assert.deepEqual(boxes[0]!.values, [
    { predicate: "urn:name", datatypes: ["urn:string", "urn:langString"], count: 7 },
  ]);
  assert.deepEqual(
    lines.map(({ from, to, predicates }) => [from, to, predicates.map(({ iri }) => iri)]),
    [
      ["urn:Person", "urn:City", ["urn:lives", "urn:born"]],
      ["urn:Person", "urn:Person", ["urn:knows"]],
    ],
  );
});

test("the classes with the most triples stay, and the rest is counted", () => {
  const { boxes, lines, boxesLeftOut } = diagramOf(schema, 1);
  assert.deepEqual(
    boxes.map(({ iri }) => iri),
    ["urn:Person"],
  );
  assert.deepEqual([lines.length, boxesLeftOut], [1, 2]);
});
