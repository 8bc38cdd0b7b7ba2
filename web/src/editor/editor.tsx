// The editor for queries and updates. It lives in a shadow root: there the browser takes CodeMirror's styles as style
// sheets, which a Content-Security-Policy without inline styles allows.

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  type CompletionSource,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  HighlightStyle,
  bracketMatching,
  indentOnInput,
  indentService,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { sparql } from "codemirror-lang-sparql";
import { useEffect, useRef } from "preact/hooks";
import type { ServerError } from "../endpoint/server.ts";
import { depthAt } from "./depth.ts";
import { indexOfPlace } from "./places.ts";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool], color: "var(--number)" },
  { tag: tags.variableName, color: "var(--variable)" },
  { tag: [tags.url, tags.namespace, tags.propertyName, tags.labelName], color: "var(--iri)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
]);

const appearance = EditorView.theme({
  "&": { backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "14px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", minHeight: "10em", maxHeight: "50vh" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line-now)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--border)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
});

// Suggestions that are on their way would come over what has the focus then.
const leaving = EditorView.domEventHandlers({
  blur(_, view) {
    setTimeout(() => {
      if (!view.hasFocus && completionStatus(view.state) !== null) closeCompletion(view);
    });
  },
});

// Typing over a selection. Chromium would give the new text the style of the old one, as an attribute, which the
// Content-Security-Policy forbids.
const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event as InputEvent;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || !data || empty || view.composing) return false;
    const insertion = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insertion));
    if (!isHandled) view.dispatch(insertion());
    event.preventDefault();
    return true;
  },
});

// A change that comes from the page and not from the person who types.
const fromOutside = Annotation.define<boolean>();

export type EditorProps = {
  text: string;
  failure: ServerError | null;
  change: (text: string) => void;
  run: () => void;
  format: () => void;
  suggestions: CompletionSource;
};

export function Editor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props); // for the callbacks, which are made once
  latest.current = props;
  const told = useRef<string[]>([]); // texts that were passed to change() and have not come back yet

  useEffect(() => {
    const element = host.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const change = (text: string) => {
      told.current.push(text);
      latest.current.change(text);
    };
    const made = new EditorView({ parent: root, root, state: newState(props.text, () => latest.current, change) });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const now = view.current!;
    // A text that comes back from change() may be older than the one in the editor: the user goes on typing meanwhile.
    const echo = told.current.lastIndexOf(props.text);
    told.current = told.current.slice(echo + 1);
    if (echo >= 0 || now.state.doc.toString() === props.text) return;
    told.current = [];
    now.dispatch({
      changes: { from: 0, to: now.state.doc.length, insert: props.text },
      annotations: fromOutside.of(true),
    });
  }, [props.text]);
  useEffect(() => {
    const now = view.current!;
    now.dispatch(setDiagnostics(now.state, diagnosticsOf(props.failure, now.state)));
  }, [props.failure]);
  return <div class="editor" ref={host} />;
}

function diagnosticsOf(failure: ServerError | null, state: EditorState): Diagnostic[] {
  if (!failure?.place) return [];
  const at = indexOfPlace(state.doc.toString(), failure.place);
  const word = state.wordAt(at);
  return [{ from: at, to: Math.max(word?.to ?? at + 1, at), severity: "error", message: failure.message }].map(
    (one) => ({ ...one, to: Math.min(one.to, state.doc.length) }) as Diagnostic,
  );
}

function newState(text: string, props: () => EditorProps, change: (text: string) => void): EditorState {
  const keys = [
    { key: "Tab", run: acceptCompletion }, // otherwise it leaves the editor
    // Suggestions that are on their way would come over the answer.
    { key: "Mod-Enter", run: (view: EditorView) => (closeCompletion(view), props().run(), true) },
    { key: "Shift-Alt-f", run: () => (props().format(), true) },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
  ];
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "'", '"'] } }]),
      indentService.of(({ state, unit }, position) => unit * depthAt(state.doc.toString(), position)),
      autocompletion({ override: [(context) => props().suggestions(context)] }),
      highlightActiveLine(),
      overwriting,
      leaving,
      highlightSelectionMatches(),
      search({ top: true }),
      keymap.of(keys),
      sparql(),
      syntaxHighlighting(colours),
      appearance,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "SPARQL query or update", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside))) return;
        change(update.state.doc.toString());
      }),
    ],
  });
}
