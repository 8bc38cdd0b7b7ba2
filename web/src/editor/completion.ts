// Suggestions while a person types: keywords, and the classes and predicates of the database where they fit.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import { Prefixes, declaredPrefixes, type Prefix } from "../rdf/prefixes.ts";
import { positionAfter } from "./position.ts";
import type { Known, Vocabulary } from "./vocabulary.ts";

const KEYWORDS = (
  "SELECT ASK CONSTRUCT DESCRIBE WHERE PREFIX BASE FROM NAMED GRAPH OPTIONAL UNION MINUS FILTER BIND VALUES SERVICE EXISTS NOT " +
  "DISTINCT REDUCED ORDER BY GROUP HAVING LIMIT OFFSET ASC DESC AS COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT STR LANG " +
  "DATATYPE IRI BNODE CONCAT STRLEN SUBSTR UCASE LCASE CONTAINS STRSTARTS STRENDS REGEX REPLACE IF COALESCE BOUND " +
  "isIRI isBlank isLiteral NOW YEAR MONTH DAY INSERT DELETE DATA WITH USING LOAD CLEAR DROP CREATE COPY MOVE ADD"
).split(" ");

const keywords: Completion[] = KEYWORDS.map((label) => ({ label, type: "keyword" }));

function suggestion({ iri, count }: Known, prefixes: Prefixes, type: string): Completion {
  const label = prefixes.shorten(iri) ?? `<${iri}>`;
  return { label, type, detail: count.toLocaleString("en"), boost: Math.min(20, Math.log2(1 + count)) };
}

export function suggest(before: string, vocabulary: Vocabulary, known: readonly Prefix[], text: string): Completion[] {
  const prefixes = new Prefixes([...declaredPrefixes(text), ...known]);
  switch (positionAfter(before)) {
    case "predicate":
      return vocabulary.predicates.map((one) => suggestion(one, prefixes, "property"));
    case "class":
      return vocabulary.classes.map((one) => suggestion(one, prefixes, "class"));
    case "other":
      return keywords;
  }
}

// `vocabulary`: asked for when it is needed; a failure is no vocabulary.
export function completionSource(vocabulary: () => Promise<Vocabulary>, known: readonly Prefix[]): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[<\p{L}_][^\s{}()[\];,"'|]*|/u);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const text = context.state.doc.toString();
    const options = suggest(text.slice(0, word.from), await vocabulary(), known, text);
    return context.aborted ? null : { from: word.from, options, validFor: /^[^\s{}()[\];,"'|]*$/ };
  };
}
