#!/usr/bin/env python3
"""The rights of users, the graphs that a write wants to change, and the comparison of answers, without a server."""

import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).parents[1]))

try:
    import pyoxigraph
except ImportError:
    print("skipped: pyoxigraph is missing")
    sys.exit(77)

import addresses
import explaining
import reading
import stores
from dataset import GRAPHS, Quad
from demands import FRESH, named, possible, wanted
from dice import Dice
from patterns import Group, Triple
from paths import Step
from questions import FIXED, grow_question, makes_graph
from queries import Query
from servers import Answer
from terms import BASE, Iri, Variable
from updates import Data, Modify, Template, Update
from users import ALL, NONE, Grant, GraphRights, User, accounts, grow_users
from world import grow_world, name_of
from writes import Load, Managed, StoreWrite

G1, G2, _ = GRAPHS
LEFT, RIGHT = Iri("a"), Iri("b")
JSON = "Content-Type: application/sparql-results+json"


def graph_of(*names):
    return GraphRights(iris=frozenset(BASE + name for name in names))


def below(prefix):
    return GraphRights(prefixes=frozenset([prefix]))


def user(*grants, limits=None):
    return User("ann", "token", grants, limits)


def rows(*quads):
    """Cells of quads whose objects are IRIs; their graph is a name below BASE, or None."""
    return [(("i", BASE + "a"), ("i", BASE + "p"), ("i", BASE + "b"), graph and ("i", BASE + graph)) for graph in quads]


def triple(subject=LEFT, object_=RIGHT):
    return Triple(subject, Step(Iri("p")), object_)


class Rights(unittest.TestCase):
    def test_write_includes_read_of_the_same_graph(self):
        ann = user(Grant("write", "notes", graph_of("g1")), Grant("read", "*", GraphRights(default=True)))
        self.assertTrue(ann.read.holds(BASE + "g1") and ann.write.holds(BASE + "g1") and ann.read.holds(None))
        self.assertFalse(ann.write.holds(None) or ann.read.holds(BASE + "g2"))

    def test_a_prefix_holds_what_begins_so(self):
        ann = user(Grant("read", "notes", below(BASE + "g")))
        self.assertTrue(ann.read.holds(BASE + "g1x"))
        self.assertFalse(ann.read.holds(BASE + "h") or ann.read.holds(None))

    def test_blank_nodes_as_names_need_all_named_graphs(self):
        self.assertFalse(user(Grant("read", "notes", below("_"))).read.holds("_:x"))
        self.assertTrue(user(Grant("read", "notes", below(""))).read.holds("_:x"))
        self.assertTrue(user(Grant("read", "*")).read.holds("_:x"))

    def test_another_database_does_not_count(self):
        self.assertEqual(user(Grant("write", "other")).read, NONE)

    def test_a_token_limits_its_user(self):
        ann = user(Grant("write", "*"), limits=(Grant("read", "notes", below(BASE + "g")), Grant("write", "notes", graph_of("g1"))))
        self.assertEqual(ann.write, graph_of("g1"))
        self.assertTrue(ann.read.holds(BASE + "g3"))
        self.assertFalse(ann.read.holds(BASE + "a") or ann.read.holds(None))
        both = user(Grant("read", "*", below(BASE)), limits=(Grant("read", "*", below(BASE + "g")), Grant("read", "*", graph_of("h"))))
        self.assertTrue(both.read.holds(BASE + "g3") and both.read.holds(BASE + "h"))
        self.assertFalse(both.read.holds(BASE + "a"))

    def test_random_users_can_be_written(self):
        users = grow_users(Dice(1), 40, [BASE + "g1", BASE + "g2"], "u")
        self.assertTrue(any(one.read.is_none() for one in users) and any(one.read.is_all() for one in users))
        self.assertEqual(accounts(users).count("[[token]]"), 40)


class Demands(unittest.TestCase):
    def assertWants(self, step, quads, expected, found=()):
        self.assertEqual(wanted(step, rows(*quads), lambda query: list(found)), expected)

    def test_data_and_places_are_named(self):
        for operation, expected in (
                (Data("INSERT DATA", (Template(None, (triple(),)), Template(G1, (triple(),)))), {None, BASE + "g1"}),
                (Managed("COPY", (G1, G2)), {BASE + "g2"}), (Managed("MOVE", (G1, "DEFAULT")), {None, BASE + "g1"}),
                (Managed("CLEAR", ("ALL",)), set()), (Managed("CREATE", (G1,)), {BASE + "g1"}),
                (Load("file:///x", frozenset(), False, G1, False), {BASE + "g1"}),
                (Data("DELETE WHERE", (Template(G1, (triple(),)),)), set())):
            self.assertEqual(named(Update((operation,))), expected, operation.text())
        self.assertEqual(named(StoreWrite("PUT", "DEFAULT")), {None})
        self.assertEqual(named(StoreWrite("POST", "ALL")), set())

    def test_templates_want_what_their_solutions_make(self):
        graph = Modify(None, (), (Template(Variable("g"), (triple(Variable("x")),)),), (), (), Group(()))
        of_iri, of_literal = ("i", BASE + "g1"), ("l", "x", "", "")
        self.assertWants(graph, (), {BASE + "g1"}, [{"g": of_iri, "x": of_iri}])
        self.assertWants(graph, (), set(), [{"g": of_iri, "x": of_literal}, {"g": of_literal, "x": of_iri}, {"g": of_iri, "x": None}])
        fixed = Modify(G2, (Template(None, (triple(),)),), (), (), (), Group(()))
        self.assertEqual(possible(fixed), {BASE + "g2"})
        self.assertWants(fixed, (), set())
        self.assertWants(fixed, (), {BASE + "g2"}, [{}])
        default = Modify(None, (Template(None, (triple(),)),), (), (), (), Group(()))
        self.assertWants(default, (), {None}, [{}])

    def test_whole_kinds_want_the_graphs_that_are_there(self):
        self.assertWants(Managed("DROP", ("ALL",)), (None, "g1"), {None, BASE + "g1"})
        self.assertWants(Managed("DROP", ("NAMED",)), (None, "g1"), {BASE + "g1"})

    def test_a_patch_without_quads_names_nothing(self):
        empty, some = (StoreWrite("PATCH", G1, update=Update((Data("INSERT DATA", templates),)))
                       for templates in ((), (Template(None, (triple(),)),)))
        self.assertEqual((named(empty), possible(empty), named(some)), (set(), {BASE + "g1"}, {BASE + "g1"}))

    def test_documents_want_their_graphs(self):
        quads = (Quad(LEFT, Iri("p"), RIGHT, G1),)
        self.assertWants(Load("file:///x", frozenset(quads), True, None, False), (), {BASE + "g1"})
        self.assertEqual(named(Update((Load("file:///x", frozenset(quads), False, None, False),))), {None})
        self.assertWants(StoreWrite("PUT", "ALL", (quads,), True), ("g2",), {BASE + "g1", BASE + "g2"})
        self.assertWants(StoreWrite("POST", "ALL", (quads,), True), ("g2",), {BASE + "g1"})
        self.assertWants(StoreWrite("POST", "ALL", (quads,), False), (), {FRESH})


class Answers(unittest.TestCase):
    def answer(self, values, status=200):
        bindings = [{"x": {"type": "literal", "value": value}} for value in values]
        body = json.dumps({"head": {"vars": ["x"]}, "results": {"bindings": bindings}})
        return Answer(status, JSON, body.encode())

    def test_rows_and_statuses_are_compared(self):
        query, ann = Query(FIXED[0]), user(Grant("read", "*"))
        self.assertIsNone(reading.difference(query, ann, self.answer("ab"), self.answer("ba")))
        self.assertEqual(reading.difference(query, ann, self.answer("a"), self.answer("ab")), "other rows")
        self.assertEqual(reading.difference(query, ann, self.answer("a", 404), self.answer("a")), "status 404 instead of 200")
        self.assertIsNone(reading.difference(query, user(), self.answer("", 403), self.answer("a")))
        self.assertIsNotNone(reading.difference(query, user(), self.answer(""), self.answer("")))

    def test_graphs_are_compared(self):
        ann, head = user(Grant("read", "*")), "Content-Type: application/n-quads"
        some, more = (Answer(200, head, f"<urn:a> <urn:p> {object_} .\n".encode()) for object_ in ("_:x", "<urn:b>"))
        self.assertIsNone(stores.difference("GET", ann, some, Answer(200, head, b"<urn:a> <urn:p> _:y .\n")))
        self.assertEqual(stores.difference("GET", ann, some, more), "other quads")

    def explained(self, estimated, pattern="?s ?p ?o"):
        plan = {"operator": "IndexScan", "details": {"pattern": pattern}, "estimated_rows": estimated, "inputs": []}
        return Answer(200, "", json.dumps({"plan": plan}).encode())

    def test_plans_are_compared(self):
        differ = lambda *answers: explaining.difference("plan", Query(FIXED[0]), *answers, 10)
        self.assertIsNone(differ(self.explained(3), self.explained(3)))
        self.assertIsNotNone(differ(self.explained(4), self.explained(3)))
        self.assertIsNotNone(differ(self.explained(3, "?s <a> ?o"), self.explained(3)))
        self.assertIsNotNone(differ(self.explained(11), self.explained(11)))

    def test_figures_of_all_data_are_found(self):
        shown = Answer(200, "", b'{"databases": [{"name": "notes", "quads": 7}]}')
        self.assertIsNotNone(addresses.shown_quads(shown, 3, 7))
        self.assertIsNone(addresses.shown_quads(shown, 7, 7))


class Growth(unittest.TestCase):
    def test_texts_have_no_marks(self):
        for number in range(40):
            dice = Dice(number)
            world = grow_world(dice)
            text = "".join(grow_question(dice, world).text() for _ in range(20))
            self.assertFalse([mark for mark in world.marks if mark in text])

    def test_a_part_has_the_readable_graphs(self):
        world = grow_world(Dice(3))
        graph = next(quad.graph for quad in world.all() if quad.graph)
        rights = GraphRights(iris=frozenset([name_of(graph)]))
        self.assertEqual({quad.graph for quad in world.part(rights).all()}, {graph})
        self.assertEqual(world.part(ALL), world)

    def test_all_forms_are_grown(self):
        dice = Dice(5)
        queries = [grow_question(dice, grow_world(dice)) for _ in range(100)]
        self.assertTrue(any(map(makes_graph, queries)) and any(query.dataset for query in queries))


if __name__ == "__main__":
    unittest.main()
