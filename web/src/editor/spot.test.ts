import assert from "node:assert/strict";
import { test } from "node:test";
import { spotAt } from "./spot.ts";

// The text around '|'.
function at(text: string) {
  const [before, after] = text.split("|") as [string, string];
  return spotAt(before, after);
}
const positions = (texts: string[]) => new Set(texts.map((text) => at(text).position));

test("a predicate follows a subject, also after a semicolon, in a blank node and in a path", () => {
  const texts = [
    "SELECT * { ?s |",
    "SELECT * { ?s a ex:A ; |",
    "SELECT * { ?s ?p [ |",
    "SELECT * { ?a ?b ?c . <urn:x> |",
    "SELECT * { ?a ?b [ ex:p 1 ; |",
    "SELECT * { FILTER(?a > 1) ?a |",
    "SELECT * { { ?a ?b ?c } UNION { ?a |",
  ];
  assert.deepEqual(positions(texts), new Set(["predicate"]));
  assert.equal(at("SELECT * { ?s ex:p/|").position, "predicate");
});

test("a class follows 'a' and rdf:type, another object other predicates", () => {
  assert.deepEqual(positions(["SELECT * { ?s a |", "SELECT * { ?s ?p ?o ; rdf:type |"]), new Set(["class"]));
  assert.deepEqual(positions(["SELECT * { ?s ?p |", "SELECT * { ?s ?p ?o , |"]), new Set(["object"]));
  assert.deepEqual(positions(["SELECT * { |", "SELECT * { ?s ?p ?o . |"]), new Set(["subject"]));
  const { subject, predicate } = at("SELECT * { ?s ex:a 1 ; ex:p ?o , |");
  assert.deepEqual([subject, predicate], ["?s", "ex:p"]);
});

test("elsewhere nothing of the data is due", () => {
  const texts = [
    "|",
    "SELECT |",
    "SELECT * { FILTER(?s |",
    "SELECT * { ?s ?p ?o |",
    "SELECT * { ?s ?p ?o } |",
    "SELECT * { BIND(1 |",
  ];
  assert.deepEqual(positions(texts), new Set(["other"]));
});

test("triples are connected by variables, also by way of others, before and after the spot", () => {
  assert.deepEqual(at("SELECT * { ?s a ex:A ; ex:q ?t . ?other a ex:B . ?t ex:r ?u . ?s |").connected, [
    "?s a ex:A ; ex:q ?t",
    "?t ex:r ?u",
  ]);
  assert.deepEqual(at("SELECT * { ?s | . ?s ex:q 'a . b' . ?x ex:y ?z }").connected, ["?s ex:q 'a . b'"]);
  assert.deepEqual(at("SELECT * { ?s a ex:A ; ex:p 1 ; | }").connected, ["?s a ex:A ; ex:p 1"]);
  assert.deepEqual(at("SELECT * { ?s | }").connected, []);
});

test("only triples of the same group count", () => {
  assert.deepEqual(at("SELECT * { ?s a ex:A . OPTIONAL { ?s ex:q ?o . ?s | } ?s ex:r 1 . }").connected, ["?s ex:q ?o"]);
  assert.deepEqual(
    at("SELECT * { ?s a ex:A . OPTIONAL { ?s ex:q ?o } FILTER(?o > (1 + 2)) ?s ex:r 1 . ?s | . MINUS { ?s ex:t 1 } }")
      .connected,
    ["?s a ex:A", "?s ex:r 1"],
  );
});

test("texts that are not finished are read as far as they go", () => {
  for (const text of [
    "SELECT * { ?s a [ |",
    "}}}|{{{",
    "SELECT * { ( ?a ] |",
    "SELECT * { ?s ?p , |",
    "{ ; ; |",
    "{ , |",
  ])
    at(text);
});
