// A plan as a tree of steps, from an explanation (docs/explain.md) or from the progress of a running query.

export type PlanNode = {
  operator: string;
  details: string; // its most telling one first
  estimatedRows: number | null;
  rows: number | null; // null: it has not run
  ownMs: number | null;
  inputs: PlanNode[];
};

export type Plan = {
  root: PlanNode;
  isProfile: boolean; // it has run to its end
  planMs: number | null;
  runMs: number | null;
};

type ExplainedNode = {
  operator: string;
  details?: Record<string, string>;
  estimated_rows?: number;
  rows?: number;
  own_ms?: number;
  inputs?: ExplainedNode[];
};
export type Explanation = { plan: ExplainedNode; time_ms: { plan?: number; run?: number } };

function nodeOf(node: ExplainedNode): PlanNode {
  return {
    operator: node.operator,
    details: Object.entries(node.details ?? {})
      .map(([name, value]) =>
        name === "pattern" || name === "columns" || name === "kind" ? value : `${name} ${value}`,
      )
      .join("  "),
    estimatedRows: node.estimated_rows ?? null,
    rows: node.rows ?? null,
    ownMs: node.own_ms ?? null,
    inputs: (node.inputs ?? []).map(nodeOf),
  };
}

export function planOf(explanation: Explanation): Plan {
  const { plan, run } = explanation.time_ms;
  return { root: nodeOf(explanation.plan), isProfile: run !== undefined, planMs: plan ?? null, runMs: run ?? null };
}

export type ProgressStep = { step: string; depth: number; expected_rows: number; rows: number };

// The steps of a running query: each before its inputs, which are one deeper. null: the plan is not there yet.
export function planOfSteps(steps: ProgressStep[]): PlanNode | null {
  const above: PlanNode[] = []; // by depth
  for (const { step, depth, expected_rows, rows } of steps) {
    const [operator = "", ...rest] = step.split(/\s+/);
    const node = { operator, details: rest.join(" "), estimatedRows: expected_rows, rows, ownMs: null, inputs: [] };
    above[depth] = node;
    if (depth > 0) above[depth - 1]?.inputs.push(node);
  }
  return above[0] ?? null;
}

export function nodesOf(root: PlanNode): PlanNode[] {
  return [root, ...root.inputs.flatMap(nodesOf)];
}

// The estimate is wrong by so much, upwards or downwards; 1: right. Small numbers of rows do not count.
export function misjudged({ estimatedRows, rows }: PlanNode): number {
  if (estimatedRows === null || rows === null) return 1;
  const estimate = Math.max(estimatedRows, 10),
    real = Math.max(rows, 10);
  return Math.max(estimate / real, real / estimate);
}
