// The rows of a table on a map, with the columns that the user chooses, and the row of the shape that is selected.

import { useMemo, useState } from "preact/hooks";
import { MapView } from "../map/map_view.tsx";
import { placesOf, type Places, type Source, type Sources } from "../map/places.ts";
import type { Prefixes } from "../rdf/prefixes.ts";
import { TermView } from "../rdf/term_view.tsx";
import type { Answer } from "./answer.ts";

type MapRowsProps = { answer: Answer; sources: Sources; prefixes: Prefixes; linkOf: (iri: string) => string };

const rowsText = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;

export function placesSummary({ rows, without, systems }: Places): string {
  const parts = [`${rowsText(rows.length)} on the map`];
  if (without > 0) parts.push(`${rowsText(without)} without a position`);
  for (const [system, count] of systems)
    parts.push(`${rowsText(count)} in the reference system <${system}>, which the map does not show`);
  return parts.join("; ");
}

export function MapRows({ answer, sources, prefixes, linkOf }: MapRowsProps) {
  const [source, setSource] = useState<Source>(
    sources.first ?? { latitude: sources.numbers[0]!, longitude: sources.numbers[1]! },
  );
  const [selected, setSelected] = useState<number | null>(null);
  const places = useMemo(() => placesOf(answer.rows, source), [answer, source]);
  const choose = (next: Source) => {
    setSelected(null);
    setSource(next);
  };
  return (
    <figure class="map-rows" aria-label="Map of the answer">
      <SourceChoice columns={answer.columns} sources={sources} source={source} choose={choose} />
      <p class="summary" role="status">
        {placesSummary(places)}
      </p>
      <MapView geometries={places.geometries} selected={selected} select={setSelected} />
      <PlaceSteps count={places.rows.length} selected={selected} select={setSelected} />
      {selected !== null && (
        <section aria-label="Selected row">
          <dl class="properties">
            {answer.columns.map((name, column) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <TermView term={answer.cell(places.rows[selected]!, column)} prefixes={prefixes} linkOf={linkOf} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </figure>
  );
}

type SourceChoiceProps = { columns: string[]; sources: Sources; source: Source; choose: (source: Source) => void };

function SourceChoice({ columns, sources, source, choose }: SourceChoiceProps) {
  const { geometries, numbers } = sources;
  const [latitude, longitude] = "column" in source ? numbers : [source.latitude, source.longitude];
  const select = (label: string, value: number, among: number[], chosen: (column: number) => void) => (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => chosen(Number(event.currentTarget.value))}>
        {among.map((column) => (
          <option key={column} value={column}>
            {column < 0 ? "latitude and longitude" : columns[column]}
          </option>
        ))}
      </select>
    </label>
  );
  const hasPairs = latitude !== undefined && longitude !== undefined;
  return (
    <div class="tools" role="group" aria-label="Columns of the map">
      {geometries.length > 0 &&
        select(
          "Positions from",
          "column" in source ? source.column : -1,
          hasPairs ? [...geometries, -1] : geometries,
          (column) => choose(column < 0 ? { latitude: latitude!, longitude: longitude! } : { column }),
        )}
      {!("column" in source) && (
        <>
          {select("Latitude", source.latitude, numbers, (column) => choose({ ...source, latitude: column }))}
          {select("Longitude", source.longitude, numbers, (column) => choose({ ...source, longitude: column }))}
        </>
      )}
    </div>
  );
}

type PlaceStepsProps = { count: number; selected: number | null; select: (place: number | null) => void };

// Selects one place after another, for people who do not click on the map.
function PlaceSteps({ count, selected, select }: PlaceStepsProps) {
  if (count === 0) return null;
  return (
    <div class="tools" role="group" aria-label="Rows on the map">
      <button type="button" onClick={() => select(((selected ?? 0) + count - 1) % count)}>
        Previous row
      </button>
      <button type="button" onClick={() => select(selected === null ? 0 : (selected + 1) % count)}>
        Next row
      </button>
      <span role="status">
        {selected !== null && `${(selected + 1).toLocaleString("en")} of ${count.toLocaleString("en")} on the map`}
      </span>
    </div>
  );
}
