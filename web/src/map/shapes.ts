// The shapes of places in the plane of a map: Web Mercator, with x and y from 0 to 1, x to the east and y to the south.

import type { Geometry } from "./geometry.ts";

export type Box = { left: number; top: number; right: number; bottom: number };

// Coordinates are pairs of x and y. A path is a line, or the outline of an area with its holes.
export type Path = { place: number; isArea: boolean; rings: Float64Array[]; box: Box };
export type Shapes = { points: Float64Array; placeOfPoint: Uint32Array; paths: Path[] };

const MOST_LATITUDE = 85.0511287798066; // of the square that is the map

export function xOf(longitude: number): number {
  return longitude / 360 + 0.5;
}

export function yOf(latitude: number): number {
  const sine = Math.sin((Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function projected(pairs: number[]): Float64Array {
  const out = new Float64Array(pairs.length);
  for (let i = 0; i < pairs.length; i += 2) {
    out[i] = xOf(pairs[i]!);
    out[i + 1] = yOf(pairs[i + 1]!);
  }
  return out;
}

// The smallest box around all pairs; null: there are none.
export function boxAround(lists: Iterable<Float64Array>): Box | null {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const pairs of lists)
    for (let i = 0; i < pairs.length; i += 2) {
      box.left = Math.min(box.left, pairs[i]!);
      box.right = Math.max(box.right, pairs[i]!);
      box.top = Math.min(box.top, pairs[i + 1]!);
      box.bottom = Math.max(box.bottom, pairs[i + 1]!);
    }
  return box.left <= box.right ? box : null;
}

export function meet(a: Box, b: Box): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

// The place of a shape is the index of its geometry.
export function shapesOf(geometries: readonly Geometry[]): Shapes {
  const points: number[] = [];
  const placeOfPoint: number[] = [];
  const paths: Path[] = [];
  const addPath = (place: number, isArea: boolean, lists: number[][]) => {
    const rings = lists.map(projected);
    const box = boxAround(rings);
    if (box) paths.push({ place, isArea, rings, box });
  };
  geometries.forEach((geometry, place) => {
    for (let i = 0; i < geometry.points.length; i += 2) {
      points.push(xOf(geometry.points[i]!), yOf(geometry.points[i + 1]!));
      placeOfPoint.push(place);
    }
    for (const line of geometry.lines) addPath(place, false, [line]);
    for (const rings of geometry.areas) addPath(place, true, rings);
  });
  return { points: Float64Array.from(points), placeOfPoint: Uint32Array.from(placeOfPoint), paths };
}
