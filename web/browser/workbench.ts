// Opens the workbench in Chromium for tests. Each test ends with a check of what must never happen: a request to another
// origin, an error on the console, a report of the Content-Security-Policy, a serious finding of axe.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";

export const SERVER = process.env.QUADRILLE_TEST_SERVER ?? "http://localhost:3756/";
const PASSWORD = process.env.QUADRILLE_TEST_PASSWORD ?? ""; // of all accounts
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser | undefined;

export async function openBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: process.env.QUADRILLE_TEST_CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

export type Options = {
  server?: string;
  address?: string;
  scheme?: "light" | "dark";
  width?: number;
  height?: number;
  origins?: string[]; // other origins that the page may ask
};

// Runs a test with a page of its own. `expected`: console messages that the test causes, such as a failed request.
export async function onPage(
  test: (page: Page) => Promise<void>,
  { server = SERVER, address = "", scheme = "light", width = 1280, height = 800, origins = [] }: Options = {},
  expected: RegExp = /^Failed to load resource: the server responded with a status of (4|5)/,
) {
  const context = await (await openBrowser()).newContext({ colorScheme: scheme, viewport: { width, height } });
  const problems: string[] = [];
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!expected.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isAllowed = [new URL(server).origin, ...origins].includes(url.origin) || /^(data|blob):$/.test(url.protocol);
    if (!isAllowed) problems.push(`request: ${url}`);
  });
  try {
    const answer = await page.goto(new URL(address, server).href);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    if (!policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'"))
      problems.push(`policy: ${policy}`);
    await test(page);
    problems.push(...(await accessibilityFindings(page)));
  } finally {
    await context.close();
  }
  assert.deepEqual(problems, []);
}

type Finding = { id: string; impact: string; help: string; nodes: { html: string; failureSummary: string }[] };

// axe runs outside of the page's own world, which its policy would forbid.
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "axe" });
  const inWorld = (expression: string) =>
    session.send("Runtime.evaluate", {
      expression,
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
  await inWorld(AXE);
  const options = { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
  const { result } = await inWorld(`axe.run(document, ${JSON.stringify(options)}).then((found) => found.violations)`);
  const findings = result.value as Finding[];
  return findings
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `axe: ${id}: ${help}: ${nodes[0]?.html} (${nodes[0]?.failureSummary})`);
}

// That no two of the shown texts cover each other, and that there are more than `least`.
export async function assertApart(texts: Locator, least: number) {
  const boxes = await texts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  assert.ok(boxes.length > least, `${boxes.length}`);
  boxes.forEach((a, i) =>
    boxes.slice(0, i).forEach((b) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      assert.ok(across < 3 || down < 4, `${JSON.stringify(a)} covers ${JSON.stringify(b)}`);
    }),
  );
}

export async function logIn(page: Page, name: string, password = PASSWORD) {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).last().click();
}

// Puts a text into the editor, as typed.
export async function write(page: Page, text: string) {
  await page.getByRole("textbox", { name: "SPARQL query or update" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

// Waits until the editor shows a text.
export async function shows(page: Page, text: string) {
  await page.locator(".cm-content", { hasText: text }).waitFor();
}

export async function run(page: Page, text: string) {
  await write(page, text);
  await page.keyboard.press("Control+Enter");
}
