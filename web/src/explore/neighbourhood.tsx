// Draws the graph around a resource. A click on a node adds its neighbours; forces move the nodes apart (d3-force, which
// comes when the first graph is wanted).

import type { Simulation, SimulationLinkDatum, SimulationNodeDatum } from "d3-force";
import { useEffect, useRef, useState } from "preact/hooks";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import { FailureView } from "../answers/answer_view.tsx";
import type { Prefixes } from "../rdf/prefixes.ts";
import { shortened } from "../rdf/shortened.ts";
import { parseTerm } from "../rdf/term.ts";
import { edgesAround, grown, type Edge, type Neighbourhood } from "./neighbours.ts";

const WIDTH = 900;
const HEIGHT = 520;
const EDGE_PIXELS = 130;
const NAME_CHARACTERS = 24;
const STEPS = 200; // of the forces after each change

type Node = SimulationNodeDatum & { id: string };
type Link = SimulationLinkDatum<Node> & { edge: Edge };
type Places = ReadonlyMap<string, { x: number; y: number }>;

// The places of the nodes: those of before move as little as they must.
async function placesOf({ nodes, edges }: Neighbourhood, before: Places): Promise<Places> {
  const { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation } = await import("d3-force");
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
    .force("center", forceCenter(WIDTH / 2, HEIGHT / 2))
    .stop();
  simulation.tick(STEPS);
  return new Map(placed.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}

type NeighbourhoodProps = { server: Server; term: string; prefixes: Prefixes };

export function NeighbourhoodView({ server, term, prefixes }: NeighbourhoodProps) {
  const [graph, setGraph] = useState<Neighbourhood>({ nodes: [term], edges: [] });
  const [places, setPlaces] = useState<Places>(new Map());
  const [failure, setFailure] = useState<ServerError | null>(null);
  const control = useRef(new AbortController());
  async function grow(node: string) {
    try {
      const more = await edgesAround(server, node, control.current.signal);
      setGraph((now) => grown(now, more));
    } catch (error) {
      if (!control.current.signal.aborted) setFailure(asServerError(error));
    }
  }
  useEffect(() => {
    control.current = new AbortController();
    void grow(term);
    return () => control.current.abort();
  }, [term]);
  useEffect(() => {
    let isWanted = true;
    placesOf(graph, places).then(
      (next) => isWanted && setPlaces(next),
      (error) => setFailure(asServerError(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [graph]);
  return (
    <figure class="neighbourhood" aria-label="Neighbourhood">
      <figcaption class="summary">A click on a node adds its neighbours, at most 12 in each direction.</figcaption>
      {failure && <FailureView failure={failure} />}
      <Picture graph={graph} places={places} prefixes={prefixes} grow={(node) => void grow(node)} />
    </figure>
  );
}

type PictureProps = {
  graph: Neighbourhood;
  places: Places;
  prefixes: Prefixes;
  grow: (node: string) => void;
};

// The smallest box around all nodes, with room for their names.
function boxOf(places: Places): string {
  const xs = [...places.values()].map(({ x }) => x),
    ys = [...places.values()].map(({ y }) => y);
  if (xs.length === 0) return `0 0 ${WIDTH} ${HEIGHT}`;
  const left = Math.min(...xs) - 110,
    top = Math.min(...ys) - 40;
  return `${left} ${top} ${Math.max(...xs) + 110 - left} ${Math.max(...ys) + 40 - top}`;
}

function Picture({ graph, places, prefixes, grow }: PictureProps) {
  const name = (iri: string) => shortened(prefixes.shorten(iri) ?? iri.replace(/^.*[/#](?=.)/, ""), NAME_CHARACTERS);
  return (
    <svg viewBox={boxOf(places)} role="group" aria-label="Graph">
      {graph.edges.map(({ from, to, predicate }) => {
        const a = places.get(from),
          b = places.get(to);
        if (!a || !b) return null;
        return (
          <g key={`${from} ${predicate} ${to}`} class="graph-edge" aria-hidden="true">
            <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
            <text x={(a.x + b.x) / 2} y={(a.y + b.y) / 2 - 4} text-anchor="middle">
              {name(predicate)}
            </text>
          </g>
        );
      })}
      {graph.nodes.map((node) => {
        const place = places.get(node);
        const iri = parseTerm(node)?.value ?? node;
        if (!place) return null;
        return (
          <g
            key={node}
            class="graph-node"
            role="button"
            tabindex={0}
            aria-label={`Neighbours of ${name(iri)}`}
            transform={`translate(${place.x} ${place.y})`}
            onClick={() => grow(node)}
            onKeyDown={(event) => event.key === "Enter" && grow(node)}
          >
            <title>{iri}</title>
            <circle r="14" />
            <text y="30" text-anchor="middle">
              {name(iri)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
