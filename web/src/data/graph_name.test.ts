import assert from "node:assert/strict";
import { test } from "node:test";
import { isGraphName, isTypedName, typedName } from "./graph_name.ts";

const typed = (name: string | null, all: string[] = []) => typedName(name, all).typed;

test("the last part of its name is typed for a graph", () => {
  assert.equal(typed("http://example.org/my/authors"), "authors");
  assert.deepEqual(typedName("http://example.org/my/", []), { before: "http://example.org/", typed: "my", after: "/" });
  assert.equal(typed("http://example.org/a#b"), "b");
  assert.equal(typed("urn:x:y"), "y");
  assert.equal(typed("nothing"), "nothing");
  assert.equal(typed(null), "default");
  assert.equal(typed("urn:x:" + "w".repeat(3000)).length, 24);
});

test("graphs with the same last part need more of their names", () => {
  const all = ["http://a.org/1/data", "http://a.org/2/data", "http://a.org/metadata", "http://a.org/2/data/"];
  assert.equal(typed(all[0]!, all), "1/data");
  assert.equal(typed(all[2]!, all), "metadata");
  assert.equal(typed("data", ["urn:data", "data"]), "data");
});

test("there is always something to type", () => {
  for (const name of [":", "urn:x:", "//", "a:///#", "urn:x:\u202E"]) {
    assert.notEqual(typed(name), "", name);
    assert.ok(!isTypedName("", name, []), name);
  }
});

test("the part or more of the end of the name will do, without what cannot be seen", () => {
  const name = "urn:x:\u202Eevig";
  for (const text of ["evig", " evig ", name, "urn:x:evig"]) assert.ok(isTypedName(text, name, []), text);
  assert.ok(isTypedName("x:evig", name, []));
  assert.ok(isTypedName("my/", "http://example.org/my/", []));
  for (const text of ["", "evi", "vig", "Evig", "y:evig"]) assert.ok(!isTypedName(text, name, []), text);
  assert.ok(isTypedName("default", null, []));
});

test("a name for a graph is an absolute IRI, or empty", () => {
  for (const text of ["", " ", "urn:x", "http://example.org/people", " http://ex.org/é "])
    assert.ok(isGraphName(text), text);
  for (const text of ["people", "my graph", "http://ex.org/a b", "<urn:x>", "urn:"])
    assert.ok(!isGraphName(text), text);
});
