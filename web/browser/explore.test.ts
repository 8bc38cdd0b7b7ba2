import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertApart, closeBrowser, onPage, SERVER } from "./workbench.ts";

const UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#";
const address = (term: string) => `#/resource?${new URLSearchParams({ term })}`;

after(closeBrowser);

test("a resource has its properties, and the resources that refer to it", () =>
  onPage(
    async (page) => {
      const properties = page.getByRole("region", { name: "Properties" });
      await properties.getByText("rdf:type").waitFor();
      await properties.getByText("FullProfessor0", { exact: true }).waitFor();
      const referring = page.getByRole("region", { name: "Referred to by" });
      await referring.locator("dt", { hasText: "advisor" }).waitFor();
      await properties.getByRole("link", { name: /#FullProfessor/ }).click();
      await page.getByRole("heading", { name: `${UB}FullProfessor`, exact: true }).waitFor();
      await referring.locator("dt", { hasText: "rdf:type" }).waitFor();
    },
    { address: address("http://www.Department0.University0.edu/FullProfessor0") },
  ));

test("the neighbourhood grows by clicks", () =>
  onPage(
    async (page) => {
      await page.getByRole("button", { name: "Neighbourhood", exact: true }).click();
      const nodes = page.getByRole("figure", { name: "Neighbourhood" }).getByRole("button");
      await nodes.nth(5).waitFor();
      const before = await nodes.count();
      await page.getByRole("button", { name: /^Neighbours of www\.Department0/ }).press("Enter");
      for (let i = 0; i < 50 && (await nodes.count()) <= before; ++i) await page.waitForTimeout(100);
      assert.ok((await nodes.count()) > before);
    },
    { address: address("http://www.Department0.University0.edu/FullProfessor0") },
  ));

test("many values come in parts", () =>
  onPage(
    async (page) => {
      const referring = page.getByRole("region", { name: "Referred to by" });
      await referring.getByRole("button", { name: /^More \(50 of/ }).click();
      await referring.getByRole("button", { name: /^More \(100 of/ }).waitFor();
      assert.equal(await referring.locator(".values li").count(), 100);
    },
    { address: address(`${UB}FullProfessor`) },
  ));

test("an IRI is found by what people type", () =>
  onPage(
    async (page) => {
      await page.getByLabel("IRI").fill(`<${UB}Course>`);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: `${UB}Course` }).waitFor();
    },
    { address: "#/resource" },
  ));

test("a resource that is not there says so, and names are text", () =>
  onPage(
    async (page) => {
      await page.getByText("none").nth(1).waitFor();
      assert.match(await page.getByRole("heading", { level: 2 }).innerText(), /&lt;b&gt;/);
    },
    { address: address("urn:no'(x)&lt;b&gt;") },
  ));

test("what no IRI can be is refused by the server, and is text", () =>
  onPage(
    async (page) => {
      await page.getByRole("alert").first().waitFor();
      assert.match(await page.getByRole("heading", { level: 2 }).innerText(), /<script>/);
      assert.equal(await page.locator("article script").count(), 0);
    },
    { address: address('urn:no"<script>alert(1)</script>') },
  ));

const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a resource shows its pictures and its places", async () => {
  const update = (text: string) =>
    fetch(`${SERVER}update`, { method: "POST", body: new URLSearchParams({ update: text }) });
  await update(`PREFIX foaf: <http://xmlns.com/foaf/0.1/> PREFIX geo: <http://www.opengis.net/ont/geosparql#>
    INSERT DATA { GRAPH <urn:test:places> { <urn:test:town>
      foaf:depiction <${PICTURE}>, <https://elsewhere.test/town.jpg>, <javascript:alert(1)> ;
      geo:hasGeometry [ geo:asWKT "POINT(16.4 48.2)"^^geo:wktLiteral ] } }`);
  await onPage(
    async (page) => {
      await page.getByRole("region", { name: "Places" }).locator(".map-points").waitFor();
      const pictures = page.getByRole("img", { name: "Picture" });
      await pictures.first().waitFor();
      assert.equal(await pictures.count(), 1);
      assert.equal(await pictures.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)), 1);
      const link = page.getByRole("link", { name: "picture at elsewhere.test" });
      assert.equal(await link.getAttribute("href"), "https://elsewhere.test/town.jpg");
    },
    { address: address("urn:test:town") },
  );
  await update("DROP GRAPH <urn:test:places>");
});

test("a picture has arrows, labels that do not cover each other, and the rest for a node with the focus", () =>
  onPage(
    async (page) => {
      await page.getByRole("button", { name: "Neighbourhood", exact: true }).click();
      const nodes = page.getByRole("figure", { name: "Neighbourhood" }).locator(".graph-node");
      await nodes.nth(15).waitFor();
      const lines = await page.locator(".graph-line").count();
      assert.equal(await page.locator(".graph-arrow").count(), lines);
      await assertApart(page.locator(".graph-name, .graph-predicate:not(.crowded)"), 15);
      await page.getByRole("button", { name: "Neighbours of FullProfessor0" }).focus();
      await page.locator(".graph-above .graph-name", { hasText: "FullProfessor0" }).waitFor();
      assert.equal(await page.locator(".graph-above .graph-predicate").count(), lines);
    },
    { address: address("http://www.Department0.University0.edu/FullProfessor0"), width: 360 },
  ));
