#!/usr/bin/env python3
"""Rules for users of some graphs: what follows is theirs only if it follows from what they may read."""

import unittest
import urllib.parse

from program import Case, build, for_images, run, serving
from sparql_client import request

DATA = """
PREFIX : <urn:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX owl: <http://www.w3.org/2002/07/owl#>
:Cat rdfs:subClassOf :Animal .
:Dog owl:disjointWith :Cat .
:tom a :Cat .
GRAPH :g { :rex a :Dog . :Dog rdfs:subClassOf :Beast . }
GRAPH :h { :kit a :Cat . }
"""
USERS = {"all": "read", "default": "read:db:default", "named": "read:db:<urn:g>", "both": "read:db:<urn:*>"}
TYPES = "SELECT ?x ?t { { ?x a ?t } UNION { GRAPH ?g { ?x a ?t } } }"
STATED = {"default": {"tom Cat"}, "named": {"rex Dog"}, "both": {"rex Dog", "kit Cat"}}


@for_images(1, 2)
class UsersOfSomeGraphs(Case):
    def served(self, name, *options):
        """A server of the same data with other rules."""
        folder, data = self.folder / name / "db", self.folder / f"{name}.trig"
        folder.parent.mkdir()
        data.write_text(DATA)
        build(folder, data, images=self.images, options=options)
        self.tokens, access = {}, self.folder / f"{name}.toml"
        for user, grant in {**USERS, "writer": "write:db:default"}.items():
            for words in (("role", "add", user + "s", "--grant", grant), ("user", "add", user, "--role", user + "s", "--no-password")):
                self.assertEqual(run("access", *words, "--access", access).status, 0)
            self.tokens[user] = run("access", "token", "add", "--user", user, "--access", access).text.strip()
        return serving(folder, self.images, options=("--access", access))

    def ask(self, server, user, path, update=None):
        headers = {"Authorization": f"Bearer {self.tokens[user]}"}
        if update:
            headers["Content-Type"] = "application/sparql-update"
        return request(server, "POST" if update else "GET", path, update, headers)

    def types(self, server, user, **parameters):
        answer = self.ask(server, user, "/sparql?" + urllib.parse.urlencode({"query": TYPES, "format": "csv", **parameters}))
        self.assertEqual(answer.status, 200, answer.text)
        return {line.replace("urn:", "").replace(",", " ") for line in answer.text.split("\r\n")[1:] if "urn:" in line}

    def test_conclusions_of_the_default_graph_are_for_its_readers(self):
        with self.served("alone", "--rules", "rdfs") as server:
            self.assertEqual(self.types(server, "all"), {"tom Cat", "tom Animal", "rex Dog", "kit Cat"})
            self.assertEqual(self.types(server, "default"), {"tom Cat", "tom Animal"})
            self.assertEqual(self.types(server, "default", infer="only"), {"tom Animal"})
            self.assertEqual(self.types(server, "default", infer="false"), {"tom Cat"})
            for user in ("named", "both"):
                self.assertEqual(self.types(server, user), STATED[user])
                self.assertEqual(self.types(server, user, infer="only"), set())
            self.assertEqual(self.ask(server, "writer", "/update", "INSERT DATA { <urn:tib> a <urn:Cat> }").status, 200)
            self.assertEqual(self.types(server, "default", infer="only"), {"tom Animal", "tib Animal"})
            self.assertEqual(self.types(server, "named", infer="only"), set())

    def test_conclusions_of_all_graphs_are_for_readers_of_all(self):
        for name, options in (("union", ("--rules", "rdfs", "--rule-graphs", "union", "--infer-into", "urn:i")), ("each", ("--rules", "rdfs", "--rule-graphs", "each"))):
            with self.subTest(name), self.served(name, *options) as server:
                self.assertIn("rex Beast", self.types(server, "all"))
                for user, stated in STATED.items():
                    self.assertEqual(self.types(server, user), stated)
                    self.assertEqual(self.types(server, user, infer="only"), set())

    def test_rules_that_name_graphs_are_for_readers_of_all(self):
        rules = self.folder / "graphs.srl"
        rules.write_text("PREFIX : <urn:> RULE { ?x a :Seen } WHERE { GRAPH :g { ?x a ?t } } RULE { ?x a :Pet } WHERE { ?x a :Cat }")
        with self.served("graphs", "--rules", rules) as server:
            self.assertEqual(self.types(server, "all", infer="only"), {"rex Seen", "tom Pet"})
            for user, stated in STATED.items():
                self.assertEqual(self.types(server, user), stated)

    def test_the_rules_and_why_need_the_whole_database(self):
        with self.served("pages", "--rules", "rdfs") as server:
            why = "/why?" + urllib.parse.urlencode({"quad": "<urn:tom> a <urn:Animal> ."})
            for path in ("/rules", why):
                self.assertEqual(self.ask(server, "all", path).status, 200)
                for user in ("default", "named", "both"):
                    self.assertEqual(self.ask(server, user, path).status, 403)

    def test_a_refused_write_says_nothing_of_other_graphs(self):
        with self.served("stop", "--rules", "owl-rl", "--rule-graphs", "union", "--infer-into", "urn:i", "--inconsistent", "stop") as server:
            told = self.ask(server, "writer", "/update", "INSERT DATA { <urn:rex> a <urn:Cat> }")
            self.assertEqual(told.status, 400, told.text)
            self.assertNotIn("Dog", told.text)
            self.assertNotIn("urn:g", told.text)
            self.assertEqual(self.types(server, "default"), {"tom Cat"})


if __name__ == "__main__":
    unittest.main()
