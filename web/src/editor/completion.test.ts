import assert from "node:assert/strict";
import { test } from "node:test";
import { suggest } from "./completion.ts";

const vocabulary = {
  classes: [{ iri: "http://ex.org/City", count: 5 }],
  predicates: [
    { iri: "http://ex.org/name", count: 1000 },
    { iri: "urn:other", count: 2 },
  ],
};
const labels = (before: string, text = before) => suggest(before, vocabulary, [], text).map(({ label }) => label);

test("predicates and classes are offered where they fit, by their short names", () => {
  const prologue = "PREFIX ex: <http://ex.org/>\n";
  assert.deepEqual(labels(`${prologue}SELECT * { ?s `), ["ex:name", "<urn:other>"]);
  assert.deepEqual(labels("SELECT * { ?s a "), ["<http://ex.org/City>"]);
  assert.ok(labels("SEL").includes("SELECT"));
  assert.ok(!labels("SELECT * { ?s ").includes("SELECT"));
});
