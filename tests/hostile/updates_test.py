#!/usr/bin/env python3
"""Updates that need too much: each is refused or cancelled, and changes nothing."""

import time
import unittest

import works
from hostile import MEMORY_MB, SECONDS, Hostile, post
from program import for_images, patience
from sparql_client import CSV, ask

COUNT = "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"

# Without any data.
ENDLESS = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"VALUES ?v{i} {{ {'1 ' * 100} }}" for i in range(9)) + " }"


@for_images(1, 4)
class Updates(Hostile):
    # The tables of updates are made by the first ones and kept.
    @classmethod
    def prepare(cls):
        super().prepare()
        for text in ("INSERT DATA { <http://x/s> <http://x/p> 1 }", "DELETE DATA { <http://x/s> <http://x/p> 1 }",
                     "DELETE WHERE { ?s ?p ?o } ; CREATE GRAPH <http://x/g1>"):  # which is there
            post(cls.server.port, "/update", text, "application/sparql-update")
        cls.at_rest = cls.heap_used(cls)

    # The new terms of a failed update stay until they fill an eighth of an image's memory and go with a generation.
    def assertMemoryIsGivenBack(self):
        most = self.at_rest + (MEMORY_MB << 20) // self.images // 8
        until = time.monotonic() + patience(20)
        while self.heap_used() > most and time.monotonic() < until:
            time.sleep(0.05)
        self.assertLessEqual(self.heap_used(), most)

    def count(self):
        return ask(self.server, COUNT, CSV, timeout=60).text.split()[1]

    def test_nothing_of_them_stays(self):
        before = self.count()
        for name, text in works.UPDATES.items():
            outcome = self.check(name, f"/update?timeout={SECONDS}", text, "application/sparql-update", seconds=20)
            with self.subTest(name):
                self.assertNotEqual(outcome.status, 200, outcome)
                self.assertEqual(self.count(), before)

    def test_terms_of_failed_updates_do_not_fill_the_memory(self):
        before = self.count()
        for number in range(5):
            text = f"INSERT {{ ?s ?p ?x }} WHERE {{ ?s ?p ?o . VALUES ?v {{ {' '.join(map(str, range(40)))} }} " \
                   f"BIND(CONCAT(STR(?s), STR(?o), STR(?v), '{number}{'x' * 300}') AS ?x) }} ; CREATE GRAPH <http://x/g1>"
            outcome = self.check(f"new terms {number}", "/update?timeout=20", text, "application/sparql-update", 20)
            self.assertIn(outcome.status, (400, 507), outcome)
        self.assertEqual(self.count(), before)

    def test_a_deletion_of_everything_is_taken_back_by_an_error_behind_it(self):
        before = self.count()
        outcome = self.check("error behind", f"/update?timeout={SECONDS}",
                             f"DELETE WHERE {{ ?s ?p ?o }} ; INSERT {{ <a> <b> ?n }} WHERE {{ {ENDLESS} }}",
                             "application/sparql-update", 20)
        self.assertIn(outcome.status, (503, 507), outcome)
        self.assertEqual(self.count(), before)


if __name__ == "__main__":
    unittest.main()
