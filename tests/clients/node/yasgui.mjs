// YASGUI in Chromium, in the page yasgui.html of another origin: node yasgui.mjs ORIGIN CHROMIUM
import { chromium } from "playwright-core";
import { answerCalls, fromTerm } from "./driver.mjs";

const [origin, executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
let context;
let page;

// Runs a query as a click on its button does, and returns what `read` finds in the results.
async function run(query, read) {
  await page.evaluate((text) => {
    const tab = yasgui.getTab();
    tab.setQuery(text);
    window.answered = new Promise((resolve) => tab.getYasqe().on("queryResponse", resolve));
  }, query);
  await page.locator(".yasqe_queryButton").click();
  await page.evaluate(() => window.answered.then(() => new Promise((resolve) => setTimeout(resolve))));
  const failed = await page.evaluate(() => Boolean(yasgui.getTab().getYasr().results.getError()));
  if (failed) throw new Error(await page.locator(".yasr_results").innerText());
  return page.evaluate(read);
}

function fromBinding({ type, value, datatype, "xml:lang": language }) {
  if (type === "uri") return ["iri", value];
  if (type === "bnode") return ["blank", value];
  const standard = language ? "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString" : "http://www.w3.org/2001/XMLSchema#string";
  return ["literal", value, datatype ?? standard, language ?? ""];
}

async function select(query) {
  const rows = await run(query, () => yasgui.getTab().getYasr().results.getBindings());
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, term]) => [name, fromBinding(term)])));
}

async function triples(query) {
  const rows = await run(query, () => yasgui.getTab().getYasr().results.getStatements()
    .map(({ subject, predicate, object }) => [subject, predicate, object].map(
      ({ termType, value, datatype, language }) => ({ termType, value, datatype: { value: datatype?.value }, language }))));
  return rows.map((row) => row.map(fromTerm));
}

await answerCalls({
  async connect(url, token, timeout) {
    await context?.close();
    // A certificate that the system does not trust; a person would tell the browser once.
    context = await browser.newContext({ ignoreHTTPSErrors: true });
    page = await context.newPage();
    const args = timeout ? [{ name: "timeout", value: String(timeout) }] : [];
    await page.goto(`${origin}/yasgui.html#${encodeURIComponent(JSON.stringify([url, token, args]))}`);
  },

  select,
  ask: (query) => run(query, () => yasgui.getTab().getYasr().results.getBoolean()),
  construct: triples,
  describe: triples,
  update: (text) => run(text, () => ""),

  // What the page has stored in the browser.
  storage: () => page.evaluate(() => JSON.stringify({ ...localStorage })),

  async total(query) {
    // The page stands still while it makes its table, which takes minutes for 100,000 rows.
    await page.evaluate(() => yasgui.getTab().getYasr().selectPlugin("response"));
    const [rows, total] = await run(query, () => {
      const found = yasgui.getTab().getYasr().results.getBindings();
      return [found.length, found.reduce((sum, row) => sum + Number(row.x.value), 0)];
    });
    const shown = await page.locator(".yasr_response_chip").innerText();
    if (!shown.includes(String(rows))) throw new Error(`${rows} rows, but the page says ${shown}`);
    return [rows, total];
  },
});
