// A short name of an IRI for pictures, where the whole one has no room: "foaf:name", or its last part.

import type { Prefixes } from "./prefixes.ts";
import { shortened } from "./shortened.ts";

export function shortName(iri: string, prefixes: Prefixes, length: number): string {
  return shortened(prefixes.shorten(iri) ?? iri.replace(/^.*[/#:](?=.)/, ""), length);
}
