import assert from "node:assert/strict";
import { test } from "node:test";
import { addTab, changeTab, closeTab, currentTab, onlyTab, openText, titleOf } from "./tabs.ts";

test("a closed tab leaves the front to its neighbour, and the last one is emptied", () => {
  const three = addTab(addTab(onlyTab("a"), "b"), "c");
  assert.equal(currentTab(three).text, "c");
  assert.equal(currentTab(closeTab(three, 3)).text, "b");
  assert.equal(currentTab(closeTab(three, 1)).text, "c");
  assert.deepEqual(closeTab(onlyTab("a"), 1), onlyTab(""));
});

test("a linked text opens once", () => {
  const tabs = openText(onlyTab("a"), "b");
  assert.deepEqual([tabs.list.length, currentTab(tabs).text], [2, "b"]);
  assert.equal(openText(openText(tabs, "a"), "b").list.length, 2);
  assert.equal(openText(onlyTab(" "), "b").list.length, 1);
});

test("a comment names a query until a person does", () => {
  const tabs = onlyTab("# All classes\nSELECT");
  assert.equal(titleOf(currentTab(tabs)), "All classes");
  assert.equal(titleOf(currentTab(changeTab(tabs, 1, { title: "Mine" }))), "Mine");
  assert.equal(titleOf({ id: 4, title: "", text: "SELECT" }), "Query 4");
});
