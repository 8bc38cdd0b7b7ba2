import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf, sourcesOf } from "./places.ts";

const GEO = "http://www.opengis.net/ont/geosparql#";
const wkt = (text: string) => `"${text}"^^<${GEO}wktLiteral>`;
const geoJson = (value: object) => `"${JSON.stringify(value).replaceAll('"', '\\"')}"^^<${GEO}geoJSONLiteral>`;

test("geometries go before pairs of numbers, and pairs are found by their names", () => {
  const row = ["<urn:a>", "1.5", "2", wkt("POINT(1 2)")];
  assert.deepEqual(sourcesOf(["s", "Lat", "LONG", "shape"], [row])!.first, { column: 3 });
  assert.deepEqual(sourcesOf(["s", "lng", "latitude"], [row.slice(0, 3)])!.first, { latitude: 2, longitude: 1 });
  assert.deepEqual(sourcesOf(["s", "a", "b"], [row.slice(0, 3)]), { geometries: [], numbers: [1, 2], first: null });
  assert.equal(sourcesOf(["s", "lat"], [row.slice(0, 2)]), null);
  assert.equal(sourcesOf(["lat", "long"], []), null);
});

test("rows without a position are counted, and reference systems named", () => {
  const rows = [
    [wkt("POINT(1 2)")],
    [
      geoJson({
        type: "Feature",
        geometry: {
          type: "Polygon",
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      }),
    ],
    [geoJson({ type: "Feature", geometry: null })],
    ['"POINT(3 4)"^^<http://www.openlinksw.com/schemas/virtrdf#Geometry>'],
    [wkt("POINT(1 91)")],
    [wkt("POINT EMPTY")],
    [geoJson({ type: "Point", coordinates: ["1", 2] })],
    ['"POINT(1 2)"'],
    [""],
    [wkt("<urn:other> POINT(1 2)")],
    [wkt("<urn:other> POINT(1 2)")],
  ];
  const places = placesOf(rows, { column: 0 });
  assert.deepEqual(places.rows, [0, 1, 3]);
  assert.deepEqual(places.geometries[1]!.areas, [[[0, 0, 1, 0, 1, 1, 0, 0]]]);
  assert.deepEqual([places.without, [...places.systems]], [6, [["urn:other", 2]]]);
});

test("pairs of numbers are points", () => {
  const places = placesOf(
    [
      ["48.2", "16.4"],
      ["1", ""],
      ["NaN", "1"],
      ["16.4", "148"],
    ],
    { latitude: 0, longitude: 1 },
  );
  assert.deepEqual(
    places.geometries.map(({ points }) => points),
    [
      [16.4, 48.2],
      [148, 16.4],
    ],
  );
  assert.equal(places.without, 2);
});
