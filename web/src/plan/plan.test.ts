import assert from "node:assert/strict";
import { test } from "node:test";
import { BOX_WIDTH, boxesOf, layOut, lineWidth } from "./layout.ts";
import { misjudged, nodesOf, planOf, planOfSteps } from "./plan.ts";

const scan = (rows: number) => ({ operator: "IndexScan", details: { pattern: "?s a ?c" }, estimated_rows: 10, rows });

test("an explanation becomes a tree", () => {
  const plan = planOf({
    plan: { operator: "HashJoin", details: { kind: "inner", on: "?s" }, own_ms: 2, inputs: [scan(3), scan(900)] },
    time_ms: { plan: 1, run: 5 },
  });
  assert.equal(plan.isProfile, true);
  assert.equal(plan.root.details, "inner  on ?s");
  assert.deepEqual(
    nodesOf(plan.root).map(({ operator, rows }) => [operator, rows]),
    [
      ["HashJoin", null],
      ["IndexScan", 3],
      ["IndexScan", 900],
    ],
  );
  assert.equal(misjudged(plan.root.inputs[0]!), 1);
  assert.equal(misjudged(plan.root.inputs[1]!), 90);
});

test("the steps of a running query become the same tree", () => {
  const step = (text: string, depth: number) => ({ step: text, depth, expected_rows: 1, rows: 0 });
  assert.equal(planOfSteps([]), null);
  const root = planOfSteps([
    step("Project ?s", 0),
    step("HashJoin", 1),
    step("IndexScan a", 2),
    step("IndexScan b", 2),
  ])!;
  assert.deepEqual(
    root.inputs[0]!.inputs.map(({ details }) => details),
    ["a", "b"],
  );
});

test("boxes do not overlap, and an input is below its step", () => {
  const leaf = { operator: "a", details: "", estimatedRows: 1, rows: null, ownMs: null, inputs: [] };
  const tree = { ...leaf, inputs: [{ ...leaf, inputs: [leaf, leaf, leaf] }, leaf] };
  const boxes = boxesOf(layOut(tree).root);
  for (const a of boxes) for (const b of boxes) if (a !== b && a.y === b.y) assert.ok(Math.abs(a.x - b.x) >= BOX_WIDTH);
  for (const box of boxes) for (const input of box.inputs) assert.ok(input.y > box.y);
  assert.ok(lineWidth(1_000_000) < 32);
});
