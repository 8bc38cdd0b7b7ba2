// Published data: the units of QUDT, and nanopublications, each in graphs of its own.

import { after, test } from "node:test";
import { closeBrowser, onPage, run, shows, write } from "./workbench.ts";

const SERVER = process.env.QUADRILLE_TEST_REAL_SERVER!;
const skip = SERVER ? false : "QUADRILLE_TEST_REAL_SERVER is not set";
const PROLOGUE = "PREFIX qudt: <http://qudt.org/schema/qudt/>\n";
const METRE = "http://qudt.org/vocab/unit/M";

after(closeBrowser);

test("suggestions fit units, and have their names", { skip }, () =>
  onPage(
    async (page) => {
      const offered = page.locator(".cm-tooltip-autocomplete li");
      await write(page, `${PROLOGUE}SELECT * { ?unit a qudt:Unit ; `);
      await page.keyboard.type("qudt:");
      await page.locator(".cm-tooltip-autocomplete completion-section", { hasText: "Fits here" }).waitFor();
      await offered.getByText("qudt:conversionMultiplier", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await write(page, `${PROLOGUE}SELECT * { ?unit qudt:hasQuantityKind `);
      await page.keyboard.type("<http://qudt.org/vocab/quantitykind/Acc");
      await offered.getByText("<http://qudt.org/vocab/quantitykind/Acceleration>").waitFor();
      await page.keyboard.press("Escape");
    },
    { server: SERVER },
  ),
);

test("the schema has many classes, and the diagram those with the most triples", { skip }, () =>
  onPage(
    async (page) => {
      await page.getByText(/\d+ classes, \d+ predicates, [\d,]+ triples/).waitFor();
      const diagram = page.getByRole("group", { name: "Class diagram" });
      await diagram.locator(".diagram-class", { hasText: "QuantityKind" }).first().waitFor();
      await page.getByRole("combobox", { name: "Classes" }).selectOption("20");
      await page.waitForFunction(() => document.querySelectorAll(".diagram-box").length === 20);
    },
    { server: SERVER, address: "#/resource" },
  ),
);

test("a resource has a name in the reader's language", { skip }, () =>
  onPage(
    async (page) => {
      await page.getByRole("heading", { name: /Met(re|er)/i }).waitFor();
      await page.getByRole("region", { name: "Referred to by" }).getByText("hasUnit").waitFor();
    },
    { server: SERVER, address: `#/resource?${new URLSearchParams({ term: METRE })}` },
  ),
);

test("thousands of graphs are listed, and counted when they come into sight", { skip }, () =>
  onPage(
    async (page) => {
      await page.getByText(/^[\d,]+ named graphs/).waitFor();
      const first = page.locator("ul.graphs li").first();
      await first.getByText(/[\d,]+ (triples?|quads?)/).waitFor();
    },
    { server: SERVER, address: "#/data" },
  ),
);

test("texts in many languages, long literals and markup are shown in a table", { skip }, () =>
  onPage(
    async (page) => {
      await run(page, "SELECT * { ?s ?p ?text FILTER(isLiteral(?text)) } LIMIT 20000");
      await page.getByText(/^20,000 rows/).waitFor();
      await run(page, "SELECT * { GRAPH ?graph { ?s ?p ?o } } LIMIT 5000");
      await page.getByText(/^5,000 rows/).waitFor();
      await shows(page, "GRAPH ?graph");
    },
    { server: SERVER },
  ),
);
