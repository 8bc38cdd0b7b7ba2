#!/usr/bin/env python3
"""Updates that ask for too much: each is refused or given up, and nothing of it stays."""

import unittest

import works
from hostile import SECONDS, Hostile
from program import for_images
from sparql_client import CSV, ask

COUNT = "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"


@for_images(1, 4)
class Updates(Hostile):
    def count(self):
        return ask(self.server, COUNT, CSV, timeout=60).text.split()[1]

    def test_nothing_of_them_stays(self):
        before = self.count()
        for name, text in works.UPDATES.items():
            outcome = self.check(name, f"/update?timeout={SECONDS}", text, "application/sparql-update", seconds=20)
            with self.subTest(name):
                self.assertIsNotNone(outcome, "it did not end well")
                self.assertNotEqual(outcome.status, 200, outcome)
                self.assertEqual(self.count(), before)


if __name__ == "__main__":
    unittest.main()
