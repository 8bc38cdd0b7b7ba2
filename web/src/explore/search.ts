// Resources by their names: those whose name begins with a text, or else has it anywhere.

import { NAMES } from "../endpoint/labels.ts";
import { termRows } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { termText, XSD, type Term } from "../rdf/term.ts";

export type Found = { thing: Term; name: string };

const MOST = 50;
const LONGEST = "5s";

export function searchQuery(text: string, isAnywhere: boolean): string {
  const quoted = (value: string) => termText({ kind: "literal", value, datatype: XSD + "string" });
  const starts = [...new Set([text, text[0]!.toUpperCase() + text.slice(1)])];
  const condition = isAnywhere
    ? `CONTAINS(LCASE(STR(?name)), ${quoted(text.toLowerCase())})`
    : starts.map((start) => `STRSTARTS(STR(?name), ${quoted(start)})`).join(" || ");
  const parts = NAMES.flatMap((property) => {
    const named = `?thing <${property}> ?name FILTER(${condition})`;
    return [`{ ${named} }`, `{ GRAPH ?graph { ${named} } }`];
  });
  return `SELECT DISTINCT ?thing ?name { ${parts.join(" UNION ")} } LIMIT ${MOST}`;
}

export async function search(server: Server, text: string, signal: AbortSignal): Promise<Found[]> {
  for (const isAnywhere of [false, true]) {
    const rows = await termRows(server, searchQuery(text, isAnywhere), { signal, timeout: LONGEST });
    if (rows.length > 0) return rows.map(([thing, name]) => ({ thing: thing!, name: name!.value }));
  }
  return [];
}
