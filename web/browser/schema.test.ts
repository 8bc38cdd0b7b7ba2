import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertApart, closeBrowser, onPage, SERVER, shows } from "./workbench.ts";

const UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";

after(closeBrowser);

const update = async (text: string) => {
  const answer = await fetch(SERVER + "update", {
    method: "POST",
    body: text,
    headers: { "Content-Type": "application/sparql-update" },
  });
  assert.equal(answer.status, 200, await answer.text());
};

test("the schema is a diagram, and lists of classes and predicates", () =>
  onPage(
    async (page) => {
      await page.getByText(/\d+ classes, \d+ predicates, [\d,]+ triples/).waitFor();
      const classes = page.getByRole("region", { name: "Classes" });
      await classes.getByRole("link", { name: /UndergraduateStudent/ }).waitFor();
      const diagram = page.getByRole("group", { name: "Class diagram" });
      await diagram.getByText(/^Publication/).waitFor();
      assert.ok((await diagram.getByText("publicationAuthor").count()) > 0);
      const predicates = page.getByRole("region", { name: "Predicates" });
      await predicates
        .getByText(/xsd:string \([\d,]+\)/)
        .first()
        .waitFor();
      await classes
        .getByRole("row", { name: /#Course\b/ })
        .getByRole("link", { name: "Some of them" })
        .click();
      await shows(page, "?thing a <http://swat.cse.lehigh.edu/onto/univ-bench.owl#Course>");
    },
    { address: "#/resource" },
  ));

test("the texts of a class diagram do not cover each other, and the rest is shown for the pointer", () =>
  onPage(
    async (page) => {
      const diagram = page.getByRole("group", { name: "Class diagram" });
      await diagram.waitFor();
      await assertApart(diagram.locator(".diagram-line text:not(.crowded), .diagram-box rect"), 20);
      await diagram.evaluate((one) => one.scrollIntoView());
      // A point at which the pointer reaches a line whose text has no room.
      const point = await diagram.locator(".diagram-line", { has: page.locator(".crowded") }).evaluateAll((lines) => {
        for (const line of lines) {
          const path = line.querySelector<SVGPathElement>(".reach")!;
          for (let share = 0.05; share < 1; share += 0.05) {
            const { x, y } = path.getPointAtLength(path.getTotalLength() * share);
            const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM()!);
            if (document.elementFromPoint(at.x, at.y) === path) return { x: at.x, y: at.y };
          }
        }
        return null;
      });
      assert.equal(await diagram.locator(".crowded:visible").count(), 0);
      await page.mouse.move(point!.x, point!.y);
      await diagram.locator(".crowded:visible").waitFor();
    },
    { address: "#/resource" },
  ));

test("a schema of older data says so, and is counted again", () =>
  onPage(
    async (page) => {
      await page.route("**/schema?part=counts*", async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), triples: 2_000_000 } });
      });
      await page.reload();
      await page.getByRole("group", { name: "Class diagram" }).waitFor();
      await update("INSERT DATA { <urn:schema-test> a <urn:NewClass> }");
      try {
        await page.reload();
        await page.getByText("The data have changed").waitFor();
        await page.getByRole("button", { name: "Count again" }).click();
        await page.getByRole("button", { name: "Count again" }).waitFor({ state: "detached" });
        await page.getByRole("region", { name: "Classes" }).getByText("<urn:NewClass>").waitFor();
      } finally {
        await update("DELETE DATA { <urn:schema-test> a <urn:NewClass> }");
      }
    },
    { address: "#/resource" },
  ));

test("examples come from the data and from the schema", () =>
  onPage(async (page) => {
    const stored = `<urn:example> a sh:SPARQLExecutable ; rdfs:label "Heads of departments" ; sh:prefixes <urn:prefixes> ;
      sh:select "SELECT * { ?x ub:headOf ?y }" . <urn:prefixes> sh:declare <urn:prefix> . <urn:prefix> sh:prefix "ub" ; sh:namespace "${UB}"`;
    const prologue = "PREFIX sh: <http://www.w3.org/ns/shacl#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n";
    await update(`${prologue} INSERT DATA { GRAPH <urn:examples> { ${stored} } }`);
    try {
      await page.locator("summary", { hasText: "Examples" }).click();
      await page.getByRole("button", { name: "All classes" }).waitFor();
      await page.getByRole("button", { name: "Heads of departments" }).click();
      await shows(page, `PREFIX ub: <${UB}>`);
      await shows(page, "SELECT * { ?x ub:headOf ?y }");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText(/^\d+ rows in/).waitFor();
    } finally {
      await update("DROP GRAPH <urn:examples>");
    }
  }));
