// The positions of the rows of a table: from a column of geometries, or from two columns with latitudes and longitudes.

import { isNumeric, parseTerm, type Term } from "../rdf/term.ts";
import { isEmpty, isOnEarth, noGeometry, type Geometry } from "./geometry.ts";
import { parseGeoJson } from "./geojson.ts";
import { parseWkt, type Parsed } from "./wkt.ts";

const GEO = "http://www.opengis.net/ont/geosparql#";
const WKT_TYPES = new Set([`${GEO}wktLiteral`, "http://www.openlinksw.com/schemas/virtrdf#Geometry"]);
const GEOJSON_TYPE = `${GEO}geoJSONLiteral`;
export const GEOMETRY_TYPES: ReadonlySet<string> = new Set([...WKT_TYPES, GEOJSON_TYPE]);

const LATITUDES = /^(lat|latitude)$/i;
const LONGITUDES = /^(lon|lng|long|longitude)$/i;
const LOOKED_AT = 200; // rows, to find out what a column has

export type Source = { column: number } | { latitude: number; longitude: number };

// The columns that can have positions. `first`: the best of them; null: the user must choose among the numbers.
export type Sources = { geometries: number[]; numbers: number[]; first: Source | null };

export type Places = {
  rows: number[]; // that have a position
  geometries: Geometry[]; // of each of these rows
  without: number; // rows that have none
  systems: Map<string, number>; // reference systems that are not shown, and their rows; not in `without`
};

function isGeometry(term: Term | null): boolean {
  return term?.kind === "literal" && GEOMETRY_TYPES.has(term.datatype);
}

// null: no column can have positions.
export function sourcesOf(columns: string[], rows: string[][]): Sources | null {
  const sample = columns.map((_, column) => rows.slice(0, LOOKED_AT).map((row) => parseTerm(row[column] ?? "")));
  const indexes = [...columns.keys()];
  const geometries = indexes.filter((column) => sample[column]!.some(isGeometry));
  const numbers = indexes.filter((column) => {
    const bound = sample[column]!.filter((term) => term !== null);
    return bound.length > 0 && bound.every(isNumeric);
  });
  const named = (names: RegExp) => numbers.find((column) => names.test(columns[column]!));
  const latitude = named(LATITUDES),
    longitude = named(LONGITUDES);
  if (geometries.length === 0 && numbers.length < 2) return null;
  const first =
    geometries.length > 0
      ? { column: geometries[0]! }
      : latitude !== undefined && longitude !== undefined
        ? { latitude, longitude }
        : null;
  return { geometries, numbers, first };
}

// The geometry of a literal, if it is one.
export function geometryOf(term: Term | null): Parsed {
  if (term?.kind !== "literal") return null;
  if (WKT_TYPES.has(term.datatype)) return parseWkt(term.value);
  const geometry = term.datatype === GEOJSON_TYPE ? parseGeoJson(term.value) : null;
  return geometry && { geometry };
}

export function pointOf(latitude: Term | null, longitude: Term | null): Parsed {
  if (!isNumeric(latitude) || !isNumeric(longitude)) return null;
  return { geometry: { ...noGeometry(), points: [Number(longitude.value), Number(latitude.value)] } };
}

function positionOf(row: string[], source: Source): Parsed {
  const at = (column: number) => parseTerm(row[column] ?? "");
  return "column" in source ? geometryOf(at(source.column)) : pointOf(at(source.latitude), at(source.longitude));
}

export function placesOf(rows: string[][], source: Source): Places {
  const places: Places = { rows: [], geometries: [], without: 0, systems: new Map() };
  rows.forEach((row, index) => {
    const found = positionOf(row, source);
    if (found && "system" in found) places.systems.set(found.system, (places.systems.get(found.system) ?? 0) + 1);
    else if (!found || isEmpty(found.geometry) || !isOnEarth(found.geometry)) ++places.without;
    else {
      places.rows.push(index);
      places.geometries.push(found.geometry);
    }
  });
  return places;
}
