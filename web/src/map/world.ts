// A map of the world with shapes, moved and zoomed by Leaflet. This file comes when the first map is wanted.
//
// The canvases of the land and of the shapes lie still; each move of the map draws them again.

import { CRS, latLngBounds, map as newMap, point, tileLayer, type LatLngBounds, type Map } from "leaflet";
import { watchColours } from "../drawing/colours.ts";
import { PointImage, drawLand, drawPathsOf, markPoints, type View } from "./draw.ts";
import type { Geometry } from "./geometry.ts";
import { placeAt } from "./hit.ts";
import { landOutlines } from "./land.ts";
import { PointGrid } from "./point_grid.ts";
import { boxAround, shapesOf, type Box, type Path, type Shapes } from "./shapes.ts";
import type { MapTiles } from "./tiles.ts";

const TILE_PIXELS = 256;
const CLICK_PIXELS = 8;
const WHOLE = latLngBounds([-85, -180], [85, 180]);
const CLOSEST_AT_FIRST = 5; // zoom, for one point: coasts are in sight

let land: readonly Path[] | null = null;

function boundsOf({ left, top, right, bottom }: Box): LatLngBounds {
  const corner = (x: number, y: number) => CRS.EPSG3857.pointToLatLng(point(x * TILE_PIXELS, y * TILE_PIXELS), 0);
  return latLngBounds(corner(left, top), corner(right, bottom));
}

export class World {
  private readonly map: Map;
  private readonly landCanvas: HTMLCanvasElement;
  private readonly pathCanvas: HTMLCanvasElement;
  private readonly pointCanvas: HTMLCanvasElement;
  private readonly shapes: Shapes;
  private readonly grid: PointGrid;
  private readonly image = new PointImage();
  private selected: number | null = null;
  private readonly ends: (() => void)[] = [];

  // `select` is called with the index of a geometry, or null, by clicks.
  constructor(
    host: HTMLElement,
    geometries: readonly Geometry[],
    tiles: MapTiles | null,
    select: (place: number | null) => void,
  ) {
    land ??= shapesOf([landOutlines()]).paths;
    this.shapes = shapesOf(geometries);
    this.grid = new PointGrid(this.shapes.points);
    this.map = newMap(host, {
      attributionControl: false,
      zoomControl: false,
      zoomAnimation: false,
      fadeAnimation: false,
      scrollWheelZoom: false,
      maxBounds: WHOLE.pad(0.1),
      maxBoundsViscosity: 1,
    });
    if (tiles) tileLayer(tiles.address, { noWrap: true, bounds: WHOLE }).addTo(this.map);
    this.landCanvas = this.addCanvas("map-land");
    this.pathCanvas = this.addCanvas("map-paths");
    this.pointCanvas = this.addCanvas("map-points");
    this.map.on("move resize", () => this.draw());
    this.map.on("click", ({ latlng }) => select(this.placeAt(this.map.project(latlng))));
    this.zoomByWheelWithFocus(host);
    // While another view is shown, the host has no size.
    const sizes = new ResizeObserver(() => host.clientWidth > 0 && this.map.invalidateSize());
    sizes.observe(host);
    this.ends.push(
      () => sizes.disconnect(),
      watchColours(() => this.draw()),
    );
    this.showAll();
  }

  close() {
    for (const end of this.ends) end();
    this.map.remove();
  }

  zoom(steps: number) {
    this.map.setZoom(this.map.getZoom() + steps);
  }

  showAll() {
    const box = boxAround([this.shapes.points, ...this.shapes.paths.map((path) => corners(path.box))]);
    this.map.fitBounds(box ? boundsOf(box) : WHOLE, { maxZoom: CLOSEST_AT_FIRST, padding: [20, 20], animate: false });
  }

  // Marks a place, and moves the map there if the place is not in sight.
  select(place: number | null) {
    this.selected = place;
    const box = place === null ? null : this.boxOf(place);
    if (box && !this.map.getBounds().intersects(boundsOf(box))) this.map.panTo(boundsOf(box).getCenter());
    this.draw();
  }

  private boxOf(place: number): Box | null {
    const { points, placeOfPoint, paths } = this.shapes;
    const own = paths.filter((path) => path.place === place).map((path) => corners(path.box));
    for (let i = placeOfPoint.indexOf(place); placeOfPoint[i] === place; ++i) own.push(points.slice(2 * i, 2 * i + 2));
    return boxAround(own);
  }

  private addCanvas(name: string): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.className = name;
    this.map.getContainer().append(canvas);
    return canvas;
  }

  // The page scrolls over a map that nobody uses.
  private zoomByWheelWithFocus(host: HTMLElement) {
    host.addEventListener("focus", () => this.map.scrollWheelZoom.enable());
    host.addEventListener("blur", () => this.map.scrollWheelZoom.disable());
  }

  private placeAt({ x, y }: { x: number; y: number }): number | null {
    const scale = this.scale();
    return placeAt(this.shapes, this.grid, x / scale, y / scale, CLICK_PIXELS / scale);
  }

  // Pixels of the page in a unit of the plane.
  private scale(): number {
    return TILE_PIXELS * 2 ** this.map.getZoom();
  }

  private view(): View {
    const pixelRatio = devicePixelRatio;
    const { x, y } = this.map.getSize();
    const { min } = this.map.getPixelBounds();
    return {
      scale: this.scale() * pixelRatio,
      left: min!.x * pixelRatio,
      top: min!.y * pixelRatio,
      width: Math.max(1, Math.round(x * pixelRatio)),
      height: Math.max(1, Math.round(y * pixelRatio)),
      pixelRatio,
    };
  }

  private draw() {
    const view = this.view();
    for (const canvas of [this.landCanvas, this.pathCanvas, this.pointCanvas])
      if (canvas.width !== view.width || canvas.height !== view.height) {
        canvas.width = view.width;
        canvas.height = view.height;
      }
    drawLand(this.landCanvas, view, land!);
    drawPathsOf(this.pathCanvas, view, this.shapes, this.selected);
    if (this.shapes.points.length === 0) return;
    this.image.draw(this.pointCanvas, view, this.shapes, this.grid);
    if (this.selected !== null) markPoints(this.pointCanvas, view, this.shapes, this.selected);
  }
}

function corners({ left, top, right, bottom }: Box): Float64Array {
  return Float64Array.of(left, top, right, bottom);
}
