#!/usr/bin/env python3
"""Whole queries, from a pattern of edges to ten rows: Quadrille over HTTP beside Kuzu in its own process.

  quadrille-bench graph --scale 18 --only none --write k18.edges
  bench/graph/peers/whole_queries.py k18.edges --program build/release/bin/quadrille

Both have the edges in both directions in a database. A query makes the graph from a pattern anew (--graph-cache 0), runs
an algorithm and returns the ten greatest results. Needs kuzu and numpy (the environment that `peers` installs).
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import kuzu
import kuzu_peer
from edges import Edges

TOLERANCE = 1e-4
PREFIXES = "PREFIX algo: <quadrille:algorithm/> "
QUERIES = {
    "pagerank": (f"SELECT ?v ?rank {{ SERVICE algo:pagerank {{ [] algo:source ?a ; algo:target ?b ; algo:tolerance {TOLERANCE} ; "
                 "algo:vertex ?v ; algo:score ?rank . { ?a <e:to> ?b } } } ORDER BY DESC(?rank) LIMIT 10",
                 f"CALL page_rank('All', tolerance := {TOLERANCE}, maxIterations := 100) RETURN node.id, rank ORDER BY rank DESC LIMIT 10"),
    "wcc": ("SELECT ?c (COUNT(*) AS ?n) { SERVICE algo:wcc { [] algo:source ?a ; algo:target ?b ; algo:vertex ?v ; algo:component ?c . "
            "{ ?a <e:to> ?b } } } GROUP BY ?c ORDER BY DESC(?n) LIMIT 10",
            "CALL weakly_connected_components('All') RETURN group_id, count(*) AS n ORDER BY n DESC LIMIT 10"),
}


def write_triples(edges, path):
    with path.open("w") as file:
        for begin in range(0, len(edges.source), 100_000):
            pairs = list(zip(edges.source[begin:begin + 100_000].tolist(), edges.target[begin:begin + 100_000].tolist()))
            file.write("".join(f"<n:{a}> <e:to> <n:{b}> .\n<n:{b}> <e:to> <n:{a}> .\n" for a, b in pairs))


class Quadrille:
    def __init__(self, program, edges, place, images):
        triples, database = place / "edges.nt", place / "quadrille"
        write_triples(edges, triples)
        subprocess.run([program, "build", "--db", database, "--images", str(images), triples], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        self.server = subprocess.Popen([program, "serve", "--db", database, "--port", "0", "--images", str(images), "--graph-cache", "0"],
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in self.server.stdout:
            if found := re.search(r"http://[\d.]+:\d+", line):
                self.url = found[0]
                break

    def ask(self, query):
        body = urllib.parse.urlencode({"query": PREFIXES + query}).encode()
        request = urllib.request.Request(self.url + "/sparql", body, {"Accept": "application/sparql-results+json"})
        with urllib.request.urlopen(request) as answer:
            rows = json.load(answer)["results"]["bindings"]
        return [float(list(row.values())[1]["value"]) for row in rows]

    def close(self):
        self.server.terminate()
        self.server.wait()


class Kuzu:
    def __init__(self, edges, place, threads):
        self.database = kuzu.Database(str(place / "kuzu"), max_num_threads=threads)
        self.connection = kuzu.Connection(self.database, num_threads=threads)
        kuzu_peer.load(self.connection, edges, place)

    def ask(self, query):
        self.connection.execute("CALL drop_projected_graph('All')")
        self.connection.execute("CALL project_graph('All', ['Node'], ['Edge'])")
        rows = self.connection.execute(query)
        found = []
        while rows.has_next():
            found.append(float(rows.get_next()[1]))
        return found


def medians(ask, query, runs):
    times = []
    for _ in range(runs):
        began = time.monotonic()
        rows = ask(query)
        times.append((time.monotonic() - began) * 1e3)
    return statistics.median(times), rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edges", type=pathlib.Path)
    parser.add_argument("--program", default="quadrille")
    parser.add_argument("--threads", type=int, default=2, help="of Kuzu; images of Quadrille")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    edges = Edges(options.edges)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        ours, theirs = Quadrille(options.program, edges, place, options.threads), Kuzu(edges, place, options.threads)
        try:
            print("| query | Quadrille, ms | Kuzu, ms | times as fast | greatest result | Kuzu's |\n| --- | --- | --- | --- | --- | --- |")
            for name, (sparql, cypher) in QUERIES.items():
                mine, rows = medians(ours.ask, sparql, options.runs)
                other, other_rows = medians(theirs.ask, cypher, options.runs)
                print(f"| {name} | {mine:.0f} | {other:.0f} | {other / mine:.1f} | {rows[0]:.6g} | {other_rows[0]:.6g} |", flush=True)
        finally:
            ours.close()


if __name__ == "__main__":
    sys.exit(main())
