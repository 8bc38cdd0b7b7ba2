import assert from "node:assert/strict";
import { test } from "node:test";
import { Server } from "../endpoint/server.ts";
import { Session, basicHeader } from "./session.ts";

type Asked = { url: string; authorization: string | null };

function serverFor(session: Session, answer: (asked: Asked) => Response): [Server, Asked[]] {
  const asked: Asked[] = [];
  const fetcher = async (url: URL, init: RequestInit) => {
    asked.push({ url: url.pathname, authorization: new Headers(init.headers).get("Authorization") });
    return answer(asked.at(-1)!);
  };
  return [new Server("http://localhost/", () => session.credential(), fetcher as unknown as typeof fetch), asked];
}

test("the password is sent once, and the token afterwards", async () => {
  const session = new Session();
  const [server, asked] = serverFor(session, () => Response.json({ token: "qds_x", user: "ann" }));
  await session.logIn(server, "ann", "pass:wörd");
  await session.who(server);
  session.logOut();
  await session.who(server);
  assert.deepEqual(
    asked.map(({ authorization }) => authorization),
    [basicHeader("ann", "pass:wörd"), "Bearer qds_x", null],
  );
  assert.equal(Buffer.from(basicHeader("ann", "pass:wörd").slice(6), "base64").toString(), "ann:pass:wörd");
});

test("a token that the server refuses is not kept", async () => {
  const session = new Session();
  const [server] = serverFor(session, () => new Response("no such token", { status: 401 }));
  await assert.rejects(session.useToken(server, "qdt_x"), /no such token/);
  assert.equal(session.credential(), null);
});
