// The pictures below the shapes of maps, if the server names any (GET /session in docs/access.md).

import { createContext } from "preact";

export type MapTiles = { address: string; attribution: string };

export const Tiles = createContext<MapTiles | null>(null);
