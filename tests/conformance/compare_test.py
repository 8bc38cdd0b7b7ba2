#!/usr/bin/env python3
"""The comparison of answers: results that it must find equal, and results that it must find different."""

import unittest

from compare import by_value, same

A, B, C = ("b", "a"), ("b", "b"), ("b", "c")
X, Y = ("b", "x"), ("b", "y")
P, Q = ("i", "http://example.org/p"), ("i", "http://example.org/q")


def number(form, kind):
    return ("l", form, "http://www.w3.org/2001/XMLSchema#" + kind, "")


class Comparison(unittest.TestCase):
    def test_order_does_not_matter_but_counts_do(self):
        self.assertTrue(same([(P,), (Q,), (P,)], [(P,), (P,), (Q,)]))
        self.assertFalse(same([(P,), (Q,), (Q,)], [(P,), (P,), (Q,)]))

    def test_blank_nodes_are_renamed_one_to_one(self):
        self.assertTrue(same([(A, B), (B, A)], [(X, Y), (Y, X)]))
        self.assertFalse(same([(A, A)], [(X, Y)]))
        self.assertFalse(same([(A, B)], [(X, X)]))

    def test_triple_terms_have_blank_nodes_and_numbers(self):
        self.assertTrue(same([(A, ("t", A, P, B))], [(X, ("t", X, P, Y))]))
        self.assertFalse(same([(A, ("t", A, P, B))], [(X, ("t", Y, P, X))]))
        self.assertFalse(same([(("t", P, P, P),)], [(P, P, P)]))
        two, exact = number("2.0", "decimal"), number("2", "decimal")
        self.assertTrue(same(by_value([(("t", P, P, two),)]), by_value([(("t", P, P, exact),)])))

    def test_one_renaming_holds_in_all_rows(self):
        self.assertFalse(same([(A, P), (A, Q)], [(X, P), (Y, Q)]))

    def test_cycles_of_other_lengths_differ(self):
        six = [(("b", str(at)), P, ("b", str((at + 1) % 6))) for at in range(6)]
        three = [(A, P, B), (B, P, C), (C, P, A)]
        other = [(("b", f"o{at}"), P, ("b", f"o{(at + 1) % 3}")) for at in range(3)]
        self.assertFalse(same(six, three + other))
        self.assertTrue(same(three + other, other + three))

    def test_unbound_is_no_term(self):
        self.assertFalse(same([(None,)], [(P,)]))
        self.assertTrue(same([(None, P)], [(None, P)]))

    def test_numbers_may_be_compared_by_value_within_their_type(self):
        self.assertFalse(same([(number("2.0", "decimal"),)], [(number("2", "decimal"),)]))
        self.assertTrue(same(by_value([(number("2.0", "decimal"),)]), by_value([(number("2", "decimal"),)])))
        self.assertFalse(same(by_value([(number("2", "integer"),)]), by_value([(number("2", "decimal"),)])))

    def test_lax_counts_lie_between_one_and_what_is_expected(self):
        self.assertTrue(same([(P,)], [(P,), (P,)], lax=True))
        self.assertFalse(same([], [(P,)], lax=True))
        self.assertFalse(same([(P,), (P,)], [(P,)], lax=True))


if __name__ == "__main__":
    unittest.main()
