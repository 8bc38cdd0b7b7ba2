import assert from "node:assert/strict";
import { test } from "node:test";
import { chartOf } from "./chart.ts";

const name = (term: { value: string } | null) => term?.value ?? "";
const date = (text: string) => `"${text}"^^<http://www.w3.org/2001/XMLSchema#date>`;

test("names become categories, in the order of the rows", () => {
  const chart = chartOf(
    ["class", "n", "m"],
    [
      ["<urn:b>", "2", ""],
      ["<urn:a>", "1", "0.5"],
    ],
    name,
  )!;
  assert.deepEqual([chart.x.kind, chart.x.labels], ["category", ["urn:b", "urn:a"]]);
  assert.deepEqual(chart.data, [
    [0, 1],
    [2, 1],
    [null, 0.5],
  ]);
});

test("times and numbers ascend along the axis", () => {
  const times = chartOf(
    ["n", "day"],
    [
      ["2", date("2026-01-02")],
      ["1", date("2026-01-01")],
    ],
    name,
  )!;
  assert.deepEqual([times.x.kind, times.series, times.data[1]], ["time", ["n"], [1, 2]]);
  const numbers = chartOf(
    ["x", "y"],
    [
      ["3", "9"],
      ["1", "1"],
    ],
    name,
  )!;
  assert.deepEqual(
    [numbers.x.kind, numbers.data],
    [
      "number",
      [
        [1, 3],
        [1, 9],
      ],
    ],
  );
});

test("a table without numbers has no chart", () => {
  assert.equal(chartOf(["a"], [["<urn:a>"]], name), null);
  assert.equal(chartOf(["n"], [["1"]], name), null);
  assert.equal(chartOf(["a", "n"], [], name), null);
});
