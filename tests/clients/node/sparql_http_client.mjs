// sparql-http-client, whose answers are streams.
import { Readable, pipeline } from "node:stream";
import factory from "@rdfjs/data-model";
import SparqlClient from "sparql-http-client";
import ResultParser from "sparql-http-client/ResultParser.js";
import SimpleClient from "sparql-http-client/SimpleClient.js";
import { answerCalls, fromTerm, fromTriple, toTriples } from "./driver.mjs";

function addresses(url, token, parameters) {
  return {
    endpointUrl: `${url}/sparql${parameters}`,
    updateUrl: `${url}/update`,
    storeUrl: `${url}/data`,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  };
}

// The rows of a SELECT. An answer that is cut off is an error; client.query.select() would wait for ever.
async function* select(simpleClient, query) {
  const response = await simpleClient.query.select(query);
  if (!response.ok) throw new Error(await response.text());
  const rows = new ResultParser({ factory });
  pipeline(response.body, rows, () => {});
  yield* rows;
}

let client;
let simpleClient;

async function triplesOf(stream) {
  const triples = [];
  for await (const triple of stream) triples.push(fromTriple(triple));
  return triples;
}

await answerCalls({
  connect(url, token, timeout) {
    const places = addresses(url, token, timeout ? `?timeout=${timeout}` : "");
    client = new SparqlClient(places);
    simpleClient = new SimpleClient(places);
  },

  async select(query) {
    const rows = [];
    for await (const row of select(simpleClient, query))
      rows.push(Object.fromEntries(Object.entries(row).map(([name, term]) => [name, fromTerm(term)])));
    return rows;
  },

  ask: (query) => client.query.ask(query),
  construct: (query) => triplesOf(client.query.construct(query)),
  describe: (query) => triplesOf(client.query.construct(query)),
  update: (text) => client.query.update(text),

  put: (graph, triples) => client.store.put(Readable.from(toTriples(triples, factory)), { graph: factory.namedNode(graph) }),
  add: (graph, triples) => client.store.post(Readable.from(toTriples(triples, factory)), { graph: factory.namedNode(graph) }),
  get: (graph) => triplesOf(client.store.get(factory.namedNode(graph))),

  async total(query) {
    let rows = 0;
    let total = 0;
    for await (const row of select(simpleClient, query)) {
      ++rows;
      total += Number(row.x.value);
    }
    return [rows, total];
  },
});
