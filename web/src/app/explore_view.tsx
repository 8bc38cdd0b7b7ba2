// The view in which people look at the schema, and at one resource after another.

import { useState } from "preact/hooks";
import type { Server } from "../endpoint/server.ts";
import { ResourceView } from "../explore/resource_view.tsx";
import { Prefixes } from "../rdf/prefixes.ts";
import { wellKnownPrefixes } from "../rdf/well_known.ts";
import { SchemaView } from "../schema/schema_view.tsx";
import { routeTo } from "./routes.ts";

const prefixes = new Prefixes(wellKnownPrefixes);
const links = {
  toResource: (term: string) => routeTo("resource", { term }),
  toQuery: (query: string) => routeTo("query", { query }),
};

// An IRI as people type it: "<urn:a>", "foaf:Person" or the IRI alone.
export function typedIri(typed: string): string {
  const text = typed.trim().replace(/^<(.*)>$/, "$1");
  const [name = "", local = ""] = text.split(/:(.*)/s);
  const namespace = local.startsWith("//") ? undefined : prefixes.iri(name);
  return namespace === undefined ? text : namespace + local;
}

export function ExploreView({ server, term }: { server: Server; term: string | null }) {
  const [typed, setTyped] = useState("");
  return (
    <>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") location.hash = links.toResource(typedIri(typed));
        }}
      >
        <label>
          IRI{" "}
          <input
            size={50}
            value={typed}
            placeholder="http://… or foaf:Person"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Show</button>
      </form>
      {term === null && <SchemaView server={server} prefixes={prefixes} links={links} />}
      {term !== null && <ResourceView key={term} server={server} term={term} prefixes={prefixes} links={links} />}
    </>
  );
}
