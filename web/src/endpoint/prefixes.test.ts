import assert from "node:assert/strict";
import { test } from "node:test";
import { prefixesOf } from "./prefixes.ts";

test("the prefixes of a document in Turtle are read", () => {
  const turtle = "@prefix ex: <http://ex.org/> .\n@prefix : <urn:> .\n\n";
  assert.deepEqual(prefixesOf(turtle), [
    { name: "ex", iri: "http://ex.org/" },
    { name: "", iri: "urn:" },
  ]);
  assert.deepEqual(prefixesOf(""), []);
});
