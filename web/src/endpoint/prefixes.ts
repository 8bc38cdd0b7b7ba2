// The prefixes of the database, which come from its files. An empty graph in Turtle has them.

import type { Prefix } from "../rdf/prefixes.ts";
import type { Server } from "./server.ts";

const EMPTY = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o } LIMIT 0";

export async function fetchPrefixes(server: Server, signal: AbortSignal): Promise<Prefix[]> {
  const response = await server.request(`sparql?${new URLSearchParams({ query: EMPTY, format: "turtle" })}`, {
    signal,
  });
  return prefixesOf(await response.text());
}

export function prefixesOf(turtle: string): Prefix[] {
  const lines = turtle.matchAll(/^@prefix ([^\s:]*): <([^>]*)> \.$/gm);
  return [...lines].map((line) => ({ name: line[1]!, iri: line[2]! }));
}
