// Well-known text (OGC 06-103r4, 7) as GeoSPARQL writes it: "<IRI of a reference system> POINT Z (1 2 3)".

import { noGeometry, type Geometry } from "./geometry.ts";

// What a text says. `system`: a reference system that the map does not show.
export type Parsed = { geometry: Geometry } | { system: string } | null;

// Systems of longitude and latitude on WGS 84. EPSG has the latitude first.
const LONGITUDE_FIRST = /^https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[^/]+\/CRS84h?$/;
const LATITUDE_FIRST = /^https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/4326$/;

// null: the text is malformed, or has another kind of geometry.
export function parseWkt(text: string): Parsed {
  const [, system, rest = ""] = /^\s*(?:<([^>]*)>)?(.*)$/s.exec(text)!;
  if (system !== undefined && !LONGITUDE_FIRST.test(system) && !LATITUDE_FIRST.test(system)) return { system };
  const reader = new Reader(rest, system !== undefined && LATITUDE_FIRST.test(system));
  const geometry = noGeometry();
  return reader.readGeometry(geometry) && reader.isAtEnd() ? { geometry } : null;
}

const TAG = /\s*([A-Za-z]+?)\s*(ZM|Z|M)?\s*(EMPTY\b|(?=\())/iy;
const NUMBER = /\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])/y;
const MOST_COORDINATES = 4; // x, y, z, m
const DEEPEST = 50; // collections in collections

// A method returns false if the text is not what it reads.
class Reader {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly isLatitudeFirst: boolean;

  constructor(text: string, isLatitudeFirst: boolean) {
    this.text = text;
    this.isLatitudeFirst = isLatitudeFirst;
  }

  isAtEnd(): boolean {
    return this.text.slice(this.at).trim() === "";
  }

  readGeometry(into: Geometry): boolean {
    const tag = this.match(TAG);
    if (!tag) return false;
    const isEmpty = tag[3] !== "";
    const ring = (list: number[][]) => () => this.readPairs((list[list.length] = []));
    switch (tag[1]!.toUpperCase()) {
      case "POINT":
        return isEmpty || (this.skip("(") && this.readPair(into.points) && this.skip(")"));
      case "MULTIPOINT":
        return isEmpty || this.readList(() => this.readPoint(into.points));
      case "LINESTRING":
        return isEmpty || ring(into.lines)();
      case "MULTILINESTRING":
        return isEmpty || this.readList(ring(into.lines));
      case "POLYGON":
        return isEmpty || this.readList(ring((into.areas[into.areas.length] = [])));
      case "MULTIPOLYGON":
        return isEmpty || this.readList(() => this.readList(ring((into.areas[into.areas.length] = []))));
      case "GEOMETRYCOLLECTION":
        return isEmpty || this.readCollection(into);
      default:
        return false;
    }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private skip(sign: string): boolean {
    while (/\s/.test(this.text[this.at] ?? "")) ++this.at;
    if (this.text[this.at] !== sign) return false;
    ++this.at;
    return true;
  }

  private readList(readOne: () => boolean): boolean {
    if (!this.skip("(")) return false;
    do if (!readOne()) return false;
    while (this.skip(","));
    return this.skip(")");
  }

  private readCollection(into: Geometry): boolean {
    if (++this.depth > DEEPEST) return false;
    const isRead = this.readList(() => this.readGeometry(into));
    --this.depth;
    return isRead;
  }

  private readPairs(into: number[]): boolean {
    return this.readList(() => this.readPair(into));
  }

  // A point of several may be in parentheses of its own.
  private readPoint(into: number[]): boolean {
    if (!this.skip("(")) return this.readPair(into);
    return this.readPair(into) && this.skip(")");
  }

  private readPair(into: number[]): boolean {
    const numbers: number[] = [];
    for (let found; numbers.length < MOST_COORDINATES && (found = this.match(NUMBER));) numbers.push(Number(found[1]));
    if (numbers.length < 2) return false;
    const [first, second] = numbers as [number, number];
    into.push(...(this.isLatitudeFirst ? [second, first] : [first, second]));
    return true;
  }
}
