#!/usr/bin/env python3
"""`quadrille analyze`: the same answers as the query that it stands for, in a folder and through a server; its errors; the
table of algorithms for people and for programs. And updates of a folder without a server."""

import json
import unittest
import urllib.request

from program import Case, build, for_images, run, serving
from sparql_client import TSV, ask

DATA = """PREFIX ex: <http://ex.org/> PREFIX foaf: <http://xmlns.com/foaf/0.1/>
ex:ann foaf:knows ex:bo , ex:cid .  ex:bo foaf:knows ex:cid .  ex:cid foaf:knows ex:dee .  ex:eve foaf:knows ex:fay .
ex:ann ex:road ex:bo .  ex:r1 ex:from ex:ann ; ex:to ex:bo ; ex:km 3 .  ex:r2 ex:from ex:bo ; ex:to ex:cid ; ex:km 4.5 .
ex:zoe a ex:Person .
"""
EX = "PREFIX ex: <http://ex.org/> "
ROADS = EX + "[] ex:from ?source ; ex:to ?target ; ex:km ?weight"


@for_images(1, 2)
class Analyses(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "people.ttl"
        file.write_text(DATA)
        cls.database = cls.folder / "db"
        build(cls.database, file, images=2)

    def analyze(self, *words, status=0):
        ended = run("analyze", "--db", self.database, "--images", self.images, *words)
        self.assertEqual(ended.status, status, ended.errors)
        return ended

    def rows(self, *words):
        head, *rows = self.analyze(*words).lines
        return head, sorted(rows)

    def test_predicates(self):
        ranks = run("query", "--db", self.database, """PREFIX algo: <quadrille:algorithm/>
            SELECT ?vertex ?score { SERVICE algo:pagerank { [] algo:predicate <http://xmlns.com/foaf/0.1/knows> ;
                algo:damping 0.5 ; algo:vertex ?vertex ; algo:score ?score } }""")
        for predicate in ("foaf:knows", "http://xmlns.com/foaf/0.1/knows", "<http://xmlns.com/foaf/0.1/knows>"):
            with self.subTest(predicate):
                head, rows = self.rows("--predicate", predicate, "pagerank", "--damping", "0.5")
                self.assertEqual((head, rows), (ranks.lines[0], sorted(ranks.lines[1:])))
        self.assertEqual(len(rows), 6)
        self.assertEqual(self.rows("--predicate", "foaf:knows", "--predicate", "http://ex.org/road", "wcc", "--columns", "components"),
                         ("?components", ["2"]))

    def test_patterns(self):
        self.assertEqual(self.rows("--edges", ROADS, "sssp", "--start", "http://ex.org/ann"),
                         ("?vertex\t?distance\t?parent", ["<http://ex.org/ann>\t0.0E0\t", "<http://ex.org/bo>\t3.0E0\t<http://ex.org/ann>",
                                                          "<http://ex.org/cid>\t7.5E0\t<http://ex.org/bo>"]))
        two = self.rows("--edges", EX + "?source foaf:knows ?target", "bfs", "--start", "<http://ex.org/eve>", "--start",
                        "http://ex.org/cid", "--columns", "vertex,depth")[1]
        self.assertEqual(two, ["<http://ex.org/cid>\t0", "<http://ex.org/dee>\t1", "<http://ex.org/eve>\t0", "<http://ex.org/fay>\t1"])
        alone = self.rows("--edges", "?source foaf:knows ?target", "--nodes", EX + "?node a ex:Person", "wcc")[1]
        self.assertIn("<http://ex.org/zoe>\t<http://ex.org/zoe>", alone)
        self.assertEqual(len(alone), 7)

    def test_results_that_are_called_as_columns_of_the_edges(self):
        self.assertEqual(self.rows("--edges", ROADS, "forest"),
                         ("?source\t?target\t?weight", ["<http://ex.org/ann>\t<http://ex.org/bo>\t3.0E0", "<http://ex.org/bo>\t<http://ex.org/cid>\t4.5E0"]))

    def test_formats_and_plans(self):
        self.assertEqual(self.analyze("--predicate", "foaf:knows", "--format", "csv", "wcc", "--columns", "components").text,
                         "components\r\n2\r\n")
        told = json.loads(self.analyze("--predicate", "foaf:knows", "--format", "json", "triangles").text)
        self.assertEqual(told["head"]["vars"], ["vertex", "through", "in", "out", "coefficient"])
        self.assertIn("pagerank", self.analyze("--predicate", "foaf:knows", "--estimate", "pagerank").text)

    def test_stored_results(self):
        self.database = self.folder / f"stored{self.images}"
        file = self.folder / "people.ttl"
        build(self.database, file, images=2)
        stored = ("--into", "http://ex.org/found", "--property", "http://ex.org/hops", "--value", "depth")
        told = json.loads(self.analyze("--predicate", "foaf:knows", *stored, "bfs", "--start", "http://ex.org/ann").text)
        self.assertEqual((told["inserted"], told["deleted"]), (4, 0))
        asked = "SELECT ?x ?n { GRAPH <http://ex.org/found> { ?x <http://ex.org/hops> ?n } } ORDER BY ?n ?x"
        self.assertEqual(run("query", "--db", self.database, asked).lines[1:],
                         ["<http://ex.org/ann>\t0", "<http://ex.org/bo>\t1", "<http://ex.org/cid>\t1", "<http://ex.org/dee>\t2"])
        with serving(self.database, images=self.images) as server:
            into = ("--into", "default", "--property", "http://ex.org/group")
            told = json.loads(self.analyze("--predicate", "foaf:knows", *into, "wcc").text)
            self.assertEqual(told["inserted"], 6)
            self.assertEqual(len(ask(server, "SELECT * { ?x <http://ex.org/group> ?y }", TSV).text.splitlines()), 7)
            self.assertEqual(self.rows("--predicate", "foaf:knows", "wcc", "--columns", "components"), ("?components", ["2"]))

    def test_updates_of_a_folder(self):
        database = self.folder / f"updated{self.images}"
        build(database, self.folder / "people.ttl", images=2)

        def update(*words, given=b""):
            return run("update", "--db", database, "--images", self.images, *words, given=given)

        ended = update("INSERT DATA { <http://a> <http://b> 1 , 'new' . GRAPH <http://g> { _:x <http://b> 2 } } ; "
                       "DELETE WHERE { ?x <http://ex.org/km> ?y }")
        self.assertEqual(ended.status, 0, ended.errors)
        self.assertEqual(json.loads(ended.text), {"version": 1, "inserted": 3, "deleted": 2})
        self.assertEqual(json.loads(update("-f", "-", given=b"CLEAR GRAPH <http://g>").text), {"version": 2, "inserted": 0, "deleted": 1})
        counts = run("query", "--db", database, "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }")
        self.assertEqual(counts.lines, ["?n", "13"])
        self.assertSays(update("INSERT DATA { <http://a> "), 1, "line 1, column")
        self.assertSays(update("LOAD <http://127.0.0.1:1/x.ttl>"), 1, "LOAD")
        self.assertEqual(json.loads(update("INSERT DATA { <http://a> <http://b> 1 }").text)["inserted"], 0)
        self.assertEqual(run("check", "--db", database).status, 0)


class Words(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "people.ttl"
        file.write_text(DATA)
        cls.database = cls.folder / "db"
        build(cls.database, file)

    def test_errors(self):
        edges = ("--predicate", "foaf:knows")
        for words, parts in {
            (*edges, "pagernk"): ["pagernk is no algorithm; did you mean pagerank?"],
            (*edges, "pagerank", "--damping", "much"): ["--damping of pagerank must be a number, not 'much'"],
            (*edges, "pagerank", "--damping", "1.5"): ["damping"],
            (*edges, "pagerank", "--start", "ex:a"): ["start is no parameter of pagerank"],
            (*edges, "pagerank", "--dampng", "0.5"): ["--dampng", "--damping"],
            (*edges, "bfs"): ["start"],
            (*edges, "bfs", "--start", "http://ex.org/nobody"): ["http://ex.org/nobody", "not in the graph"],
            (*edges, "wcc", "--columns", "colour"): ["colour is no result of wcc"],
            (*edges, "betweenness", "--normalised", "maybe"): ["true or false"],
            ("wcc",): ["--edges PATTERN"],
            ("--edges", "?a foaf:knows ?target", "wcc"): ["?source"],
            ("--edges", "?source foaf:knows ?target ?source", "wcc"): ["column"],
            (*edges, "wcc", "--into", "http://g"): ["--property"],
            (*edges,): ["an algorithm is missing"],
        }.items():
            with self.subTest(words):
                ended = run("analyze", "--db", self.database, *words)
                self.assertEqual((ended.status, ended.output), (1, b""), ended.errors)
                for part in parts:
                    self.assertIn(part, ended.errors)
        self.assertSays(run("analyze", *edges, "wcc"), 1, "give --db DIR or --server URL")

    def test_the_table(self):
        listed = run("analyze", "--list")
        self.assertEqual(listed.status, 0)
        self.assertTrue(all(len(line) <= 120 for line in listed.lines), listed.text)
        with serving(self.database) as server:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/algorithms") as answer:
                self.assertEqual(answer.headers["Content-Type"], "application/json")
                table = json.load(answer)["algorithms"]
        names = [one["name"] for one in table]
        self.assertEqual([line.split(",")[0] for line in listed.lines if not line.startswith(" ")], names)
        bfs = table[names.index("bfs")]
        self.assertEqual(bfs["iri"], "quadrille:algorithm/bfs")
        self.assertEqual(bfs["parameters"][0], {"name": "start", "type": "vertices", "required": True, "together": "starts"})
        self.assertIn({"name": "depth", "type": "integer"}, bfs["results"])
        rank = table[names.index("pagerank")]
        self.assertIn({"name": "damping", "type": "number", "default": "0.85", "least": 0.0, "less_than": 1.0}, rank["parameters"])
        self.assertEqual(rank["aliases"][0]["arguments"], ["tolerance", "damping"])
        self.assertEqual(run("analyze", "--list", "wcc").lines[0], "wcc")
        self.assertSays(run("analyze", "--list", "wccc"), 1, "did you mean wcc?")


if __name__ == "__main__":
    unittest.main()
