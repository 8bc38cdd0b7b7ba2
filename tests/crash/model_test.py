#!/usr/bin/env python3
"""The model of the crash test detects the faults of a database: a test that cannot fail proves nothing."""

import pathlib
import random
import tempfile
import unittest

import values
from area import KEY, Area
from dataset import difference
from effects import next_request
from model import Model
from transfers import OPENING, transfer, wrong_balances


def quad(client, local, number=1):
    return ("", f"<urn:c{client}:{local}>", "<urn:p>", values.integer(number))


class WhatIsFound(unittest.TestCase):
    def setUp(self):
        self.model = Model(2)
        self.before = frozenset([quad(0, "a"), quad(0, "b")])
        self.after = self.before | {quad(0, "c"), quad(0, "d")}

    def wrong(self, quads, labels=None):
        return self.model.resolve(set(quads), labels or {})

    def test_what_was_acknowledged_is_there(self):
        self.model.possible[0] = [self.before]
        self.assertEqual(self.wrong(self.before), "")
        self.assertIn("missing", self.wrong([quad(0, "a")]))
        self.assertIn("too many", self.wrong(self.before | {quad(0, "z")}))

    def test_what_was_in_flight_is_there_wholly_or_not_at_all(self):
        half = self.before | {quad(0, "c")}
        for found, right in ((self.before, True), (self.after, True), (half, False), (set(), False)):
            self.model.possible[0] = [self.before, self.after]
            self.assertEqual(self.wrong(found) == "", right, found)

    def test_it_does_not_appear_later(self):
        self.model.possible[0] = [self.before, self.after]
        self.assertEqual(self.wrong(self.before), "")
        self.assertIn("too many", self.wrong(self.after))

    def test_nobody_writes_for_others(self):
        self.assertIn("of nobody", self.wrong([("", "<urn:x>", "<urn:p>", "<urn:o>")]))
        self.assertIn("of nobody", self.wrong([quad(7, "a")]))
        self.assertIn("client 1", self.wrong([quad(1, "a")]))

    def test_blank_nodes_keep_their_labels(self):
        key = ("", "_:c0.1.0", KEY, values.string("c0.1.0"))
        self.model.possible[0] = [frozenset([key])]
        self.assertEqual(self.wrong([key], {"c0.1.0": "_:b5"}), "")
        self.assertIn("labels", self.wrong([key], {"c0.1.0": "_:b6"}))

    def test_accounts_are_all_there_or_not_asked_for(self):
        self.assertIn("nobody has opened", self.wrong(OPENING))
        self.model.asked_to_open = True
        self.assertIn("None", self.wrong(list(OPENING)[1:]))
        self.assertEqual(self.wrong(OPENING), "")
        self.assertIn("ledger says", self.wrong([]))

    def test_balances_follow_the_ledger(self):
        rows = [{"account": account[1][1:-1], "tokens": "100"} for account in OPENING]
        self.assertEqual(wrong_balances(rows), "")
        moved = {"from": "urn:account:0", "to": "urn:account:1", "moves": "5"}
        self.assertIn("urn:account:0", wrong_balances([*rows, moved]))
        self.assertIn("urn:account:3", wrong_balances([*rows, {"account": "urn:account:3", "tokens": "100"}]))

    def test_it_outlives_a_file(self):
        self.model.possible[0] = [self.before, self.after]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "model.json")
            self.model.write(file)
            self.assertEqual(Model.read(file).possible, self.model.possible)


class Requests(unittest.TestCase):
    def test_the_same_dice_make_the_same_requests(self):
        one, two = Area(3), Area(3)
        for seed in range(300):
            first = next_request(one, random.Random(seed))
            self.assertEqual(first, next_request(two, random.Random(seed)))
            one.quads = two.quads = first.after

    def test_what_they_change_is_the_clients_own(self):
        area, model = Area(3), Model(4)
        for seed in range(500):
            dice = random.Random(seed)
            request = next_request(area, dice, [transfer] if seed % 5 == 0 else None)
            self.assertEqual({model.owner_of(quad) for quad in request.after} - {3}, set(), request.body)
            if request.refused or request.kind == "nothing":
                self.assertEqual(request.after, area.quads)
            area.quads = request.after

    def test_lines_of_the_ledger_are_for_ever(self):
        area = Area(3)
        lines = transfer(area, random.Random(1)).after
        area.quads = lines
        for seed in range(500):
            area.quads = next_request(area, random.Random(seed)).after
            self.assertEqual(difference(set(lines), set(lines & area.quads)), "")


if __name__ == "__main__":
    unittest.main()
