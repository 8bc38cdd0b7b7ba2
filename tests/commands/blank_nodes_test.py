#!/usr/bin/env python3
"""<_:label> is the blank node of the database with this label, in queries and updates: clients can edit what they have found."""

import json
import unittest

from program import Case, build, for_images, serving
from sparql_client import request

DATA = """PREFIX : <urn:>
[] :name "ann" ; :knows [ :name "bob" ; :knows [ :name "cid" ] ] .
GRAPH :g { [] :name "dan" }
GRAPH _:graph { :s :name "in a graph without an IRI" }
"""


@for_images(1, 2)
class StoredBlankNodes(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "data.trig"
        data.write_text(DATA)
        build(cls.folder / "db", data, images=cls.images)

    def setUp(self):
        self.server = self.enterContext(serving(self.folder / "db", self.images))

    def ask(self, query, status=200, path="/sparql", kind="query", accept="application/sparql-results+json"):
        answer = request(self.server, "POST", path, "PREFIX : <urn:>\n" + query,
                         {"Content-Type": f"application/sparql-{kind}", "Accept": accept})
        self.assertEqual(answer.status, status, answer.text)
        return answer.text

    def rows(self, query):
        found = json.loads(self.ask(query))
        if "boolean" in found:
            return found["boolean"]
        return sorted(tuple(row[name]["value"] if name in row else None for name in found["head"]["vars"])
                      for row in found["results"]["bindings"])

    def update(self, text, status=200):
        return self.ask(text, status, "/update", "update")

    def node(self, name):
        """Of the thing with this name, as a query writes it."""
        (label,), = self.rows(f'SELECT DISTINCT ?x {{ {{ ?x :name "{name}" }} UNION {{ GRAPH :g {{ ?x :name "{name}" }} }} }}')
        return f"<_:{label}>"

    def test_it_is_a_constant_wherever_a_query_may_have_one(self):
        ann, bob, cid, dan = map(self.node, ("ann", "bob", "cid", "dan"))
        label = bob[3:-1]
        for query, expected in {
            f"SELECT ?n {{ {bob} :name ?n }}": [("bob",)],
            f"SELECT ?x {{ ?x :knows {bob} }}": [(ann[3:-1],)],
            f"SELECT ?n {{ {ann} :knows+ ?x . ?x :name ?n }}": [("bob",), ("cid",)],
            f"SELECT ?n {{ ?x :knows* {cid} ; :name ?n }}": [("ann",), ("bob",), ("cid",)],
            f"SELECT ?n {{ ?x :name ?n FILTER(?x = {bob}) }}": [("bob",)],
            f"SELECT ?n {{ ?x :name ?n FILTER(sameTerm({bob}, ?x)) }}": [("bob",)],
            f"SELECT ?n {{ ?x :name ?n FILTER(?x != {bob}) }}": [("ann",), ("cid",)],
            f"SELECT ?n {{ ?x :name ?n FILTER(?x IN ({bob}, {cid}, {dan})) }}": [("bob",), ("cid",)],
            f"SELECT ?n {{ ?x :name ?n FILTER(?x NOT IN ({bob})) }}": [("ann",), ("cid",)],
            f"SELECT ?x ?n {{ VALUES ?x {{ {bob} {cid} }} ?x :name ?n }}": [(label, "bob"), (cid[3:-1], "cid")],
            f"SELECT ?x ?n {{ BIND({bob} AS ?x) ?x :name ?n }}": [(label, "bob")],
            f"SELECT (isBlank({bob}) AS ?b) (isIRI({bob}) AS ?i) ({bob} AS ?x) {{}}": [("true", "false", label)],
            f"SELECT (STR({bob}) = '' AS ?s) {{}}": [(None,)],
            f"SELECT ?n {{ ?x :name ?n FILTER EXISTS {{ ?x :knows {cid} }} }}": [("bob",)],
            f"SELECT ?n {{ ?x :name ?n MINUS {{ ?x :knows {cid} }} }}": [("ann",), ("cid",)],
            f"SELECT ?n {{ ?x :name ?n OPTIONAL {{ ?x :knows ?y FILTER(?y = {cid}) }} FILTER(BOUND(?y)) }}": [("bob",)],
            f"SELECT ?x (COUNT(*) AS ?n) {{ {{ {bob} :knows ?x }} UNION {{ VALUES ?x {{ {cid} }} }} }} GROUP BY ?x": [(cid[3:-1], "2")],
            f"SELECT DISTINCT ?x {{ VALUES ?x {{ {bob} <_:{label}> }} }}": [(label,)],
            f"SELECT ?n {{ GRAPH :g {{ {dan} :name ?n }} }}": [("dan",)],
            f"ASK {{ {bob} :name 'bob' }}": True,
            f"ASK {{ {dan} :name 'dan' }}": False,
            "SELECT ?n { <_:b987654321> :name ?n }": [],
            "SELECT ?n { <_:other> :name ?n }": [],
        }.items():
            with self.subTest(query):
                self.assertEqual(self.rows(query), expected)
        triple = f'_:{label} <urn:name> "bob" .'
        for query in (f"CONSTRUCT {{ {bob} :name ?n }} WHERE {{ {bob} :name ?n }}", f"DESCRIBE {bob}",
                      f"CONSTRUCT WHERE {{ {bob} :name ?n }}"):
            self.assertIn(triple, self.ask(query, accept="application/n-triples"))
        (graph,), = self.rows("SELECT ?g { GRAPH ?g { :s ?p ?o } }")
        self.assertEqual(len(self.rows(f"SELECT ?o {{ GRAPH <_:{graph}> {{ ?s ?p ?o }} }}")), 1)
        self.assertIn(f"_:{label} :name ?n", self.ask(f"SELECT ?n {{ {bob} :name ?n }}", path="/sparql?explain=plan&format=text", accept="text/plain"))

    def test_updates_change_what_was_found(self):
        bob = self.node("bob")
        ages = f"SELECT ?a {{ {bob} :age ?a }}"
        self.update(f"INSERT DATA {{ {bob} :age 1 . GRAPH :h {{ :x :about {bob} }} }}")
        self.assertEqual(self.rows(ages), [("1",)])
        self.assertEqual(self.rows(f"SELECT ?n {{ GRAPH :h {{ :x :about ?x }} ?x :name ?n }}"), [("bob",)])
        self.update(f"DELETE {{ {bob} :age ?a }} INSERT {{ {bob} :age ?b }} WHERE {{ {bob} :age ?a BIND(?a + 1 AS ?b) }}")
        self.assertEqual(self.rows(ages), [("2",)])
        self.update(f"DELETE DATA {{ {bob} :age 2 }}")
        self.assertEqual(self.rows(ages), [])
        self.update(f"INSERT {{ {bob} :age 3 . _:new :of {bob} }} WHERE {{ }} ; DELETE WHERE {{ {bob} :age ?a }}")
        self.assertEqual(self.rows(ages), [])
        (new,), = self.rows(f"SELECT ?x {{ ?x :of {bob} }}")
        self.update(f"INSERT DATA {{ <_:{new}> :name 'new' }}")
        self.assertEqual(self.node("new"), f"<_:{new}>")
        request(self.server, "POST", "/admin/compact?kind=rebuild")
        self.assertEqual((self.node("bob"), self.node("new")), (bob, f"<_:{new}>"))
        self.assertEqual(self.rows(f"SELECT ?n {{ <_:{new}> :name ?n }}"), [("new",)])
        self.update(f"DELETE WHERE {{ <_:{new}> ?p ?o }}; DROP GRAPH :h")

    def test_new_quads_make_no_node_of_a_label(self):
        before = self.rows("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")
        for text in ("INSERT DATA { <_:b987654321> :p 1 }", "INSERT DATA { :s :p <_:other> }", "INSERT DATA { :s :p <_:b007> }",
                     "INSERT { <_:b987654321> :p 1 } WHERE { }"):
            with self.subTest(text):
                self.assertRegex(self.update(text, 400), r"<_:\w+> is no blank node of this database; a new one is written as _:\w+")
        self.assertEqual(self.rows("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"), before)

    def test_elsewhere_it_is_a_mistake(self):
        for query in ("SELECT * { ?s <_:b1> ?o }", "SELECT * FROM <_:b1> { ?s ?p ?o }", "SELECT (<_:b1>(1) AS ?x) {}",
                      "SELECT ('1'^^<_:b1> AS ?x) {}", "SELECT * { ?s <_:b1>+ ?o }"):
            with self.subTest(query):
                self.assertRegex(self.ask(query, 400), r"line 2, column \d+: <_:b1> is a blank node")
        for text in ("INSERT DATA { :s <_:b1> :o }", "DROP GRAPH <_:b1>", "LOAD <_:b1>"):
            with self.subTest(text):
                self.assertIn("<_:b1> is a blank node", self.update(text, 400))


if __name__ == "__main__":
    unittest.main()
