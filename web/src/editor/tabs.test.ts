import assert from "node:assert/strict";
import { test } from "node:test";
import { addTab, changeTab, closeTab, currentTab, onlyTab, openText, reopenTab, titleOf } from "./tabs.ts";

test("a closed tab leaves the front to its neighbour, and the last one is emptied", () => {
  const three = addTab(addTab(onlyTab("a"), "b"), "c");
  assert.equal(currentTab(three).text, "c");
  assert.equal(currentTab(closeTab(three, 3)).text, "b");
  assert.equal(currentTab(closeTab(three, 1)).text, "c");
  assert.deepEqual(closeTab(onlyTab("a"), 1).list, onlyTab("").list);
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

test("closed tabs come back with text and title, the last one first", () => {
  const two = changeTab(addTab(onlyTab("a"), "b"), 2, { title: "B" });
  const none = closeTab(closeTab(two, 1), 2);
  assert.deepEqual([none.list.length, currentTab(none).text, none.closed.length], [1, "", 2]);
  const one = reopenTab(none);
  assert.deepEqual([currentTab(one).text, titleOf(currentTab(one)), one.list.length], ["b", "B", 1]);
  const both = reopenTab(one);
  assert.deepEqual([currentTab(both).text, both.list.length, both.closed.length], ["a", 2, 0]);
  assert.equal(reopenTab(both), both);
});

test("only the last few closed tabs are kept, and none without a text", () => {
  let tabs = onlyTab(" ");
  for (let i = 0; i < 20; ++i) tabs = closeTab(addTab(tabs, `${i}`), addTab(tabs, "").current);
  assert.deepEqual([tabs.closed.length, tabs.closed.at(-1)!.text], [10, "19"]);
  assert.equal(closeTab(addTab(tabs, " \n"), addTab(tabs, "").current).closed.at(-1)!.text, "19");
});
