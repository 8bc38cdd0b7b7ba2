import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOfFile } from "./syntaxes.ts";
import { megabytes, newUpload, summaryOf } from "./uploads.ts";

test("the syntax and the compression of a file follow from its name", () => {
  assert.deepEqual(kindOfFile("People.TTL.gz"), { mediaType: "text/turtle", hasGraphs: false, coding: "gzip" });
  assert.equal(kindOfFile("a.b.nq")?.hasGraphs, true);
  for (const [ending, coding] of Object.entries({ zst: "zstd", bz2: "bzip2", xz: "xz" }))
    assert.equal(kindOfFile(`a.nq.${ending}`)?.coding, coding);
  for (const name of ["ttl", "a.csv", "a.gz", "a.ttl.zip"]) assert.equal(kindOfFile(name), null, name);
});

test("one line has the states of all files", () => {
  const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
  const done = { ...newUpload(file("a.nt", 1000), null), state: "done" as const, sentBytes: 1000, seconds: 1 };
  const sending = { ...newUpload(file("b.nt", 5000), null), state: "sending" as const, sentBytes: 1000, seconds: 1 };
  const unknown = newUpload(file("c.doc", 1), null);
  assert.equal(unknown.state, "failed");
  assert.equal(summaryOf([done, sending, unknown]), "1 of 3 files stored, 1 failed; 1 KB/s, 4 s left");
  assert.equal(summaryOf([]), "");
  assert.equal(megabytes(2.5e9), "2.50 GB");
});
