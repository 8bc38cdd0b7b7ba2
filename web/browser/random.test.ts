// Random clicks and keys. The seed is printed; QUADRILLE_TEST_SEED repeats a run, QUADRILLE_TEST_SECONDS makes it longer.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { closeBrowser, onPage } from "./workbench.ts";

const SEED = Number(process.env.QUADRILLE_TEST_SEED ?? Date.now() % 1_000_000);
const SECONDS = Number(process.env.QUADRILLE_TEST_SECONDS ?? 15);
const MOST_HEAP_BYTES = 300e6;
const KEYS = [
  "Tab",
  "Enter",
  "Escape",
  "ArrowDown",
  "ArrowUp",
  "Control+Enter",
  "Shift+Alt+F",
  "Control+z",
  "Backspace",
];
const TEXTS = [
  "SELECT * { ?s ?p ?o } LIMIT 5",
  "{",
  "}",
  "?x",
  "a foaf:Person .",
  '"',
  "<urn:a>",
  "# note\n",
  "ASK {}",
];

after(closeBrowser);

// mulberry32: small, and the same everywhere.
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

async function act(page: Page, random: () => number) {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const what = random();
  if (what < 0.5) {
    const clickable = page.locator("a, button, summary, input, [tabindex='0'], .cm-content").filter({ visible: true });
    const count = await clickable.count();
    if (count === 0) return page.keyboard.press("Escape");
    await clickable.nth(Math.floor(random() * count)).click({ timeout: 500, force: true, noWaitAfter: true });
  } else if (what < 0.75) await page.keyboard.press(one(KEYS));
  else if (what < 0.95) await page.keyboard.insertText(one(TEXTS));
  else await page.goBack({ timeout: 500 });
}

test(`random clicks and keys, seed ${SEED}`, () =>
  onPage(async (page) => {
    console.log(`seed ${SEED}`);
    page.on("dialog", (dialog) => void dialog.dismiss());
    page.on("download", (download) => void download.cancel());
    page.on("filechooser", () => {});
    const random = randomNumbers(SEED);
    const home = page.url();
    const end = performance.now() + SECONDS * 1000;
    while (performance.now() < end) {
      await act(page, random).catch(() => {}); // what is clicked may be gone
      if (!page.url().startsWith(home.replace(/#.*/, ""))) await page.goto(home);
    }
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    assert.ok(usedSize < MOST_HEAP_BYTES, `${usedSize} bytes`);
    await page.goto(home);
    await page.reload();
    await page.getByRole("button", { name: /^(Run|Update|Stop)$/ }).waitFor();
  }));
