import assert from "node:assert/strict";
import { after, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { closeBrowser, logIn, onPage, run } from "./workbench.ts";

const PATIENCE = Number(process.env.QUADRILLE_TEST_PATIENCE ?? 1);
const MOST_FRAME_MS = 50;
// A server with --map-tiles, whose user "ann" may read.
const SERVER_WITH_TILES = process.env.QUADRILLE_TEST_ACCOUNTS_SERVER;
const TILES = "http://tiles.test";

const SHAPES = `PREFIX geo: <http://www.opengis.net/ont/geosparql#>
SELECT ?name ?shape {
  VALUES (?name ?text ?type) {
    ("square" "POLYGON((0 0, 20 0, 20 20, 0 20, 0 0))" geo:wktLiteral)
    ("swapped" "<http://www.opengis.net/def/crs/EPSG/0/4326> POINT Z (10 40 5)" geo:wktLiteral)
    ("line" "LINESTRING(0 -5, 20 -5)" geo:wktLiteral)
    ("json" '{"type": "Point", "coordinates": [-20, 10]}' geo:geoJSONLiteral)
    ("elsewhere" "<urn:example:system> POINT(1 2)" geo:wktLiteral)
    ("wrong" "POINT(1" geo:wktLiteral)
    ("outside" "POINT(200 0)" geo:wktLiteral)
  }
  BIND(STRDT(?text, ?type) AS ?shape)
}`;

after(closeBrowser);

async function openMap(page: Page, query: string) {
  await run(page, query);
  await page.getByText(/^[\d,]+ rows? in/).waitFor({ timeout: 30_000 * PATIENCE });
  await page.getByRole("button", { name: "Map" }).click();
  await page.locator(".map-points").waitFor();
}

type Layer = ".map-paths" | ".map-points";

function pixels(page: Page, layer: Layer): Promise<string> {
  return page.locator(layer).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

// Waits until a canvas has another picture than any of before, and adds that one.
async function waitForChange(page: Page, seen: Set<string>) {
  await page.waitForFunction(
    (known) => !known.includes(document.querySelector<HTMLCanvasElement>(".map-paths")!.toDataURL()),
    [...seen],
  );
  seen.add(await pixels(page, ".map-paths"));
}

test("shapes of all kinds are on a map, and rows without a position are counted", () =>
  onPage(async (page) => {
    await openMap(page, SHAPES);
    const map = page.getByRole("figure", { name: "Map of the answer" });
    await map
      .getByText("4 rows on the map; 2 rows without a position; 1 row in the reference system <urn:example:system>")
      .waitFor();
    const selected = map.getByRole("region", { name: "Selected row" });
    // All shapes are in sight, so the middle of the map is in the square.
    await page.locator(".map-window").click();
    await selected.getByText("square", { exact: true }).waitFor();
    await map.getByRole("button", { name: "Next row" }).click();
    await selected.getByText("swapped", { exact: true }).waitFor();
    await map.getByText("2 of 4 on the map").waitFor();
  }));

test("a map is used with the keyboard alone, and follows the colours of the page", () =>
  onPage(async (page) => {
    await openMap(page, SHAPES);
    const seen = new Set([await pixels(page, ".map-paths")]);
    await page.getByRole("button", { name: "Zoom in" }).focus();
    await page.keyboard.press("Enter");
    await waitForChange(page, seen);
    await page.getByRole("application").focus();
    for (const key of ["+", "ArrowRight"]) {
      await page.keyboard.press(key);
      await waitForChange(page, seen);
    }
    await page.getByLabel("Colours").selectOption("dark");
    await waitForChange(page, seen);
  }));

test("latitudes and longitudes are found by their names, or chosen", () =>
  onPage(async (page) => {
    await openMap(page, "SELECT * { VALUES (?a ?lat ?long) { (1 50 10) (2 95 10) (3 UNDEF 10) (4 -50 100) } }");
    const map = page.getByRole("figure", { name: "Map of the answer" });
    await map.getByText("2 rows on the map; 2 rows without a position").waitFor();
    await map.getByLabel("Latitude").selectOption("a");
    await map.getByText("4 rows on the map").waitFor();
  }));

// In the page: milliseconds between frames, until the function that it returns is called.
function watchFrames() {
  const times: number[] = [];
  let isWatching = true;
  const note = (time: number) => {
    times.push(time);
    if (isWatching) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  Object.assign(window, {
    frameTimes: () => {
      isWatching = false;
      return times.slice(1).map((time, i) => time - times[i]!);
    },
  });
}

test("a map of 100,000 points moves smoothly", () =>
  onPage(async (page) => {
    const random = (most: number) => `(RAND() * ${2 * most} - ${most})`;
    await openMap(
      page,
      `SELECT ?lat ?long { { SELECT * { ?a ?b ?c . ?d a ?e } LIMIT 100000 }
        BIND(${random(30)} AS ?lat) BIND(${random(50)} AS ?long) }`,
    );
    await page.getByText("100,000 rows on the map").waitFor();
    await page.locator(".map-window").scrollIntoViewIfNeeded();
    const area = (await page.locator(".map-window").boundingBox())!;
    const before = await pixels(page, ".map-points");
    await page.evaluate(watchFrames);
    await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= 30; ++i)
      await page.mouse.move(area.x + area.width / 2 + 8 * i, area.y + area.height / 2 + 2 * i);
    await page.mouse.up();
    assert.ok((await pixels(page, ".map-points")) !== before, "the map has not moved");
    const frames = (await page.evaluate("frameTimes()")) as number[];
    const median = frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)]!;
    console.log(`${frames.length} frames, the median ${median.toFixed(1)} ms, the longest ${Math.max(...frames)} ms`);
    assert.ok(median < MOST_FRAME_MS * PATIENCE, `${frames}`);
  }));

// A picture of one pixel, in the format PNG.
function onePixel(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.from([0, 200, 220, 255]));
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

test(
  "map tiles come from the server that --map-tiles names, with their source",
  { skip: SERVER_WITH_TILES ? false : "QUADRILLE_TEST_ACCOUNTS_SERVER is not set" },
  () =>
    onPage(
      async (page) => {
        const asked: string[] = [];
        await page.route(`${TILES}/**`, (route) => {
          asked.push(new URL(route.request().url()).pathname);
          return route.fulfill({ contentType: "image/png", body: onePixel() });
        });
        await logIn(page, "ann");
        await run(page, "ASK {}");
        await page.getByText("Yes (true)").waitFor();
        assert.deepEqual(asked, []);
        await openMap(page, SHAPES);
        await page.getByText("Tiles of the test").waitFor();
        await page.locator("img.leaflet-tile-loaded").first().waitFor();
        assert.match(asked[0]!, /^\/\d+\/\d+\/\d+\.png$/);
      },
      { server: SERVER_WITH_TILES!, origins: [TILES] },
    ),
);
