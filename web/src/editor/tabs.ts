// The texts that a person works on, each in a tab.

export type Tab = { id: number; title: string; text: string }; // title: "" for one that follows from the text
export type Tabs = { list: readonly Tab[]; current: number };

export function onlyTab(text: string): Tabs {
  return { list: [{ id: 1, title: "", text }], current: 1 };
}

export function currentTab({ list, current }: Tabs): Tab {
  return list.find(({ id }) => id === current) ?? list[0]!;
}

// A comment on the first line names a query; otherwise its number does.
export function titleOf({ id, title, text }: Tab): string {
  if (title !== "") return title;
  const comment = /^\s*#+[^\S\n]*([^\n]*\S)/.exec(text)?.[1];
  return comment === undefined ? `Query ${id}` : comment.slice(0, 40);
}

export function addTab({ list }: Tabs, text: string): Tabs {
  const id = 1 + Math.max(0, ...list.map((tab) => tab.id));
  return { list: [...list, { id, title: "", text }], current: id };
}

export function changeTab({ list, current }: Tabs, id: number, change: Partial<Tab>): Tabs {
  return { list: list.map((tab) => (tab.id === id ? { ...tab, ...change, id } : tab)), current };
}

// The neighbour of a closed tab comes to the front. The last tab is emptied.
export function closeTab(tabs: Tabs, id: number): Tabs {
  if (tabs.list.length === 1) return onlyTab("");
  const at = tabs.list.findIndex((tab) => tab.id === id);
  const list = tabs.list.filter((tab) => tab.id !== id);
  const neighbour = list[Math.min(Math.max(at, 0), list.length - 1)]!.id;
  return { list, current: tabs.current === id ? neighbour : tabs.current };
}

export function selectTab({ list }: Tabs, id: number): Tabs {
  return { list, current: id };
}

// Shows a text that a link brought: in the tab that has it already, in the place of an empty one, or in a new one.
export function openText(tabs: Tabs, text: string): Tabs {
  const known = tabs.list.find((tab) => tab.text === text);
  if (known) return selectTab(tabs, known.id);
  const now = currentTab(tabs);
  return now.text.trim() === "" ? changeTab(tabs, now.id, { text }) : addTab(tabs, text);
}
