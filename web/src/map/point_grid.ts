// A PointGrid finds points by their place: it divides the box around them into cells.

import { boxAround, type Box } from "./shapes.ts";

const POINTS_IN_A_CELL = 16; // on average
const MOST_CELLS_ACROSS = 512;

export class PointGrid {
  private readonly points: Float64Array; // pairs of x and y
  private readonly box: Box;
  private readonly across: number;
  private readonly starts: Uint32Array; // of each cell, in `order`
  private readonly order: Uint32Array; // the points by their cells

  constructor(points: Float64Array) {
    const count = points.length / 2;
    this.points = points;
    this.box = boxAround([points]) ?? { left: 0, top: 0, right: 1, bottom: 1 };
    this.across = Math.max(1, Math.min(MOST_CELLS_ACROSS, Math.ceil(Math.sqrt(count / POINTS_IN_A_CELL))));
    const cells = Uint32Array.from({ length: count }, (_, i) => this.cellOf(points[2 * i]!, points[2 * i + 1]!));
    this.starts = new Uint32Array(this.across ** 2 + 1);
    for (const cell of cells) ++this.starts[cell + 1]!;
    for (let i = 1; i < this.starts.length; ++i) this.starts[i]! += this.starts[i - 1]!;
    const next = this.starts.slice();
    this.order = new Uint32Array(count);
    cells.forEach((cell, point) => (this.order[next[cell]!++] = point));
  }

  // Calls `visit` for each point in the box.
  visit({ left, top, right, bottom }: Box, visit: (point: number) => void) {
    const firstColumn = this.columnOf(left),
      lastColumn = this.columnOf(right);
    for (let row = this.rowOf(top); row <= this.rowOf(bottom); ++row) {
      const end = this.starts[row * this.across + lastColumn + 1]!;
      for (let i = this.starts[row * this.across + firstColumn]!; i < end; ++i) {
        const point = this.order[i]!;
        const x = this.points[2 * point]!,
          y = this.points[2 * point + 1]!;
        if (x >= left && x <= right && y >= top && y <= bottom) visit(point);
      }
    }
  }

  // The point that is nearest to (x, y), at most `distance` away; -1: none.
  nearest(x: number, y: number, distance: number): number {
    let best = -1,
      least = distance * distance;
    this.visit({ left: x - distance, top: y - distance, right: x + distance, bottom: y + distance }, (point) => {
      const away = (this.points[2 * point]! - x) ** 2 + (this.points[2 * point + 1]! - y) ** 2;
      if (away <= least) ((best = point), (least = away));
    });
    return best;
  }

  private columnOf(x: number): number {
    return this.step((x - this.box.left) / (this.box.right - this.box.left));
  }

  private rowOf(y: number): number {
    return this.step((y - this.box.top) / (this.box.bottom - this.box.top));
  }

  private cellOf(x: number, y: number): number {
    return this.rowOf(y) * this.across + this.columnOf(x);
  }

  // `share`: not a number if all points are on one line.
  private step(share: number): number {
    return Math.max(0, Math.min(this.across - 1, Math.floor((share || 0) * this.across)));
  }
}
