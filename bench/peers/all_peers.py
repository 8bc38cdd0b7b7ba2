"""The list of peers, and the options that select among them."""

import pathlib

from fuseki import Fuseki
from oxigraph import Oxigraph
from virtuoso import Virtuoso

PEERS = [Oxigraph, Virtuoso, Fuseki]

ROOT = pathlib.Path(__file__).resolve().parents[2]


def add_peer_options(parser):
    parser.add_argument("--place", default=str(ROOT / "build/peers"), metavar="DIR",
                        help="where they are installed and their databases lie (default: build/peers)")
    parser.add_argument("--only", default="", metavar="NAMES", help="as oxigraph,virtuoso (default: all)")
    parser.add_argument("--memory", type=int, default=4, metavar="GB", help="for each, where it can be told (default: 4)")
    parser.add_argument("--oxigraph", metavar="PROGRAM", help="an Oxigraph that is there already")


def chosen_peers(arguments):
    names = [name.strip().lower() for name in arguments.only.split(",") if name.strip()]
    unknown = set(names) - {peer.name.lower() for peer in PEERS}
    if unknown:
        raise SystemExit(f"there is no peer called {', '.join(sorted(unknown))}")
    peers = [peer(arguments.place, arguments.memory << 30) for peer in PEERS if not names or peer.name.lower() in names]
    for peer in peers:
        if isinstance(peer, Oxigraph):
            peer.program = arguments.oxigraph
    return peers
