// Prefixes shorten IRIs for people, and expand the names that they type.

import { wordsOf, type Token } from "./tokens.ts";

export type Prefix = { name: string; iri: string };

// A local name that needs no escapes in SPARQL.
const PLAIN_LOCAL_NAME = /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_\-.]*[\p{L}\p{N}_-])?)?$/u;

export class Prefixes {
  private readonly byName: Map<string, string>;
  private readonly byLength: Prefix[];

  // Of two prefixes with one name the first counts.
  constructor(prefixes: Iterable<Prefix>) {
    this.byName = new Map();
    for (const { name, iri } of prefixes) if (!this.byName.has(name)) this.byName.set(name, iri);
    this.byLength = [...this.byName].map(([name, iri]) => ({ name, iri })).sort((a, b) => b.iri.length - a.iri.length);
  }

  iri(name: string): string | undefined {
    return this.byName.get(name);
  }

  names(): string[] {
    return [...this.byName.keys()];
  }

  // The prefix of the longest namespace in which the IRI has a plain local name.
  of(iri: string): { prefix: Prefix; local: string } | null {
    for (const prefix of this.byLength) {
      if (!iri.startsWith(prefix.iri)) continue;
      const local = iri.slice(prefix.iri.length);
      if (PLAIN_LOCAL_NAME.test(local)) return { prefix, local };
    }
    return null;
  }

  // "foaf:name", or null.
  shorten(iri: string): string | null {
    const found = this.of(iri);
    return found && `${found.prefix.name}:${found.local}`;
  }

  with(first: Iterable<Prefix>): Prefixes {
    return new Prefixes([...first, ...this.byLength]);
  }
}

// The declarations in the text of a query.
export function declaredPrefixes(query: string): Prefix[] {
  const words = wordsOf(query);
  const found: Prefix[] = [];
  for (let i = 0; i + 2 < words.length; ++i)
    if (isDeclaration(words, i))
      found.push({ name: words[i + 1]!.text.slice(0, -1), iri: words[i + 2]!.text.slice(1, -1) });
  return found;
}

function isDeclaration(words: Token[], i: number): boolean {
  return /^prefix$/i.test(words[i]!.text) && words[i + 1]?.kind === "name" && words[i + 2]?.kind === "iri";
}

// The names of prefixes that the text uses and does not declare, in order.
export function undeclaredNames(query: string): string[] {
  const words = wordsOf(query);
  const declared = new Set(declaredPrefixes(query).map(({ name }) => name));
  const used = words
    .filter((word, i) => word.kind === "name" && !(i > 0 && /^prefix$/i.test(words[i - 1]!.text)))
    .map(({ text }) => text.slice(0, text.indexOf(":")));
  return [...new Set(used)].filter((name) => name !== "_" && !declared.has(name));
}
