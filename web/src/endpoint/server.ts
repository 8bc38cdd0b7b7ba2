// Requests to the server. The page uses only what any HTTP client can use (docs/http.md).

// A failure that the server or the connection reports, with the server's own words.
export class ServerError extends Error {
  readonly status: number; // 0: no answer
  readonly place: Place | null;

  constructor(status: number, message: string, place: Place | null) {
    super(message);
    this.name = "ServerError";
    this.status = status;
    this.place = place;
  }
}

// Any failure of a request as one.
export function asServerError(error: unknown): ServerError {
  return error instanceof ServerError ? error : new ServerError(0, String((error as Error).message), null);
}

export type Place = { line: number; column: number }; // from 1

// "line 3, column 14: ..." anywhere in a message, or "NAME:3:14: ..." of a document.
export function placeOf(message: string): Place | null {
  const found = /\bline (\d+), column (\d+)/.exec(message) ?? /:(\d+):(\d+): /.exec(message);
  return found && { line: Number(found[1]), column: Number(found[2]) };
}

export type Credential = { header: string } | null;

export class Server {
  readonly base: string;
  private readonly credential: () => Credential;
  private readonly fetcher: typeof fetch;
  private found: Promise<string> | null = null;

  // `base`: the address of a database, with a slash at its end.
  constructor(base: string, credential: () => Credential, fetcher: typeof fetch = fetch.bind(globalThis)) {
    this.base = base;
    this.credential = credential;
    this.fetcher = fetcher;
  }

  // The answer, whose status is 2xx. Throws ServerError; AbortError if the signal ends the request.
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const credential = this.credential();
    if (credential && !headers.has("Authorization")) headers.set("Authorization", credential.header);
    let response: Response;
    try {
      // Without "omit" a browser would ask for a password in a window of its own.
      response = await this.fetcher(new URL(path, this.base), { ...init, headers, credentials: "omit" });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new ServerError(0, `The server does not answer (${String((error as Error).message)}).`, null);
    }
    if (response.ok) return response;
    const message = (await response.text()).trim() || `${response.status} ${response.statusText}`;
    throw new ServerError(response.status, message, placeOf(message));
  }

  hasCredential(): boolean {
    return this.credential() !== null;
  }

  // The address of the server, for requests that are not about one database: the page of a database is one level below.
  root(): Promise<string> {
    this.found ??= this.request("admin/queries", { method: "HEAD" }).then(
      () => this.base,
      (error: ServerError) => (error.status === 404 ? new URL("../", this.base).href : this.base),
    );
    return this.found;
  }

  async json<T>(path: string, init: RequestInit = {}): Promise<T> {
    return (await (await this.request(path, init)).json()) as T;
  }
}
