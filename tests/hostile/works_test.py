#!/usr/bin/env python3
"""Short queries that need more work, or more memory, than there is."""

import unittest

import works
from hostile import Hostile
from program import for_images


@for_images(1, 4)
class Works(Hostile):
    def test_strings_and_numbers_that_grow(self):
        self.check_queries(works.GROWING)

    def test_rows_that_multiply(self):
        self.check_queries(works.PRODUCTS)

    def test_closures_over_a_dense_graph(self):
        self.check_queries(works.PATHS)

    def test_what_plans_are_clever_about(self):
        self.check_queries(works.PLANNED)

    # Texts are matched by each image alone.
    def test_patterns_that_explode(self):
        if self.images == 1:
            self.check_queries(works.REGEX)

    # 13 million rows, of which ten are kept at a time, with the texts that they are ordered by. All of them with their texts
    # would take more than the server's memory.
    def test_the_first_rows_of_many_take_little_memory(self):
        for key in ("?f", "STR(?f)"):
            outcome = self.check(key, "/sparql?timeout=200",
                                 f"SELECT ?f {{ ?a ?b ?c . ?d <http://x/v> ?f }} ORDER BY DESC({key}) LIMIT 10",
                                 "application/sparql-query", seconds=200)
            self.assertEqual(outcome.status, 200, outcome)

    def test_a_path_that_ends_is_answered(self):
        outcome = self.check("all pairs", "/sparql?timeout=60", "SELECT (COUNT(*) AS ?n) { ?s <http://x/p>* ?o "
                             "FILTER(?s = <http://x/n1>) }", "application/sparql-query", seconds=60)
        self.assertIn("50", outcome.head)


if __name__ == "__main__":
    unittest.main()
