import assert from "node:assert/strict";
import { test } from "node:test";
import { XSD, compareTerms, parseTerm, splitStatement, termText, unescape } from "./term.ts";

test("a term keeps its language, datatype and characters", () => {
  assert.deepEqual(parseTerm("<http://ex.org/a>"), { kind: "iri", value: "http://ex.org/a" });
  assert.deepEqual(parseTerm("_:b7"), { kind: "blank", value: "b7" });
  const tagged = parseTerm('"Grüße \\"x\\"\\n"@de-AT');
  assert.deepEqual(tagged?.kind === "literal" && [tagged.value, tagged.language], ['Grüße "x"\n', "de-AT"]);
  const typed = parseTerm('"2026-01-01"^^<http://www.w3.org/2001/XMLSchema#date>');
  assert.deepEqual(typed, { kind: "literal", value: "2026-01-01", datatype: XSD + "date" });
});

test("numbers and booleans may be abbreviated", () => {
  const datatypes = ["12", "-1.50", "1e6", ".5", "true"].map((text) => {
    const term = parseTerm(text);
    return term?.kind === "literal" && term.datatype.slice(XSD.length);
  });
  assert.deepEqual(datatypes, ["integer", "decimal", "double", "decimal", "boolean"]);
});

test("an empty cell is unbound, and unknown text is shown as it is", () => {
  assert.equal(parseTerm(""), null);
  assert.deepEqual(parseTerm('"not closed'), { kind: "literal", value: '"not closed', datatype: XSD + "string" });
});

test("the text of a term reads back as the same term", () => {
  for (const text of ["<urn:a>", "_:x", '"a\\tb\\\\"', '"hi"@en', '"1"^^<urn:type>'])
    assert.deepEqual(parseTerm(termText(parseTerm(text)!)), parseTerm(text));
  assert.equal(termText({ kind: "iri", value: "urn:a> b" }), "<urn:a\\u003E\\u0020b>");
});

test("escapes of any plane are read, and impossible ones stay", () => {
  assert.equal(unescape("\\u00E9\\U0001F600\\t"), "é😀\t");
  assert.equal(unescape("\\UFFFFFFFF"), "\\UFFFFFFFF");
});

test("a statement is split into its terms", () => {
  assert.deepEqual(splitStatement('<urn:s> <urn:p> "a \\" > b"@en .'), ["<urn:s>", "<urn:p>", '"a \\" > b"@en']);
  assert.deepEqual(splitStatement('_:a <urn:p> "1"^^<urn:t> .'), ["_:a", "<urn:p>", '"1"^^<urn:t>']);
  assert.deepEqual(splitStatement("_:a <urn:p> _:b."), ["_:a", "<urn:p>", "_:b"]);
  for (const line of ["", "# comment", "<urn:s> <urn:p", '<urn:s> <urn:p> "x'])
    assert.equal(splitStatement(line), null);
});

test("terms are ordered as ORDER BY orders kinds, and numbers by value", () => {
  const texts = ['"b"', "10", "<urn:a>", "_:z", "", "9"];
  const sorted = texts.map(parseTerm).sort(compareTerms);
  assert.deepEqual(
    sorted.map((term) => term?.value ?? ""),
    ["", "z", "urn:a", "9", "10", "b"],
  );
});
