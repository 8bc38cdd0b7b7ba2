// Shows a term: a short name for an IRI, language and datatype beside a literal. All text is text, never markup.

import type { Prefixes } from "./prefixes.ts";
import { halves, shortened } from "./shortened.ts";
import { XSD, isNumeric, termText, type Term } from "./term.ts";

// `isOneLine`: a long IRI shows its beginning and its end where there is no room for the whole (.middle-cut of the
// style sheet). Copied text is whole.
export type TermViewProps = {
  term: Term | null;
  prefixes: Prefixes;
  linkOf?: ((iri: string) => string) | undefined;
  isOneLine?: boolean;
};

const MOST_CHARACTERS = 2000;

export function TermView({ term, prefixes, linkOf, isOneLine }: TermViewProps) {
  if (term === null) return <span class="term unbound" aria-label="unbound" />;
  if (term.kind === "blank") return <span class="term blank">_:{shortened(term.value, MOST_CHARACTERS)}</span>;
  if (term.kind === "iri") {
    const name = prefixes.shorten(term.value) ?? `<${shortened(term.value, MOST_CHARACTERS)}>`;
    if (!linkOf) return <span class="term iri">{name}</span>;
    if (!isOneLine)
      return (
        <a class="term iri" href={linkOf(term.value)} title={term.value}>
          {name}
        </a>
      );
    const [first, second] = halves(name);
    return (
      <a class="term iri middle-cut" href={linkOf(term.value)} title={term.value} aria-label={name}>
        <span>{first}</span>
        <span>{second}</span>
      </a>
    );
  }
  const datatype = term.datatype === XSD + "string" || term.language !== undefined ? null : term.datatype;
  return (
    <span class={isNumeric(term) ? "term literal number" : "term literal"} title={termText(term)}>
      <bdi>{shortened(term.value, MOST_CHARACTERS)}</bdi>
      {term.language !== undefined && <span class="tag">@{term.language}</span>}
      {datatype !== null && !isNumeric(term) && <span class="tag">{prefixes.shorten(datatype) ?? datatype}</span>}
    </span>
  );
}
