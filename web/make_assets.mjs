// Makes the assets of the workbench: node make_assets.mjs NPM SPACE OUTPUT
//
//   NPM     npm's program (npm-cli.js)
//   SPACE   a folder for a copy of the sources and for the packages of package-lock.json
//   OUTPUT  the C++ source with the assets (server/http/web_assets.hpp)
//
// Each asset is a file named by its content; index.html is one too, and "{{main.js}}" in it becomes the name of that
// asset. If the packages cannot be fetched, the table is empty and has the reason.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

const source = import.meta.dirname;
const [npm, space, output] = process.argv.slice(2).map((path) => resolve(path));
const bundle = join(space, "bundle");

// The packages that the lock file names; once for each state of that file.
function fetchPackages() {
  const lock = join(source, "package-lock.json");
  const fetched = join(space, "node_modules", "fetched.json");
  if (existsSync(fetched) && readFileSync(fetched, "utf8") === readFileSync(lock, "utf8")) return null;
  const npmRun = spawnSync(process.execPath, [npm, "ci"], { cwd: space, encoding: "utf8" });
  if (npmRun.status !== 0) {
    const lines = (npmRun.stderr ?? String(npmRun.error)).split("\n").filter((line) => line.startsWith("npm error"));
    return `npm could not fetch the packages of the workbench (${lines[0]?.slice(10).trim() ?? "no message"})`;
  }
  cpSync(lock, fetched);
  return null;
}

function copySources() {
  mkdirSync(space, { recursive: true });
  for (const name of readdirSync(space)) if (name !== "node_modules") rmSync(join(space, name), { recursive: true });
  for (const name of [
    "src",
    "browser",
    "tsconfig.json",
    ".prettierrc.json",
    "index.html",
    "icon.svg",
    "package.json",
    "package-lock.json",
    ".npmrc",
  ])
    cpSync(join(source, name), join(space, name), { recursive: true });
}

async function bundleScripts() {
  const { build } = createRequire(join(space, "package.json"))("esbuild");
  const result = await build({
    absWorkingDir: space,
    entryPoints: { main: "src/app/main.tsx" },
    outdir: bundle,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name].[hash]",
    chunkNames: "[name].[hash]",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return Object.keys(result.metafile.outputs).map((path) => basename(path));
}

function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

// The names of all assets.
async function makeBundle() {
  const names = await bundleScripts();
  const icon = readFileSync(join(space, "icon.svg"));
  names.push(`icon.${hashOf(icon).slice(0, 8)}.svg`);
  writeFileSync(join(bundle, names.at(-1)), icon);

  const named = new Map(names.map((name) => [name.replace(/\.[^.]+(\.[^.]+)$/, "$1"), name]));
  const page = readFileSync(join(space, "index.html"), "utf8").replace(/\{\{(.*?)\}\}/g, (_, name) => {
    if (!named.has(name)) throw new Error(`index.html names ${name}, which is not made`);
    return `assets/${named.get(name)}`;
  });
  writeFileSync(join(bundle, "index.html"), page);
  return [...names, "index.html"].sort();
}

// A string literal of C++ for any bytes. Two question marks could begin a trigraph, and a digit would continue an
// octal number, so these are written as numbers.
function literal(bytes) {
  let text = "";
  const lines = [];
  for (const byte of bytes) {
    const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 && byte !== 63;
    text += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
    if (text.length > 4000) (lines.push(`"${text}"`), (text = ""));
  }
  lines.push(`"${text}"`);
  return lines.join("\n    ");
}

function tableRow(name) {
  const bytes = readFileSync(join(bundle, name));
  const mediaType = MEDIA_TYPES[extname(name)];
  if (!mediaType) throw new Error(`${name} has no media type`);
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255; // the operating system is not named
  return `    {"${name}", "${mediaType}", std::string_view(\n    ${literal(packed)}, ${packed.length}), ${bytes.length}, R"("${hashOf(bytes)}")"},\n`;
}

function writeTable(rows, reason) {
  writeFileSync(
    output,
    `#include "server/http/web_assets.hpp"

#include <array>

namespace quadrille::server {

namespace {

constexpr std::array<WebAsset, ${rows.length}> kAssets{{
${rows.join("")}}};

}  // namespace

std::span<const WebAsset> web_assets() {
  return kAssets;
}

std::string_view why_no_workbench() {
  return ${literal(Buffer.from(reason))};
}

}  // namespace quadrille::server
`,
  );
}

copySources();
const failure = fetchPackages();
if (failure) console.error(`warning: ${failure}`);
writeTable(failure ? [] : (await makeBundle()).map(tableRow), failure ?? "");
