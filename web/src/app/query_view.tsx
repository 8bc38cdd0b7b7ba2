// The view in which people write queries and look at their answers.

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Answer, fetchAnswer } from "../answers/answer.ts";
import { AnswerView } from "../answers/answer_view.tsx";
import { addDeclarations } from "../editor/declarations.ts";
import { Editor } from "../editor/editor.tsx";
import { formatted } from "../editor/format.ts";
import { TabBar } from "../editor/tab_bar.tsx";
import { TabStore } from "../editor/tab_store.ts";
import { addTab, changeTab, closeTab, currentTab, onlyTab, openText, selectTab, type Tabs } from "../editor/tabs.ts";
import { kindOf } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { Prefixes, declaredPrefixes } from "../rdf/prefixes.ts";
import { termText } from "../rdf/term.ts";
import { wellKnownPrefixes } from "../rdf/well_known.ts";
import { routeTo, type Route } from "./routes.ts";

const FIRST_QUERY = "SELECT * {\n  ?subject ?predicate ?object\n}\nLIMIT 100\n";
const SAVED_AFTER_MS = 300; // without another change

function queryAbout(iri: string): string {
  const text = termText({ kind: "iri", value: iri });
  return `SELECT * {\n  { ${text} ?property ?value } UNION { ?subject ?of ${text} }\n}\nLIMIT 500\n`;
}

// The tabs, kept in the browser; null until it has told them.
function useTabs(server: Server, linked: string | null): [Tabs | null, (change: (tabs: Tabs) => Tabs) => void] {
  const [tabs, setTabs] = useState<Tabs | null>(null);
  const store = useRef<TabStore | null>(null);
  useEffect(() => {
    let isWanted = true;
    void TabStore.open(new URL(server.base).pathname).then(async (opened) => {
      store.current = opened;
      const kept = (await opened.load().catch(() => null)) ?? onlyTab(linked ?? FIRST_QUERY);
      if (isWanted) setTabs(kept);
    });
    return () => {
      isWanted = false;
    };
  }, [server]);
  const isLoaded = tabs !== null;
  useEffect(() => {
    if (isLoaded && linked !== null) setTabs((now) => now && openText(now, linked));
  }, [isLoaded, linked]);
  useEffect(() => {
    if (!tabs) return;
    const timer = setTimeout(() => void store.current?.save(tabs).catch(() => {}), SAVED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [tabs]);
  return [tabs, (change) => setTabs((now) => now && change(now))];
}

export function QueryView({ server, route }: { server: Server; route: Route }) {
  const [tabs, setTabs] = useTabs(server, route.parameters.get("query"));
  if (!tabs) return null;
  return <Workplace server={server} tabs={tabs} setTabs={setTabs} />;
}

type Run = { answer: Answer; control: AbortController };
type WorkplaceProps = { server: Server; tabs: Tabs; setTabs: (change: (tabs: Tabs) => Tabs) => void };

function Workplace({ server, tabs, setTabs }: WorkplaceProps) {
  const runs = useRef(new Map<number, Run>()); // the last one of each tab
  const [version, changed] = useReducer<number, void>((count) => count + 1, 0);
  const tab = currentTab(tabs);
  const { answer } = runs.current.get(tab.id) ?? { answer: null };
  const setText = (text: string) => setTabs((now) => changeTab(now, tab.id, { text }));

  async function run() {
    runs.current.get(tab.id)?.control.abort();
    const made = { answer: new Answer(addDeclarations(tab.text, wellKnownPrefixes)), control: new AbortController() };
    runs.current.set(tab.id, made);
    if (made.answer.text !== tab.text) setText(made.answer.text);
    changed();
    await fetchAnswer(server, made.answer, { signal: made.control.signal }, changed);
  }
  function close(id: number) {
    runs.current.get(id)?.control.abort();
    runs.current.delete(id);
    setTabs((now) => closeTab(now, id));
  }
  const prefixes = new Prefixes([...declaredPrefixes(tab.text), ...wellKnownPrefixes]);
  const isRunning = answer?.state === "running";
  return (
    <>
      <section aria-label="Editor">
        <TabBar
          tabs={tabs}
          select={(id) => setTabs((now) => selectTab(now, id))}
          close={close}
          rename={(id, title) => setTabs((now) => changeTab(now, id, { title }))}
          add={() => setTabs((now) => addTab(now, ""))}
        />
        <Editor
          text={tab.text}
          failure={answer?.text === tab.text ? answer.failure : null}
          change={setText}
          run={run}
          format={() => setText(formatted(tab.text))}
        />
        <div class="tools">
          {isRunning ? (
            <button type="button" class="main" onClick={() => runs.current.get(tab.id)?.control.abort()}>
              Stop
            </button>
          ) : (
            <button type="button" class="main" onClick={run} title="Control-Enter">
              {kindOf(tab.text) === "update" ? "Update" : "Run"}
            </button>
          )}
          <button type="button" onClick={() => setText(formatted(tab.text))} title="Shift-Alt-F">
            Format
          </button>
          <a href={routeTo("query", { query: tab.text })}>Link to this query</a>
        </div>
      </section>
      <section aria-label="Answer" aria-busy={isRunning}>
        {answer && (
          <AnswerView
            answer={answer}
            version={version}
            prefixes={prefixes}
            linkOf={(iri) => routeTo("query", { query: queryAbout(iri) })}
          />
        )}
      </section>
    </>
  );
}
