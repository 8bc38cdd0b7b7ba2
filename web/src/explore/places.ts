// The positions of a resource: its own geometries, those of its geo:hasGeometry, its latitude and longitude.

import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { isEmpty, isOnEarth, type Geometry } from "../map/geometry.ts";
import { GEOMETRY_TYPES, geometryOf, pointOf } from "../map/places.ts";
import { termText, type Term } from "../rdf/term.ts";

const GEO = "http://www.opengis.net/ont/geosparql#";
const MOST_PLACES = 1000;

// Pairs of properties with the latitude and the longitude in degrees.
const PAIRS = [
  ["http://www.w3.org/2003/01/geo/wgs84_pos#lat", "http://www.w3.org/2003/01/geo/wgs84_pos#long"],
  ["http://schema.org/latitude", "http://schema.org/longitude"],
  ["https://schema.org/latitude", "https://schema.org/longitude"],
] as const;

const inAnyGraph = (triples: string) => `{ ${triples} } UNION { GRAPH ?graph { ${triples} } }`;

function queryFor(resource: Term): string {
  const text = termText(resource);
  const shapes = [`${text} ?property ?shape`, `${text} <${GEO}hasGeometry>/(<${GEO}asWKT>|<${GEO}asGeoJSON>) ?shape`];
  const types = [...GEOMETRY_TYPES].map((type) => `<${type}>`).join(", ");
  const pairs = PAIRS.map(([latitude, longitude]) => `${text} <${latitude}> ?latitude ; <${longitude}> ?longitude`);
  return `SELECT DISTINCT ?shape ?latitude ?longitude {
  { { ${shapes.map(inAnyGraph).join(" UNION ")} } FILTER(DATATYPE(?shape) IN (${types})) }
  UNION { ${pairs.map(inAnyGraph).join(" UNION ")} }
} LIMIT ${MOST_PLACES}`;
}

export async function placesOfResource(server: Server, resource: Term, signal: AbortSignal): Promise<Geometry[]> {
  if (resource.kind !== "iri") return []; // queries cannot name a blank node
  return geometriesOf(await termRows(server, queryFor(resource), { signal }));
}

// Of rows with a shape, or with a latitude and a longitude.
export function geometriesOf(rows: (Term | null)[][]): Geometry[] {
  return rows.flatMap(([shape = null, latitude = null, longitude = null]) => {
    const found = shape ? geometryOf(shape) : pointOf(latitude, longitude);
    const isShown = found && "geometry" in found && !isEmpty(found.geometry) && isOnEarth(found.geometry);
    return isShown ? [found.geometry] : [];
  });
}
