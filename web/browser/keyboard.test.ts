// Each view, used by the Tab key alone, on a small and a large screen, light and dark.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { accessibilityFindings, closeBrowser, onPage, run, write } from "./workbench.ts";

const MOST_STOPS = 400; // of the Tab key, until the focus has been everywhere
const SCREENS = [
  { width: 360, height: 740, scheme: "dark" },
  { width: 3840, height: 2160, scheme: "light" },
] as const;

after(closeBrowser);

type Stop = { key: string; problem: string | null };

// In the page: the element with the focus, and a problem if no part of it is in sight; null: none has the focus.
function focused(): Stop | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return null;
  const known = ((window as unknown as { known?: Map<Element, number> }).known ??= new Map<Element, number>());
  if (!known.has(element)) known.set(element, known.size);
  const key = `${known.get(element)} ${element.outerHTML.slice(0, 150)}`;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const host = (element.getRootNode() as Partial<ShadowRoot>).host ?? element;
  const isSeenAt = (across: number, down: number) => {
    const x = left + across * (right - left),
      y = top + down * (bottom - top);
    const above = document.elementFromPoint(x, y); // null: out of the window
    return above !== null && (host.contains(above) || above.contains(element));
  };
  const shares = [0.05, 0.3, 0.5, 0.7, 0.95];
  const isSeen = shares.some((across) => shares.some((down) => isSeenAt(across, down)));
  return { key, problem: isSeen ? null : `not in sight: ${[left, top, right, bottom]}` };
}

// Presses Tab until the focus leaves the page, and looks at each element on the way.
async function tabThrough(page: Page, name: string) {
  await page.locator(".skip").focus();
  const stops: string[] = [];
  for (;;) {
    // Suggestions that come late would take the key.
    if (await page.locator(".cm-tooltip-autocomplete").isVisible()) await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focused);
    if (stop === null) break;
    assert.equal(stop.problem, null, `${name}: ${stop.key}`);
    if (stop.key === stops[0]) break;
    assert.notEqual(stop.key, stops.at(-1), `${name}: the focus stays`);
    stops.push(stop.key);
    assert.ok(stops.length < MOST_STOPS, `${name}: the focus does not leave: ${stops.slice(-3).join("\n")}`);
  }
  assert.ok(stops.length >= 5, `${name}: ${stops.join("\n")}`);
}

async function check(page: Page, name: string) {
  await tabThrough(page, name);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(tooWide <= 0, `${name}: ${tooWide} pixels too wide`);
  assert.deepEqual(await accessibilityFindings(page), [], name);
}

async function go(page: Page, hash: string) {
  await page.evaluate((to) => (location.hash = to), hash);
}

for (const screen of SCREENS)
  test(`every view with the keyboard alone, ${screen.width} pixels, ${screen.scheme}`, () =>
    onPage(async (page) => {
      const shown = (name: string) => page.getByRole("button", { name, exact: true });
      await run(page, "SELECT ?s (1 AS ?lat) (2 AS ?long) { ?s a ?c } LIMIT 5");
      await page.getByText(/^5 rows in/).waitFor();
      await check(page, "the table");
      await shown("Chart").click();
      await page.locator(".chart canvas").waitFor();
      await check(page, "the chart");
      await shown("Map").click();
      await page.locator(".map-points").waitFor();
      await shown("Next row").click();
      await check(page, "the map");
      await run(page, "CONSTRUCT WHERE { ?s a ?c } LIMIT 5");
      await page.getByText(/^5 triples in/).waitFor();
      await shown("Tree").click();
      await check(page, "the tree");
      await shown("Picture").click();
      await page.locator(".graph-node").first().waitFor();
      await check(page, "the picture");
      await shown("Plan").click();
      await page.getByRole("region", { name: "Plan" }).waitFor();
      await check(page, "the plan");
      await write(page, "SELECT * { oops");
      await shown("Run").click();
      await page.getByRole("alert").waitFor();
      await check(page, "an error");
      await go(
        page,
        `#/resource?${new URLSearchParams({ term: "http://www.Department0.University0.edu/FullProfessor0" })}`,
      );
      await page.getByRole("region", { name: "Referred to by" }).locator("dd a").first().waitFor();
      await shown("Neighbourhood").click();
      await page.locator(".graph-node").nth(5).waitFor();
      await check(page, "a resource");
      await go(page, "#/resource");
      await page.getByRole("group", { name: "Class diagram" }).waitFor();
      await check(page, "the schema");
      await go(page, "#/data");
      await page.getByText(/^\d+ named graphs/).waitFor();
      await check(page, "the data");
      await go(page, "#/running");
      await page.getByText("Nothing runs now.").waitFor();
      await check(page, "the running queries");
    }, screen));
