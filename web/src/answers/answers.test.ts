import assert from "node:assert/strict";
import { test } from "node:test";
import { Answer } from "./answer.ts";
import { arrange } from "./order.ts";

test("rows beyond the limit are counted and not kept", () => {
  const answer = new Answer("SELECT * {}", 3);
  for (let i = 0; i < 5; ++i) answer.add({ event: "rows", rows: [[`${i}`], [`${i}`]] });
  assert.deepEqual([answer.rows.length, answer.count], [3, 10]);
});

test("a table is filtered by words and ordered by values", () => {
  const rows = [
    ['"Ann B"', "10"],
    ['"ann c"', "9"],
    ['"Bo"', "1"],
  ];
  assert.equal(arrange(rows, "", null), null);
  assert.deepEqual([...arrange(rows, "ANN", null)!], [0, 1]);
  assert.deepEqual([...arrange(rows, "ann 10", null)!], [0]);
  assert.deepEqual([...arrange(rows, "", { column: 1, descending: false })!], [2, 1, 0]);
  assert.deepEqual([...arrange(rows, "", { column: 1, descending: true })!], [0, 1, 2]);
});
