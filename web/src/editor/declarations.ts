// Declares the prefixes that a text uses without a declaration.

import { undeclaredNames, type Prefix } from "../rdf/prefixes.ts";

// The text with the missing declarations of known prefixes before it. Unknown ones are left to the server's message.
export function addDeclarations(text: string, known: readonly Prefix[]): string {
  const lines = undeclaredNames(text)
    .map((name) => known.find((prefix) => prefix.name === name))
    .filter((prefix) => prefix !== undefined)
    .map(({ name, iri }) => `PREFIX ${name}: <${iri}>\n`);
  return lines.join("") + text;
}
