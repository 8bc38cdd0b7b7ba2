import assert from "node:assert/strict";
import { test } from "node:test";
import { isBlank, tokensOf, wordsOf } from "./tokens.ts";

test("tokens together are the text", () => {
  for (const text of ["SELECT * { ?s ?p 'a\\'b' . } # end", "broken \"' <a b>\n\n ?", "a:b.c. 1.5e3 . -2 ^^x ''''''"])
    assert.equal(
      tokensOf(text)
        .map((token) => token.text)
        .join(""),
      text,
    );
});

test("names, words, variables and literals are different kinds", () => {
  const kinds = wordsOf("PREFIX ex: <urn:a#> ?x ex:a.b. :c _:d true 'x'@en-GB 1.5 ex:p%20q").map(
    ({ kind, text }) => `${kind} ${text}`,
  );
  assert.deepEqual(kinds, [
    "word PREFIX",
    "name ex:",
    "iri <urn:a#>",
    "variable ?x",
    "name ex:a.b",
    "mark .",
    "name :c",
    "name _:d",
    "word true",
    "string 'x'@en-GB",
    "word 1.5",
    "name ex:p%20q",
  ]);
});

test("a text of comments and white space is blank", () => {
  assert.deepEqual(["", " \n\t", "# ASK {}\n  # more"].map(isBlank), [true, true, true]);
  assert.deepEqual(["ASK {}", "# a\nPREFIX"].map(isBlank), [false, false]);
});
