// Draws a graph. Forces move its nodes apart (d3-force, which comes when the first graph is wanted). Labels that have
// no room are shown for the node that the pointer or the focus is on.

import type { Simulation, SimulationLinkDatum, SimulationNodeDatum } from "d3-force";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Prefixes } from "../rdf/prefixes.ts";
import { shortName } from "../rdf/short_name.ts";
import { shortened } from "../rdf/shortened.ts";
import { parseTerm } from "../rdf/term.ts";
import { NODE_RADIUS, angleOf, edgeLines, type EdgeLine, type Places } from "./edge_lines.ts";
import type { Edge, Graph } from "./graph.ts";
import { EDGE_SIZE, NODE_SIZE, pictureLabels, type Label, type PictureLabels } from "./picture_labels.ts";

const WIDTH = 900;
const HEIGHT = 520;
const EDGE_PIXELS = 150;
const NAME_CHARACTERS = 24;
const STEPS = 200; // of the forces after each change
const PULL = 0.08; // to the middle, so that parts without a connection stay together
const LEAST_SCALE = 0.9; // of a large graph, which is scrolled: its names can be read
const GREATEST_SCALE = 1.3; // of a small one

type Node = SimulationNodeDatum & { id: string };
type Link = SimulationLinkDatum<Node> & { edge: Edge };

// The places of the nodes: those of before move as little as they must. Nodes with long titles get more room.
async function placesOf({ nodes, edges }: Graph, titles: Titles, before: Places): Promise<Places> {
  const { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import("d3-force");
  const placed: Node[] = nodes.map((id) => ({ id, ...before.get(id) }));
  const links: Link[] = edges.map((edge) => ({ source: edge.from, target: edge.to, edge }));
  const simulation: Simulation<Node, Link> = forceSimulation(placed)
    .force(
      "links",
      forceLink<Node, Link>(links)
        .id(({ id }) => id)
        .distance(EDGE_PIXELS),
    )
    .force("charge", forceManyBody().strength(-400))
    .force(
      "collide",
      forceCollide<Node>(({ id }) => Math.max(36, 3 * titles.get(id)!.length)),
    )
    .force("x", forceX<Node>(WIDTH / 2).strength(PULL))
    .force("y", forceY<Node>(HEIGHT / 2).strength(PULL))
    .stop();
  simulation.tick(STEPS);
  return new Map(placed.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}

type GraphPictureProps = {
  graph: Graph;
  prefixes: Prefixes;
  act: string; // what a click on a node does, before the name of the node: "Page of"
  choose: (node: string) => void; // of an IRI
};

type Titles = ReadonlyMap<string, string>;

function titleOf(node: string, name: (iri: string) => string): string {
  const term = parseTerm(node)!;
  return term.kind === "iri" ? name(term.value) : shortened(node, NAME_CHARACTERS);
}

export function GraphPicture({ graph, prefixes, act, choose }: GraphPictureProps) {
  const [places, setPlaces] = useState<Places>(new Map());
  const [problem, setProblem] = useState("");
  const [active, setActive] = useState<string | null>(null); // the node under the pointer or with the focus
  const name = (iri: string) => shortName(iri, prefixes, NAME_CHARACTERS);
  const titles = useMemo(() => new Map(graph.nodes.map((node) => [node, titleOf(node, name)])), [graph, prefixes]);
  useEffect(() => {
    let isWanted = true;
    placesOf(graph, titles, places).then(
      (next) => isWanted && setPlaces(next),
      (error: Error) => setProblem(`The graph cannot be drawn: ${error.message}`),
    );
    return () => {
      isWanted = false;
    };
  }, [graph]);
  const host = useRef<HTMLDivElement>(null);
  const isPlaced = places.size > 0;
  useLayoutEffect(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = host.current!;
    host.current!.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
  }, [isPlaced]);
  const lines = useMemo(() => edgeLines(graph, places), [graph, places]);
  const labels = useMemo(() => pictureLabels(titles, lines, places, name), [titles, lines]);
  const latest = useRef(choose);
  latest.current = choose;
  const drawing = useMemo(
    () => [
      ...lines.map((line) => (
        <LineView key={`${line.from} ${line.to}`} line={line} titles={titles} label={labels.ofLines.get(line)!} />
      )),
      ...[...labels.ofNodes].map(([node, label]) => (
        <NodeDisc
          key={node}
          node={node}
          place={places.get(node)!}
          label={label}
          act={act}
          choose={(chosen) => latest.current(chosen)}
          activate={setActive}
        />
      )),
    ],
    [lines, labels, act],
  );
  const { left, top, width, height } = boxOf(places);
  return (
    <div ref={host} class="graph-picture" tabIndex={0} role="region" aria-label="Graph">
      {problem !== "" && <p role="alert">{problem}</p>}
      <svg
        viewBox={`${left} ${top} ${width} ${height}`}
        style={{
          minWidth: `${LEAST_SCALE * width}px`,
          minHeight: `${LEAST_SCALE * height}px`,
          maxWidth: `${GREATEST_SCALE * width}px`,
        }}
        role="group"
        aria-label="Nodes"
      >
        {drawing}
        {active !== null && <Above node={active} lines={lines} labels={labels} />}
      </svg>
    </div>
  );
}

// The smallest box around all nodes, with room for their names.
function boxOf(places: Places): { left: number; top: number; width: number; height: number } {
  const xs = [...places.values()].map(({ x }) => x),
    ys = [...places.values()].map(({ y }) => y);
  if (xs.length === 0) return { left: 0, top: 0, width: WIDTH, height: HEIGHT };
  const left = Math.min(...xs) - 110,
    top = Math.min(...ys) - 60;
  return { left, top, width: Math.max(...xs) + 110 - left, height: Math.max(...ys) + 40 - top };
}

function Text({ label, size, of }: { label: Label; size: number; of: string }) {
  const { text, place } = label;
  return (
    <text class={of} x={place.x} y={place.y} font-size={size} text-anchor="middle" dominant-baseline="central">
      {text}
    </text>
  );
}

function LineView({ line, titles, label }: { line: EdgeLine; titles: Titles; label: Label }) {
  const { begin, control, end, from, to, predicates } = line;
  const path = `M ${begin.x} ${begin.y} Q ${control.x} ${control.y} ${end.x} ${end.y}`;
  return (
    <g class="graph-edge" aria-hidden="true">
      <title>
        {predicates.map((predicate) => `${titles.get(from)} → ${predicate} → ${titles.get(to)}`).join("\n")}
      </title>
      <path class="graph-line" d={path} />
      <path
        class="graph-arrow"
        d="M -9 -4.5 L 0 0 L -9 4.5 Z"
        transform={`translate(${end.x} ${end.y}) rotate(${angleOf(line)})`}
      />
      <path class="reach" d={path} />
      <Text label={label} size={EDGE_SIZE} of={label.hasRoom ? "graph-predicate" : "graph-predicate crowded"} />
    </g>
  );
}

// The labels of a node and of its lines, over everything else.
function Above({ node, lines, labels }: { node: string; lines: EdgeLine[]; labels: PictureLabels }) {
  const label = labels.ofNodes.get(node);
  return (
    <g class="graph-above" aria-hidden="true">
      {lines
        .filter(({ from, to }) => from === node || to === node)
        .map((line) => (
          <Text
            key={`${line.from} ${line.to}`}
            label={labels.ofLines.get(line)!}
            size={EDGE_SIZE}
            of="graph-predicate"
          />
        ))}
      {label && <Text label={label} size={NODE_SIZE} of="graph-name" />}
    </g>
  );
}

type NodeDiscProps = Pick<GraphPictureProps, "act" | "choose"> & {
  node: string;
  place: { x: number; y: number };
  label: Label;
  activate: (node: string | null) => void;
};

// Blank nodes have no page and no query that names them, so they cannot be chosen.
function NodeDisc({ node, place, label, act, choose, activate }: NodeDiscProps) {
  const term = parseTerm(node)!;
  const action =
    term.kind === "iri"
      ? {
          role: "button" as const,
          tabindex: 0,
          "aria-label": `${act} ${label.text}`,
          onClick: () => choose(node),
          onKeyDown: (event: KeyboardEvent) => event.key === "Enter" && choose(node),
          onFocus: () => activate(node),
          onBlur: () => activate(null),
        }
      : {};
  return (
    <g
      class={term.kind === "iri" ? "graph-node" : "graph-node blank"}
      onMouseEnter={() => activate(node)}
      onMouseLeave={() => activate(null)}
      {...action}
    >
      <title>{term.value}</title>
      <circle cx={place.x} cy={place.y} r={NODE_RADIUS} />
      {label.hasRoom && <Text label={label} size={NODE_SIZE} of="graph-name" />}
    </g>
  );
}
