import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, logIn, onPage, run } from "./workbench.ts";

// A server with the accounts "ann", who may read, and "eve", who may do all.
const SERVER = process.env.QUADRILLE_TEST_ACCOUNTS_SERVER;
const options = { skip: SERVER ? false : "QUADRILLE_TEST_ACCOUNTS_SERVER is not set" };

after(closeBrowser);

test("strangers see a form to log in, and the server's words if they may not", options, () =>
  onPage(
    async (page) => {
      await page.getByRole("form", { name: "Log in" }).waitFor();
      assert.equal(await page.locator(".cm-content").count(), 0);
      await logIn(page, "ann", "wrong");
      assert.match(await page.getByRole("alert").innerText(), /wrong name or password/);
    },
    { server: SERVER! },
  ),
);

test("a login is in memory alone", options, () =>
  onPage(
    async (page) => {
      await logIn(page, "ann");
      await run(page, "ASK {}");
      await page.getByText("Yes (true)").waitFor();
      const kept = await page.evaluate(async () => {
        const databases = await indexedDB.databases();
        return JSON.stringify([
          document.cookie,
          { ...localStorage },
          { ...sessionStorage },
          databases.map((one) => one.name),
        ]);
      });
      assert.equal(kept, JSON.stringify(["", {}, {}, ["quadrille-workbench"]]));
      await page.reload();
      await page.getByRole("form", { name: "Log in" }).waitFor();
    },
    { server: SERVER! },
  ),
);

test("users are shown what they may do", options, () =>
  onPage(
    async (page) => {
      await logIn(page, "ann");
      await page.getByRole("navigation").getByRole("link", { name: "Data" }).click();
      await page.getByText(/^\d+ named graphs/).waitFor();
      assert.equal(await page.getByRole("button", { name: /^Delete/ }).count(), 0);
      assert.equal(await page.getByLabel("Choose files and add them").count(), 0);
      await page.getByRole("button", { name: "Log out" }).click();
      await logIn(page, "eve");
      await page.getByRole("button", { name: "Delete the default graph" }).waitFor();
      assert.equal(await page.getByLabel("Choose files and add them").count(), 1);
    },
    { server: SERVER! },
  ),
);

test("an update that the user may not make has the server's refusal", options, () =>
  onPage(
    async (page) => {
      await logIn(page, "ann");
      await run(page, "INSERT DATA { <urn:a> <urn:b> 1 }");
      assert.match(await page.getByRole("alert").innerText(), /^Not allowed\n.*write/);
    },
    { server: SERVER! },
  ),
);
