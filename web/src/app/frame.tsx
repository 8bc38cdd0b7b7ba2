// The frame of the page: its head, and the view that the address names.

import { useEffect, useState } from "preact/hooks";
import { DataView } from "../data/data_view.tsx";
import { fetchPrefixes } from "../endpoint/prefixes.ts";
import type { Server } from "../endpoint/server.ts";
import type { Prefix } from "../rdf/prefixes.ts";
import { wellKnownPrefixes } from "../rdf/well_known.ts";
import { Tiles } from "../map/tiles.ts";
import { RunningView } from "../running/running_view.tsx";
import { LoginForm } from "../session/login_form.tsx";
import { UNKNOWN, isLoggedOut, type Session, type Who } from "../session/session.ts";
import { ExploreView } from "./explore_view.tsx";
import { QueryView } from "./query_view.tsx";
import { ThemeChoice } from "./theme.tsx";
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

export function Frame({ server, session }: { server: Server; session: Session }) {
  const route = useRoute();
  const [who, setWho] = useState<Who | null>(null);
  const [isLoggingIn, setLoggingIn] = useState(false);
  async function findOut() {
    setLoggingIn(false);
    try {
      setWho(await session.who(server));
    } catch (error) {
      if (isLoggedOut(error)) session.logOut();
      setWho(UNKNOWN);
    }
  }
  useEffect(() => void findOut(), []);
  if (!who) return null;
  const mustLogIn = who.accounts && !who.reads;
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
        <span class="user tools">
          <ThemeChoice />
          {who.user}{" "}
          {session.credential() ? (
            <button
              type="button"
              onClick={() => {
                session.logOut();
                void findOut();
              }}
            >
              Log out
            </button>
          ) : (
            who.accounts && (
              <button type="button" onClick={() => setLoggingIn(true)}>
                Log in
              </button>
            )
          )}
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        {(mustLogIn || isLoggingIn) && <LoginForm server={server} session={session} done={() => void findOut()} />}
        <Tiles.Provider value={who.map_tiles}>
          {!mustLogIn && <Views key={who.user} server={server} session={session} who={who} route={route} />}
        </Tiles.Provider>
      </main>
    </>
  );
}

type ViewsProps = { server: Server; session: Session; who: Who; route: Route };

// The prefixes of the database, if it tells them, and the well-known ones.
function useKnownPrefixes(server: Server): Prefix[] {
  const [known, setKnown] = useState<Prefix[]>([...wellKnownPrefixes]);
  useEffect(() => {
    const control = new AbortController();
    fetchPrefixes(server, control.signal).then(
      (own) => setKnown([...own, ...wellKnownPrefixes]),
      () => {},
    );
    return () => control.abort();
  }, [server]);
  return known;
}

function Views({ server, session, who, route }: ViewsProps) {
  const known = useKnownPrefixes(server);
  const { parameters } = route;
  return (
    <>
      {/* The view of queries stays, with its answers, while another is shown. */}
      <div hidden={route.view !== "query"}>
        <QueryView server={server} linked={route.view === "query" ? parameters.get("query") : null} known={known} />
      </div>
      {route.view === "resource" && (
        <ExploreView server={server} term={parameters.get("term")} search={parameters.get("search")} known={known} />
      )}
      {route.view === "running" && <RunningView server={server} />}
      {route.view === "data" && (
        <DataView server={server} credential={() => session.credential()} mayWrite={who.writes} />
      )}
    </>
  );
}
