// Comunica's engine, with the server as its only source.
import { QueryEngine } from "@comunica/query-sparql";
import { answerCalls, fromTerm, fromTriple } from "./driver.mjs";

const engine = new QueryEngine();
let queries;
let updates;

// Sends the token and a time limit with every request, and makes the server's message the text of the error.
function fetchWith(token, timeout) {
  return async (address, options = {}) => {
    const url = new URL(address);
    if (timeout) url.searchParams.set("timeout", timeout);
    const headers = new Headers(options.headers);
    if (token) headers.set("Authorization", `Bearer ${token}`);
    const response = await fetch(url, { ...options, headers });
    if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
    return response;
  };
}

function contextOfQueries(url, token, timeout) {
  return { sources: [{ type: "sparql", value: `${url}/sparql` }], fetch: fetchWith(token, timeout) };
}

function contextOfUpdates(url, token, timeout) {
  const source = { type: "sparql", value: `${url}/update` };
  return { sources: [source], destination: source, fetch: fetchWith(token, timeout) };
}

async function triplesOf(query) {
  const triples = [];
  for await (const triple of await engine.queryQuads(query, queries)) triples.push(fromTriple(triple));
  return triples;
}

await answerCalls({
  connect(url, token, timeout) {
    queries = contextOfQueries(url, token, timeout);
    updates = contextOfUpdates(url, token, timeout);
  },

  async select(query) {
    const rows = [];
    for await (const row of await engine.queryBindings(query, queries))
      rows.push(Object.fromEntries([...row].map(([name, term]) => [name.value, fromTerm(term)])));
    return rows;
  },

  ask: (query) => engine.queryBoolean(query, queries),
  construct: triplesOf,
  describe: triplesOf,
  update: (text) => engine.queryVoid(text, updates),

  async total(query) {
    let rows = 0;
    let total = 0;
    for await (const row of await engine.queryBindings(query, queries)) {
      ++rows;
      total += Number(row.get("x").value);
    }
    return [rows, total];
  },
});
