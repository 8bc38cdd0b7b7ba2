import assert from "node:assert/strict";
import { test } from "node:test";
import { positionAfter } from "./position.ts";

test("a predicate follows a subject, also after a semicolon and in a blank node", () => {
  for (const text of [
    "SELECT * { ?s ",
    "SELECT * { ?s a ex:A ; ",
    "SELECT * { ?s ?p [ ",
    "SELECT * { ?a ?b ?c . <urn:x> ",
  ])
    assert.equal(positionAfter(text), "predicate", text);
});

test("a class follows 'a' and rdf:type", () => {
  for (const text of ["SELECT * { ?s a ", "SELECT * { ?s ?p ?o ; rdf:type "])
    assert.equal(positionAfter(text), "class", text);
});

test("elsewhere nothing of the vocabulary is due", () => {
  for (const text of [
    "",
    "SELECT ",
    "SELECT * { ",
    "SELECT * { ?s ?p ",
    "SELECT * { ?s ?p ?o , ",
    "SELECT * { FILTER(?s ",
    "SELECT * { ?s ?p ?o } ",
  ])
    assert.equal(positionAfter(text), "other", text);
});
