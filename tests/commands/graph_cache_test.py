#!/usr/bin/env python3
"""Graphs of algorithms are kept for later queries (serve --graph-cache), and answers are the same bytes with and without it.

A server that keeps graphs and one that keeps none answer the same queries between the same updates. QUADRILLE_GROUP_SIZE
cuts the images into groups.
"""

import contextlib
import json
import os
import random
import threading
import unittest

import algorithm_graphs as graphs
from program import Case, build, for_images, patience, serving
from sparql_client import CSV, CutOff, ask, health, request

SEED = int(os.environ.get("QUADRILLE_SEED") or random.SystemRandom().randrange(1 << 30))
VERTICES = 3000
EDGES = 20_000
G = graphs.G


def block(algorithm, results, edges="[] algo:predicate g:p", pattern=""):
    return f"SERVICE algo:{algorithm} {{ {edges} ; {results} . {pattern} }}"


def select(block, order="?v ?x"):
    return f"{graphs.PREFIXES} SELECT * {{ {block} }} ORDER BY {order}"


# Queries that make different graphs, each more than once.
SCORE = "algo:vertex ?v ; algo:score ?x"
OF_PATTERN = "[] algo:source ?a ; algo:target ?b"
TWO_STEPS = "{ ?a g:p ?m . ?m g:p ?b }"  # so many rows that all images run them
QUERIES = {
    "ranks": select(block("pagerank", SCORE)),
    "ranks of a pattern": select(block("pagerank", SCORE, OF_PATTERN, "{ ?a g:p ?b }")),
    "the other way": select(block("pagerank", f"algo:direction 'in' ; {SCORE}")),
    "both ways": select(block("pagerank", f"algo:direction 'both' ; {SCORE}")),
    "weights": select(block("pagerank", SCORE, OF_PATTERN + " ; algo:weight ?w",
                            "{ ?a g:p ?b . ?a g:w ?w }")),
    "least weights": select(block("pagerank", f"algo:parallel 'minimum' ; {SCORE}", OF_PATTERN + " ; algo:weight ?w",
                                  "{ ?a g:p ?b . ?a g:w ?w }")),
    "components": select(block("wcc", "algo:vertex ?v ; algo:component ?x")),
    "depths from one": select(block("bfs", "algo:start g:v1 ; algo:vertex ?v ; algo:depth ?x")),
    "depths from another": select(block("bfs", "algo:start g:v2 ; algo:vertex ?v ; algo:depth ?x")),
    "nodes": select(block("wcc", "algo:vertex ?v ; algo:component ?x", OF_PATTERN + " ; algo:node ?n",
                          "{ { ?a g:p ?b } UNION { ?n g:w ?w } }")),
    "a condition": select(block("wcc", "algo:vertex ?v ; algo:component ?x", OF_PATTERN,
                                "{ ?a g:p ?b . ?a g:w ?w FILTER(?w < 2) }")),
    "another condition": select(block("wcc", "algo:vertex ?v ; algo:component ?x", OF_PATTERN,
                                      "{ ?a g:p ?b . ?a g:w ?w FILTER(?w < 3) }")),
    "new terms": graphs.PREFIXES + "SELECT (COUNT(DISTINCT ?x) AS ?n) (COUNT(*) AS ?all) { " + block(
        "wcc", "algo:vertex ?v ; algo:component ?x", OF_PATTERN,
        "{ ?s g:p ?o BIND(IRI(CONCAT(STR(?s), 'x')) AS ?a) BIND(IRI(CONCAT(STR(?o), 'x')) AS ?b) }") + " }",
    "two steps": select(block("wcc", "algo:vertex ?v ; algo:component ?x", OF_PATTERN, TWO_STEPS)),
    "ranks of two steps": select(block("pagerank", SCORE, OF_PATTERN, TWO_STEPS)),
    "a named graph": select(block("wcc", "algo:vertex ?v ; algo:component ?x", OF_PATTERN, "{ GRAPH g:g { ?a g:p ?b } }")),
}
PAGERANK = QUERIES["ranks"]
CHANGES = [
    f"PREFIX g: <{G}> INSERT DATA {{ g:v1 g:p g:new1 . g:new1 g:p g:v2 . g:AAA g:p g:new1 . g:new1 g:w 1 }}",
    f"PREFIX g: <{G}> DELETE WHERE {{ g:v1 g:p ?x }}",
    f"{graphs.PREFIXES} INSERT {{ ?v g:rank ?x }} WHERE {{ {block('pagerank', SCORE)} }}",
    f"PREFIX g: <{G}> INSERT DATA {{ g:other g:other g:other }}",
]


def setUpModule():
    print(f"QUADRILLE_SEED={SEED}", flush=True)


@for_images(1, 2, 4)
class Kept(Case):
    @classmethod
    def prepare(cls):
        dice = random.Random(SEED)
        with (cls.folder / "edges.nq").open("w") as out:
            for _ in range(EDGES):
                a, b = dice.randrange(VERTICES), min(dice.randrange(VERTICES), dice.randrange(VERTICES))
                out.write(f"<{G}v{a}> <{G}p> <{G}v{b}> .\n")
            for vertex in range(VERTICES):
                out.write(f'<{G}v{vertex}> <{G}w> "{dice.randrange(5)}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n')
            out.write(f"<{G}v1> <{G}p> <{G}v9> <{G}g> .\n")
        build(cls.folder / "kept", cls.folder / "edges.nq", images=cls.images)
        build(cls.folder / "none", cls.folder / "edges.nq", images=cls.images)

    def servers(self, size="32M"):
        kept = self.enterContext(serving(self.folder / "kept", self.images, options=["--graph-cache", size]))
        none = self.enterContext(serving(self.folder / "none", self.images, options=["--graph-cache", "0"]))
        return kept, none

    def counts(self, server):
        return json.loads(health(server).text)["graphs"]

    def memory(self, server):
        return json.loads(health(server).text)["caches"]["graphs"]

    def text(self, server, query):
        answer = ask(server, query, CSV)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.text

    def update(self, server, text):
        answer = request(server, "POST", "/sparql", text, {"Content-Type": "application/sparql-update"})
        self.assertLess(answer.status, 300, answer.text)

    def assertSameAnswers(self, kept, none):
        for name, query in QUERIES.items():
            with self.subTest(query=name):
                self.assertEqual(self.text(kept, query), self.text(none, query))

    def test_answers_are_the_same_bytes_between_updates(self):
        kept, none = self.servers()
        self.assertNotIn("graphs", json.loads(health(none).text))
        for change in ["", *CHANGES]:
            if change:
                self.update(kept, change)
                self.update(none, change)
            before = self.counts(kept)
            for _ in range(2):
                self.assertSameAnswers(kept, none)
            after = self.counts(kept)
            # One graph serves both ranks and, with the lists of one direction, none else; new terms are never kept.
            self.assertGreaterEqual(after["found"] - before["found"], len(QUERIES) - 1)
            self.assertGreaterEqual(after["missed"] - before["missed"], 8)
        self.assertLessEqual(self.memory(kept)["bytes"], self.memory(kept)["most_bytes"])

    def test_a_graph_is_found_whatever_its_variables_are_called(self):
        kept, _ = self.servers()
        for names in ("a", "b", "v"), ("from", "to", "v"):
            source, target, vertex = names
            self.text(kept, f"{graphs.PREFIXES} SELECT * {{ SERVICE algo:wcc {{ [] algo:source ?{source} ; "
                            f"algo:target ?{target} ; algo:vertex ?{vertex} . {{ ?{source} g:p ?{target} }} }} }}")
        self.assertEqual(self.counts(kept)["kept"], 1)
        self.assertGreaterEqual(self.counts(kept)["found"], 1)
        self.text(kept, f"{graphs.PREFIXES} SELECT * {{ SERVICE algo:wcc {{ [] algo:source ?a ; algo:target ?b ; "
                        "algo:vertex ?v . { ?b g:p ?a } } }")
        self.assertEqual(self.counts(kept)["kept"], 2)

    def test_edges_that_may_change_are_read_each_time(self):
        kept, _ = self.servers()
        for pattern in ("?a g:p ?b FILTER(RAND() < 0.5)", "?a g:p ?b FILTER(NOW() > '2000-01-01T00:00:00Z'^^xsd:dateTime)",
                        "?a g:p ?b FILTER EXISTS { ?a g:w ?w FILTER(RAND() < 0.5) }"):
            query = (f"PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> {graphs.PREFIXES} "
                     f"SELECT (COUNT(*) AS ?n) {{ {block('wcc', 'algo:vertex ?v', OF_PATTERN, '{ ' + pattern + ' }')} }}")
            for _ in range(2):
                self.text(kept, query)
        self.assertEqual(self.counts(kept), {"found": 0, "missed": 0, "kept": 0})

    def test_a_column_of_the_edges_as_input_needs_the_edges(self):
        kept, none = self.servers()
        query = select(block("bfs", "algo:start ?a ; algo:vertex ?v ; algo:depth ?x", OF_PATTERN,
                             "{ ?a g:p ?b FILTER(?a = g:v3) }"))
        for _ in range(2):
            self.assertEqual(self.text(kept, query), self.text(none, query))
        self.assertEqual(self.counts(kept)["kept"], 0)

    def test_old_graphs_go_if_there_is_no_room(self):
        kept, none = self.servers("1M")
        for _ in range(2):
            self.assertSameAnswers(kept, none)
        memory = self.memory(kept)
        self.assertGreater(memory["bytes"], 0)
        self.assertLessEqual(memory["bytes"], memory["most_bytes"])
        self.assertLess(self.counts(kept)["kept"], 8)

    def test_graphs_of_states_that_nobody_sees_go(self):
        kept, _ = self.servers()
        self.text(kept, PAGERANK)
        self.assertEqual(self.counts(kept)["kept"], 1)
        for _ in range(2):  # an update drops what no query has seen since the one before it
            self.update(kept, f"INSERT DATA {{ <{G}a> <{G}b> {random.randrange(10**9)} }}")
        self.assertEqual(self.counts(kept)["kept"], 0)
        self.assertEqual(self.memory(kept)["bytes"], 0)

    def test_two_queries_at_once_and_clients_that_leave(self):
        kept, none = self.servers()
        expected = {name: self.text(none, query) for name, query in QUERIES.items()}
        wrong = []

        def ask_all(seed):
            names = list(QUERIES)
            random.Random(seed).shuffle(names)
            for name in names:
                if seed % 4 == 3:
                    with contextlib.suppress(CutOff):
                        ask(kept, QUERIES[name], CSV, timeout=0.003)
                elif self.text(kept, QUERIES[name]) != expected[name]:
                    wrong.append(name)

        threads = [threading.Thread(target=ask_all, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(patience(60))
        self.assertEqual(wrong, [])
        self.assertGreater(self.counts(kept)["found"], 0)
        self.assertSameAnswers(kept, none)

    def test_a_profile_says_that_the_graph_was_kept(self):
        kept, _ = self.servers()
        self.assertNotIn("the graph was kept", ask(kept, PAGERANK, "text/plain", explain="profile").text)
        self.assertIn("the graph was kept", ask(kept, PAGERANK, "text/plain", explain="profile").text)


if __name__ == "__main__":
    unittest.main()
