#!/usr/bin/env python3
"""PUT, CLEAR and DROP of whole graphs: the same quads after a restart, a kill, compaction, a backup."""

import json
import signal
import unittest
import urllib.parse

from program import Case, for_images, run, serving
from sparql_client import ask, request

COUNT = "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"
MANY = 3000  # more than are logged as lines


def triples(first, end, name=""):
    return {f"<http://ex.org/s{n % 97}> <http://ex.org/p{n % 5}> <http://ex.org/{name}o{n}>" for n in range(first, end)}


def quads(lines, graph=None):
    return {f"{line} <{graph}> ." if graph else f"{line} ." for line in lines}


@for_images(1, 2, 4)
class WholeGraphs(Case):
    def setUp(self):
        self.database = self.folder / self.id().rpartition(".")[2]
        self.expected = set()

    def serving(self, **options):
        return serving(self.database, self.images, options=("--create", "--compact-at", "0"), **options)

    def put(self, server, graph, lines):
        """PUT of a graph (None: the default graph); returns the server's report."""
        before = {line for line in self.expected if line.endswith(f" <{graph}> .") == bool(graph) and
                  (graph or line.count(" ") == 3)}
        after = quads(lines, graph)
        path = "/data?" + (urllib.parse.urlencode({"graph": graph}) if graph else "default")
        answer = request(server, "PUT", path, "".join(f"{line} .\n" for line in lines),
                         {"Content-Type": "application/n-triples"})
        self.assertIn(answer.status, (200, 201, 204), answer)
        self.expected = self.expected - before | after
        told = json.loads(answer.text)
        self.assertEqual((told["inserted"], told["deleted"]), (len(after - before), len(before - after)))
        return told

    def update(self, server, text):
        answer = request(server, "POST", "/update", text, {"Content-Type": "application/sparql-update"})
        self.assertEqual(answer.status, 200, answer)
        return json.loads(answer.text)

    def clear(self, server, which):
        cleared = {"DEFAULT": lambda line: line.count(" ") == 3, "NAMED": lambda line: line.count(" ") == 4,
                   "ALL": lambda line: True}.get(which, lambda line: line.endswith(f" {which.split()[-1]} ."))
        gone = set(filter(cleared, self.expected))
        self.assertEqual(self.update(server, f"CLEAR {which}")["deleted"], len(gone))
        self.expected -= gone

    def assertHolds(self, database=None):
        told = run("dump", "--db", database or self.database, "--sorted", "--images", self.images)
        self.assertEqual(told.status, 0, told.errors)
        self.assertEqual(set(told.lines), self.expected)

    def make_state(self, server):
        """Base rows, levels, hidden graphs and levels on them."""
        self.put(server, None, triples(0, MANY))
        self.put(server, "http://ex.org/g", triples(0, MANY, "g"))
        self.put(server, "http://ex.org/h", triples(0, 50, "h"))
        self.assertEqual(request(server, "POST", "/admin/compact").status, 200)
        self.update(server, "INSERT DATA { <http://ex.org/a> <http://ex.org/b> <http://ex.org/c> }")
        self.expected.add("<http://ex.org/a> <http://ex.org/b> <http://ex.org/c> .")
        self.clear(server, "DEFAULT")
        self.put(server, None, triples(MANY, 2 * MANY))
        self.clear(server, "GRAPH <http://ex.org/g>")
        self.put(server, "http://ex.org/g", triples(10, 40, "g"))

    def test_a_put_of_the_same_graph_commits_nothing(self):
        with self.serving() as server:
            first = self.put(server, "http://ex.org/g", triples(0, MANY))
            again = self.put(server, "http://ex.org/g", triples(0, MANY))
            self.assertEqual(again, {"version": first["version"], "inserted": 0, "deleted": 0})
            self.put(server, "http://ex.org/g", triples(5, MANY + 7))
            self.put(server, "http://ex.org/g", triples(2 * MANY, 3 * MANY))
            self.assertHolds()

    def test_queries_see_what_is_left(self):
        with self.serving() as server:
            self.make_state(server)
            self.assertEqual(ask(server, COUNT).number, len(self.expected))
            self.assertEqual(ask(server, "SELECT (COUNT(*) AS ?n) { ?s <http://ex.org/p1> ?o . ?s <http://ex.org/p2> ?q "
                                         "FILTER EXISTS { ?s ?r ?o } }").number,
                             sum(len([o for o in range(MANY, 2 * MANY) if o % 97 == s and o % 5 == 1]) *
                                 len([o for o in range(MANY, 2 * MANY) if o % 97 == s and o % 5 == 2])
                                 for s in range(97)))
            self.assertEqual(ask(server, "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?s ?p ?o }").number, 5)
            self.assertEqual(ask(server, "SELECT (COUNT(*) AS ?n) { ?s ?p <http://ex.org/o7> }").number, 0)
            self.clear(server, "ALL")
            self.assertEqual(ask(server, COUNT).number, 0)
            self.assertEqual(ask(server, "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?p { ?s ?p ?o } }").number, 0)
            self.put(server, None, triples(0, 20))
            self.assertEqual(ask(server, COUNT).number, 20)

    def test_a_killed_server_has_them_again(self):
        with self.serving() as server:
            self.make_state(server)
            server.process.kill()
            for image in server.images().values():
                image.kill()
        with self.serving() as server:
            self.assertHolds()
            self.clear(server, "ALL")
            self.put(server, None, triples(0, 10))
            server.stop(signal.SIGTERM)
        self.assertHolds()

    def test_new_generations_and_backups_have_them(self):
        with self.serving() as server:
            self.make_state(server)
            backup = self.folder / f"{self.database.name}-backup"
            told = run("backup", "--db", self.database, backup)
            self.assertEqual(told.status, 0, told.errors)
            restored = self.folder / f"{self.database.name}-restored"
            self.assertEqual(run("restore", backup, "--db", restored).status, 0)
            self.assertHolds(restored)
            for options in ("", "?kind=rebuild"):
                self.assertEqual(request(server, "POST", "/admin/compact" + options).status, 200)
                self.assertHolds()
                self.clear(server, "DEFAULT")
                self.put(server, None, triples(7, 77))
            server.stop(signal.SIGTERM)
        checked = run("check", "--db", self.database)
        self.assertEqual(checked.status, 0, checked.errors + checked.text)
        self.assertHolds()

    def test_death_at_any_step_leaves_the_graph_before_or_after(self):
        with self.serving() as server:
            self.make_state(server)
            server.stop(signal.SIGTERM)
        for place in ("log.parts.before", "log.parts.after", "log.commit.before", "log.commit.after"):
            before = set(self.expected)
            failpoint = {"QUADRILLE_FAILPOINT": f"{place}@{self.images - 1 if 'parts' in place else 0}"}
            if self.images == 1 and "parts" in place:
                continue  # image 0 writes its parts with the commit
            with self.subTest(place), self.serving(environment=failpoint) as server:
                with self.assertRaises(OSError):
                    self.put(server, None, triples(MANY - 100, 2 * MANY - 100))
                after = before - {line for line in before if line.count(" ") == 3} | quads(triples(MANY - 100, 2 * MANY - 100))
                server.wait(20)
            found = set(run("dump", "--db", self.database, "--images", self.images).lines)
            self.assertIn(found, (before, after))
            self.assertEqual(found == after, place == "log.commit.after")
            self.expected = found

    def test_death_in_a_compaction_leaves_them(self):
        with self.serving() as server:
            self.make_state(server)
            server.stop(signal.SIGTERM)
        for place in ("merge.shard.before:2", "merge.shard.after", "merge.tables.before"):
            with self.subTest(place), self.serving(environment={"QUADRILLE_FAILPOINT": f"{place}@0"}) as server:
                with self.assertRaises(OSError):
                    request(server, "POST", "/admin/compact")
                server.wait(20)
            self.assertHolds()


if __name__ == "__main__":
    unittest.main()
