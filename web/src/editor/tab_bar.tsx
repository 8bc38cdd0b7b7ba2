// The names of the tabs, with buttons to add one, to close one, and to bring back the one that was closed last.

import { useState } from "preact/hooks";
import { titleOf, type Tab, type Tabs } from "./tabs.ts";

export type TabBarProps = {
  tabs: Tabs;
  select: (id: number) => void;
  close: (id: number) => void;
  rename: (id: number, title: string) => void;
  add: () => void;
  reopen: () => void;
};

export function TabBar({ tabs, select, close, rename, add, reopen }: TabBarProps) {
  const last = tabs.closed.at(-1);
  const [renamed, setRenamed] = useState<number | null>(null);
  return (
    <div class="tabs">
      {tabs.list.map((tab) => (
        <span key={tab.id} class={tab.id === tabs.current ? "tab current" : "tab"}>
          {renamed === tab.id ? (
            <TitleInput
              tab={tab}
              done={(title) => {
                if (title !== null) rename(tab.id, title);
                setRenamed(null);
              }}
            />
          ) : (
            <button
              type="button"
              class="plain"
              aria-pressed={tab.id === tabs.current}
              title="Double-click or F2: another name"
              onClick={() => select(tab.id)}
              onDblClick={() => setRenamed(tab.id)}
              onKeyDown={(event) => event.key === "F2" && setRenamed(tab.id)}
            >
              {titleOf(tab)}
            </button>
          )}
          <button
            type="button"
            class="plain"
            aria-label={`Close ${titleOf(tab)}`}
            title="Close"
            onClick={() => close(tab.id)}
          >
            ×
          </button>
        </span>
      ))}
      <button type="button" class="plain" aria-label="New query" title="New query" onClick={add}>
        +
      </button>
      {last && (
        <button type="button" class="plain" title={`Opens “${titleOf(last)}” again`} onClick={reopen}>
          Reopen closed tab
        </button>
      )}
    </div>
  );
}

function TitleInput({ tab, done }: { tab: Tab; done: (title: string | null) => void }) {
  return (
    <input
      aria-label="Name of the query"
      value={titleOf(tab)}
      ref={(input) => input?.select()}
      onBlur={(event) => done(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") done(event.currentTarget.value.trim());
        if (event.key === "Escape") done(null);
      }}
    />
  );
}
