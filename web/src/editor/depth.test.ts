import assert from "node:assert/strict";
import { test } from "node:test";
import { depthAt } from "./depth.ts";

const at = (text: string) => depthAt(text.replace("|", ""), text.indexOf("|"));

test("a line is indented by the braces that are open before it", () => {
  assert.equal(at("SELECT * {\n|"), 1);
  assert.equal(at("SELECT * {\n  OPTIONAL {\n|"), 2);
  assert.equal(at("SELECT * {\n  ?s ?p '{' .\n|}"), 0);
  assert.equal(at("SELECT * {\n  ?s ?p ?o\n|\n}"), 1);
  assert.equal(at("}}|"), 0);
  assert.equal(at("|SELECT"), 0);
});
