import { render } from "preact";
import { Server } from "../endpoint/server.ts";
import { Session } from "../session/session.ts";
import { Frame } from "./frame.tsx";
import { baseOf } from "./routes.ts";
import "./style.css";

const session = new Session();
const server = new Server(baseOf(location.href), () => session.credential());
render(<Frame server={server} session={session} />, document.body);
