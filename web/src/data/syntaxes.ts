// The syntax and the compression of a file, by its name (docs/http.md).

// `coding`: as Content-Encoding has it; null: the file is not compressed.
export type FileKind = { mediaType: string; hasGraphs: boolean; coding: string | null };

const MEDIA_TYPES: Record<string, { mediaType: string; hasGraphs: boolean }> = {
  ttl: { mediaType: "text/turtle", hasGraphs: false },
  turtle: { mediaType: "text/turtle", hasGraphs: false },
  nt: { mediaType: "application/n-triples", hasGraphs: false },
  ntriples: { mediaType: "application/n-triples", hasGraphs: false },
  rdf: { mediaType: "application/rdf+xml", hasGraphs: false },
  owl: { mediaType: "application/rdf+xml", hasGraphs: false },
  xml: { mediaType: "application/rdf+xml", hasGraphs: false },
  nq: { mediaType: "application/n-quads", hasGraphs: true },
  nquads: { mediaType: "application/n-quads", hasGraphs: true },
  trig: { mediaType: "application/trig", hasGraphs: true },
  jsonld: { mediaType: "application/ld+json", hasGraphs: true },
  jsonl: { mediaType: "application/ld+json", hasGraphs: true },
  ndjson: { mediaType: "application/ld+json", hasGraphs: true },
};

const CODINGS: Record<string, string> = { gz: "gzip", bgz: "gzip", zst: "zstd", bz2: "bzip2", xz: "xz" };

export const ENDINGS = Object.keys(MEDIA_TYPES).flatMap((ending) => [
  `.${ending}`,
  ...Object.keys(CODINGS).map((coding) => `.${ending}.${coding}`),
]);

// null: unknown.
export function kindOfFile(name: string): FileKind | null {
  const parts = name.toLowerCase().split(".");
  const coding = CODINGS[parts.at(-1)!] ?? null;
  if (coding !== null) parts.pop();
  const found = parts.length > 1 ? MEDIA_TYPES[parts.at(-1)!] : undefined;
  return found ? { ...found, coding } : null;
}
