// GeoJSON (RFC 7946): geometries, and features, of which the geometry is taken.

import { noGeometry, type Geometry } from "./geometry.ts";

const DEEPEST = 50; // collections in collections

// null: the text is no GeoJSON.
export function parseGeoJson(text: string): Geometry | null {
  try {
    const geometry = noGeometry();
    add(JSON.parse(text), geometry, DEEPEST);
    return geometry;
  } catch {
    return null;
  }
}

function add(value: unknown, into: Geometry, depth: number): void {
  const { type, coordinates, geometries, geometry, features } = value as Record<string, unknown>;
  if (depth === 0) throw new Error("too deep");
  switch (type) {
    case "Point":
      return void into.points.push(...pairOf(coordinates));
    case "MultiPoint":
      return void into.points.push(...pairsOf(coordinates));
    case "LineString":
      return void into.lines.push(pairsOf(coordinates));
    case "MultiLineString":
      return void into.lines.push(...listOf(coordinates).map(pairsOf));
    case "Polygon":
      return void into.areas.push(listOf(coordinates).map(pairsOf));
    case "MultiPolygon":
      return void into.areas.push(...listOf(coordinates).map((rings) => listOf(rings).map(pairsOf)));
    case "GeometryCollection":
      return listOf(geometries).forEach((one) => add(one, into, depth - 1));
    case "Feature":
      return geometry === null ? undefined : add(geometry, into, depth - 1);
    case "FeatureCollection":
      return listOf(features).forEach((one) => add(one, into, depth - 1));
    default:
      throw new Error("no geometry");
  }
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("no list");
  return value;
}

function pairOf(value: unknown): [number, number] {
  const [x, y] = listOf(value);
  if (typeof x !== "number" || typeof y !== "number") throw new Error("no position");
  return [x, y];
}

function pairsOf(value: unknown): number[] {
  return listOf(value).flatMap(pairOf);
}
