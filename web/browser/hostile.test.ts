import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { XSD, termText } from "../src/rdf/term.ts";
import { IRIS, TEXTS } from "./hostile.ts";
import { SERVER, closeBrowser, onPage, run, write, type Options } from "./workbench.ts";

const LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>";
const SELECT = "<http://www.w3.org/ns/shacl#select>";
const DEPICTION = "<http://xmlns.com/foaf/0.1/depiction>";
const SUBJECT = "urn:hostile:subject";
const literal = (value: string) => termText({ kind: "literal", value, datatype: XSD + "string" });
const iri = (value: string) => termText({ kind: "iri", value });
const values = (variable: string, terms: readonly string[]) => `VALUES ?${variable} { ${terms.join(" ")} }`;

async function update(text: string) {
  const response = await fetch(SERVER + "update", { method: "POST", body: new URLSearchParams({ update: text }) });
  assert.equal(response.status, 200, await response.text());
}

const graphs = IRIS.filter((name) => !name.startsWith("//"));

before(async () => {
  const triples = [
    ...TEXTS.flatMap((text) => [`${LABEL} ${literal(text)}@en`, `<urn:hostile:text> ${literal(text)}`]),
    ...IRIS.flatMap((name) => [`<urn:hostile:iri> ${iri(name)}`, `${iri(name)} 1`, `${DEPICTION} ${iri(name)}`]),
  ].join(" ; ");
  // The longest IRI has no label: it is the title of its page.
  const labels = IRIS.filter((name) => !name.endsWith("ww"))
    .map((name, i) => `${iri(name)} ${LABEL} ${literal(TEXTS[TEXTS.length - 1 - i]!)}`)
    .join(" . ");
  const named = graphs.map((name) => `GRAPH ${iri(name)} { <urn:a> <urn:b> 1 }`).join(" ");
  const terms = IRIS.map((name) => `<urn:hostile:thing> a ${iri(name)} ; ${iri(name)} ${iri(name)}`).join(" . ");
  const examples = TEXTS.map(
    (text, i) => `<urn:hostile:example${i}> ${LABEL} ${literal(text)} ; ${SELECT} ${literal(`ASK {} # ${text}`)}`,
  ).join(" . ");
  await update(
    `INSERT DATA { ${terms} GRAPH <urn:hostile:graph> { ${iri(SUBJECT)} ${triples} . ${labels} . ${examples} } ${named} }`,
  );
});

after(async () => {
  await closeBrowser();
  await update("DELETE WHERE { <urn:hostile:thing> ?p ?o }");
  await update(["urn:hostile:graph", ...graphs].map((name) => `DROP SILENT GRAPH ${iri(name)}`).join(" ; "));
});

// What a page must not have after it has shown hostile values. Elements are those that the page itself never has.
async function assertHarmless(page: Page, name: string) {
  const found = await page.evaluate(() => ({
    elements: [
      ...document.body.querySelectorAll("script, iframe, object, embed, base, meta, style, img, foreignObject, b"),
    ]
      .filter(
        (element) =>
          !(element.className === "picture" && (element as HTMLImageElement).src.startsWith(location.origin)),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
    attributes: [...document.body.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes].filter((one) => /^on|^autofocus$|^srcdoc$/i.test(one.name)).map((one) => one.name),
    ),
    links: [...document.querySelectorAll("a[href]")]
      .map((link) => ({ url: new URL(link.getAttribute("href")!, location.href), rel: link.getAttribute("rel") }))
      .filter(
        ({ url, rel }) => !/^https?:$/.test(url.protocol) || !(url.origin === location.origin || rel === "noreferrer"),
      )
      .map(({ url }) => url.href),
    tooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    harms: (window as unknown as { harms?: number }).harms ?? 0,
  }));
  assert.deepEqual(found, { elements: [], attributes: [], links: [], tooWide: 0, harms: 0 }, name);
}

function onHostilePage(name: string, body: (page: Page) => Promise<void>, options: Options = {}) {
  return test(`hostile values: ${name}`, () =>
    onPage(
      async (page) => {
        page.on("dialog", (dialog) => {
          throw new Error(`a dialog: ${dialog.message()}`);
        });
        await page.evaluate("window.harm = () => { window.harms = (window.harms ?? 0) + 1; }");
        await body(page);
        await assertHarmless(page, name);
      },
      { width: 360, ...options },
    ));
}

async function answer(page: Page, query: string) {
  await run(page, query);
  await page.getByText(/^\d+ (rows?|triples) in/).waitFor();
}

onHostilePage("a table", async (page) => {
  const literals = TEXTS.flatMap((text) => [literal(text), literal(text) + "@en-x-harm", `${literal(text)}^^<urn:t>`]);
  await answer(page, `SELECT ?term { ${values("term", [...literals, ...IRIS.map(iri)])} }`);
  await page.getByText("<img src=x onerror=harm()>").first().waitFor();
  const rows = page.getByRole("region", { name: "Rows of the answer" });
  for (let top = 0; top < 30 * literals.length; top += 500) {
    await rows.evaluate((box, place) => (box.scrollTop = place), top);
    await assertHarmless(page, `a table at ${top}`);
  }
});

onHostilePage("a tag beside a text whose direction does not end", async (page) => {
  await answer(page, `SELECT ?term { ${values("term", [literal("left \u202Etfel") + "@en"])} }`);
  const text = (await page.locator("td bdi").boundingBox())!;
  const tag = (await page.locator("td .tag").boundingBox())!;
  assert.ok(tag.x >= text.x + text.width - 1, JSON.stringify([text, tag]));
});

onHostilePage("a chart", async (page) => {
  await answer(page, `SELECT ?term (STRLEN(STR(?term)) AS ?n) { ${values("term", [...TEXTS, ...IRIS].map(literal))} }`);
  await page.getByRole("button", { name: "Chart" }).click();
  await page.locator(".chart canvas").waitFor();
});

onHostilePage("a map", async (page) => {
  const terms = [...TEXTS.map(literal), ...IRIS.map(iri)];
  await answer(page, `SELECT ?term ?lat ?long { ${values("term", terms)} BIND(1 AS ?lat) BIND(2 AS ?long) }`);
  await page.getByRole("button", { name: "Map" }).click();
  await page.locator(".map-points").waitFor();
  for (let i = 0; i < terms.length; ++i) {
    await page.getByRole("button", { name: "Next row" }).click();
    await page.getByText(`${i + 1} of ${terms.length} on the map`).waitFor();
    await assertHarmless(page, `a map with ${terms[i]}`);
  }
});

onHostilePage("a tree and a picture", async (page) => {
  await answer(page, "CONSTRUCT { ?s ?p ?o } { GRAPH <urn:hostile:graph> { ?s ?p ?o } }");
  await assertHarmless(page, "a table of triples");
  await page.getByRole("button", { name: "Tree" }).click();
  await page.locator(".tree").getByText("<img src=x onerror=harm()>").first().waitFor();
  await assertHarmless(page, "a tree");
  await page.getByRole("button", { name: "Picture" }).click();
  await page.locator(".graph-node").first().waitFor();
});

onHostilePage("a plan", async (page) => {
  const patterns = TEXTS.map((text, i) => `OPTIONAL { ?s <urn:hostile:text> ${literal(text)}, ?o${i} }`).join(" ");
  await write(page, `SELECT * { GRAPH ?g { ?s ${iri(IRIS[0]!)} ?x } ${patterns} }`);
  await page.getByRole("button", { name: "Plan", exact: true }).click();
  await page.getByRole("region", { name: "Plan" }).locator("text").first().waitFor();
});

onHostilePage("errors", async (page) => {
  for (const text of ["<img src=x onerror=harm()>", "\u202E oops", "w".repeat(3000)]) {
    await run(page, `SELECT * { ?s ?p ?o . ${text} }`);
    await page.getByRole("alert").waitFor();
    await assertHarmless(page, text);
  }
});

onHostilePage("the names of tabs", async (page) => {
  await write(page, `# ${"W".repeat(3000)}\nASK {}`);
  await page.getByRole("button", { name: /^W{9}/ }).waitFor();
  await assertHarmless(page, "a long name");
  await write(page, `# ${TEXTS[1]}\nASK {}`);
  await page.getByRole("button", { name: TEXTS[1]!, exact: true }).waitFor();
});

onHostilePage("examples", async (page) => {
  await page.locator("summary", { hasText: "Examples" }).click();
  await page.getByRole("button", { name: TEXTS[1]!, exact: true }).waitFor();
  await assertHarmless(page, "the menu of examples");
  await page.getByRole("button", { name: TEXTS[1]!, exact: true }).click();
});

onHostilePage(
  "the schema",
  async (page) => {
    await page.getByText(/^\d+ classes, /).waitFor();
    await page.getByText("What they connect is being counted.").waitFor({ state: "hidden" });
    const again = page.getByRole("button", { name: "Count again" }); // if other tests have looked at older data
    if (await again.isVisible()) await again.click();
    const classes = page.getByRole("region", { name: "Classes" });
    await classes.getByRole("link", { name: "vbscript:harm()" }).waitFor();
    await page.getByRole("group", { name: "Class diagram" }).waitFor();
  },
  { address: "#/resource" },
);

onHostilePage(
  "the page of a resource",
  async (page) => {
    const properties = page.getByRole("region", { name: "Properties" });
    await properties.getByText("<img src=x onerror=harm()>").first().waitFor();
    await page.getByText("none: no triple has it as its object").waitFor();
  },
  { address: `#/resource?${new URLSearchParams({ term: SUBJECT })}` },
);

onHostilePage(
  "the pages of IRIs",
  async (page) => {
    for (const name of IRIS) {
      await page.evaluate((hash) => (location.hash = hash), `#/resource?${new URLSearchParams({ term: name })}`);
      await page.locator(".resource-name", { hasText: name.slice(0, 50) }).waitFor();
      await page.getByRole("region", { name: "Referred to by" }).locator("dd a").first().waitFor();
      await page.getByRole("button", { name: "Neighbourhood", exact: true }).click();
      await page.locator(".graph-node").nth(1).waitFor();
      await assertHarmless(page, `the page of ${name}`);
    }
  },
  { address: "#/resource" },
);

onHostilePage(
  "the names of graphs and of files",
  async (page) => {
    await page.getByText(graphs[0]!).first().waitFor();
    await page.getByRole("button", { name: `Delete ${graphs[0]}`, exact: true }).click();
    await assertHarmless(page, "a dialog");
    await page.getByRole("button", { name: "Cancel" }).click();
    const names = TEXTS.map((text) => `${text.replaceAll("/", "")}.ttl`);
    await page
      .getByLabel("Choose files and add them")
      .setInputFiles(names.map((file) => ({ name: file, mimeType: "", buffer: Buffer.from("<urn:a> oops") })));
    await page.getByText(`0 of ${names.length} files stored, ${names.length} failed`).waitFor();
  },
  { address: "#/data" },
);

onHostilePage(
  "a query that runs",
  async (page) => {
    const query = `# ${TEXTS.join(" ").replaceAll(/[\r\n]/g, " ")}\nSELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . FILTER(?a != ?f) }`;
    const other = fetch(SERVER + "sparql", {
      method: "POST",
      body: new URLSearchParams({ query }),
      headers: { "X-Request-Id": "hostile" },
    });
    await page.getByText("<img src=x onerror=harm()>").waitFor();
    await assertHarmless(page, query);
    await page.getByRole("button", { name: "End hostile" }).click();
    assert.equal((await other).status, 503);
  },
  { address: "#/running" },
);
