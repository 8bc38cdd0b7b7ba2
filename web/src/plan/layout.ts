// Places for the boxes of a tree: a step above its inputs, each input in columns of its own.

import type { PlanNode } from "./plan.ts";

export type Box = { node: PlanNode; x: number; y: number; inputs: Box[] }; // the left upper corner
export type Picture = { root: Box; width: number; height: number };

export const BOX_WIDTH = 230;
export const BOX_HEIGHT = 56;
const GAP_X = 24;
const GAP_Y = 46; // room for the number of rows on a line

export function layOut(root: PlanNode): Picture {
  let columns = 0;
  let deepest = 0;
  const place = (node: PlanNode, depth: number): Box => {
    deepest = Math.max(deepest, depth);
    const inputs = node.inputs.map((input) => place(input, depth + 1));
    const first = inputs[0],
      last = inputs[inputs.length - 1];
    const x = first && last ? (first.x + last.x) / 2 : columns++ * (BOX_WIDTH + GAP_X);
    return { node, x, y: depth * (BOX_HEIGHT + GAP_Y), inputs };
  };
  const box = place(root, 0);
  return {
    root: box,
    width: columns * (BOX_WIDTH + GAP_X) - GAP_X,
    height: deepest * (BOX_HEIGHT + GAP_Y) + BOX_HEIGHT,
  };
}

export function boxesOf(box: Box): Box[] {
  return [box, ...box.inputs.flatMap(boxesOf)];
}

// The width of a line for so many rows, in pixels: a pixel and a half for each doubling.
export function lineWidth(rows: number | null): number {
  return rows === null ? 1 : 1 + 1.5 * Math.log2(1 + rows);
}
