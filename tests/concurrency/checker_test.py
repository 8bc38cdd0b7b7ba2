#!/usr/bin/env python3
"""The checker finds each violation in a history that has only that one, and none in histories without violations."""

import random
import unittest

from checker import check
from history import Transaction


def update(name, begin, end, reads=None, writes=None, **more):
    return Transaction(name, begin, end, reads=reads or {}, writes=writes or {}, **more)


def query(name, begin, end, **reads):
    return Transaction(name, begin, end, reads=reads)


class Checker(unittest.TestCase):
    def finds(self, rule, transactions, **final):
        self.assertEqual({one.rule for one in check(transactions, final)}, {rule})

    def finds_nothing(self, transactions, **final):
        self.assertEqual(list(map(str, check(transactions, final))), [])

    def test_nothing_in_a_serial_history(self):
        self.finds_nothing([update("t1", 0, 1, {"x": []}, {"x": ["a"]}), query("q1", 2, 3, x=["a"], y=[]),
                            update("t2", 4, 5, {"x": ["a"], "y": []}, {"x": ["b"], "y": ["c"]}),
                            query("q2", 6, 7, x=["a", "b"], y=["c"])], x=["a", "b"], y=["c"])

    def test_nothing_where_transactions_overlap(self):
        self.finds_nothing([update("t1", 0, 9, {"x": []}, {"x": ["a"]}), query("q1", 1, 8, x=["a"]),
                            query("q2", 2, 7, x=[]), update("t2", 3, 6, {"x": ["a"]}, {"x": ["b"]})], x=["a", "b"])

    def test_nothing_where_an_unknown_update_was_done_or_not(self):
        unknown = update("t1", 0, 1, {}, {"x": ["a"]}, outcome="unknown")
        for seen in (["a"], []):
            self.finds_nothing([unknown, query("q", 2, 3, x=seen)], x=seen)

    def test_nothing_in_random_serial_histories(self):
        for seed in range(50):
            transactions, state = serial_history(random.Random(seed))
            self.assertEqual(list(map(str, check(transactions, state))), [], f"seed {seed}")

    def test_an_aborted_read(self):
        self.finds("G1a", [update("t1", 0, 1, {}, {"x": ["a"]}, outcome="refused"), query("q", 0, 2, x=["a"])],
                   x=["a"])

    def test_an_intermediate_read(self):
        self.finds("G1b", [update("t1", 0, 9, {}, {"x": ["a", "b"]}), query("q", 1, 2, x=["a"])], x=["a", "b"])

    def test_half_of_an_unknown_update(self):
        self.finds("G1b", [update("t1", 0, 1, {}, {"x": ["a"], "y": ["b"]}, outcome="unknown")], x=["a"], y=[])

    def test_dirty_writes(self):
        self.finds("G0", [update("t1", 0, 9, {}, {"x": ["a"], "y": ["b"]}),
                          update("t2", 0, 9, {}, {"x": ["c"], "y": ["d"]})],
                   x=["a", "c"], y=["d", "b"])

    def test_circular_information_flow(self):
        self.finds("G1c", [update("t1", 0, 9, {"y": ["b"]}, {"x": ["a"]}),
                           update("t2", 0, 9, {"x": ["a"]}, {"y": ["b"]})],
                   x=["a"], y=["b"])

    def test_a_read_of_what_had_not_begun(self):
        self.finds("G-SIa", [query("q", 0, 1, x=["a"]), update("t1", 2, 3, {}, {"x": ["a"]})], x=["a"])

    def test_a_write_before_one_that_had_ended(self):
        self.finds("G-SIa", [update("t1", 0, 1, {}, {"x": ["a"]}), update("t2", 2, 3, {}, {"x": ["b"]})], x=["b", "a"])

    def test_reads_of_two_states(self):
        self.finds("G-SIb", [update("t1", 0, 9, {}, {"x": ["a"], "y": ["b"]}), query("q", 0, 9, x=["a"], y=[])],
                   x=["a"], y=["b"])

    def test_a_lost_update(self):
        self.finds("G-SIb", [update("t1", 0, 9, {"x": []}, {"x": ["a"]}), update("t2", 0, 9, {"x": []}, {"x": ["b"]})],
                   x=["a", "b"])

    def test_a_stale_query(self):
        self.finds("stale", [update("t1", 0, 1, {}, {"x": ["a"]}), query("q", 2, 3, x=[])], x=["a"])

    def test_queries_that_see_updates_in_different_orders(self):
        self.finds("serial", [update("t1", 0, 9, {}, {"x": ["a"]}), update("t2", 0, 9, {}, {"y": ["b"]}),
                              query("q1", 0, 9, x=["a"], y=[]), query("q2", 0, 9, x=[], y=["b"])], x=["a"], y=["b"])

    def test_write_skew(self):
        self.finds("serial", [update("t1", 0, 9, {"x": [], "y": []}, {"x": ["a"]}),
                              update("t2", 0, 9, {"x": [], "y": []}, {"y": ["b"]})], x=["a"], y=["b"])

    def test_a_lost_acknowledgement(self):
        self.finds("lost", [update("t1", 0, 1, {}, {"x": ["a"]})], x=[])

    def test_lists_that_do_not_agree(self):
        self.finds("orders", [update("t1", 0, 9, {}, {"x": ["a"]}), update("t2", 0, 9, {}, {"x": ["b"]}),
                              query("q", 0, 9, x=["b"])], x=["a", "b"])

    def test_what_nobody_wrote(self):
        self.finds("strange", [query("q", 0, 1, x=["z"])], x=["z"])

    def test_a_tag_that_comes_twice(self):
        self.finds("strange", [update("t1", 0, 1, {}, {"x": ["a"]})], x=["a", "a"])

    def test_an_operation_that_does_not_see_the_one_before(self):
        self.finds("inner", [update("t1", 0, 1, {"x": []}, {"x": ["a", "b"]}, afterwards={"x": ["b"]})], x=["a", "b"])


def serial_history(dice, count=200):
    """Each transaction takes effect at one moment between its begin and its end."""
    state, transactions = {register: [] for register in "xyz"}, []
    for moment in range(count):
        begin, end = moment - dice.uniform(0, 9), moment + dice.uniform(0, 9)
        reads = {register: list(state[register]) for register in dice.sample("xyz", dice.randint(1, 3))}
        writes = {}
        if dice.random() < 0.6:
            for register in dice.sample("xyz", dice.randint(1, 2)):
                writes[register] = [f"{moment}{register}{at}" for at in range(dice.randint(1, 2))]
                state[register] += writes[register]
        transactions.append(Transaction(f"t{moment}", begin, end, reads=reads, writes=writes))
    return transactions, state


if __name__ == "__main__":
    unittest.main()
