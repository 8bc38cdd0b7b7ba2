// The view in which people write queries and look at their answers.

import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Answer, fetchAnswer } from "../answers/answer.ts";
import { AnswerMenus } from "../answers/menus.tsx";
import { AnswerView, FailureView, nounOf } from "../answers/answer_view.tsx";
import { addDeclarations } from "../editor/declarations.ts";
import { Completions } from "../editor/completion.ts";
import { Editor } from "../editor/editor.tsx";
import { formatted } from "../editor/format.ts";
import { NoMatch } from "../editor/no_match.tsx";
import { TabBar } from "../editor/tab_bar.tsx";
import { TabStore } from "../editor/tab_store.ts";
import {
  addTab,
  changeTab,
  closeTab,
  currentTab,
  onlyTab,
  openText,
  reopenTab,
  selectTab,
  type Tabs,
} from "../editor/tabs.ts";
import { kindOf } from "../endpoint/operation.ts";
import { newQueryId, progressOf } from "../endpoint/progress.ts";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import { explain } from "../plan/explain.ts";
import { planOfSteps, type Plan } from "../plan/plan.ts";
import { PlanView } from "../plan/plan_view.tsx";
import { Prefixes, declaredPrefixes, type Prefix } from "../rdf/prefixes.ts";
import { ExamplesMenu } from "../schema/examples_menu.tsx";
import { isBlank } from "../rdf/tokens.ts";
import { FIRST_QUERY, FirstSteps, NothingToRun } from "./beginning.tsx";
import { routeTo } from "./routes.ts";

const SAVED_AFTER_MS = 300; // without another change

const WATCHED_AFTER_MS = 500; // shorter queries show no plan while they run

// Shows the plan of a query while it runs; the caller takes it away at the end.
async function watch(server: Server, run: Run, id: string, changed: () => void) {
  const { answer, control } = run;
  await new Promise((resolve) => setTimeout(resolve, WATCHED_AFTER_MS));
  if (answer?.state !== "running" || kindOf(run.text) === "update") return;
  try {
    for await (const { steps } of progressOf(server, id, control.signal)) {
      if (answer.state !== "running") break;
      const root = planOfSteps(steps);
      if (root) run.plan = { root, isProfile: false, planMs: null, runMs: null };
      changed();
    }
  } catch {
    // It ended meanwhile, or the user may not see it: there is no picture then.
  }
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

// `linked`: the text that the address names; null: none.
export function QueryView({ server, linked, known }: { server: Server; linked: string | null; known: Prefix[] }) {
  const [tabs, setTabs] = useTabs(server, linked);
  if (!tabs) return null;
  return <Workplace server={server} tabs={tabs} setTabs={setTabs} known={known} />;
}

// The last work of a tab: an answer, or a plan that was asked for; while a query runs, its plan is `plan`, too.
type Run = {
  answer: Answer | null;
  plan: Plan | null;
  failure: ServerError | null;
  control: AbortController;
  text: string;
};
type WorkplaceProps = {
  server: Server;
  tabs: Tabs;
  setTabs: (change: (tabs: Tabs) => Tabs) => void;
  known: Prefix[];
};

function Workplace({ server, tabs, setTabs, known }: WorkplaceProps) {
  const runs = useRef(new Map<number, Run>()); // the last one of each tab
  const [version, changed] = useReducer<number, void>((count) => count + 1, 0);
  const tab = currentTab(tabs);
  const now = runs.current.get(tab.id);
  const answer = now?.answer ?? null;
  const setText = (text: string) => setTabs((now) => changeTab(now, tab.id, { text }));

  const completions = useMemo(() => new Completions(server, known), [server, known]);

  function begin(): Run {
    runs.current.get(tab.id)?.control.abort();
    const text = addDeclarations(tab.text, known);
    const made: Run = { answer: null, plan: null, failure: null, control: new AbortController(), text };
    runs.current.set(tab.id, made);
    if (text !== tab.text) setText(text);
    return made;
  }
  async function run() {
    const made = begin();
    if (isBlank(made.text)) return changed();
    made.answer = new Answer(made.text);
    changed();
    const id = newQueryId();
    void watch(server, made, id, changed);
    await fetchAnswer(server, made.answer, { signal: made.control.signal, id }, changed);
    made.failure = made.answer.failure;
    made.plan = null;
    changed();
  }
  async function showPlan(kind: "plan" | "profile") {
    const made = begin();
    changed();
    if (isBlank(made.text)) return;
    try {
      made.plan = await explain(server, made.text, kind, made.control.signal);
    } catch (error) {
      if (!made.control.signal.aborted) made.failure = asServerError(error);
    }
    changed();
  }
  function close(id: number) {
    runs.current.get(id)?.control.abort();
    runs.current.delete(id);
    setTabs((now) => closeTab(now, id));
  }
  const prefixes = new Prefixes([...declaredPrefixes(tab.text), ...known]);
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
          reopen={() => setTabs(reopenTab)}
        />
        <Editor
          text={tab.text}
          failure={now?.text === tab.text ? now.failure : null}
          change={setText}
          run={run}
          format={() => setText(formatted(tab.text))}
          suggestions={completions.source}
        />
        <div class="tools">
          {isRunning ? (
            <button type="button" class="main" onClick={() => runs.current.get(tab.id)?.control.abort()}>
              Stop
            </button>
          ) : (
            <button type="button" class="main" onClick={run} title="Sends this text to the server (Control-Enter)">
              {kindOf(tab.text) === "update" ? "Update" : "Run"}
            </button>
          )}
          {kindOf(tab.text) !== "update" && (
            <>
              <button type="button" onClick={() => showPlan("plan")} title="How the server would run the query">
                Plan
              </button>
              <button
                type="button"
                onClick={() => showPlan("profile")}
                title="Runs the query, and shows what each step took"
              >
                Profile
              </button>
            </>
          )}
          <button type="button" onClick={() => setText(formatted(tab.text))} title="Lays the text out (Shift-Alt-F)">
            Format
          </button>
          <ExamplesMenu
            server={server}
            prefixes={new Prefixes(known)}
            choose={(query) => setTabs((now) => openText(now, query))}
          />
          <a href={routeTo("query", { query: tab.text })} title="An address with this text in it, to copy or to keep">
            Link to this query
          </a>
          {answer && !isRunning && !answer.failure && <AnswerMenus server={server} query={answer.text} />}
        </div>
      </section>
      <section aria-label="Answer" aria-busy={isRunning}>
        {now && isBlank(now.text) && isBlank(tab.text) && (
          <NothingToRun begin={() => setText(`${tab.text}\n${FIRST_QUERY}`.trimStart())} />
        )}
        {!now && tab.text === FIRST_QUERY && <FirstSteps />}
        {now?.plan && <PlanView plan={now.plan} />}
        {!answer && now?.failure && <FailureView failure={now.failure} what={nounOf(now.text)} />}
        {answer && (
          <AnswerView
            answer={answer}
            version={version}
            prefixes={prefixes}
            linkOf={(iri) => routeTo("resource", { term: iri })}
          />
        )}
        {answer?.isNoMatch() && (
          <NoMatch key={answer.text} server={server} query={answer.text} known={known} change={setText} />
        )}
      </section>
    </>
  );
}
