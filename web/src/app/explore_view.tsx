// The view in which people look at the schema, look for resources, and look at one after another.

import { useMemo, useState } from "preact/hooks";
import type { Server } from "../endpoint/server.ts";
import { ResourceView } from "../explore/resource_view.tsx";
import { SearchView } from "../explore/search_view.tsx";
import { Prefixes, type Prefix } from "../rdf/prefixes.ts";
import { SchemaView } from "../schema/schema_view.tsx";
import { routeTo } from "./routes.ts";

const links = {
  toResource: (term: string) => routeTo("resource", { term }),
  toQuery: (query: string) => routeTo("query", { query }),
  toData: routeTo("data"),
};

// The IRI that people type: "<urn:a>", "foaf:Person" or the IRI alone; null: the text is a name.
export function typedIri(typed: string, prefixes: Prefixes): string | null {
  const text = typed.trim().replace(/^<(.*)>$/, "$1");
  if (!text.includes(":") || /\s/.test(text)) return null;
  const [name = "", local = ""] = text.split(/:(.*)/s);
  const namespace = local.startsWith("//") ? undefined : prefixes.iri(name);
  return namespace === undefined ? text : namespace + local;
}

// `term`, `search`: of the address; null: it has none.
type ExploreProps = { server: Server; term: string | null; search: string | null; known: Prefix[] };

export function ExploreView({ server, term, search, known }: ExploreProps) {
  const [typed, setTyped] = useState("");
  const prefixes = useMemo(() => new Prefixes(known), [known]);
  function show() {
    const iri = typedIri(typed, prefixes);
    if (typed.trim() === "") return;
    location.hash = iri === null ? routeTo("resource", { search: typed.trim() }) : links.toResource(iri);
    setTyped("");
  }
  return (
    <>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <label>
          Name or IRI{" "}
          <input
            size={50}
            value={typed}
            placeholder="the beginning of a name, http://… or foaf:Person"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Show</button>
      </form>
      {term === null && search === null && <SchemaView server={server} prefixes={prefixes} links={links} />}
      {search !== null && (
        <SearchView key={search} server={server} text={search} prefixes={prefixes} linkOf={links.toResource} />
      )}
      {term !== null && <ResourceView key={term} server={server} term={term} prefixes={prefixes} links={links} />}
    </>
  );
}
