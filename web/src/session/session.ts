// The user of the page, and the login. The token of a login is in memory only: another page, or this one loaded again, must log in
// again.

import { ServerError, type Credential, type Server } from "../endpoint/server.ts";
import type { MapTiles } from "../map/tiles.ts";

// The answer of GET /session (docs/access.md).
export type Who = {
  user: string | null;
  how: string;
  accounts: boolean; // the server has accounts, so that one can log in
  reads: boolean;
  writes: boolean;
  administers: boolean;
  map_tiles: MapTiles | null;
};

// Before the server has answered, and for servers that do not tell.
export const UNKNOWN: Who = {
  user: null,
  how: "",
  accounts: false,
  reads: true,
  writes: true,
  administers: false,
  map_tiles: null,
};

// Name and password as HTTP Basic authentication has them (RFC 7617), in UTF-8.
export function basicHeader(name: string, password: string): string {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

export class Session {
  private held: Credential = null;

  credential(): Credential {
    return this.held;
  }

  who(server: Server): Promise<Who> {
    return server.json<Who>("session");
  }

  async logIn(server: Server, name: string, password: string): Promise<void> {
    const { token } = await server.json<{ token: string }>("session", {
      method: "POST",
      headers: { Authorization: basicHeader(name, password) },
    });
    this.held = { header: `Bearer ${token}` };
  }

  // A token of an account, or of an issuer.
  async useToken(server: Server, token: string): Promise<void> {
    const before = this.held;
    this.held = { header: `Bearer ${token.trim()}` };
    try {
      await this.who(server);
    } catch (error) {
      this.held = before;
      throw error;
    }
  }

  logOut() {
    this.held = null;
  }
}

// True if the server does not know the credential any more, so that the user must log in again.
export function isLoggedOut(error: unknown): boolean {
  return error instanceof ServerError && error.status === 401;
}
