// Draws the graph around a resource. A click on a node adds its neighbours.

import { useEffect, useRef, useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { grown, type Graph } from "../drawing/graph.ts";
import { GraphPicture } from "../drawing/graph_picture.tsx";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import { edgesAround } from "./neighbours.ts";

type NeighbourhoodProps = { server: Server; term: string; prefixes: Prefixes };

export function NeighbourhoodView({ server, term, prefixes }: NeighbourhoodProps) {
  const [graph, setGraph] = useState<Graph>({ nodes: [term], edges: [] });
  const [failure, setFailure] = useState<ServerError | null>(null);
  const control = useRef(new AbortController());
  async function grow(node: string) {
    try {
      const more = await edgesAround(server, node, control.current.signal);
      setGraph((now) => grown(now, more));
    } catch (error) {
      if (!control.current.signal.aborted) setFailure(asServerError(error));
    }
  }
  useEffect(() => {
    control.current = new AbortController();
    void grow(term);
    return () => control.current.abort();
  }, [term]);
  return (
    <figure class="neighbourhood" aria-label="Neighbourhood">
      <figcaption class="summary">
        Arrows lead from a subject to its object, with the name of the predicate. A click on a node adds its neighbours,
        at most 12 in each direction. Names without room are shown for the node under the pointer or with the focus.
      </figcaption>
      {failure && <FailureView failure={failure} />}
      <GraphPicture graph={graph} prefixes={prefixes} act="Neighbours of" choose={(node) => void grow(node)} />
    </figure>
  );
}
