import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAt } from "./hit.ts";
import { PointGrid } from "./point_grid.ts";
import { boxAround, shapesOf, xOf, yOf } from "./shapes.ts";

test("the plane is a square, with the north above", () => {
  assert.deepEqual([xOf(-180), xOf(180), yOf(0)], [0, 1, 0.5]);
  assert.ok(Math.abs(yOf(90)) < 1e-9 && Math.abs(yOf(-90) - 1) < 1e-9);
  assert.ok(yOf(60) < yOf(50));
});

test("a grid finds the points of a box, as looking at each of them does", () => {
  for (const count of [0, 1, 2, 1000]) {
    const points = Float64Array.from({ length: 2 * count }, (_, i) => ((i * 7919) % 1009) / 1009);
    const grid = new PointGrid(points);
    for (const box of [
      { left: 0.2, top: 0.3, right: 0.4, bottom: 0.35 },
      { left: -1, top: -1, right: 2, bottom: 2 },
      { left: 3, top: 3, right: 4, bottom: 4 },
    ]) {
      const found: number[] = [];
      grid.visit(box, (point) => found.push(point));
      const expected = [...Array(count).keys()].filter((i) => {
        const x = points[2 * i]!,
          y = points[2 * i + 1]!;
        return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      });
      assert.deepEqual(
        found.sort((a, b) => a - b),
        expected,
      );
    }
  }
});

test("equal points are one place in a grid", () => {
  const grid = new PointGrid(Float64Array.of(0.5, 0.5, 0.5, 0.5));
  assert.ok(grid.nearest(0.51, 0.5, 0.1) >= 0);
  assert.equal(grid.nearest(0.7, 0.5, 0.1), -1);
});

test("a click finds a point, then a line, then the smallest area", () => {
  const square = (size: number) => [-size, -size, size, -size, size, size, -size, size, -size, -size];
  const shapes = shapesOf([
    { points: [], lines: [], areas: [[square(40)]] },
    { points: [], lines: [], areas: [[square(20), square(5)]] },
    { points: [], lines: [[-40, 10, 40, 10]], areas: [] },
    { points: [1, 12], lines: [], areas: [] },
  ]);
  const grid = new PointGrid(shapes.points);
  const at = (longitude: number, latitude: number) => placeAt(shapes, grid, xOf(longitude), yOf(latitude), 2 / 360);
  assert.equal(at(0, 11), 3);
  assert.equal(at(-12, 11), 2);
  assert.equal(at(15, 15), 1);
  assert.equal(at(0, 0), 0); // in the hole of the smaller area
  assert.equal(at(60, 0), null);
});

test("a box is around all shapes", () => {
  assert.equal(boxAround([]), null);
  assert.deepEqual(boxAround([Float64Array.of(1, 5, 3, 2)]), { left: 1, top: 2, right: 3, bottom: 5 });
});
