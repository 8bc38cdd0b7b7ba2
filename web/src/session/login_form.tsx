// Logs a user in, by name and password or by a token.

import { useState } from "preact/hooks";
import { FailureView } from "../answers/answer_view.tsx";
import { asServerError, type Server, type ServerError } from "../endpoint/server.ts";
import { isLoggedOut, type Session } from "./session.ts";

type LoginFormProps = { server: Server; session: Session; done: () => void };

export function LoginForm({ server, session, done }: LoginFormProps) {
  const [failure, setFailure] = useState<ServerError | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(form: HTMLFormElement) {
    const fields = new FormData(form);
    const field = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    setFailure(null);
    try {
      if (field("token").trim() !== "") await session.useToken(server, field("token"));
      else await session.logIn(server, field("user"), field("password"));
      form.reset();
      done();
    } catch (error) {
      setFailure(asServerError(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      class="login"
      aria-label="Log in"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <h2>Log in</h2>
      <p>
        <label>
          Name <input name="user" autocomplete="username" />
        </label>
      </p>
      <p>
        <label>
          Password <input name="password" type="password" autocomplete="current-password" />
        </label>
      </p>
      <p>
        <label>
          or a token <input name="token" type="password" autocomplete="off" />
        </label>
      </p>
      {failure && (
        <FailureView failure={failure} title={isLoggedOut(failure) ? "The login was not accepted" : undefined} />
      )}
      <p>
        <button type="submit" class="main" disabled={isBusy}>
          Log in
        </button>
      </p>
      <p class="summary">The page keeps no password, and forgets the login when it is closed.</p>
    </form>
  );
}
