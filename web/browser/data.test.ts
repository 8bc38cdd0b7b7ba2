import assert from "node:assert/strict";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { SERVER, closeBrowser, onPage } from "./workbench.ts";

const PATIENCE = Number(process.env.QUADRILLE_TEST_PATIENCE ?? 1);

after(async () => {
  await closeBrowser();
  await fetch(`${SERVER}data?${new URLSearchParams({ graph: "urn:test:big" })}`, { method: "DELETE" });
});

function file(name: string, text: string | Buffer) {
  return { name, mimeType: "", buffer: Buffer.from(text) };
}

test("files are stored in a graph, and a mistake is shown with its place", () =>
  onPage(
    async (page) => {
      await page.getByLabel("Graph for the files").fill("urn:test:small");
      await page
        .getByLabel("Choose files and add them")
        .setInputFiles([
          file("good.ttl", "<urn:a> <urn:b> 1, 2, 3 ."),
          file("bad.ttl", "<urn:a> <urn:b> 1 .\n<urn:a> <urn:b> oops ."),
          file("packed.nt.gz", gzipSync("<urn:a> <urn:b> <urn:c> .\n")),
          file("table.csv", "a,b"),
        ]);
      await page.getByText("2 of 4 files stored, 2 failed").waitFor();
      const problems = await page.getByRole("alert").allInnerTexts();
      assert.equal(problems.length, 2);
      assert.match(problems[0]!, /^bad\.ttl, line 2, column \d+\n/);
      assert.match(problems[1]!, /^table\.csv\n/);
      const line = page.locator("li", { hasText: "urn:test:small" }).last();
      await line.scrollIntoViewIfNeeded(); // lines are counted when they are in sight
      await line.getByText("4 triples").waitFor();
    },
    { address: "#/data" },
  ));

test("a graph is deleted by whoever types its name", () =>
  onPage(
    async (page) => {
      await page.getByRole("button", { name: "Delete urn:test:small" }).click();
      const dialog = page.getByRole("dialog");
      const button = dialog.getByRole("button", { name: "Delete this graph" });
      assert.equal(await button.isDisabled(), true);
      await dialog.getByText("If you are sure, type small").waitFor();
      await dialog.getByRole("textbox").fill("smal");
      assert.equal(await button.isDisabled(), true);
      await dialog.getByRole("textbox").press("End");
      await dialog.getByRole("textbox").pressSequentially("l");
      await button.click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(/^\d+ named graphs/).waitFor();
      assert.equal(await page.getByText("urn:test:small").count(), 0);
    },
    { address: "#/data" },
  ));

test("a name that no graph can have is said before a file is sent", () =>
  onPage(
    async (page) => {
      const field = page.getByLabel("Graph for the files");
      const hint = page.getByText("The name of a graph has the form of an address");
      await field.fill("my authors");
      await field.press("Tab");
      await hint.waitFor();
      await field.fill("http://example.org/authors");
      await field.press("Tab");
      await hint.waitFor({ state: "detached" });
    },
    { address: "#/data" },
  ));

test("the names of graphs are text", async () => {
  const name = "urn:x:<img src=x onerror=alert(1)>".replace(/[<> ]/g, (one) => encodeURIComponent(one));
  await fetch(`${SERVER}data?${new URLSearchParams({ graph: name })}`, {
    method: "PUT",
    headers: { "Content-Type": "text/turtle" },
    body: "<urn:a> <urn:b> 1 .",
  });
  await onPage(
    async (page) => {
      await page.getByText(name).waitFor();
      assert.equal(await page.locator("main img").count(), 0);
    },
    { address: "#/data" },
  );
  await fetch(`${SERVER}data?${new URLSearchParams({ graph: name })}`, { method: "DELETE" });
});

test("a file of some megabytes shows how far it is, and can be stopped", () =>
  onPage(
    async (page) => {
      const lines = Array.from({ length: 400_000 }, (_, i) => `<urn:s${i}> <urn:p> "${i}" .\n`).join("");
      await page.getByLabel("Graph for the files").fill("urn:test:big");
      await page.getByLabel("Choose files and add them").setInputFiles([file("a.nt", lines), file("b.nt", lines)]);
      await page
        .getByText(/of 11\.\d MB sent|the server is storing it/)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByText(/0 of 2 files stored, 2 stopped/).waitFor({ timeout: 10_000 * PATIENCE });
      await page.getByText(/^\d+ named graphs/).waitFor();
      assert.equal(await page.locator("ul.graphs li", { hasText: "urn:test:big" }).count(), 0);
    },
    { address: "#/data" },
  ));
