// The texts that a person works on, each in a tab.

export type Tab = { id: number; title: string; text: string }; // title: "" for one that follows from the text

// `closed`: the last ones that were closed with a text in them, the newest last.
export type Tabs = { list: readonly Tab[]; current: number; closed: readonly Tab[] };

const MOST_CLOSED = 10;

export function onlyTab(text: string): Tabs {
  return { list: [{ id: 1, title: "", text }], current: 1, closed: [] };
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

export function addTab(tabs: Tabs, text: string): Tabs {
  const id = 1 + Math.max(0, ...tabs.list.map((tab) => tab.id));
  return { ...tabs, list: [...tabs.list, { id, title: "", text }], current: id };
}

export function changeTab(tabs: Tabs, id: number, change: Partial<Tab>): Tabs {
  return { ...tabs, list: tabs.list.map((tab) => (tab.id === id ? { ...tab, ...change, id } : tab)) };
}

// The neighbour of a closed tab comes to the front. The last tab is emptied.
export function closeTab(tabs: Tabs, id: number): Tabs {
  const kept = tabs.list.filter((tab) => tab.id === id && tab.text.trim() !== "");
  const closed = [...tabs.closed, ...kept].slice(-MOST_CLOSED);
  if (tabs.list.length === 1) return { ...onlyTab(""), closed };
  const at = tabs.list.findIndex((tab) => tab.id === id);
  const list = tabs.list.filter((tab) => tab.id !== id);
  const neighbour = list[Math.min(Math.max(at, 0), list.length - 1)]!.id;
  return { list, current: tabs.current === id ? neighbour : tabs.current, closed };
}

// Opens the tab that was closed last, with its title: in the place of an empty one, or as a new one.
export function reopenTab(tabs: Tabs): Tabs {
  const last = tabs.closed.at(-1);
  if (!last) return tabs;
  const opened = openText({ ...tabs, closed: tabs.closed.slice(0, -1) }, last.text);
  return last.title === "" ? opened : changeTab(opened, opened.current, { title: last.title });
}

export function selectTab(tabs: Tabs, id: number): Tabs {
  return { ...tabs, current: id };
}

// Shows a text that a link brought: in the tab that has it already, in the place of an empty one, or in a new one.
export function openText(tabs: Tabs, text: string): Tabs {
  const known = tabs.list.find((tab) => tab.text === text);
  if (known) return selectTab(tabs, known.id);
  const now = currentTab(tabs);
  return now.text.trim() === "" ? changeTab(tabs, now.id, { text }) : addTab(tabs, text);
}
