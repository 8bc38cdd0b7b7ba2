import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { LANGUAGES, programFor } from "./copy_as.ts";
import { formatsOf } from "./formats.ts";

const QUERY = `# it's "hostile": \\n $(id) \`id\` \${id}\nSELECT * { ?s ?p 'a\\'b', "c\\"d", "é 😀 \u2028" }\n`;
const [csv] = formatsOf("select");

// The query that a program would send. The functions that send it are replaced.
const SENT: Record<string, (program: string) => string> = {
  curl: (program) =>
    execFileSync("sh", ["-c", `curl() { for word; do sent=$word; done; printf %s "$sent"; }\n${program}`], {
      encoding: "utf8",
    }),
  Python: (program) =>
    execFileSync(
      "python3",
      ["-c", program.replace(/request = [\s\S]*/, 'import sys; sys.stdout.buffer.write(("query=" + query).encode())')],
      { encoding: "utf8" },
    ),
  JavaScript: (program) =>
    execFileSync(
      process.execPath,
      ["-e", program.replace(/const answer = [\s\S]*/, 'process.stdout.write("query=" + query)')],
      { encoding: "utf8" },
    ),
};

for (const language of LANGUAGES)
  test(`a program in ${language} has the query as it is`, () => {
    const program = programFor(language, "http://localhost:3756/sparql", QUERY, csv!);
    assert.match(program, /text\/csv/);
    const sent = SENT[language];
    if (sent) assert.equal(sent(program), "query=" + QUERY.trimEnd());
    else assert.match(program, /request\("http:\/\/localhost:3756\/sparql"\)/);
  });
