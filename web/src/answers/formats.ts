// The formats in which an answer can be saved (docs/http.md), and saving it.

import type { OperationKind } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";

export type Format = { name: string; title: string; ending: string; mediaType: string };

const OF_TABLES: Format[] = [
  { name: "csv", title: "CSV", ending: "csv", mediaType: "text/csv" },
  { name: "tsv", title: "TSV", ending: "tsv", mediaType: "text/tab-separated-values" },
  { name: "json", title: "JSON", ending: "json", mediaType: "application/sparql-results+json" },
  { name: "xml", title: "XML", ending: "xml", mediaType: "application/sparql-results+xml" },
];
const OF_GRAPHS: Format[] = [
  { name: "turtle", title: "Turtle", ending: "ttl", mediaType: "text/turtle" },
  { name: "nt", title: "N-Triples", ending: "nt", mediaType: "application/n-triples" },
  { name: "rdf", title: "RDF/XML", ending: "rdf", mediaType: "application/rdf+xml" },
  { name: "jsonld", title: "JSON-LD", ending: "jsonld", mediaType: "application/ld+json" },
];

export function formatsOf(kind: OperationKind | null): Format[] {
  return kind === "graph" ? OF_GRAPHS : kind === "select" || kind === "ask" ? OF_TABLES : [];
}

const MOST_OF_A_LINK = 32_000; // a URL may have 64 KiB, see docs/http.md

type FileHandle = { createWritable(): Promise<WritableStream<Uint8Array>> };
type FilePicker = (options: { suggestedName: string }) => Promise<FileHandle>;

// Asks the query again, and writes its answer to a file as it comes.
export async function saveAs(server: Server, query: string, format: Format): Promise<void> {
  const name = `answer.${format.ending}`;
  const link = new URL("sparql", server.base);
  link.search = new URLSearchParams({ query, format: format.name }).toString();
  // The browser itself streams a link to a file. It sends no credential.
  if (!server.hasCredential() && link.href.length < MOST_OF_A_LINK) return clickLink(link.href, name);
  const pick = (globalThis as { showSaveFilePicker?: FilePicker }).showSaveFilePicker;
  const file = await pick?.({ suggestedName: name });
  const body = new URLSearchParams({ query, format: format.name });
  const response = await server.request("sparql", { method: "POST", body });
  if (file) return response.body!.pipeTo(await file.createWritable());
  const url = URL.createObjectURL(await response.blob());
  clickLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function clickLink(href: string, name: string) {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
