#!/usr/bin/env python3
"""explain=plan shows how large the graph of a call will be and the memory that it needs, before it runs: right within 20 %.

The edges: LUBM(1)'s advisors and courses, a join of both, and published networks (build/networks).
"""

import json
import os
import pathlib
import re
import unittest

import algorithm_graphs as graphs
from program import Case, build, for_images, serving
from sparql_client import ask

NETWORKS = pathlib.Path(os.environ.get("QUADRILLE_NETWORKS") or pathlib.Path(__file__).parents[2] / "build/networks")
UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#"
ALGORITHMS = {"pagerank": "algo:score ?x", "wcc": "algo:component ?x", "triangles": "algo:through ?x"}
LEAST_BYTES = 9 << 20  # of smaller graphs the pieces that memory is taken in are a large part


def invoke_of(step):
    """The step of a call in a plan."""
    if step["operator"] == "Invoke":
        return step
    return next(filter(None, map(invoke_of, step["inputs"])), None)


class Sizes(Case):
    def explain(self, query, kind):
        return json.loads(ask(self.server, query, "application/json", explain=kind, format="json").text)

    def count(self, pattern):
        return ask(self.server, f"{graphs.PREFIXES} PREFIX ub: <{UB}> SELECT (COUNT(*) AS ?n) {{ {pattern} }}").number

    def measure(self, pattern, algorithm, results, slack):
        """Compares the plan's figures for edges ?a -> ?b with those of the run; `slack`: allowed share of vertices and edges."""
        call = f"SERVICE algo:{algorithm} {{ [] algo:source ?a ; algo:target ?b ; algo:vertex ?v ; {results} . {{ {pattern} }} }}"
        query = f"{graphs.PREFIXES} PREFIX ub: <{UB}> SELECT (COUNT(*) AS ?n) {{ {call} }}"
        details = invoke_of(self.explain(query, "plan")["plan"])["details"]
        vertices, edges = map(int, re.fullmatch(r"about (\d+) vertices, (\d+) edges", details["graph"]).groups())
        needs = int(re.fullmatch(r"about (\d+) bytes", details["needs"])[1])
        profile = self.explain(query, "profile")
        used = profile["memory"]["bytes"]
        with self.subTest(pattern=pattern, algorithm=algorithm):
            if os.environ.get("QUADRILLE_SHOW"):
                print(pattern, edges, self.count(pattern), vertices, self.count(call), flush=True)
            self.assertAlmostEqual(edges / self.count(pattern), 1, delta=slack)
            self.assertAlmostEqual(vertices / self.count(call), 1, delta=max(slack, 0.1))
            if used >= LEAST_BYTES:
                self.assertAlmostEqual(needs / used, 1, delta=0.2, msg=f"{needs} of {used}")
        return needs, used


@for_images(1, 2)
class Lubm(Sizes):
    @classmethod
    def prepare(cls):
        build(cls.folder / "db", images=cls.images, options=["--lubm", "1"])
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=["--graph-cache", "0"]))

    def test_predicates_are_known_exactly(self):
        for predicate in "ub:advisor", "ub:takesCourse":
            self.measure(f"?a {predicate} ?b", "pagerank", "algo:score ?x", slack=0.001)

    def test_joins_are_as_good_as_their_estimates(self):
        for pattern in "?s ub:advisor ?a ; ub:takesCourse ?b", "?a ub:advisor ?b . ?b ub:worksFor ?d":
            self.measure(pattern, "wcc", "algo:component ?x", slack=0.2)


@for_images(1, 2)
@unittest.skipUnless(NETWORKS.is_dir(), f"{NETWORKS} is missing: scripts/fetch-networks")
class Networks(Sizes):
    names = ("polblogs", "email-Enron", "astro-ph", "cond-mat-2003", "pgp-strong-2009")

    @classmethod
    def prepare(cls):
        cls.networks = [graphs.read_network(NETWORKS / f"{name}.gt.gz")[0] for name in cls.names]
        with (cls.folder / "networks.nt").open("w") as out:
            for graph in cls.networks:
                out.writelines(f"{graphs.vertex(a)} <{graphs.G}{graph.name}> {graphs.vertex(b)} .\n" for a, b, _ in graph.edges)
        build(cls.folder / "db", cls.folder / "networks.nt", images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=["--graph-cache", "0"]))

    def test_networks(self):
        for graph in self.networks:
            for algorithm, results in ALGORITHMS.items():
                needs, used = self.measure(f"?a g:{graph.name} ?b", algorithm, results, slack=0.001)
                if os.environ.get("QUADRILLE_SHOW"):
                    print(graph.name, algorithm, needs, used, f"{needs / used:.3f}")


if __name__ == "__main__":
    unittest.main()
