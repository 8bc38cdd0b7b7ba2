import assert from "node:assert/strict";
import { test } from "node:test";
import { contextQuery } from "./context_query.ts";
import { spotAt, type Position } from "./spot.ts";
import { Suggestions, type Fitting } from "./suggestions.ts";

const vocabulary = {
  classes: [{ iri: "http://ex.org/City", count: 5 }],
  predicates: [
    { iri: "http://ex.org/name", count: 1000 },
    { iri: "urn:other", count: 2 },
  ],
  labels: new Map(),
};
const PROLOGUE = "PREFIX ex: <http://ex.org/>\n";

function list(position: Position, fitting: Fitting[] | null = null, labels = new Map<string, string>()) {
  return new Suggestions(PROLOGUE, [], position, labels).list(vocabulary, fitting);
}

test("predicates and classes are offered where they fit, by their short names", () => {
  assert.deepEqual(
    list("predicate").map(({ apply }) => apply),
    ["ex:name", "<urn:other>"],
  );
  assert.deepEqual(
    list("class").map(({ apply }) => apply),
    ["ex:City"],
  );
  assert.ok(list("other").some(({ label }) => label === "SELECT"));
  assert.ok(list("subject").some(({ label }) => label === "OPTIONAL"));
  assert.deepEqual(list("object"), []);
});

test("what fits comes first, and the rest is marked", () => {
  const found = list("predicate", [{ term: "<urn:other>", count: 1 }]);
  assert.deepEqual(
    found.map(({ apply, section }) => [apply, (section as { name: string }).name]),
    [
      ["<urn:other>", "Fits here"],
      ["ex:name", "Elsewhere in the data"],
    ],
  );
});

test("a resource is found by its name, too", () => {
  const [one] = list("class", null, new Map([["http://ex.org/City", "Stadt"]]));
  assert.equal(one!.label, "ex:City Stadt");
  assert.equal(one!.displayLabel, "ex:City");
  assert.equal(one!.detail, "Stadt · 5");
});

function query(text: string, word = "") {
  const [before, after] = text.split("|") as [string, string];
  return contextQuery(spotAt(before, after), word, before + word + after, [{ name: "foaf", iri: "http://foaf/" }]);
}

test("the question has the connected triples, in their graph and dataset, with the declarations", () => {
  const asked = query(`${PROLOGUE}SELECT * FROM <urn:d> FROM NAMED <urn:n> { GRAPH ?g { ?s a ex:A . ?s | } }`)!;
  assert.match(asked, /^PREFIX ex: <http:\/\/ex\.org\/>/);
  assert.match(asked, /FROM <urn:d> FROM NAMED <urn:n>/);
  assert.match(asked, /GRAPH \?g \{ \?s a ex:A \}/);
  assert.match(asked, /GRAPH \?g \{ \?s \?suggested/);
});

test("nothing is asked where everything fits", () => {
  assert.equal(query("SELECT * { ?s | }"), null);
  assert.equal(query("SELECT * { ?s a | }"), null);
  assert.equal(query("SEL|"), null);
  assert.equal(query("SELECT * { |", "o"), null);
});

test("a constant subject, objects and resources by their beginnings are asked for", () => {
  assert.match(query("SELECT * { <urn:x> | }")!, /<urn:x> \?suggested/);
  assert.match(query("SELECT * { <urn:x> <urn:p> | }", "Ab")!, /CONTAINS\(LCASE\(STR\(\?suggested\)\), "ab"\)/);
  assert.match(query("SELECT * { ?s <urn:p> | }", '"A\\b')!, /STRSTARTS\(STR\(\?suggested\), "A\\\\b"\)/);
  assert.match(query("SELECT * { | }", "foaf:Pe")!, /STRSTARTS\(STR\(\?suggested\), "http:\/\/foaf\/Pe"\)/);
  assert.match(query("SELECT * { | }", "ber")!, /"ber"\) \|\| STRSTARTS\(STR\(\?suggestedName\), "Ber"\)/);
});
