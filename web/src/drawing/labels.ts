// Finds places for the labels of a picture, so that none covers another one.

import type { Point } from "./edge_lines.ts";

export type Box = { left: number; top: number; right: number; bottom: number };

// `places`: of the middle of the text, the best one first. `size`: of the font, in pixels.
export type Wish = { key: string; text: string; size: number; places: Point[] };

const CHARACTER_WIDTH = 0.6; // in sizes of the font
const LINE_HEIGHT = 1.2;
const MARGIN = 2; // beside a text, in pixels

const NAMES = 2;

// The first names of a line that has several: "ex:p, ex:q +3".
export function firstOf(names: readonly string[]): string {
  const rest = names.length - NAMES;
  return names.slice(0, NAMES).join(", ") + (rest > 0 ? ` +${rest}` : "");
}

export function boxOfText(text: string, size: number, { x, y }: Point): Box {
  const width = text.length * size * CHARACTER_WIDTH + 2 * MARGIN,
    height = size * LINE_HEIGHT;
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

export function boxAround({ x, y }: Point, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// The places of those labels that have room, by key; earlier wishes come first. `taken`: what no label may cover;
// `avoided`: what a label covers only if it has no other place.
export function placeLabels(
  wishes: readonly Wish[],
  taken: readonly Box[],
  avoided: readonly Box[] = [],
): Map<string, Point> {
  const boxes = [...taken];
  const found = new Map<string, Point>();
  for (const { key, text, size, places } of wishes) {
    const free = places.filter((place) => isFree(boxOfText(text, size, place), boxes));
    const place = free.find((one) => isFree(boxOfText(text, size, one), avoided)) ?? free[0];
    if (!place) continue;
    boxes.push(boxOfText(text, size, place));
    found.set(key, place);
  }
  return found;
}

const isFree = (box: Box, boxes: readonly Box[]) => !boxes.some((other) => overlap(box, other));
