// The syntax and the compression of a file, by its name (docs/http.md).

export type FileKind = { mediaType: string; hasGraphs: boolean; isGzip: boolean };

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
};

export const ENDINGS = Object.keys(MEDIA_TYPES).flatMap((ending) => [`.${ending}`, `.${ending}.gz`]);

// null: unknown.
export function kindOfFile(name: string): FileKind | null {
  const parts = name.toLowerCase().split(".");
  const isGzip = parts.at(-1) === "gz";
  if (isGzip) parts.pop();
  const found = parts.length > 1 ? MEDIA_TYPES[parts.at(-1)!] : undefined;
  return found ? { ...found, isGzip } : null;
}
