// What can be done with an answer: it is saved in a format, or its request becomes a program.

import { useState } from "preact/hooks";
import { kindOf } from "../endpoint/operation.ts";
import type { Server } from "../endpoint/server.ts";
import { LANGUAGES, programFor } from "./copy_as.ts";
import { formatsOf, saveAs } from "./formats.ts";
import { Menu } from "./menu.tsx";

export function AnswerMenus({ server, query }: { server: Server; query: string }) {
  const [said, setSaid] = useState("");
  const formats = formatsOf(kindOf(query));
  const [first] = formats;
  if (!first) return null;
  const address = new URL("sparql", server.base).href;
  return (
    <>
      <Menu title="Save" hint="Asks again, and saves the whole answer to a file">
        {formats.map((format) => (
          <button
            key={format.name}
            type="button"
            onClick={() => saveAs(server, query, format).catch((error: Error) => setSaid(error.message))}
          >
            {format.title}
          </button>
        ))}
      </Menu>
      <Menu title="Copy as" hint="Copies a program that asks this query">
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            onClick={() =>
              copy(programFor(language, address, query, first)).then(
                () => setSaid(`Copied as ${language}`),
                () => setSaid("The browser does not allow copying here"),
              )
            }
          >
            {language}
          </button>
        ))}
      </Menu>
      <span role="status">{said}</span>
    </>
  );
}

// A page without TLS of another machine has no clipboard; the old way works there.
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("not allowed");
}
