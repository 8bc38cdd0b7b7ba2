// Writes a picture of each view, light and dark, into the folder QUADRILLE_TEST_SCREENSHOTS, for docs/pictures/workbench.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { SERVER, closeBrowser, onPage, run, write } from "./workbench.ts";

const FOLDER = process.env.QUADRILLE_TEST_SCREENSHOTS;
const MOST_BYTES = 120_000; // of a picture
const PREFIX = "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n";
const PROFESSOR = "http://www.Department0.University0.edu/FullProfessor0";

const CITIES = `SELECT ?city ?lat ?long ?people {
  VALUES (?city ?lat ?long ?people) {
    ("Vienna" 48.21 16.37 2005760)
    ("Zurich" 47.37 8.54 447082)
    ("Munich" 48.14 11.58 1510378)
    ("Prague" 50.09 14.42 1384732)
    ("Milan" 45.46 9.19 1371498)
    ("Budapest" 47.50 19.04 1671004)
    ("Berlin" 52.52 13.41 3782202)
    ("Warsaw" 52.23 21.01 1863056)
  }
}`;

after(closeBrowser);

async function answer(page: Page, text: string, form?: string) {
  await run(page, text);
  await page.getByText(/^[\d,]+ (rows?|triples) in/).waitFor();
  if (form !== undefined) await page.getByRole("button", { name: form, exact: true }).click();
}

const long = () =>
  fetch(`${SERVER}sparql`, {
    method: "POST",
    body: new URLSearchParams({ query: "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . FILTER(?a != ?f) }" }),
    headers: { "X-Request-Id": "counting" },
  });

// What is done before the picture of a view is taken, and perhaps after it.
const VIEWS: Record<string, (page: Page) => Promise<(() => Promise<unknown>) | void>> = {
  async query(page) {
    await answer(
      page,
      `${PREFIX}SELECT ?professor ?course ?student {\n  ?professor a ub:FullProfessor ;\n    ub:teacherOf ?course .\n  ?student ub:takesCourse ?course\n}\nLIMIT 100`,
    );
  },
  async error(page) {
    await run(page, `${PREFIX}SELECT ?professor {\n  ?professor a ub:FullProfessor .\n  FILTER(?professor = = 1)\n}`);
    await page.getByRole("alert").waitFor();
  },
  async chart(page) {
    await answer(
      page,
      `${PREFIX}SELECT ?class (COUNT(*) AS ?n) {\n  ?x a ?class\n}\nGROUP BY ?class\nORDER BY DESC(?n)`,
      "Chart",
    );
    await page.locator(".chart canvas").waitFor();
  },
  async map(page) {
    await answer(page, CITIES, "Map");
    await page.locator(".map-points").waitFor();
    await page.getByRole("button", { name: "Next row" }).click();
    await page.getByRole("button", { name: "Zoom in" }).scrollIntoViewIfNeeded();
  },
  async tree(page) {
    await answer(page, `${PREFIX}DESCRIBE <${PROFESSOR}>`, "Tree");
  },
  async picture(page) {
    await answer(
      page,
      `${PREFIX}CONSTRUCT WHERE {\n  ?professor a ub:FullProfessor ; ub:worksFor ?department ; ub:teacherOf ?course\n}\nLIMIT 24`,
      "Picture",
    );
    await page.locator(".graph-node").first().waitFor();
  },
  async profile(page) {
    await write(
      page,
      `${PREFIX}SELECT * {\n  ?p a ub:FullProfessor ;\n    ub:teacherOf ?c .\n  ?s ub:takesCourse ?c\n}`,
    );
    await page.getByRole("button", { name: "Profile" }).click();
    await page.getByRole("region", { name: "Plan" }).locator("text").first().waitFor();
  },
  async explore(page) {
    await page.goto(`${SERVER}#/resource?${new URLSearchParams({ term: PROFESSOR })}`);
    await page.getByRole("region", { name: "Referred to by" }).locator("dd a").first().waitFor();
    await page.getByRole("button", { name: "Neighbourhood", exact: true }).click();
    await page.locator(".graph-node").nth(5).waitFor();
  },
  async schema(page) {
    await page.goto(`${SERVER}#/resource`);
    await page
      .getByRole("group", { name: "Class diagram" })
      .getByText(/^Publication/)
      .waitFor();
  },
  async data(page) {
    await page.goto(`${SERVER}#/data`);
    await page
      .getByText(/triples?$/)
      .first()
      .waitFor();
  },
  async running(page) {
    await page.goto(`${SERVER}#/running`);
    const other = long();
    await page.getByRole("button", { name: "End counting" }).waitFor();
    return async () => {
      await page.getByRole("button", { name: "End counting" }).click();
      await other;
    };
  },
};

async function takePicture(page: Page, name: string) {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 75 });
  const bytes = Buffer.from(data, "base64");
  assert.ok(bytes.length <= MOST_BYTES, `${name} has ${bytes.length} bytes`);
  writeFileSync(join(FOLDER!, `${name}.webp`), bytes);
}

for (const scheme of ["light", "dark"] as const)
  for (const [name, show] of Object.entries(VIEWS))
    test(`a picture of ${name}, ${scheme}`, { skip: FOLDER ? false : "QUADRILLE_TEST_SCREENSHOTS is not set" }, () =>
      onPage(
        async (page) => {
          const finish = await show(page);
          await takePicture(page, `${name}-${scheme}`);
          await finish?.();
        },
        { scheme, width: 1200, height: 800 },
      ),
    );
