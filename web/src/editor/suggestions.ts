// The list of suggestions at a spot, from what is known of it.

import type { Completion } from "@codemirror/autocomplete";
import { Prefixes, declaredPrefixes, type Prefix } from "../rdf/prefixes.ts";
import { shortened } from "../rdf/shortened.ts";
import { parseTerm } from "../rdf/term.ts";
import type { Position } from "./spot.ts";
import type { Vocabulary } from "./vocabulary.ts";

const KEYWORDS = (
  "SELECT ASK CONSTRUCT DESCRIBE WHERE PREFIX BASE FROM NAMED GRAPH OPTIONAL UNION MINUS FILTER BIND VALUES SERVICE EXISTS NOT " +
  "DISTINCT REDUCED ORDER BY GROUP HAVING LIMIT OFFSET ASC DESC AS COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT STR LANG " +
  "DATATYPE IRI BNODE CONCAT STRLEN SUBSTR UCASE LCASE CONTAINS STRSTARTS STRENDS REGEX REPLACE IF COALESCE BOUND " +
  "isIRI isBlank isLiteral NOW YEAR MONTH DAY INSERT DELETE DATA WITH USING LOAD CLEAR DROP CREATE COPY MOVE ADD"
).split(" ");

const keywords: Completion[] = KEYWORDS.map((label) => ({ label, type: "keyword" }));

// A term that the data have at the spot, as text of SPARQL, with the number of its uses.
export type Fitting = { term: string; count: number };

const FITS = { name: "Fits here", rank: 0 };
const GENERAL = { name: "Elsewhere in the data", rank: 1 };
const LONGEST_LABEL = 60;

const TYPES: Record<Position, string> = {
  subject: "constant",
  predicate: "property",
  class: "class",
  object: "constant",
  other: "keyword",
};

export class Suggestions {
  private readonly prefixes: Prefixes;
  private readonly position: Position;
  private readonly labels: ReadonlyMap<string, string>;

  // `text`: the whole query; `labels`: names of resources by IRI.
  constructor(text: string, known: readonly Prefix[], position: Position, labels: ReadonlyMap<string, string>) {
    this.prefixes = new Prefixes([...declaredPrefixes(text), ...known]);
    this.position = position;
    this.labels = labels;
  }

  // `fitting`: what the data have there; null: this is not known, or everything fits.
  list(vocabulary: Vocabulary, fitting: readonly Fitting[] | null): Completion[] {
    const isFrom = { predicate: vocabulary.predicates, class: vocabulary.classes, subject: [], object: [], other: [] };
    const all = isFrom[this.position].map(({ iri, count }) => ({ term: `<${iri}>`, count }));
    const some = this.position === "subject" || this.position === "other" ? keywords : [];
    if (!fitting) return [...all.map((one) => this.one(one)), ...some];
    const known = new Set(fitting.map(({ term }) => term));
    return [
      ...fitting.map((one) => ({ ...this.one(one), section: FITS })),
      ...all.filter(({ term }) => !known.has(term)).map((one) => ({ ...this.one(one), section: GENERAL })),
      ...some,
    ];
  }

  // It is found by its name, too.
  private one({ term, count }: Fitting): Completion {
    const iri = parseTerm(term)?.kind === "iri" ? parseTerm(term)!.value : null;
    const apply = (iri !== null && this.prefixes.shorten(iri)) || term;
    const label = iri !== null ? this.labels.get(iri) : undefined;
    const number = count > 0 ? count.toLocaleString("en") : "";
    return {
      label: label === undefined ? apply : `${apply} ${label}`,
      displayLabel: shortened(apply, LONGEST_LABEL),
      apply,
      type: TYPES[this.position],
      detail: [label === undefined ? "" : shortened(label, LONGEST_LABEL), number]
        .filter((part) => part !== "")
        .join(" · "),
      boost: Math.min(20, Math.log2(1 + count)),
    };
  }
}
