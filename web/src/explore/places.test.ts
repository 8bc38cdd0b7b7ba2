import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTerm } from "../rdf/term.ts";
import { geometriesOf } from "./places.ts";

test("shapes and pairs are places, if they are on the earth", () => {
  const wkt = (text: string) => `"${text}"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`;
  const rows = [
    [wkt("POINT(1 2)"), "", ""],
    [wkt("POINT(1 200)"), "", ""],
    [wkt("POINT EMPTY")],
    ["", "3.5", "4"],
    ["", "x", "4"],
  ];
  assert.deepEqual(
    geometriesOf(rows.map((row) => row.map(parseTerm))).map(({ points }) => points),
    [
      [1, 2],
      [4, 3.5],
    ],
  );
});
