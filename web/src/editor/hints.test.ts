import assert from "node:assert/strict";
import { test } from "node:test";
import { hintsFor, type Found } from "./hints.ts";

const EX = "http://example.org/";
const KNOWN = [{ name: "ex", iri: EX }];
const one = (query: string, found: Found, triples = 20) => hintsFor(query, [found], triples, KNOWN)[0]!;
const texts = (query: string, found: Found[] = [], triples = 20) =>
  hintsFor(query, found, triples, KNOWN).map(({ text }) => text);

test("a predicate or a class that does not occur has the one that may be meant", () => {
  const titel: Found = { kind: "predicate", term: `<${EX}titel>`, similar: `<${EX}title>` };
  assert.deepEqual(one("SELECT * { ?b a ex:Bok ; ex:titel ?t }", titel), {
    text: "No triple has the predicate ex:titel.",
    fix: { name: "ex:title", query: "SELECT * { ?b a ex:Bok ; ex:title ?t }" },
  });
  const fixed = (query: string) => one(query, titel).fix?.query ?? null;
  assert.equal(fixed(`SELECT * { ?b <${EX}titel>/ex:born ?t }`), "SELECT * { ?b ex:title/ex:born ?t }");
  assert.equal(
    fixed(`PREFIX : <${EX}> SELECT * { ?b :titel ?t # :titel\n}`),
    `PREFIX : <${EX}> SELECT * { ?b :title ?t # :titel\n}`,
  );
  assert.equal(fixed("BASE <http://example.org/> SELECT * { ?b <titel> ?t }"), null);
  assert.equal(
    one("SELECT * { ?b a ex:Bok }", { kind: "class", term: `<${EX}Bok>` }).text,
    "Nothing is of the class ex:Bok.",
  );
});

test("a variable that no pattern has is replaced everywhere", () => {
  const titel: Found = { kind: "variable", term: "?titel", similar: "?title" };
  assert.deepEqual(one("SELECT ?titel ?titels { ?b ex:title ?title } ORDER BY $titel", titel), {
    text: "No pattern has the variable ?titel.",
    fix: { name: "?title", query: "SELECT ?title ?titels { ?b ex:title ?title } ORDER BY ?title" },
  });
});

test("names that occur elsewhere, graphs, and texts have their own words", () => {
  const text = (found: Found) => one("SELECT * { ?s ?p ?o }", found).text;
  assert.match(
    text({ kind: "predicate", term: `<${EX}p>`, only_in: "named graphs" }),
    /^ex:p occurs in named graphs alone/,
  );
  assert.match(text({ kind: "term", term: `<${EX}p>`, only_in: "default graph" }), /^ex:p occurs in the default graph/);
  assert.equal(text({ kind: "graph", term: "<urn:g>" }), "There is no graph <urn:g>.");
  assert.equal(text({ kind: "term", term: '"The Trial"@en' }), '"The Trial"@en does not occur in the data.');
  assert.match(text({ kind: "term", term: '"The Trial"' }), /^No triple has exactly the text "The Trial"/);
});

test("an empty default graph and an OFFSET are reasons", () => {
  const title: Found = { kind: "predicate", term: `<${EX}title>`, only_in: "named graphs" };
  assert.match(texts("SELECT * { ?b ex:title ?t }", [title], 0).join(), /^The default graph is empty/);
  assert.deepEqual(texts("SELECT * { GRAPH ?g { ?b ?p ?t } }", [], 0), []);
  assert.match(texts("SELECT * { ?b ex:title ?t } LIMIT 5 OFFSET 100").join(), /^OFFSET leaves out the first 100 rows/);
});
