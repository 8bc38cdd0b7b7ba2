// Draws the numbers of a table. The drawing library comes when the first chart is wanted.

import { useEffect, useRef, useState } from "preact/hooks";
import { resolvedColour } from "../drawing/colours.ts";
import { shortened } from "../rdf/shortened.ts";
import type { Chart } from "./chart.ts";

const COLOURS = ["--accent", "--number", "--string", "--keyword", "--iri", "--error"];
const HEIGHT = 360;
const LABEL_CHARACTERS = 16;

export function ChartView({ chart }: { chart: Chart }) {
  const host = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let plot: { destroy(): void } | null = null;
    let isWanted = true;
    const draw = async () => {
      const { default: Plot } = await import("uplot");
      if (!isWanted) return;
      const colour = (name: string) => resolvedColour(host.current!, name);
      const axis = {
        stroke: colour("--ink"),
        grid: { stroke: colour("--line-now") },
        ticks: { stroke: colour("--border") },
      };
      const bars = chart.x.kind === "category" ? Plot.paths.bars!({ size: [0.8, 60] }) : undefined;
      const labels = chart.x.labels;
      plot = new Plot(
        {
          width: host.current!.clientWidth,
          height: HEIGHT,
          scales: {
            x: {
              time: chart.x.kind === "time",
              ...(bars && {
                range: (_: unknown, least: number, most: number) => [least - 0.5, most + 0.5] as [number, number],
              }),
            },
          },
          axes: [
            {
              ...axis,
              ...(labels.length > 0 && {
                rotate: -35,
                size: 100,
                values: (_: unknown, splits: number[]) =>
                  splits.map((at) => shortened(labels[at] ?? "", LABEL_CHARACTERS)),
              }),
            },
            axis,
          ],
          series: [
            {
              label: chart.x.name,
              ...(labels.length > 0 && {
                value: (_: unknown, at: number | null) => (at === null ? "" : (labels[at] ?? "")),
              }),
            },
            ...chart.series.map((label, i) => ({
              label,
              stroke: colour(COLOURS[i % COLOURS.length]!),
              ...(bars && { paths: bars, fill: colour(COLOURS[i % COLOURS.length]!), points: { show: false } }),
            })),
          ],
        },
        chart.data as [number[], ...(number | null)[][]],
        host.current!,
      );
    };
    draw().catch((error: Error) => setProblem(`The chart cannot be drawn: ${error.message}`));
    return () => {
      isWanted = false;
      plot?.destroy();
    };
  }, [chart]);
  return (
    <figure class="chart" aria-label={`Chart of ${chart.series.join(", ")} by ${chart.x.name}`}>
      <div ref={host} />
      <figcaption>
        {problem}
        {chart.leftOut > 0 &&
          `The first ${chart.x.labels.length} rows are drawn, ${chart.leftOut.toLocaleString("en")} are not.`}
      </figcaption>
    </figure>
  );
}
