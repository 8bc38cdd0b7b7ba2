#!/usr/bin/env python3
"""Graphs in Turtle, TriG and RDF/XML use the prefixes of the query and of the loaded files, and are read back as the same
graphs, with IRIs of any form."""

import unittest

from program import Case, build, for_images, run, serving
from sparql_client import NTRIPLES, TURTLE, ask, request

RDFXML, TRIG, NQUADS = "application/rdf+xml", "application/trig", "application/n-quads"

DATA = r"""@prefix ex: <http://ex.org/> .
@prefix people: <http://ex.org/people/> .
PREFIX : <http://default.org/#>
people:ann ex:knows people:bob ; ex:name "Ann" ; ex:age 42 ; :nick "A" .
people:bob ex:name "Bob"@en .
ex:g ex:size "1"^^ex:unit .
"""
# Local names that Turtle writes with escapes, or not at all.
TAILS = ["", "a", "a.b", "a.", ".a", "-a", "a-", "_", "1", "1a", "a/b", "a#b", "a?b", "a%20b", "a:b", "a(b)", "a'b", "a!", "a*",
         "a,b", "a;b", "a=b", "a@b", "a~b", "a&b", "a$b", "a+b", "\u00e9t\u00e9", "\u00b7a", "a\u00b7", "\U0001f600", "true", "false", "a", "rdf", "xml", "people/", "people/x", "people", "peoples/x", "0.5", "e1"]
# Names that RDF/XML can hold as predicates.
NAMES = ["a", "b-c", "c.d", "_e", "f1", "people/x", "xmlish", "rdf", "g%20h", "h(i"]
NASTY = "".join(f"<http://ex.org/{tail}> <http://ex.org/{NAMES[i % len(NAMES)]}> <http://default.org/#{tail}> , "
                f'"{i}"^^<http://ex.org/{tail}> .\n' for i, tail in enumerate(TAILS))


def triples(text):
    return sorted(line for line in text.splitlines() if line)


@for_images(1, 2)
class Prefixes(Case):
    @classmethod
    def prepare(cls):
        (cls.folder / "data.ttl").write_text(DATA)
        (cls.folder / "nasty.ttl").write_text(NASTY)
        (cls.folder / "more.rdf").write_text('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                                             'xmlns:more="http://more.org/" xmlns:ex="http://not-this.org/"/>')
        build(cls.folder / "db", cls.folder / "data.ttl", cls.folder / "more.rdf", cls.folder / "nasty.ttl", images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images))

    def read_back(self, text, suffix):
        """The triples or quads of a document, by a separate build and dump."""
        self.documents = getattr(self, "documents", 0) + 1
        place = self.folder / f"{self._testMethodName}-{self.documents}"
        place.mkdir()
        (place / f"answer.{suffix}").write_text(text)
        build(place / "db", place / f"answer.{suffix}", images=1)
        return triples(run("dump", "--db", place / "db").output.decode())

    def test_a_query_names_its_own_first(self):
        query = """PREFIX e: <http://ex.org/> PREFIX rdf: <http://mine.org/> PREFIX unused: <http://unused.org/>
                   CONSTRUCT { ?s e:name ?name ; rdf:p e:x } { ?s e:name ?name FILTER(LANG(?name) = "") }"""
        text = ask(self.server, query, TURTLE).text
        self.assertIn("@prefix e: <http://ex.org/> .\n@prefix rdf: <http://mine.org/> .\n", text)
        self.assertIn('people:ann e:name "Ann"', text)
        self.assertIn("rdf:p e:x", text)
        self.assertNotIn("@prefix ex:", text)
        self.assertNotIn("22-rdf-syntax-ns", text)

    def test_the_files_name_the_others(self):
        for text in (ask(self.server, "DESCRIBE <http://ex.org/people/ann>", TURTLE).text,
                     request(self.server, "GET", "/data?default", headers={"Accept": TURTLE}).text,
                     request(self.server, "GET", "/data", headers={"Accept": TRIG}).text,
                     run("query", "--db", self.folder / "db", "DESCRIBE <http://ex.org/people/ann>").output.decode()):
            for line in ("@prefix ex: <http://ex.org/> .\n", "@prefix people: <http://ex.org/people/> .\n",
                         "@prefix : <http://default.org/#> .\n", "@prefix more: <http://more.org/> .\n"):
                self.assertEqual(text.count(line), 1, line + text)
            self.assertIn("people:ann ", text)
            self.assertIn(':nick "A"', text)

    def test_rdfxml_declares_them_in_its_root(self):
        text = ask(self.server, "DESCRIBE <http://ex.org/people/ann>", RDFXML).text
        self.assertIn(' xmlns:ex="http://ex.org/"', text)
        self.assertIn("<ex:name>Ann</ex:name>", text)
        query = "PREFIX xmlns: <http://default.org/#> PREFIX x: <http://ex.org/> CONSTRUCT WHERE { ?s x:name ?n ; xmlns:nick ?k }"
        text = ask(self.server, query, RDFXML).text
        self.assertIn("<x:name>Ann</x:name>", text)
        self.assertNotIn("xmlns:xmlns", text)

    def test_what_is_written_is_read_back(self):
        headers = "PREFIX e: <http://ex.org/e> PREFIX a: <http://ex.org/a> PREFIX p: <http://ex.org/people> "
        for prefixes in ("", headers, headers + "PREFIX : <http://ex.org/a.> PREFIX d: <http://default.org/#a/> "):
            query = prefixes + "CONSTRUCT WHERE { ?s ?p ?o }"
            expected = triples(ask(self.server, query, NTRIPLES).text)
            self.assertGreater(len(expected), len(set(TAILS)))
            self.assertEqual(self.read_back(ask(self.server, query, TURTLE).text, "ttl"), expected)
            self.assertEqual(self.read_back(ask(self.server, query, RDFXML).text, "rdf"), expected)

    def test_datasets_are_read_back(self):
        graphs = {accept: request(self.server, "GET", "/data", headers={"Accept": accept}).text for accept in (TRIG, NQUADS)}
        self.assertEqual(self.read_back(graphs[TRIG], "trig"), triples(graphs[NQUADS]))


@for_images(1)
class PrefixesStay(Case):
    def declared(self, database):
        return ask_by_command(database).count("@prefix people: <http://ex.org/people/> .\n")

    def test_compaction_and_backups_keep_them(self):
        (self.folder / "data.ttl").write_text(DATA)
        database = self.folder / "db"
        build(database, self.folder / "data.ttl")
        self.assertEqual(self.declared(database), 1)
        with serving(database) as server:
            update = "INSERT DATA { <http://ex.org/new> <http://ex.org/p> 1 }"
            self.assertEqual(request(server, "POST", "/update", update, {"Content-Type": "application/sparql-update"}).status, 200)
            for words in (("compact",), ("compact", "--rebuild")):
                self.assertEqual(run(*words, "--db", database).status, 0, words)
                self.assertEqual(self.declared(database), 1, words)
        self.assertEqual(run("backup", "--db", database, self.folder / "backup").status, 0)
        self.assertEqual(run("restore", "--db", self.folder / "restored", self.folder / "backup").status, 0)
        self.assertEqual(self.declared(self.folder / "restored"), 1)


def ask_by_command(database):
    return run("query", "--db", database, "CONSTRUCT WHERE { ?s <http://ex.org/name> ?o }").output.decode()


if __name__ == "__main__":
    unittest.main()
