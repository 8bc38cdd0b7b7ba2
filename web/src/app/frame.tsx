// The frame of the page: its head, and the view that the address names.

import { useEffect, useState } from "preact/hooks";
import type { Server } from "../endpoint/server.ts";
import { DataView } from "../data/data_view.tsx";
import { RunningView } from "../running/running_view.tsx";
import { ExploreView } from "./explore_view.tsx";
import { QueryView } from "./query_view.tsx";
import { parseRoute, routeTo, type Route } from "./routes.ts";

function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const changed = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

const VIEWS = [
  { name: "query", title: "Query" },
  { name: "resource", title: "Explore" },
  { name: "data", title: "Data" },
  { name: "running", title: "Running" },
];

export function Frame({ server }: { server: Server }) {
  const route = useRoute();
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <header>
        <h1>Quadrille</h1>
        <nav aria-label="Views">
          {VIEWS.map(({ name, title }) => (
            <a key={name} href={routeTo(name)} aria-current={route.view === name ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {/* The view of queries stays, with its answers, while another is shown. */}
        <div hidden={route.view !== "query"}>
          <QueryView server={server} linked={route.view === "query" ? route.parameters.get("query") : null} />
        </div>
        {route.view === "resource" && <ExploreView server={server} term={route.parameters.get("term")} />}
        {route.view === "running" && <RunningView server={server} />}
        {route.view === "data" && <DataView server={server} credential={() => null} />}
      </main>
    </>
  );
}
