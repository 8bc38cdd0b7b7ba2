import assert from "node:assert/strict";
import { test } from "node:test";
import { searchQuery } from "./search.ts";

test("names begin with the text, as typed or with a capital, or have it anywhere", () => {
  assert.match(
    searchQuery("kafka", false),
    /STRSTARTS\(STR\(\?name\), "kafka"\) \|\| STRSTARTS\(STR\(\?name\), "Kafka"\)/,
  );
  assert.match(searchQuery('Ka"f', true), /CONTAINS\(LCASE\(STR\(\?name\)\), "ka\\"f"\)/);
});
