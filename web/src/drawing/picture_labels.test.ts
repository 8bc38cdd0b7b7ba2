import assert from "node:assert/strict";
import { test } from "node:test";
import { NODE_RADIUS, angleOf, edgeLines, pointOf, type Point } from "./edge_lines.ts";
import { boxAround, boxOfText, overlap, placeLabels } from "./labels.ts";
import { EDGE_SIZE, NODE_SIZE, pictureLabels } from "./picture_labels.ts";

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const places = new Map([
  ["a", { x: 0, y: 0 }],
  ["b", { x: 200, y: 0 }],
]);
const edge = (from: string, to: string, predicate = "p") => ({ from, to, predicate });
const linesOf = (...edges: ReturnType<typeof edge>[]) => edgeLines({ nodes: ["a", "b"], edges }, places);

test("a line leads from disc to disc, in the direction of its edge", () => {
  const [line] = linesOf(edge("a", "b"));
  assert.deepEqual([line!.begin, angleOf(line!)], [{ x: NODE_RADIUS, y: 0 }, 0]);
  assert.ok(line!.end.x < 200 - NODE_RADIUS && line!.end.x > 200 - NODE_RADIUS - 5);
  assert.equal(linesOf(edge("a", "unknown")).length, 0);
});

test("edges of one direction share a line, and those of two directions do not", () => {
  const lines = linesOf(edge("a", "b", "p"), edge("a", "b", "q"), edge("b", "a", "r"));
  assert.deepEqual(
    lines.map(({ predicates }) => predicates),
    [["p", "q"], ["r"]],
  );
  assert.ok(distance(pointOf(lines[0]!, 0.5), pointOf(lines[1]!, 0.5)) > 20);
});

test("a line from a node to itself leaves its disc", () => {
  const [line] = linesOf(edge("a", "a"));
  assert.ok(distance(pointOf(line!, 0.5), places.get("a")!) > 2 * NODE_RADIUS);
  assert.ok(Math.abs(distance(line!.end, places.get("a")!) - NODE_RADIUS) < 3);
});

test("a label takes its first place that is free, or none", () => {
  const wish = (key: string, ...xs: number[]) => ({ key, text: "abc", size: 10, places: xs.map((x) => ({ x, y: 0 })) });
  const found = placeLabels([wish("one", 0), wish("two", 5, 50), wish("three", 0, 50)], []);
  assert.deepEqual(
    [...found],
    [
      ["one", { x: 0, y: 0 }],
      ["two", { x: 50, y: 0 }],
    ],
  );
  const inTheWay = [boxAround({ x: 0, y: 0 }, 3)];
  assert.equal(placeLabels([wish("one", 0)], inTheWay).size, 0);
  assert.deepEqual(placeLabels([wish("one", 0, 50)], [], inTheWay).get("one"), { x: 50, y: 0 });
  assert.deepEqual(placeLabels([wish("one", 0)], [], inTheWay).get("one"), { x: 0, y: 0 });
});

test("in a crowd no label covers another one or a disc, and each has a text for the pointer", () => {
  const crowd = new Map(
    Array.from({ length: 120 }, (_, i) => [`n${i}`, { x: (i % 12) * 60, y: Math.floor(i / 12) * 45 }] as const),
  );
  const nodes = [...crowd.keys()];
  const edges = nodes.flatMap((node, i) => [edge(node, nodes[(i * 7) % 120]!), edge(node, nodes[(i + 1) % 120]!, "q")]);
  const lines = edgeLines({ nodes, edges }, crowd);
  const titles = new Map(nodes.map((node) => [node, `a long title of ${node}`]));
  const { ofNodes, ofLines } = pictureLabels(titles, lines, crowd, (iri) => `predicate ${iri}`);
  assert.deepEqual([ofNodes.size, ofLines.size], [120, lines.length]);
  const boxes = [
    ...[...ofNodes.values()].filter(({ hasRoom }) => hasRoom).map((one) => boxOfText(one.text, NODE_SIZE, one.place)),
    ...[...ofLines.values()].filter(({ hasRoom }) => hasRoom).map((one) => boxOfText(one.text, EDGE_SIZE, one.place)),
    ...[...crowd.values()].map((place) => boxAround(place, NODE_RADIUS)),
  ];
  assert.ok(boxes.length > 130 && boxes.length < 120 + 120 + lines.length, `${boxes.length}`);
  boxes.forEach((box, i) => boxes.slice(0, i).forEach((other) => assert.ok(!overlap(box, other))));
});

test("a line names two of its predicates", () => {
  const [line] = linesOf(..."pqrst".split("").map((name) => edge("a", "b", name)));
  const { ofLines } = pictureLabels(new Map(), [line!], places, (iri) => `ex:${iri}`);
  assert.equal(ofLines.get(line!)!.text, "ex:p, ex:q +3");
});
