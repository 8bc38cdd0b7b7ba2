// A map with shapes, and the buttons that move it. Leaflet and the outlines of the land come when the first map is shown.

import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Geometry } from "./geometry.ts";
import { Tiles } from "./tiles.ts";
import type { World } from "./world.ts";

type MapViewProps = {
  geometries: readonly Geometry[];
  selected?: number | null; // index of a geometry
  select?: (place: number | null) => void;
};

export function MapView({ geometries, selected = null, select = () => {} }: MapViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const world = useRef<World | null>(null);
  const latest = useRef(select);
  latest.current = select;
  const tiles = useContext(Tiles);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isWanted = true;
    import("./world.ts").then(
      ({ World }) => {
        if (!isWanted) return;
        world.current = new World(host.current!, geometries, tiles, (place) => latest.current(place));
        world.current.select(selected);
      },
      (error: Error) => setProblem(`The map cannot be drawn: ${error.message}`),
    );
    return () => {
      isWanted = false;
      world.current?.close();
      world.current = null;
    };
  }, [geometries, tiles]);
  useEffect(() => world.current?.select(selected), [selected]);
  return (
    <div class="map">
      <div class="tools" role="group" aria-label="Part of the map">
        <button type="button" onClick={() => world.current?.zoom(1)}>
          Zoom in
        </button>
        <button type="button" onClick={() => world.current?.zoom(-1)}>
          Zoom out
        </button>
        <button type="button" onClick={() => world.current?.showAll()}>
          Show all
        </button>
      </div>
      {problem !== "" && <p role="alert">{problem}</p>}
      <div
        ref={host}
        class="map-window"
        tabIndex={0}
        role="application"
        aria-label="Map; arrow keys move it, plus and minus zoom"
      />
      {tiles && tiles.attribution !== "" && <p class="summary">{tiles.attribution}</p>}
    </div>
  );
}
