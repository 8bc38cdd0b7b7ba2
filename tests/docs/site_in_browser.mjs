// Opens the pages of the site that the words name, searches from the first one, and prints what went wrong:
//
//   node site_in_browser.mjs QUESTION PAGE#HEADING ADDRESS...     a search for QUESTION must show a link to it
//
// Runs in the folder of the workbench, which has playwright-core. A request to another origin than that of the page, or an error
// in the console, is a fault.
import { createRequire } from "node:module";

const { chromium } = createRequire(process.cwd() + "/")("playwright-core");
const [question, wanted, ...addresses] = process.argv.slice(2);
const patience = 60000; // for a loaded machine
const [file, heading] = wanted.split("#");
const faults = [];

const browser = await chromium.launch({ executablePath: process.env.QUADRILLE_TEST_CHROMIUM, args: ["--no-sandbox"] });
for (const address of addresses) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const home = new URL("./", address).href;
  page.on("request", (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(home)) faults.push(`${address}: asks for ${request.url()}`);
  });
  page.on("requestfailed", (request) => faults.push(`${address}: ${request.url()} fails: ${request.failure()?.errorText}`));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`${address}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`${address}: ${error}`));
  try {
    await page.goto(address, { timeout: patience });
    await page.locator(".md-search__button").first().click({ timeout: patience });
    // What is typed before the search is ready may be lost, so it is typed again until there is a result.
    const box = page.getByPlaceholder("Search"), link = page.locator(`a[href*="${file}"][href$="#${heading}"]`).first();
    const last = Date.now() + patience;
    for (let found = false; !found; ) {
      await box.fill("", { timeout: patience });
      await box.fill(question);
      found = await link.waitFor({ timeout: 5000 }).then(() => true, () => false);
      if (!found && Date.now() > last) throw new Error(`the search for ${question} finds no ${wanted}`);
    }
  } catch (error) {
    faults.push(`${address}: ${error}`);
  }
  await context.close();
}
await browser.close();
console.log(faults.join("\n"));
process.exit(faults.length ? 1 : 0);
