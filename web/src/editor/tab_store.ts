// Keeps the tabs of a database in the browser's IndexedDB: texts alone, never answers.

import type { Tab, Tabs } from "./tabs.ts";

const STORE = "tabs";

function ended<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class TabStore {
  private readonly database: IDBDatabase | null;
  private readonly key: string;

  private constructor(database: IDBDatabase | null, key: string) {
    this.database = database;
    this.key = key;
  }

  // `key`: the address of the database. Where the browser stores nothing (a private window), tabs last as long as the
  // page.
  static async open(key: string): Promise<TabStore> {
    try {
      const request = indexedDB.open("quadrille-workbench", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      return new TabStore(await ended(request), key);
    } catch {
      return new TabStore(null, key);
    }
  }

  async load(): Promise<Tabs | null> {
    if (!this.database) return null;
    const found: unknown = await ended(this.database.transaction(STORE).objectStore(STORE).get(this.key));
    return isTabs(found) ? { ...found, closed: isTabList(found.closed) ? found.closed : [] } : null;
  }

  async save(tabs: Tabs): Promise<void> {
    if (!this.database) return;
    await ended(this.database.transaction(STORE, "readwrite").objectStore(STORE).put(tabs, this.key));
  }
}

// Another version of the page may have written something else.
function isTabs(found: unknown): found is Tabs {
  const tabs = found as Tabs;
  return isTabList(tabs?.list) && tabs.list.length > 0;
}

function isTabList(found: unknown): found is Tab[] {
  const isText = (one: unknown) => typeof one === "string";
  return (
    Array.isArray(found) &&
    found.every((tab: Tab) => Number.isInteger(tab?.id) && isText(tab.title) && isText(tab.text))
  );
}
