// The shape at a place of a map, for clicks.

import type { PointGrid } from "./point_grid.ts";
import { meet, type Path, type Shapes } from "./shapes.ts";

// The place at (x, y): of the nearest point, else of the nearest line, else of the smallest area. null: there is none.
// `distance`: how far away points and lines may be.
export function placeAt(shapes: Shapes, grid: PointGrid, x: number, y: number, distance: number): number | null {
  const point = grid.nearest(x, y, distance);
  if (point >= 0) return shapes.placeOfPoint[point]!;
  const around = { left: x - distance, top: y - distance, right: x + distance, bottom: y + distance };
  const near = shapes.paths.filter(({ box }) => meet(box, around));
  const line = nearestLine(near, x, y, distance);
  if (line) return line.place;
  const areas = near.filter((path) => path.isArea && isInside(path.rings, x, y)).sort((a, b) => size(a) - size(b));
  return areas[0]?.place ?? null;
}

function size({ box }: Path): number {
  return (box.right - box.left) * (box.bottom - box.top);
}

function nearestLine(paths: readonly Path[], x: number, y: number, distance: number): Path | null {
  let best: Path | null = null,
    least = distance;
  for (const path of paths)
    for (const ring of path.isArea ? [] : path.rings)
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const away = distanceTo(ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!, x, y);
        if (away <= least) ((best = path), (least = away));
      }
  return best;
}

// From (x, y) to the line between a and b.
function distanceTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const dx = bx - ax,
    dy = by - ay;
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy) || 0;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

// Even-odd rule: a ray to the right meets the rings an odd number of times.
export function isInside(rings: readonly Float64Array[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const ay = ring[i + 1]!,
        by = ring[j + 1]!;
      if (ay > y !== by > y && x < ring[i]! + ((ring[j]! - ring[i]!) * (y - ay)) / (by - ay)) inside = !inside;
    }
  return inside;
}
