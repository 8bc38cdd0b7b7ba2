import assert from "node:assert/strict";
import { test } from "node:test";
import { inlineNodes, subjectsOf } from "./subjects.ts";

const ROWS = [
  ["<urn:a>", "<urn:p>", "_:x"],
  ["_:x", "<urn:q>", '"1"'],
  ["<urn:a>", "<urn:p>", "_:y"],
  ["<urn:b>", "<urn:p>", "_:y"],
];

test("triples are gathered by subject and predicate, in their order", () => {
  const subjects = [...subjectsOf(ROWS).values()];
  assert.deepEqual(
    subjects.map(({ term }) => term),
    ["<urn:a>", "_:x", "<urn:b>"],
  );
  assert.deepEqual(subjects[0]!.properties, [{ predicate: "<urn:p>", objects: ["_:x", "_:y"] }]);
});

test("a blank node is shown inside the only triple that leads to it", () => {
  assert.deepEqual([...inlineNodes(ROWS)], ["_:x"]);
});
