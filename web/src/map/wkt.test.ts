import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnEarth, noGeometry, type Geometry } from "./geometry.ts";
import { parseWkt } from "./wkt.ts";

function read(text: string): Geometry {
  const parsed = parseWkt(text);
  assert.ok(parsed && "geometry" in parsed, text);
  return parsed.geometry;
}

test("all kinds of geometries are read, in any case", () => {
  assert.deepEqual(read("POINT(1 2)").points, [1, 2]);
  assert.deepEqual(read(" point ( -1.5e1\n+.5 ) ").points, [-15, 0.5]);
  assert.deepEqual(read("MULTIPOINT((1 2), (3 4))").points, [1, 2, 3, 4]);
  assert.deepEqual(read("MULTIPOINT(1 2, 3 4)").points, [1, 2, 3, 4]);
  assert.deepEqual(read("LINESTRING(1 2, 3 4)").lines, [[1, 2, 3, 4]]);
  assert.deepEqual(read("MULTILINESTRING((1 2, 3 4), (5 6, 7 8))").lines, [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  const ring = [0, 0, 4, 0, 4, 4, 0, 0],
    hole = [1, 1, 2, 1, 2, 2, 1, 1];
  assert.deepEqual(read("Polygon((0 0, 4 0, 4 4, 0 0), (1 1, 2 1, 2 2, 1 1))").areas, [[ring, hole]]);
  assert.deepEqual(read("MULTIPOLYGON(((0 0, 4 0, 4 4, 0 0)), ((1 1, 2 1, 2 2, 1 1)))").areas, [[ring], [hole]]);
  assert.deepEqual(read("GEOMETRYCOLLECTION(POINT(1 2), GEOMETRYCOLLECTION(LINESTRING(1 2, 3 4)))"), {
    points: [1, 2],
    lines: [[1, 2, 3, 4]],
    areas: [],
  });
});

test("heights and measures are left out, and geometries can be empty", () => {
  for (const text of ["POINT Z (1 2 3)", "POINTZ(1 2 3)", "POINT M(1 2 3)", "POINT ZM (1 2 3 4)", "POINT(1 2 3)"])
    assert.deepEqual(read(text).points, [1, 2], text);
  for (const text of ["POINT EMPTY", "POLYGON Z EMPTY", "GEOMETRYCOLLECTION EMPTY"])
    assert.deepEqual(read(text), noGeometry(), text);
});

test("EPSG:4326 has the latitude first, and other reference systems are named", () => {
  assert.deepEqual(read("<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(1 2)").points, [1, 2]);
  assert.deepEqual(read("<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(1 2)").points, [2, 1]);
  assert.deepEqual(parseWkt("<http://www.opengis.net/def/crs/EPSG/0/25832> POINT(1 2)"), {
    system: "http://www.opengis.net/def/crs/EPSG/0/25832",
  });
});

test("other texts are refused", () => {
  const deep = "GEOMETRYCOLLECTION(".repeat(100_000);
  for (const text of ["", "POINT", "POINT()", "POINT(1)", "POINT(1 2", "POINT(1 2) x", "POINT(1 2, 3 4)", "POINT(1 b)"])
    assert.equal(parseWkt(text), null, text);
  for (const text of ["CIRCLE(1 2)", "POINT(1 2 3 4 5)", "POLYGON(1 2)", "<urn:a", "POINT(1.2.3 4)", deep])
    assert.equal(parseWkt(text), null, text.slice(0, 50));
  for (const text of ["POINT(181 0)", "POINT(0 -90.1)", "LINESTRING(0 0, 1e999 0)"])
    assert.equal(isOnEarth(read(text)), false, text);
});
