import assert from "node:assert/strict";
import { test } from "node:test";
import { addDeclarations } from "./declarations.ts";
import { formatted } from "./format.ts";
import { indexOfPlace } from "./places.ts";

test("a place is found by lines and Unicode characters", () => {
  assert.equal(indexOfPlace("ab\n😀cd", { line: 2, column: 2 }), 5);
  assert.equal(indexOfPlace("ab\ncd", { line: 1, column: 9 }), 2);
  assert.equal(indexOfPlace("ab", { line: 7, column: 1 }), 2);
});

test("known prefixes are declared, once", () => {
  const known = [{ name: "foaf", iri: "http://xmlns.com/foaf/0.1/" }];
  const query = "SELECT * { ?s foaf:name ?n ; nobody:knows ?x }";
  const declared = addDeclarations(query, known);
  assert.equal(declared, "PREFIX foaf: <http://xmlns.com/foaf/0.1/>\n" + query);
  assert.equal(addDeclarations(declared, known), declared);
});

test("a query is laid out", () => {
  const query =
    'prefix ex: <http://ex.org/> select ?x (count(*) as ?n) where {?x a ex:A;ex:p ?y,"z"@en . optional{?y ex:q 1.5} filter(?y>3 && ?x != ex:b)} group by ?x order by desc(?n) limit 10';
  assert.equal(
    formatted(query),
    `prefix ex: <http://ex.org/>
select ?x (count(*) as ?n) where {
  ?x a ex:A ;
    ex:p ?y, "z"@en .
  optional {
    ?y ex:q 1.5
  }
  filter(?y > 3 && ?x != ex:b)
}
group by ?x
order by desc(?n)
limit 10
`,
  );
});
