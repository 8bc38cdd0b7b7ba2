// What the view of queries shows to a person who begins.

import { routeTo } from "./routes.ts";

export const FIRST_QUERY = "SELECT * {\n  ?subject ?predicate ?object\n}\nLIMIT 100\n";

// Before anything has been run.
export function FirstSteps() {
  return (
    <div class="hint">
      <p>
        <strong>Run</strong> shows the first 100 triples of the data: each is a statement of a subject, a predicate and
        an object.
      </p>
      <ul>
        <li>
          <strong>Examples</strong> has more queries, made for these data.
        </li>
        <li>
          <a href={routeTo("resource")}>Explore</a> shows what is in the data, without a query.
        </li>
        <li>
          <a href={routeTo("data")}>Data</a> adds files.
        </li>
      </ul>
    </div>
  );
}

// After an empty text was run. `begin`: writes the first query.
export function NothingToRun({ begin }: { begin: () => void }) {
  return (
    <div class="hint" role="status">
      <p>
        There is nothing to run yet. Write a query above, or begin with one of the <em>Examples</em>.
      </p>
      <p>
        <button type="button" onClick={begin}>
          Write a query for me: the first 100 triples
        </button>
      </p>
    </div>
  );
}
