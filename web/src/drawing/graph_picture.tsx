// Draws a graph. Forces move its nodes apart (d3-force, which comes when the first graph is wanted).

import type { Simulation, SimulationLinkDatum, SimulationNodeDatum } from "d3-force";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Prefixes } from "../rdf/prefixes.ts";
import { shortName } from "../rdf/short_name.ts";
import { shortened } from "../rdf/shortened.ts";
import { parseTerm } from "../rdf/term.ts";
import type { Edge, Graph } from "./graph.ts";

const WIDTH = 900;
const HEIGHT = 520;
const EDGE_PIXELS = 130;
const NAME_CHARACTERS = 24;
const STEPS = 200; // of the forces after each change
const PULL = 0.08; // to the middle, so that parts without a connection stay together
const LEAST_SCALE = 0.7; // of a large graph, which is scrolled

type Node = SimulationNodeDatum & { id: string };
type Link = SimulationLinkDatum<Node> & { edge: Edge };
type Places = ReadonlyMap<string, { x: number; y: number }>;

// The places of the nodes: those of before move as little as they must.
async function placesOf({ nodes, edges }: Graph, before: Places): Promise<Places> {
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
    .force("collide", forceCollide(36))
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

export function GraphPicture({ graph, prefixes, act, choose }: GraphPictureProps) {
  const [places, setPlaces] = useState<Places>(new Map());
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isWanted = true;
    placesOf(graph, places).then(
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
  const name = (iri: string) => shortName(iri, prefixes, NAME_CHARACTERS);
  const { left, top, width, height } = boxOf(places);
  return (
    <div ref={host} class="graph-picture" tabIndex={0} role="region" aria-label="Graph">
      {problem !== "" && <p role="alert">{problem}</p>}
      <svg
        viewBox={`${left} ${top} ${width} ${height}`}
        style={{ minWidth: `${LEAST_SCALE * width}px`, minHeight: `${LEAST_SCALE * height}px` }}
        role="group"
        aria-label="Nodes"
      >
        {graph.edges.map((edge) => (
          <EdgeLine key={`${edge.from} ${edge.predicate} ${edge.to}`} edge={edge} places={places} name={name} />
        ))}
        {graph.nodes.map((node) => (
          <NodeDisc key={node} node={node} places={places} name={name} act={act} choose={choose} />
        ))}
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
    top = Math.min(...ys) - 40;
  return { left, top, width: Math.max(...xs) + 110 - left, height: Math.max(...ys) + 40 - top };
}

function EdgeLine({ edge, places, name }: { edge: Edge; places: Places; name: (iri: string) => string }) {
  const a = places.get(edge.from),
    b = places.get(edge.to);
  if (!a || !b) return null;
  return (
    <g class="graph-edge" aria-hidden="true">
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      <text x={(a.x + b.x) / 2} y={(a.y + b.y) / 2 - 4} text-anchor="middle">
        {name(edge.predicate)}
      </text>
    </g>
  );
}

type NodeDiscProps = Omit<GraphPictureProps, "graph" | "prefixes"> & {
  node: string;
  places: Places;
  name: (iri: string) => string;
};

// Blank nodes have no page and no query that names them, so they cannot be chosen.
function NodeDisc({ node, places, name, act, choose }: NodeDiscProps) {
  const place = places.get(node);
  if (!place) return null;
  const term = parseTerm(node)!;
  const title = term.kind === "iri" ? name(term.value) : shortened(node, NAME_CHARACTERS);
  const action =
    term.kind === "iri"
      ? {
          role: "button" as const,
          tabindex: 0,
          "aria-label": `${act} ${title}`,
          onClick: () => choose(node),
          onKeyDown: (event: KeyboardEvent) => event.key === "Enter" && choose(node),
        }
      : {};
  return (
    <g
      class={term.kind === "iri" ? "graph-node" : "graph-node blank"}
      transform={`translate(${place.x} ${place.y})`}
      {...action}
    >
      <title>{term.value}</title>
      <circle r="14" />
      <text y="30" text-anchor="middle">
        {title}
      </text>
    </g>
  );
}
