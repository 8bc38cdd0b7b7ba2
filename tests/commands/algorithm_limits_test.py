#!/usr/bin/env python3
"""No run of an algorithm hurts others: deadlines, clients that leave, memory, mistakes in settings, random settings, profiles.

QUADRILLE_LONG=1: 16 million edges instead of 2 million, more random settings, and the latency of short queries beside a run.
"""

import json
import os
import random
import re
import socket
import time
import unittest
import urllib.parse

import algorithm_graphs as graphs
from program import Case, build, for_images, patience, serving
from sparql_client import CSV, ask, health, request

LONG = os.environ.get("QUADRILLE_LONG") == "1"
SEED = int(os.environ.get("QUADRILLE_SEED") or random.SystemRandom().randrange(1 << 30))
EDGES = 16_000_000 if LONG else 2_000_000
VERTICES = EDGES // 16
P = f"<{graphs.G}p>"
ENDLESS = {"betweenness": "SERVICE algo:betweenness { [] algo:predicate g:p ; algo:vertex ?v ; algo:score ?x }",
           "pagerank": "SERVICE algo:pagerank { [] algo:predicate g:p ; algo:iterations 100000 , ?i ; algo:tolerance 0 ; "
                       "algo:vertex ?v ; algo:score ?x }",
           "a pattern": "SERVICE algo:betweenness { [] algo:source ?a ; algo:target ?b ; algo:vertex ?v ; algo:score ?x . "
                        "{ ?a g:p ?b } }",
           "many starts": "?s g:p ?t SERVICE algo:bfs { [] algo:predicate g:p ; algo:start ?s ; algo:vertex ?v ; algo:depth ?x }"}


def count(block):
    return f"{graphs.PREFIXES} SELECT (COUNT(*) AS ?n) {{ {block} }}"


def write_edges(file, edges, vertices, seed):
    dice = random.Random(seed)
    with file.open("w") as out:
        for begin in range(0, edges, 100_000):
            ends = dice.choices(range(vertices), k=2 * min(100_000, edges - begin))
            out.write("".join(f"<{graphs.G}v{a}> {P} <{graphs.G}v{b}> .\n" for a, b in zip(ends[::2], ends[1::2])))
        out.write(f'<{graphs.G}v0> <{graphs.G}name> "zero" .\n')


def setUpModule():
    """A large graph, for all numbers of images."""
    print(f"QUADRILLE_SEED={SEED}", flush=True)
    Large.setUpClass()
    unittest.addModuleCleanup(Large.doClassCleanups)
    file = Large.folder / "edges.nt"
    write_edges(file, EDGES, VERTICES, 1)
    build(Large.folder / "db", file, images=2)


class Large(Case):
    """Its folder has the large graph."""


@for_images(1, 2)
class Runs(Case):
    @classmethod
    def prepare(cls):
        cls.server = cls.enterClassContext(serving(Large.folder / "db", cls.images, options=("--timeout", "60")))

    def start_asking(self, query):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=60)
        path = "/sparql?" + urllib.parse.urlencode({"query": query})
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {CSV}\r\n\r\n".encode())
        return connection

    def running(self):
        return json.loads(health(self.server).text)["long_queries"]["running"]

    def wait_until(self, running, seconds):
        began = time.monotonic()
        while self.running() != running:
            self.assertLess(time.monotonic() - began, patience(seconds), f"{self.running()} queries run")
            time.sleep(0.01)
        return time.monotonic() - began

    def assertGoesOn(self):
        answer = ask(self.server, f"SELECT ?n {{ <{graphs.G}v0> <{graphs.G}name> ?n }}")
        self.assertEqual([row["n"] for row in answer.bindings], ["zero"])
        self.assertLess(answer.seconds, patience(1))

    def test_a_deadline_ends_each_algorithm(self):
        for name, block in ENDLESS.items():
            for seconds in (0.3, 2):
                with self.subTest(name, seconds=seconds):
                    answer = ask(self.server, count(block), timeout=seconds)
                    self.assertEqual(answer.status, 503, answer.text)
                    self.assertIn("time limit", answer.text)
                    self.assertLess(answer.seconds, seconds + patience(0.5))
                    self.assertGoesOn()

    def test_a_client_that_leaves_ends_its_run_within_half_a_second(self):
        for name, block in ENDLESS.items():
            for after in (0.2, 1, 2.5):
                with self.subTest(name, after=after):
                    connection = self.start_asking(count(block))
                    self.wait_until(1, 5)
                    time.sleep(after)
                    connection.close()
                    self.wait_until(0, 0.5)

    def test_short_queries_are_answered_beside_runs(self):
        with self.start_asking(count(ENDLESS["betweenness"])), self.start_asking(count(ENDLESS["pagerank"])):
            self.wait_until(2, 5)
            for _ in range(5):
                self.assertGoesOn()
        self.wait_until(0, 2)

    @unittest.skipUnless(LONG, "QUADRILLE_LONG=1")
    def test_the_latency_of_short_queries_stays_under_three_times_that_without_a_run(self):
        def slowest():
            query = f"SELECT ?n {{ <{graphs.G}v0> <{graphs.G}name> ?n }}"
            return sorted(ask(self.server, query).seconds for _ in range(1000))[989]

        alone = slowest()
        with self.start_asking(count(ENDLESS["betweenness"])):
            self.wait_until(1, 5)
            self.assertLess(slowest(), 3 * max(alone, 0.001))


@for_images(1, 2)
class Memory(Case):
    def test_too_little_is_refused_with_the_estimate_before_the_work(self):
        with serving(Large.folder / "db", self.images, options=("--memory", "64M")) as server:
            for algorithm in ("pagerank", "wcc", "triangles", "betweenness"):
                # Edges that are read from the indexes would fit.
                edges = "[] algo:source ?a ; algo:target ?b ; algo:vertex ?v . ?a g:p ?b FILTER(?a != ?b)"
                answer = ask(server, count(f"SERVICE algo:{algorithm} {{ {edges} }}"))
                with self.subTest(algorithm):
                    self.assertEqual(answer.status, 507, answer.text)
                    self.assertRegex(answer.text, r"\d+(\.\d+)? ?[KMG]i?B")
                    self.assertIn("--memory", answer.text)
                    self.assertLess(answer.seconds, patience(1))
            self.assertEqual(ask(server, f"SELECT ?n {{ <{graphs.G}v0> <{graphs.G}name> ?n }}").status, 200)

    def test_more_triangles_than_memory_has_room_for_are_refused_before_they_are_listed(self):
        vertices = 300  # 45,000 edges, 4.5 million triangles
        file = self.folder / "complete.nt"
        file.write_text("".join(f"<{graphs.G}v{a}> {P} <{graphs.G}v{b}> .\n" for a in range(vertices) for b in range(a)))
        build(self.folder / "complete", file, images=self.images)
        listed = "[] algo:predicate g:p ; algo:first ?a ; algo:second ?b ; algo:third ?c"
        with serving(self.folder / "complete", self.images, options=("--memory", "64M")) as server:
            answer = ask(server, count(f"SERVICE algo:trianglelist {{ {listed} }}"))
            self.assertEqual(answer.status, 507, answer.text)
            self.assertIn("the 4455100 rows of trianglelist need", answer.text)
            self.assertIn("for the number of triangles alone", answer.text)
            of_all = f"SELECT ?n {{ SERVICE algo:triangles {{ [] algo:predicate g:p ; algo:triangles ?n }} }}"
            answer = ask(server, f"{graphs.PREFIXES} {of_all}", accept=CSV)
            self.assertEqual(answer.text.split(), ["n", "4455100"], answer.text)


SMALL = f"""
<{graphs.G}v1> {P} <{graphs.G}v2> .
<{graphs.G}v2> {P} <{graphs.G}v3> .
<{graphs.G}v3> {P} <{graphs.G}v1> .
<{graphs.G}v3> {P} <{graphs.G}v4> .
<{graphs.G}e1> <{graphs.G}from> <{graphs.G}v1> .
<{graphs.G}e1> <{graphs.G}to> <{graphs.G}v2> .
<{graphs.G}e1> <{graphs.G}weight> "-2"^^<{graphs.XSD}integer> .
"""
CONSTRUCTED = "{ CONSTRUCT { ?a g:p ?b } WHERE { ?a g:p ?b } INVOKE "


@for_images(1, 2)
class Mistakes(Case):
    """What is refused over HTTP, with which status; tests/query/algorithms.txt has more messages."""

    @classmethod
    def prepare(cls):
        (cls.folder / "small.nt").write_text(SMALL)
        build(cls.folder / "db", cls.folder / "small.nt", images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images))

    def ask(self, pattern, **parameters):
        return ask(self.server, f"{graphs.PREFIXES} PREFIX cray: <http://cray.com/> SELECT * {{ {pattern} }}", **parameters)

    def block(self, algorithm, settings, patterns=""):
        return self.ask(f"SERVICE algo:{algorithm} {{ [] {settings} . {patterns} }}")

    def test_mistakes_are_status_400_and_say_what(self):
        refused = {
            ("pagerang", "algo:predicate g:p ; algo:vertex ?v"): ("pagerang", "pagerank"),
            ("pagerank", "algo:predicate g:p ; algo:dampin 0.5 ; algo:vertex ?v"): ("dampin", "damping"),
            ("pagerank", "algo:predicate g:p ; algo:damping 1 ; algo:vertex ?v"): ("damping", "[0, 1)"),
            ("pagerank", "algo:predicate g:p ; algo:damping 'a' ; algo:vertex ?v"): ("damping", "number"),
            ("bfs", "algo:predicate g:p ; algo:vertex ?v"): ("bfs", "algo:start"),
            ("bfs", "algo:predicate g:p ; algo:start g:v9 ; algo:vertex ?v"): (graphs.G + "v9", "not in the graph"),
            ("bfs", "algo:start g:v1 ; algo:vertex ?v"): ("algo:source", "algo:predicate"),
            ("wcc", "algo:predicate g:p ; algo:direction 'up' ; algo:vertex ?v"): ("direction", "out", "in", "both"),
            ("wcc", "algo:predicate g:p ; algo:parallel 'all' ; algo:vertex ?v"): ("parallel", "separate"),
        }
        for (algorithm, settings), parts in refused.items():
            with self.subTest(f"{algorithm} {settings}"):
                answer = self.block(algorithm, settings)
                self.assertEqual(answer.status, 400, answer.text)
                for part in parts:
                    self.assertIn(part, answer.text)

    def test_a_weight_that_is_none_is_named_with_its_edge(self):
        answer = self.block("sssp", "algo:source ?a ; algo:target ?b ; algo:weight ?w ; algo:start g:v1 ; algo:vertex ?v",
                            "{ ?e g:from ?a ; g:to ?b ; g:weight ?w }")
        self.assertEqual(answer.status, 400, answer.text)
        for part in ("-2", graphs.G + "v1", graphs.G + "v2"):
            self.assertIn(part, answer.text)

    def test_what_is_not_supported_is_status_501(self):
        self.assertEqual(self.ask("GRAPH ?g { SERVICE algo:wcc { [] algo:predicate g:p ; algo:vertex ?v } }").status, 501)

    def test_a_profile_lists_the_rounds_of_a_run(self):
        query = f"{graphs.PREFIXES} SELECT * {{ SERVICE algo:bfs {{ [] algo:predicate g:p ; algo:start g:v1 ; algo:vertex ?v }} }}"
        path = "/sparql?" + urllib.parse.urlencode({"query": query, "explain": "profile"})
        answer = request(self.server, "GET", path, None, {"Accept": "application/json"})
        self.assertEqual(answer.status, 200, answer.text)
        for part in ("frontier", "messages", "bytes", "ms"):
            self.assertIn(part, answer.text)
        rounds = re.findall(r"\d+ (?:alone|push|pull), frontier", answer.text)
        self.assertEqual(len(rounds), 4, rounds)

    def test_random_settings_are_answered_or_refused_but_never_an_error_of_the_server(self):
        print(f"QUADRILLE_SEED={SEED}", flush=True)
        dice = random.Random(f"{SEED} {self.images}")
        for _ in range(5000 if LONG else 300):
            pattern = random_pattern(dice)
            answer = self.ask(pattern, timeout=2)
            with self.subTest(pattern, seed=SEED):
                self.assertIn(answer.status, (200, 400, 501, 503, 507), answer.text)
                self.assertTrue(answer.text.strip())
        self.assertEqual(len(self.ask("?s g:from ?o").bindings), 1)


VALUES = ("0", "1", "2", "-1", "0.5", "0.85", "1e-6", "1e308", "99999999999999999999", "'NaN'^^<%sdouble>" % graphs.XSD,
          "'INF'^^<%sdouble>" % graphs.XSD, "true", "'out'", "'both'", "'minimum'", "'separate'", "''", "'\\u0000'", "g:v1", "g:v4",
          "g:v9", "g:p", "?a", "?b", "?w", "?v", "?x", "?nowhere", "[]", "'a'@en")
NAMES = ("source", "target", "weight", "predicate", "node", "direction", "parallel", "start", "starts", "depth", "delta",
         "damping", "tolerance", "iterations", "personal", "sources", "seed", "normalised", "vertex", "parent", "distance",
         "component", "score", "through", "coefficient", "residual", "converged", "modularity", "", "Damping", "x")
PATTERNS = ("{ ?a g:p ?b }", "?a g:p ?b", "{ ?a g:from ?b . ?a g:weight ?w }", "{ SELECT ?a ?b { ?a g:p ?b } LIMIT 2 }",
            "{ BIND(1 AS ?a) BIND('b' AS ?b) }", "{ }", "{ VALUES (?a ?b ?w) { (1 2 3) (g:v1 UNDEF 'x') (UNDEF UNDEF UNDEF) } }",
            "FILTER(?a != ?b)", "{ GRAPH ?g { ?a g:p ?b } }", "{ ?a g:p* ?b }")
USUAL = {"bfs": "algo:start g:v1", "sssp": "algo:start g:v1 , g:v2", "wcc": "algo:component ?c", "pagerank": "algo:score ?r",
         "betweenness": "algo:score ?r", "triangles": "algo:through ?n"}


def random_pattern(dice):
    """A block whose settings are partly the usual ones."""
    algorithm = dice.choice(list(USUAL))
    if dice.random() < 0.15:
        arguments = ", ".join(dice.choice(VALUES) for _ in range(dice.randrange(4)) if dice.random() < 0.9)
        columns = " ".join(dice.sample(("?v", "?x", "?y", "?z", "?v"), dice.randrange(1, 5)))
        return f"{CONSTRUCTED} algo:{algorithm}({arguments}) PRODUCING {columns} }}"
    settings = [USUAL[algorithm], "algo:vertex ?v"] if dice.random() < 0.8 else []
    settings.append(dice.choice(("algo:predicate g:p", "algo:source ?a ; algo:target ?b")))
    for _ in range(dice.randrange(4)):
        settings.append(f"algo:{dice.choice(NAMES)} {dice.choice(VALUES)}")
    dice.shuffle(settings)
    inside = " ".join(dice.sample(PATTERNS, dice.choice((0, 1, 1, 1, 2))))
    beside = dice.choice(("", "", "", "?a g:p ?x", "VALUES ?x { g:v1 g:v9 UNDEF }", "VALUES ?v { g:v1 }"))
    return f"{beside} SERVICE algo:{algorithm} {{ [] {' ; '.join(settings)} . {inside} }}"


if __name__ == "__main__":
    unittest.main()
