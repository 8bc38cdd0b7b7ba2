"""Measures one Python library: measure_peer.py networkit EDGES --json FILE. Started by peers, in the library's Python."""

import argparse
import importlib


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=["networkit", "igraph", "graph_tool", "kuzu"])
    parser.add_argument("edges")
    parser.add_argument("--json", required=True)
    parser.add_argument("--only", type=lambda text: text.split(","), default=None)
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--tolerance", type=float, default=1e-4)
    parser.add_argument("--seconds", type=float, default=60, help="time for a kernel")
    options = parser.parse_args()
    importlib.import_module(f"{options.peer}_peer").run(options)


if __name__ == "__main__":
    main()
