// Queries to begin with: those that the data bring along (SHACL's sh:SPARQLExecutable), and some of the schema.

import { termRows } from "../endpoint/operation.ts";
import { fetchSchema, isIri, type Schema } from "../endpoint/schema.ts";
import type { Server } from "../endpoint/server.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import { shortName } from "../rdf/short_name.ts";

export type Example = { title: string; query: string };

const MOST = 100; // of the data
const MOST_CLASSES = 5;
const TITLE_CHARACTERS = 60;

const EXAMPLE = `?example sh:select|sh:ask|sh:construct ?text
    OPTIONAL { ?example rdfs:label|rdfs:comment ?name }
    OPTIONAL { ?example sh:prefixes/sh:declare [ sh:prefix ?prefix ; sh:namespace ?namespace ] }`;
const STORED = `PREFIX sh: <http://www.w3.org/ns/shacl#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?example (SAMPLE(?text) AS ?query) (SAMPLE(?name) AS ?title)
  (GROUP_CONCAT(DISTINCT CONCAT("PREFIX ", STR(?prefix), ": <", STR(?namespace), ">\\n"); SEPARATOR = "") AS ?prologue)
{ { ${EXAMPLE} } UNION { GRAPH ?graph { ${EXAMPLE} } } }
GROUP BY ?example ORDER BY ?title ?example LIMIT ${MOST}`;

async function storedExamples(server: Server, signal: AbortSignal): Promise<Example[]> {
  const rows = await termRows(server, STORED, { signal, timeout: "10s" });
  return rows.map(([example, query, title, prologue]) => ({
    title: title?.value ?? example!.value,
    query: missingDeclarations(prologue?.value ?? "", query!.value) + query!.value,
  }));
}

// Those of the declarations that the query does not have itself.
function missingDeclarations(prologue: string, query: string): string {
  const declared = new Set([...query.matchAll(/\bprefix\s+([^\s:]*):/gi)].map((match) => match[1]));
  return prologue
    .split("\n")
    .filter((line) => line !== "" && !declared.has(/^PREFIX ([^\s:]*):/.exec(line)?.[1]))
    .map((line) => line + "\n")
    .join("");
}

export function schemaExamples(schema: Schema, prefixes: Prefixes): Example[] {
  const things = schema.classes
    .filter(({ iri }) => isIri(iri))
    .slice(0, MOST_CLASSES)
    .map(({ iri }) => ({
      title: `Things of ${shortName(iri, prefixes, TITLE_CHARACTERS)}`,
      query: thingsOf(iri, prefixes),
    }));
  return [
    {
      title: "All classes",
      query: "SELECT ?class (COUNT(*) AS ?things) {\n  ?thing a ?class\n}\nGROUP BY ?class\nORDER BY DESC(?things)\n",
    },
    {
      title: "All predicates",
      query:
        "SELECT ?predicate (COUNT(*) AS ?triples) {\n  ?subject ?predicate ?object\n}\nGROUP BY ?predicate\nORDER BY DESC(?triples)\n",
    },
    ...things,
  ];
}

export function thingsOf(iri: string, prefixes: Prefixes): string {
  return `SELECT * {\n  ?thing a ${prefixes.shorten(iri) ?? `<${iri}>`} ;\n    ?predicate ?value\n}\nLIMIT 100\n`;
}

// Without those of the data if they cannot be read.
export async function examplesOf(server: Server, prefixes: Prefixes, signal: AbortSignal): Promise<Example[]> {
  const [stored, schema] = await Promise.all([
    storedExamples(server, signal).catch(() => []),
    fetchSchema(server, { part: "counts" }, signal),
  ]);
  return [...stored, ...schemaExamples(schema, prefixes)];
}
