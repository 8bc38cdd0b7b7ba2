// The lines of a drawn graph: one for all edges of one direction between two nodes, from disc to disc, with an
// arrowhead at its end.

import type { Edge, Graph } from "./graph.ts";

export const NODE_RADIUS = 14;
const ARROW_GAP = 2; // between the tip of an arrow and the disc
const BEND = 28; // of a line that has another one in the opposite direction beside it
const LOOP = 76; // height of the control point of a line from a node to itself

export type Point = { x: number; y: number };
export type Places = ReadonlyMap<string, Point>;

// A quadratic Bézier curve.
export type EdgeLine = { from: string; to: string; predicates: string[]; begin: Point; control: Point; end: Point };

export function edgeLines({ edges }: Graph, places: Places): EdgeLine[] {
  const byNodes = new Map<string, Edge[]>();
  const key = (from: string, to: string) => `${from} ${to}`;
  for (const edge of edges) {
    const known = byNodes.get(key(edge.from, edge.to));
    if (known) known.push(edge);
    else byNodes.set(key(edge.from, edge.to), [edge]);
  }
  return [...byNodes.values()].flatMap((same) => {
    const { from, to } = same[0]!;
    const a = places.get(from),
      b = places.get(to);
    if (!a || !b) return [];
    const curve = from === to ? loop(a) : between(a, b, byNodes.has(key(to, from)) ? BEND : 0);
    return [{ from, to, predicates: same.map(({ predicate }) => predicate), ...curve }];
  });
}

type Curve = { begin: Point; control: Point; end: Point };

function loop({ x, y }: Point): Curve {
  const side = NODE_RADIUS * 0.7;
  return {
    begin: { x: x - side, y: y - side },
    control: { x, y: y - LOOP },
    end: { x: x + side, y: y - side - ARROW_GAP },
  };
}

function between(a: Point, b: Point, bend: number): Curve {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const across = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  const control = { x: (a.x + b.x) / 2 + bend * across.x, y: (a.y + b.y) / 2 + bend * across.y };
  return { begin: towards(a, control, NODE_RADIUS), control, end: towards(b, control, NODE_RADIUS + ARROW_GAP) };
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * distance) / length, y: from.y + ((to.y - from.y) * distance) / length };
}

// `share`: 0 at the beginning of the line, 1 at its end.
export function pointOf({ begin, control, end }: Curve, share: number): Point {
  const mixed = (a: number, b: number, c: number) =>
    (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c;
  return { x: mixed(begin.x, control.x, end.x), y: mixed(begin.y, control.y, end.y) };
}

// The direction of a line at its end, in degrees.
export function angleOf({ control, end }: Curve): number {
  return (Math.atan2(end.y - control.y, end.x - control.x) * 180) / Math.PI;
}
