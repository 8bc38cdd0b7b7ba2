// A query as a program that asks it, to be pasted elsewhere.

import type { Format } from "./formats.ts";

export type Language = "curl" | "Python" | "R" | "JavaScript";
export const LANGUAGES: Language[] = ["curl", "Python", "R", "JavaScript"];

// A string literal for each line, which the three languages read alike.
function lineLiterals(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line, i, all) => JSON.stringify(i + 1 < all.length ? line + "\n" : line));
}

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function programFor(language: Language, address: string, query: string, format: Format): string {
  const lines = lineLiterals(query);
  switch (language) {
    case "curl":
      return `curl ${inShell(address)} -H ${inShell(`Accept: ${format.mediaType}`)} --data-urlencode ${inShell(`query=${query.trimEnd()}`)}\n`;
    case "Python":
      return `import urllib.parse, urllib.request

query = (${lines.join("\n         ")})
request = urllib.request.Request(${JSON.stringify(address)},
                                 urllib.parse.urlencode({"query": query}).encode(),
                                 {"Accept": ${JSON.stringify(format.mediaType)}})
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
`;
    case "R":
      return `library(httr2)

query <- paste0(${lines.join(",\n                ")})
answer <- request(${JSON.stringify(address)}) |>
  req_headers(Accept = ${JSON.stringify(format.mediaType)}) |>
  req_body_form(query = query) |>
  req_perform() |>
  resp_body_string()
cat(answer)
`;
    case "JavaScript":
      return `const query = ${lines.join(" +\n  ")};
const answer = await fetch(${JSON.stringify(address)}, {
  method: "POST",
  headers: { Accept: ${JSON.stringify(format.mediaType)} },
  body: new URLSearchParams({ query }),
});
console.log(await answer.text());
`;
  }
}
