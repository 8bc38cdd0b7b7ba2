// The resources that a search has found.

import { useEffect, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import { TermView } from "../rdf/term_view.tsx";
import { search, type Found } from "./search.ts";

type SearchProps = { server: Server; text: string; prefixes: Prefixes; linkOf: (iri: string) => string };

export function SearchView({ server, text, prefixes, linkOf }: SearchProps) {
  const [found, setFound] = useState<Found[] | null>(null);
  const [failure, setFailure] = useState<ServerError | null>(null);
  useEffect(() => {
    const control = new AbortController();
    search(server, text, control.signal).then(
      setFound,
      (error) => control.signal.aborted || setFailure(asServerError(error)),
    );
    return () => control.abort();
  }, [server, text]);
  if (failure) return <FailureView failure={failure} />;
  return (
    <section aria-label="Found" aria-busy={found === null}>
      <h2>Called “{text}”</h2>
      {found?.length === 0 && (
        <p class="summary" role="status">
          No resource has a name with this text. Names are labels (rdfs:label, skos:prefLabel), titles and foaf:name.
        </p>
      )}
      <ul>
        {found?.map(({ thing, name }) => (
          <li key={thing.value + name}>
            {name} <TermView term={thing} prefixes={prefixes} linkOf={linkOf} />
          </li>
        ))}
      </ul>
    </section>
  );
}
