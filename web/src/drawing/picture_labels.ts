// The labels of a drawn graph: nodes have theirs beside their disc, lines on their way. Labels without room are left
// out; the picture shows them on demand.

import { NODE_RADIUS, pointOf, type EdgeLine, type Places, type Point } from "./edge_lines.ts";
import { boxAround, firstOf, placeLabels } from "./labels.ts";

export const NODE_SIZE = 12; // of the fonts, in pixels
export const EDGE_SIZE = 10;

export type Label = { text: string; place: Point; hasRoom: boolean };
export type PictureLabels = { ofNodes: ReadonlyMap<string, Label>; ofLines: ReadonlyMap<EdgeLine, Label> };

const ARROW_RADIUS = 6;
const SHARES = [0.5, 0.42, 0.58, 0.34, 0.66]; // of a line, where its label may be

// `titles`: of the nodes; `nameOf`: of a predicate.
export function pictureLabels(
  titles: ReadonlyMap<string, string>,
  lines: readonly EdgeLine[],
  places: Places,
  nameOf: (iri: string) => string,
): PictureLabels {
  const nodes = [...titles].flatMap(([node, text]) => {
    const place = places.get(node);
    return place ? [{ node, key: `node ${node}`, text, size: NODE_SIZE, places: besideDisc(place, text) }] : [];
  });
  const edges = lines.map((line, i) => ({
    line,
    key: `line ${i}`,
    text: firstOf(line.predicates.map(nameOf)),
    size: EDGE_SIZE,
    places: SHARES.map((share) => pointOf(line, share)),
  }));
  const discs = nodes.map(({ node }) => boxAround(places.get(node)!, NODE_RADIUS));
  const arrows = lines.map((line) => boxAround(line.end, ARROW_RADIUS));
  const found = placeLabels([...nodes, ...edges], discs, arrows);
  const label = ({ key, text, places }: { key: string; text: string; places: Point[] }): Label => ({
    text,
    place: found.get(key) ?? places[0]!,
    hasRoom: found.has(key),
  });
  return {
    ofNodes: new Map(nodes.map((one) => [one.node, label(one)])),
    ofLines: new Map(edges.map((one) => [one.line, label(one)])),
  };
}

// Below, above, right, left.
function besideDisc({ x, y }: Point, text: string): Point[] {
  const down = NODE_RADIUS + NODE_SIZE * 0.7,
    across = NODE_RADIUS + 3 + (text.length * NODE_SIZE * 0.6) / 2;
  return [
    { x, y: y + down },
    { x, y: y - down },
    { x: x + across, y },
    { x: x - across, y },
  ];
}
