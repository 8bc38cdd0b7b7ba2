import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../endpoint/schema.ts";
import { hintsFor } from "./hints.ts";
import { distanceOf, nearest } from "./nearest.ts";

const EX = "http://example.org/";
const counted = (names: string) => names.split(" ").map((name, i) => ({ iri: EX + name, count: 10 - i }));
const SCHEMA: Schema = {
  version: 1,
  exact: true,
  triples: 20,
  classes: counted("Author Book"),
  predicates: [...counted("name title born"), { iri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", count: 5 }],
};
const KNOWN = [{ name: "ex", iri: EX }];
const hints = (query: string, schema = SCHEMA) => hintsFor(query, schema, KNOWN);
const texts = (query: string, schema = SCHEMA) => hints(query, schema).map(({ text }) => text);
const fixes = (query: string) => hints(query).map(({ fix }) => fix?.query ?? null);

test("a predicate or a class that does not occur has the nearest one that does", () => {
  assert.deepEqual(texts("SELECT * { ?b a ex:Bok ; ex:titel ?t }"), [
    "Nothing is of the class ex:Bok.",
    "No triple has the predicate ex:titel.",
  ]);
  assert.deepEqual(fixes("SELECT * { ?b a ex:Bok ; ex:titel ?t }"), [
    "SELECT * { ?b a ex:Book ; ex:titel ?t }",
    "SELECT * { ?b a ex:Bok ; ex:title ?t }",
  ]);
  assert.deepEqual(fixes("SELECT * { ?b <http://example.com/x#Name>/ex:born ?t }"), [
    "SELECT * { ?b ex:name/ex:born ?t }",
  ]);
  assert.deepEqual(fixes("SELECT * { ?b ex:somethingElse ?t }"), [null]);
  assert.deepEqual(fixes("PREFIX : <http://example.org/> SELECT * { ?b :nam ?t }"), [
    "PREFIX : <http://example.org/> SELECT * { ?b :name ?t }",
  ]);
});

test("nothing is said of what may occur elsewhere", () => {
  for (const query of [
    "SELECT * { ?b a ex:Book ; ex:title ?t ; a ?c }",
    "SELECT * { GRAPH ?g { ?b ex:titel ?t } }",
    "SELECT * FROM <urn:g> { ?b ex:titel ?t }",
    "SELECT * { SERVICE <urn:s> { ?b ex:titel ?t } }",
    "SELECT * { ?b ?p ex:titel . ex:nothing ?q ?r }",
    "SELECT * { ?b unknown:titel ?t ; <titel> ?u }",
  ])
    assert.deepEqual(texts(query), [], query);
});

test("a variable that no pattern has is found, with the one that was meant", () => {
  assert.deepEqual(texts("SELECT ?titel ?n { ?b ex:title ?title ; ex:name ?n }"), [
    "No pattern has the variable ?titel.",
  ]);
  assert.deepEqual(fixes("SELECT ?titel { ?b ex:title ?title } ORDER BY ?titel"), [
    "SELECT ?title { ?b ex:title ?title } ORDER BY ?title",
  ]);
  assert.deepEqual(texts("SELECT * { ?b ex:born ?year FILTER(?yaer > 1900) }"), ["No pattern has the variable ?yaer."]);
  for (const query of [
    "SELECT (COUNT(*) AS ?n) { ?b ex:title ?t } ORDER BY ?n",
    "SELECT (STR(?t) AS ?x) ?b { ?b ex:title ?t }",
    "SELECT ?x { BIND(1 AS ?x) ?b ex:title ?t }",
    "SELECT ?x { VALUES ?x { 1 } }",
    "SELECT ?n { { SELECT (COUNT(*) AS ?n) { ?b ex:title ?t } } }",
    "SELECT ?b { ?b ex:title ?t FILTER NOT EXISTS { ?b ex:name ?other } }",
    "SELECT ?b { ?b ex:title ?t FILTER(STRLEN(?t) > (1 + 2)) ?b ex:name ?n FILTER(?n = ?t) }",
  ])
    assert.deepEqual(texts(query), [], query);
});

test("an empty default graph, a text without a language and an OFFSET are reasons", () => {
  const empty = { ...SCHEMA, triples: 0, classes: [], predicates: [] };
  assert.match(texts("SELECT * { ?b ex:title ?t }", empty).join(), /^The default graph is empty/);
  assert.deepEqual(texts("SELECT * { GRAPH ?g { ?b ex:title ?t } }", empty), []);
  assert.match(texts('SELECT * { ?b ex:title "The Trial" }').join(), /^The text "The Trial" is found only if/);
  for (const text of ['"The Trial"@en', '"1925"^^<urn:t>', "?t FILTER(CONTAINS(?t, 'Trial'))"])
    assert.deepEqual(texts(`SELECT * { ?b ex:title ${text} }`), [], text);
  assert.match(texts("SELECT * { ?b ex:title ?t } LIMIT 5 OFFSET 100").join(), /^OFFSET leaves out the first 100 rows/);
});

test("texts that are not finished are read as far as they go", () => {
  for (const query of ["", "SELECT ?", "} ) FILTER ) {", "SELECT * { FILTER(", "a".repeat(100_000)]) hints(query);
});

test("a slip is one change in four characters", () => {
  assert.equal(distanceOf("title", "titel", 3), 1);
  assert.equal(distanceOf("kitten", "sitting", 5), 3);
  assert.equal(distanceOf("", "abc", 5), 3);
  assert.equal(distanceOf("abcdef", "uvwxyz", 2), 3);
  assert.equal(nearest("urn:a#adviser", [{ iri: "urn:b#advisor", count: 1 }]), "urn:b#advisor");
  assert.equal(nearest("urn:a#name", [{ iri: "urn:b#title", count: 9 }]), null);
  const both = [
    { iri: "urn:b#named", count: 1 },
    { iri: "urn:c#names", count: 2 },
    { iri: "urn:d#name", count: 0 },
  ];
  assert.equal(nearest("urn:a#nam", both), "urn:d#name");
  assert.equal(nearest("urn:a#namex", both.slice(0, 2)), "urn:c#names");
});
