// The part of the address after '#' names the view: "#/resource?term=...". Servers do not see it.

export type Route = { view: string; parameters: URLSearchParams };

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#\/?/, "");
  const mark = text.indexOf("?");
  const view = mark < 0 ? text : text.slice(0, mark);
  return { view: view || "query", parameters: new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1)) };
}

export function routeTo(view: string, parameters: Record<string, string> = {}): string {
  const text = new URLSearchParams(parameters).toString();
  return `#/${view}${text && "?" + text}`;
}

// The address of a database's page, with a slash at its end: the page is at "/" and at "/NAME/".
export function baseOf(location: string): string {
  return new URL("./", location.replace(/[?#].*$/, "")).href;
}
