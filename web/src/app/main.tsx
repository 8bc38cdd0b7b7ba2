import { render } from "preact";
import { Server } from "../endpoint/server.ts";
import { Frame } from "./frame.tsx";
import { baseOf } from "./routes.ts";
import "./style.css";

const server = new Server(baseOf(location.href), () => null);
render(<Frame server={server} />, document.body);
