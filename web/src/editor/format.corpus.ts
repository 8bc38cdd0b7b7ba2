// The formatter on every query and update below the folder QUADRILLE_TEST_CORPUS: it keeps all tokens, and its own layout.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tokensOf } from "../rdf/tokens.ts";
import { formatted } from "./format.ts";

const shown = (text: string) =>
  tokensOf(text)
    .filter(({ kind }) => kind !== "space" && kind !== "lines")
    .map(({ text: token }) => token.trimEnd());

test("tokens and layout are kept", () => {
  const folder = process.env.QUADRILLE_TEST_CORPUS!;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.r[qu]$/.test(name));
  assert.ok(names.length > 1000, `${names.length} files in ${folder}`);
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    const laidOut = formatted(text);
    assert.deepEqual(shown(laidOut), shown(text), name);
    assert.equal(formatted(laidOut), laidOut, name);
  }
});
