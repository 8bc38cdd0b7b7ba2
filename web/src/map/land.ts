// The outlines of the land, 1:110,000,000 (Natural Earth, as TopoJSON of the package world-atlas).

import atlas from "world-atlas/land-110m.json";
import { noGeometry, type Geometry } from "./geometry.ts";

// Arcs are lists of steps between whole numbers. A ring is a list of arcs; ~i is arc i from its end to its beginning.
type Topology = {
  arcs: [number, number][][];
  transform: { scale: [number, number]; translate: [number, number] };
  objects: { land: { geometries: { type: "MultiPolygon"; arcs: number[][][] }[] } };
};

export function landOutlines(): Geometry {
  const { arcs, transform, objects } = atlas as unknown as Topology;
  const lines = arcs.map((steps) => {
    let x = 0,
      y = 0;
    return steps.map(([dx, dy]) => {
      ((x += dx), (y += dy));
      return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
    });
  });
  const ring = (indexes: number[]) =>
    indexes.flatMap((index) => (index < 0 ? lines[~index]!.toReversed() : lines[index]!)).flat();
  return { ...noGeometry(), areas: objects.land.geometries.flatMap((one) => one.arcs.map((rings) => rings.map(ring))) };
}
