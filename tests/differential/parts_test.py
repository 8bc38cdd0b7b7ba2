#!/usr/bin/env python3
"""The differences that the comparison reports and those that it accepts, without a server."""

import re
import sys
import unittest
from dataclasses import replace

try:
    import pyoxigraph
except ImportError:
    print("skipped: pyoxigraph is missing")
    sys.exit(77)

import cells
import known_faults
import order
from case import Case, run
from dataset import Quad, grow_quads, grow_vocabulary
from dice import Dice
from differential import grow_case
from expressions import Binary, Call, In, Value
from judge import differ
from kinds import kinds, may_be
from paths import Step
from patterns import Filter, Group, InGraph, Row, Triple, Values
from peer import Peer, Said
from prepared import VARIANTS, Family, Slot, Unbased
from queries import Item, Key, Query, Select
from shrink import shrink
from terms import BASE, XSD, Iri, Literal, Variable, integer
from tree import descendants, size
from updates import Management, Modify, Template, Update

TRUE = Literal("true", "boolean")
ALL = Group((Triple(Variable("a"), Step(Iri("n")), Variable("n1")),))


def said(*values):
    return Said("rows", (["x"], [(value,) for value in values]))


def number(form, datatype="integer"):
    return ("l", form, XSD + datatype, "")


def select(**modifiers):
    return Query(Select("", (Item(None, Variable("x")),), ALL, **modifiers))


ORDERED = {"keys": (Key(Value(Variable("x")), False, Variable("x")),)}


class Judge(unittest.TestCase):
    def test_rows_are_a_multiset(self):
        self.assertIsNone(differ(select(), said(number("1"), number("2")), said(number("2"), number("1")), {}))
        self.assertEqual(differ(select(), said(number("1")), said(number("1"), number("1")), {}), "other rows")

    def test_types_of_numbers_matter_and_their_spelling_does_not(self):
        self.assertIsNone(differ(select(), said(number("1.0", "decimal")), said(number("1", "decimal")), {}))
        self.assertIsNone(differ(select(), said(number("1.0E0", "double")), said(number("1", "double")), {}))
        self.assertEqual(differ(select(), said(number("1")), said(number("1", "decimal")), {}), "other rows")

    def test_blank_nodes_are_renamed(self):
        self.assertIsNone(differ(select(), said(("b", "x"), ("b", "y")), said(("b", "1"), ("b", "2")), {}))
        self.assertEqual(differ(select(), said(("b", "x"), ("b", "x")), said(("b", "1"), ("b", "2")), {}), "other rows")

    def test_triple_terms_are_compared_by_their_parts(self):
        def term(node, value):
            return ("t", ("b", node), ("i", "p"), ("t", ("b", node), ("i", "q"), number(value)))

        self.assertIsNone(differ(select(), said(term("x", "1"), ("b", "x")), said(term("y", "1"), ("b", "y")), {}))
        self.assertEqual(differ(select(), said(term("x", "1"), ("b", "x")), said(term("y", "1"), ("b", "z")), {}), "other rows")
        self.assertEqual(order.compared(term("x", "1"), term("x", "2")), -1)
        self.assertEqual(order.compared(("l", "a", XSD + "string", ""), term("x", "1")), -1)
        self.assertIsNone(order.compared(term("x", "1"), term("y", "1")))

    def test_a_slice_is_any_part_of_the_right_size(self):
        whole = said(number("1"), number("2"), number("3"))
        self.assertIsNone(differ(select(limit=2), said(number("3"), number("1")), whole, {}))
        self.assertIsNone(differ(select(offset=2), said(number("2")), whole, {}))
        self.assertEqual(differ(select(limit=2), said(number("3")), whole, {}), "another number of rows")
        self.assertEqual(differ(select(limit=1), said(number("4")), whole, {}), "rows from elsewhere")

    def test_an_ordered_slice_is_at_its_place(self):
        whole = said(number("1"), number("2"), number("3"))
        self.assertIsNone(differ(select(limit=1, offset=1, **ORDERED), said(number("2")), whole, {}))
        self.assertEqual(differ(select(limit=1, offset=1, **ORDERED), said(number("3")), whole, {}),
                         "rows of another place in the order")
        self.assertEqual(differ(select(**ORDERED), said(number("1"), number("3"), number("2")), whole, {}), "another order")

    def test_what_has_no_order_may_come_in_any(self):
        mixed = (number("2"), number("x", "nonsense"), number("1"))
        self.assertIsNone(order.compared(*mixed[:2]))
        self.assertEqual(order.compared(None, ("b", "x")), -1)
        self.assertEqual(order.compared(number("1"), number("1.0", "decimal")), 0)


class KnownFaults(unittest.TestCase):
    def setUp(self):
        self.case = Case((Quad(Iri("a"), Iri("n"), Literal("01", "integer"), None),), select())

    def test_lexical_forms_are_those_of_the_peer(self):
        self.assertEqual(known_faults.peers_forms(self.case), {number("01"): number("1")})

    def test_a_fault_explains_what_goes_with_it_and_nothing_else(self):
        self.assertEqual(known_faults.explains(self.case, lambda base, case: '"01"' not in case.lines()), "lexical forms")
        self.assertIsNone(known_faults.explains(self.case, lambda base, case: False))

    def test_what_says_the_same_in_other_words_comes_with_what_it_is_to_be_the_same_as(self):
        expression = In(Value(Variable("n1")), (), False)
        case = Case(self.case.quads, Query(Select("", (), Group((*ALL.parts, Filter(expression))))))
        asked = []
        self.assertIsNone(known_faults.explains(case, lambda base, changed: asked.append((base, changed))))
        both = next((base, changed) for base, changed in asked if base and base != case)
        self.assertNotIn('"01"', both[0].lines())
        self.assertIn("IN ()", both[0].question.text())
        self.assertNotIn("IN ()", both[1].question.text())

    def test_a_change_that_writes_too_much_is_given_up(self):
        deep = Value(Variable("n1"))
        for _ in range(12):
            deep = Call("COALESCE", (Binary(deep, "<", Call("IF", (deep, deep, deep))),))
        self.assertGreater(size(deep), 1_000_000)
        case = Case(self.case.quads, Query(Select("", (Item(deep, Variable("x")),), ALL)))
        self.assertIsNone(known_faults._changed(case, ["lexical forms"]))

    def test_cleared_graphs_that_the_peer_keeps_are_dropped(self):
        mark = Template(None, (Triple(Variable("g"), Step(Iri("n")), TRUE),))
        graphs = Group((InGraph(Variable("g"), Group(())),))
        update = Update((Management("CLEAR", ("NAMED",)), Modify(None, (), (mark,), (), (), graphs)))
        case = Case((Quad(Iri("a"), Iri("n"), TRUE, Iri("g1")),), update)
        peer = Peer()
        try:
            peer.load(case.lines())
            self.assertEqual(len(peer.update(case.question).what), 1)
            changed = known_faults.CHANGES["named graphs without triples"](case)
            peer.load(changed.lines())
            self.assertEqual(peer.update(changed.question).what, [])
        finally:
            peer.close()

    def test_kinds_of_expressions(self):
        self.assertEqual(kinds(Call("IF", (Value(TRUE), Value(integer(1)), Call("STR", (Value(Variable("x")),))))), {"number", "text"})
        self.assertTrue(may_be("tagged", Value(Variable("x"))))
        self.assertFalse(may_be("boolean", Value(TRUE), Value(integer(1))))


class Shrinking(unittest.TestCase):
    def test_what_does_not_matter_goes(self):
        dice = Dice("shrinking")
        vocabulary = grow_vocabulary(dice)
        wanted = Quad(Iri("a"), Iri("n"), integer(7), None)
        quads = (*grow_quads(dice, vocabulary), wanted, *grow_quads(dice, vocabulary))
        condition = Filter(Binary(Value(Variable("n1")), "=", Value(integer(7))))
        query = Query(Select("", (), Group((*ALL.parts, condition, *ALL.parts))))

        def differs(case):
            return wanted in case.quads and any(isinstance(node, Binary) for node in descendants(case))

        small = shrink(Case(quads, query), differs)
        self.assertEqual(small.quads, (wanted,))
        self.assertEqual([type(part) for part in small.question.form.where.parts], [Filter])


def family(*subjects):
    """The values of <n> of these subjects, one query each."""
    where = Group((Triple(Slot(subjects), Step(Iri("n")), Variable("x")),))
    return Family(Unbased(Select("", (Item(None, Variable("x")),), where)), tuple(range(len(subjects))))


class Forgetful:
    """An engine that uses the constants of the first query of a family for all others."""

    def __init__(self):
        self.peer, self.first = Peer(), None

    def load(self, lines):
        self.peer.load(lines)
        return Said("rows")

    def compact(self, kind):
        pass

    def ask(self, query):
        if not hasattr(query, "based"):
            return self.peer.ask(query)
        self.first = self.first or query
        return self.peer.ask(self.first)

    def prepared(self, query):
        return {"query": self.first != query, "orders": 0}


class Prepared(unittest.TestCase):
    def test_constants_of_another_query_are_a_difference_and_never_a_known_fault(self):
        case = Case((Quad(Iri("a"), Iri("n"), Literal("01", "integer"), None), Quad(Iri("b"), Iri("n"), integer(2), None)),
                    family(Iri("a"), Iri("b")))
        ours, theirs = Forgetful(), Peer()
        try:
            outcome = run(case, ours, theirs)
            self.assertEqual((outcome.kind, outcome.detail), ("difference", "we say something else when it is parsed"))
            self.assertIn("http://test.example/b", outcome.case.question.request_text())
            self.assertEqual(run(replace(case, question=family(Iri("a"), Iri("a"))), ours, theirs).kind, "same")
        finally:
            ours.peer.close()
            theirs.close()


class Growing(unittest.TestCase):
    def test_a_seed_and_a_number_make_one_case(self):
        self.assertEqual(grow_case(7, 30), grow_case(7, 30))
        self.assertNotEqual(grow_case(7, 30), grow_case(8, 30))

    def test_nearly_all_that_grows_is_sparql(self):
        peer = Peer()
        try:
            refused = 0
            for place in range(0, 500, 5):
                case, is_update = grow_case(1, place)
                self.assertEqual(peer.load(case.lines()).kind, "quads")
                refused += (peer.update if is_update else peer.ask)(case.question).kind == "refused"
            self.assertLess(refused, 15)
        finally:
            peer.close()

    def test_queries_of_a_family_differ_in_constants_alone(self):
        constants = re.compile(r'<[^>]*>|e:\w+|"(?:[^"\\]|\\.)*"|\d+\.\d+|\d+')
        several = 0
        for place in range(0, 500, 25):
            family = grow_case(1, place, True)[0].question
            self.assertEqual(set(family.asked), set(range(VARIANTS)))
            texts = {query.request_text() for query in family.queries()}
            self.assertEqual(len({constants.sub("_", text) for text in texts}), 1)
            self.assertFalse(any("BASE" in text for text in texts))
            several += len(texts) > 2
            self.assertEqual(len(texts) > 1, any(len(set(slot.terms)) > 1 for slot in family.slots()))
        self.assertGreater(several, 10)

    def test_terms_are_read_back_as_they_were_written(self):
        for text in ('a"b', "back\\slash", "line\nbreak", "\t", "😀"):
            (quad,) = cells.quads(Quad(Iri("a"), Iri("b"), Literal(text), Iri("g")).line().encode())
            self.assertEqual(quad[2:], (("l", text, XSD + "string", ""), ("i", BASE + "g")))


if __name__ == "__main__":
    unittest.main()
