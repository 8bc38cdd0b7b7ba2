// The view of a database's graphs: files are dropped onto it, graphs are counted, saved and deleted.

import { useReducer } from "preact/hooks";
import type { Credential, Server } from "../endpoint/server.ts";
import { GraphList } from "./graph_list.tsx";
import { UploadArea } from "./upload_area.tsx";

type DataViewProps = { server: Server; credential: () => Credential; mayWrite: boolean };

export function DataView({ server, credential, mayWrite }: DataViewProps) {
  const [version, reload] = useReducer<number, void>((count) => count + 1, 0);
  return (
    <>
      {mayWrite ? (
        <UploadArea server={server} credential={credential} stored={reload} />
      ) : (
        <p class="summary">You may look at the data here. To add or delete some, log in as somebody who may write.</p>
      )}
      <GraphList key={version} server={server} mayWrite={mayWrite} changed={reload} />
    </>
  );
}
