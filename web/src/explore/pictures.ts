// Pictures among the values of a property. Only those of the page's own origin, and those within the value itself, are
// shown: to load others would tell their servers what the user looks at.

import type { Term } from "../rdf/term.ts";

export type PictureValue = { kind: "shown"; address: string } | { kind: "link"; address: string; host: string };

const PROPERTIES = new Set([
  "http://xmlns.com/foaf/0.1/depiction",
  "http://xmlns.com/foaf/0.1/img",
  "http://xmlns.com/foaf/0.1/thumbnail",
  "http://schema.org/image",
  "https://schema.org/image",
  "http://dbpedia.org/ontology/thumbnail",
  "http://www.wikidata.org/prop/direct/P18",
]);
const ENDING = /\.(png|jpe?g|gif|webp|avif|svg)$/i;
const WITHIN = /^data:image\/(png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/;

// null: the value is no picture. `origin`: of the page.
export function pictureOf(property: string, value: Term, origin: string): PictureValue | null {
  if (value.kind === "blank") return null;
  if (WITHIN.test(value.value)) return { kind: "shown", address: value.value };
  if (value.kind !== "iri" || !URL.canParse(value.value)) return null;
  const url = new URL(value.value);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (!PROPERTIES.has(property) && !ENDING.test(url.pathname)) return null;
  return url.origin === origin
    ? { kind: "shown", address: url.href }
    : { kind: "link", address: url.href, host: url.host };
}
