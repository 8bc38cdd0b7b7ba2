import assert from "node:assert/strict";
import { test } from "node:test";
import { Prefixes, declaredPrefixes, undeclaredNames } from "./prefixes.ts";

const prefixes = new Prefixes([
  { name: "ex", iri: "http://ex.org/" },
  { name: "deep", iri: "http://ex.org/deep#" },
]);

test("the longest namespace with a plain local name shortens an IRI", () => {
  assert.equal(prefixes.shorten("http://ex.org/deep#a-b"), "deep:a-b");
  assert.equal(prefixes.shorten("http://ex.org/Ünïcode.1"), "ex:Ünïcode.1");
  assert.equal(prefixes.shorten("http://ex.org/a/b"), null);
  assert.equal(prefixes.shorten("http://ex.org/a."), null);
  assert.equal(prefixes.shorten("urn:x"), null);
});

test("names in strings, comments, IRIs and declarations are not used names", () => {
  const query = `PREFIX own: <http://own.org/>
    SELECT * { ?s a foaf:Person ; own:p "rdf:type" ; <urn:x:y> 'a' . # owl:Thing
      ?s :local ?o . _:b skos:note ?n FILTER(?x = xsd:integer(1)) }`;
  assert.deepEqual(undeclaredNames(query), ["foaf", "", "skos", "xsd"]);
  assert.deepEqual(declaredPrefixes(query), [{ name: "own", iri: "http://own.org/" }]);
});
