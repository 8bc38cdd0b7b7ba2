// Draws a plan: lines are as wide as the rows that pass along them, boxes as dark as the time of their step.

import { shortened } from "../rdf/shortened.ts";
import { BOX_HEIGHT, BOX_WIDTH, boxesOf, layOut, lineWidth, type Box } from "./layout.ts";
import { misjudged, nodesOf, type Plan, type PlanNode } from "./plan.ts";

const MUCH_MISJUDGED = 8;

const count = (rows: number) => Math.round(rows).toLocaleString("en");
const ms = (time: number) => (time < 10 ? `${time.toFixed(2)} ms` : `${count(time)} ms`);

// "5,210 rows (expected 40)"
export function rowsText(node: PlanNode): string {
  const expected = node.estimatedRows === null ? "" : count(node.estimatedRows);
  if (node.rows === null) return `${expected} expected`;
  return `${count(node.rows)} rows (expected ${expected})`;
}

export function PlanView({ plan }: { plan: Plan }) {
  const { root, width, height } = layOut(plan.root);
  const allMs = nodesOf(plan.root).reduce((sum, node) => sum + (node.ownMs ?? 0), 0);
  return (
    <figure class="plan">
      <figcaption>
        {plan.isProfile
          ? `Planned in ${ms(plan.planMs ?? 0)}, run in ${ms(plan.runMs ?? 0)}. `
          : "Each step takes the rows of the steps below it; the top one gives the answer. "}
        {plan.isProfile
          ? "Lines are as wide as the rows, boxes as dark as the time of their step."
          : "Lines are as wide as the rows that are expected."}
      </figcaption>
      <div class="plan-picture" tabIndex={0} role="region" aria-label="Plan">
        <svg width={width + 4} height={height + 4} viewBox={`-2 -2 ${width + 4} ${height + 4}`} role="list">
          <Lines box={root} />
          {boxesOf(root).map((box, i) => (
            <Step key={i} box={box} share={allMs > 0 ? (box.node.ownMs ?? 0) / allMs : 0} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

function Lines({ box }: { box: Box }) {
  const x = box.x + BOX_WIDTH / 2,
    y = box.y + BOX_HEIGHT;
  return (
    <>
      {box.inputs.map((input, i) => {
        const from = input.x + BOX_WIDTH / 2;
        const middle = (y + input.y) / 2;
        return (
          <g key={i} aria-hidden="true">
            <path
              class="plan-line"
              d={`M ${from} ${input.y} C ${from} ${middle} ${x} ${middle} ${x} ${y}`}
              stroke-width={lineWidth(input.node.rows ?? input.node.estimatedRows)}
            />
            <text class="plan-rows" x={from + 12} y={input.y - 12}>
              {count(input.node.rows ?? input.node.estimatedRows ?? 0)}
            </text>
            <Lines box={input} />
          </g>
        );
      })}
    </>
  );
}

function Step({ box, share }: { box: Box; share: number }) {
  const { node, x, y } = box;
  const isWrong = misjudged(node) >= MUCH_MISJUDGED;
  const time = node.ownMs === null ? "" : ms(node.ownMs);
  return (
    <g role="listitem" class={isWrong ? "plan-step misjudged" : "plan-step"}>
      <title>{[node.operator, node.details, rowsText(node), time].filter(Boolean).join("\n")}</title>
      <rect x={x} y={y} width={BOX_WIDTH} height={BOX_HEIGHT} rx="4" />
      <rect class="plan-time" x={x} y={y} width={BOX_WIDTH} height={BOX_HEIGHT} rx="4" fill-opacity={share * 0.45} />
      <text class="plan-operator" x={x + 8} y={y + 16}>
        {node.operator}
      </text>
      <text class="plan-ms" x={x + BOX_WIDTH - 8} y={y + 16} text-anchor="end">
        {time}
      </text>
      <text class="plan-detail" x={x + 8} y={y + 32}>
        {shortened(node.details, 34)}
      </text>
      <text class="plan-detail" x={x + 8} y={y + 48}>
        {rowsText(node)}
      </text>
    </g>
  );
}
