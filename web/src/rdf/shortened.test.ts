import assert from "node:assert/strict";
import { test } from "node:test";
import { halves, shortened } from "./shortened.ts";

test("a text is cut at its end, or into halves", () => {
  assert.deepEqual([shortened("abc", 3), shortened("abcd", 3)], ["abc", "ab…"]);
  assert.deepEqual(halves("abcde"), ["abc", "de"]);
  assert.deepEqual(halves(""), ["", ""]);
});

test("halves do not divide a character", () => {
  for (const text of ["a😀b", "😀", "ab😀😀", "😀😀😀"]) {
    const [first, second] = halves(text);
    assert.equal(first + second, text);
    assert.ok(!/[\uD800-\uDBFF]$/.test(first), text);
  }
});
