// Suggestions while a person types. What the data have anywhere is offered at once; what fits beside the triples around
// is asked of the server, and takes its place when it comes. A question that is not needed any more is ended.

import {
  completionStatus,
  selectedCompletionIndex,
  startCompletion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { labelsOf } from "../endpoint/labels.ts";
import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import type { Prefix } from "../rdf/prefixes.ts";
import { termText } from "../rdf/term.ts";
import { contextQuery } from "./context_query.ts";
import { spotAt } from "./spot.ts";
import { Suggestions, type Fitting } from "./suggestions.ts";
import { addLabels, fetchVocabulary, type Vocabulary } from "./vocabulary.ts";

const LONGEST_QUERY = "300ms";
const WORD = /<[^\s<>"{}|^`\\]*|"[^"\n]*|[\p{L}_][^\s{}()[\];,"'|/^<]*|/u;
const SAME_WORD = /^(?:<[^\s<>"{}|^`\\]*|[^\s{}()[\];,"'|/^<]*)$/;

export class Completions {
  private vocabulary: Promise<Vocabulary> | null = null;
  private readonly labels = new Map<string, string>();
  // The answer to the last question; `fitting` is null as long as there is none.
  private last: { query: string; control: AbortController; fitting: Fitting[] | null } | null = null;

  private readonly server: Server;
  private readonly known: readonly Prefix[];

  constructor(server: Server, known: readonly Prefix[]) {
    this.server = server;
    this.known = known;
  }

  source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(WORD);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const text = context.state.doc.toString();
    // The editor has added the second quotation mark.
    const to = context.pos + (word.text.startsWith('"') && text[context.pos] === '"' ? 1 : 0);
    const spot = spotAt(text.slice(0, word.from), text.slice(to));
    const vocabulary = await this.fetched();
    const query = contextQuery(spot, word.text, text, this.known);
    const isSearch = spot.position === "subject" || spot.position === "object"; // the word is a part of the question
    let fitting: Fitting[] | null = null;
    if (query === null) this.forget();
    else if (isSearch) {
      context.addEventListener("abort", () => this.forget(), { onDocChange: true });
      fitting = await this.ask(query);
    } else if (this.last?.query === query) fitting = this.last.fitting;
    else if (context.view) void this.refine(context.view, query);
    if (context.aborted) return null;
    const suggestions = new Suggestions(text, this.known, spot.position, this.labels);
    const options = suggestions.list(vocabulary, fitting);
    return { from: word.from, to, options, ...(isSearch ? { filter: query === null } : { validFor: SAME_WORD }) };
  };

  // A failure is no vocabulary; the next time it is asked for again.
  private fetched(): Promise<Vocabulary> {
    const never = new AbortController().signal;
    this.vocabulary ??= fetchVocabulary(this.server, never).then(
      (vocabulary) => {
        void addLabels(this.server, vocabulary, never).then(
          () => vocabulary.labels.forEach((label, iri) => this.labels.set(iri, label)),
          () => {},
        );
        return vocabulary;
      },
      () => {
        this.vocabulary = null;
        return { classes: [], predicates: [], labels: new Map() };
      },
    );
    return this.vocabulary;
  }

  private forget() {
    this.last?.control.abort();
    this.last = null;
  }

  // null: the question was ended, failed, or took too long.
  private async ask(query: string): Promise<Fitting[] | null> {
    this.forget();
    const asked = { query, control: new AbortController(), fitting: null as Fitting[] | null };
    this.last = asked;
    const { signal } = asked.control;
    try {
      const rows = await termRows(this.server, query, { signal, timeout: LONGEST_QUERY });
      const found = rows.filter(([term]) => term !== null && term?.kind !== "blank");
      const iris = found.map(([term]) => term!).filter(({ kind }) => kind === "iri");
      const unnamed = iris.map(({ value }) => value).filter((iri) => !this.labels.has(iri));
      for (const [iri, label] of await labelsOf(this.server, unnamed, navigator.languages, signal))
        this.labels.set(iri, label);
      asked.fitting = found.map(([term, count]) => ({ term: termText(term!), count: Number(count?.value ?? 0) }));
    } catch {
      if (this.last === asked) this.last = null;
    }
    return asked.fitting;
  }

  // Opens the list again when the answer is there, unless the user has chosen something, or has gone on.
  private async refine(view: EditorView, query: string) {
    if (!(await this.ask(query)) || this.last?.query !== query) return;
    if (completionStatus(view.state) !== null && (selectedCompletionIndex(view.state) ?? 0) <= 0) startCompletion(view);
  }
}
