import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTerm } from "../rdf/term.ts";
import { bestLabels } from "./labels.ts";

const LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>";
const NAME = "<http://xmlns.com/foaf/0.1/name>";
const rows = (...texts: string[][]) => texts.map((row) => row.map(parseTerm));

test("a label is in the first of the user's languages, and else in none", () => {
  const found = rows(["<urn:a>", LABEL, '"Baum"@de'], ["<urn:a>", LABEL, '"tree"@en'], ["<urn:b>", LABEL, '"x"@fr']);
  assert.equal(bestLabels(found, ["de-AT", "en"]).get("urn:a"), "Baum");
  assert.equal(bestLabels(found, ["en"]).get("urn:a"), "tree");
  assert.equal(bestLabels(found, ["en"]).get("urn:b"), "x");
});

test("of equal languages the better property counts", () => {
  const found = rows(
    ["<urn:a>", NAME, '"name"'],
    ["<urn:a>", LABEL, '"label"'],
    ["<urn:a>", LABEL, "<urn:no-literal>"],
  );
  assert.equal(bestLabels(found, ["en"]).get("urn:a"), "label");
});
