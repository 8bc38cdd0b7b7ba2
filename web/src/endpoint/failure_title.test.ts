import assert from "node:assert/strict";
import { test } from "node:test";
import { failureTitle } from "./failure_title.ts";
import { ServerError } from "./server.ts";

const title = (status: number, message = "") => failureTitle(new ServerError(status, message, null), "query");

test("a failure has a heading in words", () => {
  assert.equal(title(400), "The query has a mistake");
  assert.equal(title(0), "No answer from the server");
  assert.equal(title(403), "Not allowed");
  assert.equal(title(418), "The server refused this");
  for (let status = 400; status < 600; ++status) assert.doesNotMatch(title(status), /\d/);
});

test("the reasons of one status have headings of their own", () => {
  assert.equal(title(503, "too many long queries: 4 run"), "The server is busy");
  assert.equal(title(503, "the query did not end within its time limit of 1 s"), "The query took too long");
  assert.equal(title(503, "the request was ended by its sender"), "The query was ended");
});
