// The page of a resource: its label, its properties with their values, and the resources that refer to it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { labelsOf } from "../endpoint/labels.ts";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import { parseTerm, termText, type Term } from "../rdf/term.ts";
import { TermView } from "../rdf/term_view.tsx";
import type { Geometry } from "../map/geometry.ts";
import { MapView } from "../map/map_view.tsx";
import { NeighbourhoodView } from "./neighbourhood.tsx";
import { pictureOf } from "./pictures.ts";
import { placesOfResource } from "./places.ts";
import { VALUES_AT_ONCE, propertiesOf, valuesOf, type Direction, type Property } from "./resource.ts";

export type ResourceLinks = { toResource: (term: string) => string; toQuery: (query: string) => string };
type ResourceViewProps = { server: Server; term: string; prefixes: Prefixes; links: ResourceLinks };

// `term`: as SPARQL writes it; an IRI alone will do.
export function ResourceView({ server, term, prefixes, links }: ResourceViewProps) {
  const resource = useMemo<Term>(() => {
    const parsed = parseTerm(term);
    return parsed && parsed.kind !== "literal" ? parsed : { kind: "iri", value: term };
  }, [term]);
  const label = useLabel(server, resource);
  const places = usePlaces(server, resource);
  const [isDrawn, setDrawn] = useState(false);
  const text = termText(resource);
  return (
    <article aria-label="Resource">
      <h2>{label ?? prefixes.shorten(resource.value) ?? resource.value}</h2>
      <p class="term iri resource-name">{text}</p>
      <p class="tools">
        <a href={links.toQuery(`DESCRIBE ${text}\n`)} title="A query for the triples of this resource">
          As a query
        </a>
        <button
          type="button"
          title="Draws the resources around this one"
          aria-pressed={isDrawn}
          onClick={() => setDrawn(!isDrawn)}
        >
          Neighbourhood
        </button>
      </p>
      {isDrawn && <NeighbourhoodView server={server} term={text} prefixes={prefixes} />}
      {places.length > 0 && (
        <section class="resource-map" aria-label="Places">
          <MapView geometries={places} />
        </section>
      )}
      <Properties key={`o${text}`} direction="outgoing" {...{ server, resource, prefixes, links }} />
      <Properties key={`i${text}`} direction="incoming" {...{ server, resource, prefixes, links }} />
    </article>
  );
}

function useLabel(server: Server, resource: Term): string | null {
  const [label, setLabel] = useState<string | null>(null);
  useEffect(() => {
    const control = new AbortController();
    setLabel(null);
    labelsOf(server, resource.kind === "iri" ? [resource.value] : [], navigator.languages, control.signal).then(
      (labels) => setLabel(labels.get(resource.value) ?? null),
      () => {},
    );
    return () => control.abort();
  }, [server, resource]);
  return label;
}

const NO_PLACES: readonly Geometry[] = [];

function usePlaces(server: Server, resource: Term): readonly Geometry[] {
  const [places, setPlaces] = useState(NO_PLACES);
  useEffect(() => {
    const control = new AbortController();
    setPlaces(NO_PLACES);
    placesOfResource(server, resource, control.signal).then(setPlaces, () => {});
    return () => control.abort();
  }, [server, resource]);
  return places;
}

type PropertiesProps = {
  server: Server;
  resource: Term;
  direction: Direction;
  prefixes: Prefixes;
  links: ResourceLinks;
};

function Properties(props: PropertiesProps) {
  const { server, resource, direction, prefixes } = props;
  const [found, setFound] = useState<Property[] | null>(null);
  const [failure, setFailure] = useState<ServerError | null>(null);
  useEffect(() => {
    const control = new AbortController();
    propertiesOf(server, resource, direction, control.signal).then(
      setFound,
      (error) => !control.signal.aborted && setFailure(asServerError(error)),
    );
    return () => control.abort();
  }, []);
  const title = direction === "outgoing" ? "Properties" : "Referred to by";
  return (
    <section aria-label={title} aria-busy={found === null && failure === null}>
      <h3>{title}</h3>
      {failure && <FailureView failure={failure} />}
      {found?.length === 0 && (
        <p class="summary">
          none: {direction === "outgoing" ? "no triple has it as its subject" : "no triple has it as its object"}
        </p>
      )}
      <dl class="properties">
        {found?.map((property) => (
          <div key={property.iri}>
            <dt>
              <TermView
                term={{ kind: "iri", value: property.iri }}
                prefixes={prefixes}
                linkOf={props.links.toResource}
              />
            </dt>
            <dd>
              <Values property={property} {...props} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Values({ server, resource, direction, prefixes, links, property }: PropertiesProps & { property: Property }) {
  const [values, setValues] = useState<Term[]>([]);
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const [wanted, setWanted] = useState(VALUES_AT_ONCE);
  const [failure, setFailure] = useState<ServerError | null>(null);
  useEffect(() => {
    if (values.length >= Math.min(wanted, property.count)) return;
    const control = new AbortController();
    const { signal } = control;
    const fetchMore = async () => {
      const more = await valuesOf(server, resource, property.iri, direction, values.length, signal);
      setValues([...values, ...more]);
      const iris = more.filter(({ kind }) => kind === "iri").map(({ value }) => value);
      const named = await labelsOf(server, iris, navigator.languages, new AbortController().signal);
      setLabels((now) => new Map([...now, ...named]));
    };
    fetchMore().catch((error) => !signal.aborted && setFailure(asServerError(error)));
    return () => control.abort();
  }, [wanted]);
  return (
    <>
      <ul class="values">
        {values.map((term) => (
          <li key={termText(term)}>
            <TermView term={term} prefixes={prefixes} linkOf={links.toResource} />
            {direction === "outgoing" && <Picture property={property.iri} value={term} />}
            {labels.has(term.value) && term.kind === "iri" && <span class="label">{labels.get(term.value)}</span>}
          </li>
        ))}
      </ul>
      {failure && <FailureView failure={failure} />}
      {values.length < property.count && values.length > 0 && (
        <button type="button" onClick={() => setWanted(values.length + VALUES_AT_ONCE)}>
          More ({values.length} of {property.count.toLocaleString("en")})
        </button>
      )}
    </>
  );
}

function Picture({ property, value }: { property: string; value: Term }) {
  const picture = pictureOf(property, value, location.origin);
  if (!picture) return null;
  if (picture.kind === "shown") return <img class="picture" src={picture.address} alt="Picture" loading="lazy" />;
  return (
    <a class="label" href={picture.address} target="_blank" rel="noreferrer">
      picture at {picture.host}
    </a>
  );
}
