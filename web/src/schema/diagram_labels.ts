// The sizes of the boxes of a class diagram, and the places of the texts at its lines.

import { firstOf, placeLabels, type Box as Rectangle } from "../drawing/labels.ts";
import type { Box, Diagram, Line } from "./diagram.ts";

export type Place = { x: number; y: number };
export type Places = ReadonlyMap<string, Place>; // centres of the boxes, by class

export const WIDTH = 220; // of a box
export const LINE = 17; // of text

const LABEL_SIZE = 11; // of the font of a line, in pixels
const SHARES = [0.42, 0.36, 0.3, 0.58, 0.64, 0.24, 0.7]; // of a line, where its text may be

export function heightOf({ values, valuesLeftOut }: Box): number {
  return LINE * (1 + values.length + (valuesLeftOut > 0 ? 1 : 0)) + 10;
}

export const keyOf = ({ from, to }: Line) => `${from} ${to}`;

export function textOf({ predicates }: Line, name: (iri: string) => string): string {
  return firstOf(predicates.map(({ iri }) => name(iri)));
}

// Where the text of a line may be: off the middle, which has the arrow.
export function textPlaces({ from, to }: Line, a: Place, b: Place): Place[] {
  if (from === to) return [{ x: a.x, y: a.y - 110 }];
  return SHARES.map((share) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }));
}

// The texts that have room beside boxes and other texts, by the key of their line.
export function labelPlaces(
  { boxes, lines }: Diagram,
  places: Places,
  name: (iri: string) => string,
): Map<string, Place> {
  const rectangles = boxes.flatMap((box): Rectangle[] => {
    const at = places.get(box.iri);
    const height = heightOf(box);
    return at
      ? [{ left: at.x - WIDTH / 2, right: at.x + WIDTH / 2, top: at.y - height / 2, bottom: at.y + height / 2 }]
      : [];
  });
  const wishes = lines.flatMap((line) => {
    const from = places.get(line.from),
      to = places.get(line.to);
    if (!from || !to) return [];
    return [{ key: keyOf(line), text: textOf(line, name), size: LABEL_SIZE, places: textPlaces(line, from, to) }];
  });
  return placeLabels(wishes, rectangles);
}
