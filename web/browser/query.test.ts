import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SERVER, closeBrowser, onPage, run, shows, write } from "./workbench.ts";

const TYPES = "SELECT ?class (COUNT(*) AS ?n) { ?x a ?class } GROUP BY ?class ORDER BY DESC(?n)";
const UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";
const PATIENCE = Number(process.env.QUADRILLE_TEST_PATIENCE ?? 1);

after(closeBrowser);

// The best of some loads: other programs may take the processor.
test("the first paint takes under half a second, and the first answer under one", async () => {
  const times: { paint: number; answer: number }[] = [];
  const isFast = ({ paint, answer }: { paint: number; answer: number }) =>
    paint < 500 * PATIENCE && answer < 1000 * PATIENCE;
  while (times.length < 5 && !times.some(isFast))
    await onPage(async (page) => {
      const paint = await page.evaluate(firstPaint);
      const begin = performance.now();
      await page.getByRole("button", { name: "Run" }).click();
      await page.getByText(/^100 rows in/).waitFor();
      times.push({ paint, answer: performance.now() - begin });
    });
  assert.ok(times.some(isFast), JSON.stringify(times));
});

// In the page: milliseconds from its beginning.
function firstPaint(): Promise<number> {
  return new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries()[0]!.startTime)).observe({
      type: "paint",
      buffered: true,
    }),
  );
}

test("an answer is a table, with short names and links", () =>
  onPage(async (page) => {
    await run(page, `PREFIX ub: <${UB}> ${TYPES}`);
    await page.getByText(/^\d+ rows in/).waitFor();
    const first = page.locator("tbody tr[aria-rowindex]").first();
    assert.match(await first.innerText(), /ub:\w+[\s\S]*\d/);
    assert.match((await first.getByRole("link").getAttribute("href"))!, /^#\/query\?query=SELECT/);
  }));

test("a long answer has only the rows in sight in the document, and says what it has left out", () =>
  onPage(async (page) => {
    await run(page, "SELECT ?a ?b { ?a a ?c . ?b a ?d } LIMIT 250000");
    await page.getByText(/^200,000 of 250,000 rows in/).waitFor({ timeout: 30_000 * PATIENCE });
    assert.ok((await page.locator("tbody tr").count()) < 100);
    const rows = page.getByRole("region", { name: "Rows of the answer" });
    await rows.evaluate((box) => (box.scrollTop = box.scrollHeight));
    await page.locator("tr", { hasText: "200,000" }).waitFor();
  }));

test("rows are filtered and sorted", () =>
  onPage(async (page) => {
    await run(page, `PREFIX ub: <${UB}> ${TYPES}`);
    await page.getByText(/^\d+ rows in/).waitFor();
    await page.getByRole("button", { name: "n", exact: true }).click();
    const numbers = await page.locator("tbody tr[aria-rowindex] .number.literal").allInnerTexts();
    assert.deepEqual(
      numbers,
      [...numbers].sort((a, b) => Number(a) - Number(b)),
    );
    await page.getByRole("searchbox").fill("professor");
    await page.getByText(/^\d rows match/).waitFor();
  }));

test("an error is marked at the server's place, with the server's words", () =>
  onPage(async (page) => {
    const query = "SELECT * {\n  ?s ?p ?o .\n  FILTER(?s = = 1)\n}";
    await run(page, query);
    const words = await page.getByRole("alert").innerText();
    assert.match(words, /Error 400/);
    const response = await fetch(SERVER + "sparql", {
      method: "POST",
      body: new URLSearchParams({ query }),
    });
    assert.ok(words.includes((await response.text()).trim()), words);
    const mark = page.locator(".cm-lintRange-error");
    assert.ok((await mark.boundingBox())!.y > (await page.locator(".cm-line").nth(1).boundingBox())!.y);
  }));

test("a running query is stopped", () =>
  onPage(async (page) => {
    await run(page, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText(/^Stopped after/).waitFor();
  }));

test("prefixes are declared, and the text is laid out", () =>
  onPage(async (page) => {
    await run(page, "select * { ?s rdfs:subClassOf ?o } limit 3");
    await page.getByText(/^[0-3] rows? in/).waitFor();
    await page.keyboard.press("Shift+Alt+F");
    const lines = await page.locator(".cm-line").allInnerTexts();
    assert.deepEqual(lines.slice(0, 3), [
      "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>",
      "select * {",
      "  ?s rdfs:subClassOf ?o",
    ]);
  }));

test("a boolean and a graph have views", () =>
  onPage(async (page) => {
    await run(page, "ASK { ?s ?p ?o }");
    await page.getByText("Yes (true)").waitFor();
    await run(page, "CONSTRUCT WHERE { ?s a ?c } LIMIT 5");
    await page.getByText(/^5 triples in/).waitFor();
  }));

test("a link holds the query and does not run it", () =>
  onPage(
    async (page) => {
      await shows(page, "DROP ALL");
      assert.equal(await page.getByRole("button", { name: "Update" }).count(), 1);
      await page.waitForTimeout(300);
      assert.equal(await page.getByRole("status").count(), 0);
    },
    { address: "#/query?query=DROP+ALL" },
  ));

test("tabs stay when the page is loaded again, and answers do not", () =>
  onPage(async (page) => {
    await run(page, "# Kept\nASK {}");
    await page.getByText("Yes (true)").waitFor();
    await page.getByRole("button", { name: "New query" }).click();
    await write(page, "ASK { ?never ?had ?rows }");
    await page.waitForTimeout(600);
    await page.reload();
    await shows(page, "?never");
    assert.equal(await page.getByText("Yes (true)").count(), 0);
    await page.getByRole("button", { name: "Kept", exact: true }).click();
    await shows(page, "# Kept");
    await page.getByRole("button", { name: "Close Kept" }).click();
    await shows(page, "?never");
  }));

for (const [width, scheme] of [
  [360, "dark"],
  [3840, "light"],
] as const)
  test(`the page fits ${width} pixels, ${scheme}`, () =>
    onPage(
      async (page) => {
        await write(page, TYPES);
        await page.getByRole("button", { name: "Run" }).click();
        await page.getByText(/^\d+ rows in/).waitFor();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${overflow} pixels too wide`);
      },
      { width, scheme },
    ));
