#!/usr/bin/env python3
"""Deep, long and strange texts for the parser and the planner, on one image and on many."""

import unittest

import texts
from hostile import Hostile


class Texts(Hostile):
    memory_mb = 512  # a text of a million rows takes 193 MB to be understood, and a query has half of all

    def test_what_is_too_deep_is_refused_with_the_place(self):
        for name, outcome in self.check_queries(texts.DEEP).items():
            with self.subTest(name):
                self.assertEqual(outcome.status, 400, outcome)
                self.assertRegex(outcome.head, r"^line 1, column \d+: ")

    def test_what_is_just_not_too_deep_ends_well(self):
        self.check_queries(texts.JUST_NOT_TOO_DEEP)

    def test_long_lists(self):
        self.check_queries(texts.LONG)

    def test_strange_texts(self):
        self.check_queries(texts.STRANGE)

    # 50 MB have to arrive and to be read before anybody can look at the time.
    def test_large_texts(self):
        self.check_queries(texts.LARGE, seconds=20)

    def test_values_of_a_million_rows_are_answered(self):
        outcome = self.check("a million", "/sparql?timeout=60", texts.LONG["VALUES of numbers"](),
                             "application/sparql-query", seconds=60)
        self.assertIn("1000000", outcome.head)

    # The estimate of this product is larger than all numbers. It once was taken for what need not be run at all.
    def test_a_product_that_no_number_can_estimate_is_answered(self):
        product = "FILTER(STRLEN(STR(?a)) = 3) ?a <http://x/p> ?b . " + texts.numbered("?s# <http://x/p> ?o# . ", 120)
        outcome = self.check("a product", "/sparql", f"SELECT (COUNT(*) AS ?n) {{ {product} }}", "application/sparql-query")
        self.assertEqual(outcome.head.split(), ["n", "0"])


if __name__ == "__main__":
    unittest.main()
