// Draws shapes on a canvas. Points are set in an image, pixel by pixel, which stays fast for 100,000 of them.

import { resolvedColour } from "../drawing/colours.ts";
import type { PointGrid } from "./point_grid.ts";
import { meet, type Box, type Path, type Shapes } from "./shapes.ts";

// The part of the plane on a canvas, in pixels of the canvas: x on the canvas is `scale` * x - `left`.
export type View = { scale: number; left: number; top: number; width: number; height: number; pixelRatio: number };

const POINT_RADIUS = 4; // with an edge of one pixel in the colour of the ground
const SELECTED_RADIUS = 8;
const LEAST_STEP = 0.7; // pixels: shorter parts of a path are left out

function boxOf({ scale, left, top, width, height }: View, margin: number): Box {
  return {
    left: (left - margin) / scale,
    top: (top - margin) / scale,
    right: (left + width + margin) / scale,
    bottom: (top + height + margin) / scale,
  };
}

function trace(context: CanvasRenderingContext2D, view: View, path: Path) {
  for (const ring of path.rings) {
    let lastX = Infinity,
      lastY = Infinity;
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]! * view.scale - view.left,
        y = ring[i + 1]! * view.scale - view.top;
      const isFirst = i === 0,
        isLast = i + 2 >= ring.length;
      if (isFirst) context.moveTo(x, y);
      else if (isLast || Math.abs(x - lastX) + Math.abs(y - lastY) >= LEAST_STEP) context.lineTo(x, y);
      else continue;
      ((lastX = x), (lastY = y));
    }
    if (path.isArea) context.closePath();
  }
}

function drawPaths(
  context: CanvasRenderingContext2D,
  view: View,
  paths: readonly Path[],
  colour: string,
  width: number,
) {
  const box = boxOf(view, width);
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = width;
  context.lineJoin = context.lineCap = "round";
  for (const path of paths) {
    if (!meet(path.box, box)) continue;
    context.beginPath();
    trace(context, view, path);
    context.globalAlpha = 0.25;
    if (path.isArea) context.fill("evenodd");
    context.globalAlpha = 1;
    context.stroke();
  }
}

export function drawLand(canvas: HTMLCanvasElement, view: View, land: readonly Path[]) {
  const context = canvas.getContext("2d")!;
  context.clearRect(0, 0, view.width, view.height);
  context.fillStyle = resolvedColour(canvas, "--land");
  context.strokeStyle = resolvedColour(canvas, "--border");
  context.lineWidth = 0.5 * view.pixelRatio;
  const box = boxOf(view, 1);
  context.beginPath();
  for (const path of land) if (meet(path.box, box)) trace(context, view, path);
  context.fill("evenodd");
  context.stroke();
}

// Discs as steps from the middle: of the edge, and of the inner part.
function disc(radius: number, width: number): { inner: Int32Array; edge: Int32Array } {
  const inner: number[] = [],
    edge: number[] = [];
  for (let y = -radius; y <= radius; ++y)
    for (let x = -radius; x <= radius; ++x) {
      const away = Math.hypot(x, y);
      if (away <= radius - 0.6) inner.push(y * width + x);
      else if (away <= radius + 0.2) edge.push(y * width + x);
    }
  return { inner: Int32Array.from(inner), edge: Int32Array.from(edge) };
}

// A pixel as ImageData has it, in one number.
function pixelOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.match(/\d+/g)!.map(Number);
  return new Uint32Array(new Uint8ClampedArray([red, green, blue, 255]).buffer)[0]!;
}

// Draws points on a canvas. Its image is used again for each picture.
export class PointImage {
  private image = new ImageData(1, 1);
  private isDrawn = new Uint8Array(1); // by pixel: a disc has its middle there

  draw(canvas: HTMLCanvasElement, view: View, { points }: Shapes, grid: PointGrid) {
    const { width, height } = view;
    const radius = Math.round(POINT_RADIUS * view.pixelRatio);
    this.clear(width, height);
    const pixels = new Uint32Array(this.image.data.buffer);
    const { inner, edge } = disc(radius, width);
    const innerPixel = pixelOf(resolvedColour(canvas, "--accent"));
    const edgePixel = pixelOf(resolvedColour(canvas, "--paper"));
    const middles: number[] = [];
    // Discs that do not fit are left out: their middles are a few pixels from the margin of the canvas.
    grid.visit(boxOf(view, -radius - 1), (point) => {
      const x = Math.round(points[2 * point]! * view.scale - view.left),
        y = Math.round(points[2 * point + 1]! * view.scale - view.top);
      const middle = y * width + x;
      if (this.isDrawn[middle] === 1) return;
      this.isDrawn[middle] = 1;
      middles.push(middle);
    });
    for (const middle of middles) for (const step of edge) pixels[middle + step] = edgePixel;
    for (const middle of middles) for (const step of inner) pixels[middle + step] = innerPixel;
    canvas.getContext("2d")!.putImageData(this.image, 0, 0);
  }

  private clear(width: number, height: number) {
    if (this.image.width === width && this.image.height === height) {
      this.image.data.fill(0);
      this.isDrawn.fill(0);
    } else {
      this.image = new ImageData(width, height);
      this.isDrawn = new Uint8Array(width * height);
    }
  }
}

// `selected`: a place; null: none.
export function drawPathsOf(canvas: HTMLCanvasElement, view: View, { paths }: Shapes, selected: number | null) {
  const context = canvas.getContext("2d")!;
  const lineWidth = 2 * view.pixelRatio;
  context.clearRect(0, 0, view.width, view.height);
  drawPaths(context, view, paths, resolvedColour(canvas, "--accent"), lineWidth);
  const chosen = paths.filter(({ place }) => place === selected);
  drawPaths(context, view, chosen, resolvedColour(canvas, "--error"), 2 * lineWidth);
}

// A ring around each point of the place.
export function markPoints(canvas: HTMLCanvasElement, view: View, { points, placeOfPoint }: Shapes, place: number) {
  const context = canvas.getContext("2d")!;
  context.strokeStyle = resolvedColour(canvas, "--error");
  context.lineWidth = 3 * view.pixelRatio;
  for (let point = placeOfPoint.indexOf(place); placeOfPoint[point] === place; ++point) {
    const x = points[2 * point]! * view.scale - view.left,
      y = points[2 * point + 1]! * view.scale - view.top;
    context.beginPath();
    context.arc(x, y, SELECTED_RADIUS * view.pixelRatio, 0, 2 * Math.PI);
    context.stroke();
  }
}
