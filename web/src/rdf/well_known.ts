// Well-known prefixes, which need no declaration in the editor.

import type { Prefix } from "./prefixes.ts";

export const wellKnownPrefixes: readonly Prefix[] = [
  { name: "rdf", iri: "http://www.w3.org/1999/02/22-rdf-syntax-ns#" },
  { name: "rdfs", iri: "http://www.w3.org/2000/01/rdf-schema#" },
  { name: "owl", iri: "http://www.w3.org/2002/07/owl#" },
  { name: "xsd", iri: "http://www.w3.org/2001/XMLSchema#" },
  { name: "skos", iri: "http://www.w3.org/2004/02/skos/core#" },
  { name: "foaf", iri: "http://xmlns.com/foaf/0.1/" },
  { name: "dcterms", iri: "http://purl.org/dc/terms/" },
  { name: "dc", iri: "http://purl.org/dc/elements/1.1/" },
  { name: "schema", iri: "http://schema.org/" },
  { name: "sh", iri: "http://www.w3.org/ns/shacl#" },
  { name: "geo", iri: "http://www.opengis.net/ont/geosparql#" },
  { name: "prov", iri: "http://www.w3.org/ns/prov#" },
  { name: "dcat", iri: "http://www.w3.org/ns/dcat#" },
  { name: "void", iri: "http://rdfs.org/ns/void#" },
];
