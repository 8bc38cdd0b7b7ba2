// Geometries on the earth. Coordinates are pairs of longitude and latitude in degrees, one after the other in one list.

export type Geometry = {
  points: number[]; // pairs
  lines: number[][];
  areas: number[][][]; // of each its outline, and its holes
};

export function noGeometry(): Geometry {
  return { points: [], lines: [], areas: [] };
}

function isPosition(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

export function isEmpty({ points, lines, areas }: Geometry): boolean {
  return points.length === 0 && lines.length === 0 && areas.length === 0;
}

function areOnEarth(pairs: number[]): boolean {
  for (let i = 0; i < pairs.length; i += 2) if (!isPosition(pairs[i]!, pairs[i + 1]!)) return false;
  return true;
}

export function isOnEarth({ points, lines, areas }: Geometry): boolean {
  return areOnEarth(points) && lines.every(areOnEarth) && areas.every((rings) => rings.every(areOnEarth));
}
