// Draws a class diagram. Forces move its boxes apart (d3-force, which comes when the first one is wanted).

import type { SimulationLinkDatum, SimulationNodeDatum } from "d3-force";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Prefixes } from "../rdf/prefixes.ts";
import { shortName } from "../rdf/short_name.ts";
import type { Box, Diagram, Line } from "./diagram.ts";
import {
  LINE,
  WIDTH,
  heightOf,
  keyOf,
  labelPlaces,
  textOf,
  textPlaces,
  type Place,
  type Places,
} from "./diagram_labels.ts";

const NAME_CHARACTERS = 26;
const STEPS = 300;

type Node = SimulationNodeDatum & { iri: string; radius: number };

// The centres of the boxes.
async function placesOf({ boxes, lines }: Diagram): Promise<Places> {
  const { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import("d3-force");
  const nodes: Node[] = boxes.map((box) => ({ iri: box.iri, radius: Math.hypot(WIDTH, heightOf(box)) / 2 + 12 }));
  const links: SimulationLinkDatum<Node>[] = lines.map(({ from, to }) => ({ source: from, target: to }));
  forceSimulation(nodes)
    .force(
      "links",
      forceLink<Node, SimulationLinkDatum<Node>>(links)
        .id(({ iri }) => iri)
        .distance(WIDTH * 1.6),
    )
    .force("charge", forceManyBody().strength(-900))
    .force(
      "collide",
      forceCollide<Node>(({ radius }) => radius),
    )
    .force("x", forceX(0).strength(0.04))
    .force("y", forceY(0).strength(0.08)) // screens are wide
    .stop()
    .tick(STEPS);
  return new Map(nodes.map(({ iri, x = 0, y = 0 }) => [iri, { x, y }]));
}

type DiagramProps = { diagram: Diagram; prefixes: Prefixes; linkOf: (iri: string) => string };

export function DiagramView({ diagram, prefixes, linkOf }: DiagramProps) {
  const [places, setPlaces] = useState<Places>(new Map());
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isWanted = true;
    placesOf(diagram).then(
      (next) => isWanted && setPlaces(next),
      (error: Error) => setProblem(`The diagram cannot be drawn: ${error.message}`),
    );
    return () => {
      isWanted = false;
    };
  }, [diagram]);
  const name = (iri: string) => shortName(iri, prefixes, NAME_CHARACTERS);
  const labels = useMemo(() => labelPlaces(diagram, places, name), [diagram, places, prefixes]);
  if (problem) return <p class="summary">{problem}</p>;
  const shown = diagram.boxes.filter(({ iri }) => places.has(iri));
  if (shown.length === 0) return null;
  const box = boundsOf(shown, places);
  return (
    <div class="diagram" role="group" aria-label="Class diagram" tabIndex={0}>
      <svg viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`} width={box.width}>
        {diagram.lines.map((line) => {
          const from = places.get(line.from),
            to = places.get(line.to);
          return (
            from &&
            to && (
              <LineView
                key={keyOf(line)}
                line={line}
                from={from}
                to={to}
                text={textOf(line, name)}
                at={labels.get(keyOf(line))}
              />
            )
          );
        })}
        {shown.map((one) => (
          <BoxView key={one.iri} box={one} place={places.get(one.iri)!} name={name} linkOf={linkOf} />
        ))}
      </svg>
    </div>
  );
}

function boundsOf(boxes: Box[], places: Places) {
  const all = boxes.map((box) => ({ ...places.get(box.iri)!, height: heightOf(box) }));
  const left = Math.min(...all.map(({ x }) => x)) - WIDTH / 2 - 20;
  const top = Math.min(...all.map(({ y, height }) => y - height / 2)) - 50;
  const right = Math.max(...all.map(({ x }) => x)) + WIDTH / 2 + 20;
  const bottom = Math.max(...all.map(({ y, height }) => y + height / 2)) + 20;
  return { left, top, width: right - left, height: bottom - top };
}

type Named = { name: (iri: string) => string };

type LineProps = { line: Line; from: Place; to: Place; text: string; at: Place | undefined };

// A line of a class to itself is an arc above its box. `at`: of the text; undefined: it has no room.
function LineView({ line, from, to, text, at }: LineProps) {
  const isOwn = line.from === line.to;
  const path = isOwn
    ? `M ${from.x - 40} ${from.y} C ${from.x - 60} ${from.y - 140} ${from.x + 60} ${from.y - 140} ${from.x + 40} ${from.y}`
    : `M ${from.x} ${from.y} L ${to.x} ${to.y}`;
  const { x, y } = at ?? textPlaces(line, from, to)[0]!;
  return (
    <g class="diagram-line">
      <title>{line.predicates.map(({ iri, count }) => `${iri} (${count.toLocaleString("en")})`).join("\n")}</title>
      <path d={path} />
      {!isOwn && <Arrow from={from} to={to} />}
      <path class="reach" d={path} />
      <text class={at ? undefined : "crowded"} x={x} y={y} text-anchor="middle" dominant-baseline="central">
        {text}
      </text>
    </g>
  );
}

// In the middle of a line, towards its end, since boxes cover the end.
function Arrow({ from, to }: { from: Place; to: Place }) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const x = (from.x + to.x) / 2,
    y = (from.y + to.y) / 2;
  return <path class="diagram-arrow" d="M -5 -5 L 5 0 L -5 5 Z" transform={`translate(${x} ${y}) rotate(${angle})`} />;
}

function BoxView({ box, place, name, linkOf }: { box: Box; place: Place; linkOf: (iri: string) => string } & Named) {
  const height = heightOf(box);
  const row = (i: number) => LINE * (i + 1) - 2;
  return (
    <g class="diagram-box" transform={`translate(${place.x - WIDTH / 2} ${place.y - height / 2})`}>
      <rect width={WIDTH} height={height} rx="4" />
      <a href={linkOf(box.iri)}>
        <title>{box.iri}</title>
        <text class="diagram-class" x="8" y={row(0)}>
          {name(box.iri)}
        </text>
      </a>
      <text class="diagram-count" x={WIDTH - 8} y={row(0)} text-anchor="end">
        {box.count.toLocaleString("en")}
      </text>
      <line x1="0" x2={WIDTH} y1={LINE + 4} y2={LINE + 4} />
      {box.values.map(({ predicate, datatypes, count }, i) => (
        <text key={predicate} x="8" y={row(i + 1) + 5}>
          <title>{`${predicate} (${count.toLocaleString("en")}): ${datatypes.join(", ")}`}</title>
          {name(predicate)}
          <tspan class="diagram-count">
            {" "}
            {datatypes
              .slice(0, 2)
              .map((one) => name(one).replace(/^xsd:/, ""))
              .join(", ")}
          </tspan>
        </text>
      ))}
      {box.valuesLeftOut > 0 && (
        <text class="diagram-count" x="8" y={row(box.values.length + 1) + 5}>
          {box.valuesLeftOut} more
        </text>
      )}
    </g>
  );
}
