// The frame of the page: its head, and the view that the address names.

import { useEffect, useState } from "preact/hooks";
import type { Server } from "../endpoint/server.ts";
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

const VIEWS = [{ name: "query", title: "Query" }];

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
        <QueryView server={server} route={route} />
      </main>
    </>
  );
}
