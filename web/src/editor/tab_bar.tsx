// The names of the tabs, with buttons to add and to close one.

import { useState } from "preact/hooks";
import { titleOf, type Tab, type Tabs } from "./tabs.ts";

export type TabBarProps = {
  tabs: Tabs;
  select: (id: number) => void;
  close: (id: number) => void;
  rename: (id: number, title: string) => void;
  add: () => void;
};

export function TabBar({ tabs, select, close, rename, add }: TabBarProps) {
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
          <button type="button" class="plain" aria-label={`Close ${titleOf(tab)}`} onClick={() => close(tab.id)}>
            ×
          </button>
        </span>
      ))}
      <button type="button" class="plain" aria-label="New query" title="New query" onClick={add}>
        +
      </button>
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
