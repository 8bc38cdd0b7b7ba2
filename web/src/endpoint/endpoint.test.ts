import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf } from "./events.ts";
import { lineBatches } from "./lines.ts";
import { kindOf, run, type AnswerEvent } from "./operation.ts";
import { Server, ServerError, placeOf } from "./server.ts";

async function* pieces(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function serverOf(status: number, type: string, body: string | ReadableStream): Server {
  const fetcher = async () => new Response(body, { status, headers: { "Content-Type": type } });
  return new Server("http://localhost/", () => null, fetcher as typeof fetch);
}

test("lines are whole, whatever the pieces", async () => {
  assert.deepEqual((await all(lineBatches(pieces("a\nb", "c\n", "\nlast")))).flat(), ["a", "bc", "", "last"]);
  const bytes = new TextEncoder().encode("é\n");
  async function* halves() {
    yield bytes.slice(0, 1);
    yield bytes.slice(1);
  }
  assert.deepEqual((await all(lineBatches(halves()))).flat(), ["é"]);
});

test("the kind of an operation is that of its first keyword", () => {
  assert.equal(kindOf("PREFIX select: <urn:ask> # INSERT\nSELECT * {}"), "select");
  assert.equal(kindOf("base <urn:a> ask {}"), "ask");
  assert.equal(kindOf("DESCRIBE <urn:select>"), "graph");
  assert.equal(kindOf("WITH <urn:g> DELETE {} WHERE {}"), "update");
  assert.equal(kindOf("# nothing"), null);
});

test("a table comes as columns and rows", async () => {
  const events = await all(run(serverOf(200, "text/tab-separated-values", "?a\t?b\n<urn:x>\t\n1\t2\n"), "SELECT * {}"));
  assert.deepEqual(events[0], { event: "columns", names: ["a", "b"], isGraph: false });
  const rows = events.flatMap((one: AnswerEvent) => (one.event === "rows" ? one.rows : []));
  assert.deepEqual(rows, [
    ["<urn:x>", ""],
    ["1", "2"],
  ]);
});

test("a boolean, a graph and an update have answers of their own", async () => {
  assert.deepEqual(await all(run(serverOf(200, "text/tab-separated-values", "true\n"), "ASK {}")), [
    { event: "boolean", value: true },
  ]);
  const graph = await all(
    run(serverOf(200, "application/n-triples", "<urn:a> <urn:b> 'x' .\n<urn:a> <urn:b> \"x\" .\n"), "CONSTRUCT {}"),
  );
  assert.deepEqual(graph.at(-1), { event: "rows", rows: [["<urn:a>", "<urn:b>", '"x"']] });
  const quads = await all(
    run(serverOf(200, "application/n-quads", '<urn:a> <urn:b> _:c .\n_:c <urn:b> "1" <urn:g> .\n'), "CONSTRUCT {}"),
  );
  assert.deepEqual(quads, [
    { event: "columns", names: ["subject", "predicate", "object", "graph"], isGraph: false },
    {
      event: "rows",
      rows: [
        ["<urn:a>", "<urn:b>", "_:c", ""],
        ["_:c", "<urn:b>", '"1"', "<urn:g>"],
      ],
    },
  ]);
  const changed = await all(
    run(serverOf(200, "application/json", '{"version":7,"inserted":2,"deleted":0}'), "CLEAR ALL"),
  );
  assert.deepEqual(changed, [{ event: "changed", version: 7, inserted: 2, deleted: 0 }]);
});

test("a failure has the server's words and place", async () => {
  const server = serverOf(400, "text/plain", "line 3, column 14: unexpected '}'\n");
  await assert.rejects(all(run(server, "SELECT")), (error: unknown) => {
    assert.ok(error instanceof ServerError);
    assert.deepEqual([error.status, error.message], [400, "line 3, column 14: unexpected '}'"]);
    assert.deepEqual(error.place, { line: 3, column: 14 });
    return true;
  });
  assert.deepEqual(placeOf("the request's body:2:17: unexpected"), { line: 2, column: 17 });
  assert.equal(placeOf("no place"), null);
});

test("events are read from their lines", async () => {
  const body = pieces("event: progress\nda", 'ta: {"a":1}\n\n', "data: x\ndata: y\n\nevent: end\ndata: {}\n\n");
  assert.deepEqual(await all(eventsOf(body)), [
    { event: "progress", data: '{"a":1}' },
    { event: "message", data: "x\ny" },
    { event: "end", data: "{}" },
  ]);
});

test("the server is one level above a database with a name", async () => {
  const fetcher = async (url: URL) => new Response("", { status: url.pathname.startsWith("/people") ? 404 : 200 });
  const of = (base: string) => new Server(base, () => null, fetcher as unknown as typeof fetch).root();
  assert.equal(await of("http://localhost/people/"), "http://localhost/");
  assert.equal(await of("http://localhost/"), "http://localhost/");
});

test("requests have the credential, and ask for no window of the browser", async () => {
  const seen: RequestInit[] = [];
  const fetcher = async (_: URL, init: RequestInit) => (seen.push(init), new Response("{}"));
  const server = new Server(
    "http://localhost/people/",
    () => ({ header: "Bearer qdt_x" }),
    fetcher as unknown as typeof fetch,
  );
  await server.json("health");
  assert.equal(new Headers(seen[0]!.headers).get("Authorization"), "Bearer qdt_x");
  assert.equal(seen[0]!.credentials, "omit");
});
