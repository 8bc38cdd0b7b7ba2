#!/usr/bin/env python3
"""SPARQLWrapper and rdflib, the most common Python clients, query a server with their default settings."""

import os
import sys
import unittest
import urllib.error

try:
    import rdflib
    from rdflib.plugins.stores.sparqlstore import SPARQLStore, SPARQLUpdateStore
    from SPARQLWrapper import CSV, JSON, JSONLD, N3, POST, RDF, RDFXML, TSV, TURTLE, XML, SPARQLWrapper
except ImportError as error:
    message = f"{error}: tests/requirements.txt; ./test installs it in build/venv"
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit(message)
    print(f"skipped: {message}")
    sys.exit(77)

import sample_data
from program import Case, build, serving

SELECT = "SELECT ?s ?name { ?s <http://ex.org/name> ?name } ORDER BY ?s"
ASK = "ASK { ?s ?p 42 }"
CONSTRUCT = "CONSTRUCT WHERE { ?s <http://ex.org/knows> ?o }"
DESCRIBE = "DESCRIBE <http://ex.org/bob>"
ANN = rdflib.URIRef("http://ex.org/ann")
BOB = rdflib.URIRef("http://ex.org/bob")


class Served(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(cls.folder / "db", file)
        cls.server = cls.enterClassContext(serving(cls.folder / "db"))
        cls.endpoint = f"http://127.0.0.1:{cls.server.port}/sparql"
        cls.update_endpoint = f"http://127.0.0.1:{cls.server.port}/update"

    def wrapper(self, text, form=None, method=None):
        asked = SPARQLWrapper(self.endpoint)
        asked.setQuery(text)
        if form:
            asked.setReturnFormat(form)
        if method:
            asked.setMethod(method)
        return asked


class Wrapper(Served):
    def test_select_and_ask_in_every_form_for_them(self):
        checks = {JSON: lambda found: found["results"]["bindings"][0]["name"]["value"] == "Ann",
                  XML: lambda found: "Ann" in found.toxml(),
                  CSV: lambda found: found.startswith(b"s,name\r\n"),
                  TSV: lambda found: found.startswith(b"?s\t?name\n")}
        for method in (None, POST):
            for form, check in checks.items():
                with self.subTest((form, method)):
                    self.assertTrue(check(self.wrapper(SELECT, form, method).queryAndConvert()))
        self.assertTrue(self.wrapper(ASK, JSON).queryAndConvert()["boolean"])
        self.assertIn("<boolean>true", self.wrapper(ASK, XML).queryAndConvert().toxml())
        self.assertEqual(self.wrapper(ASK, TSV).queryAndConvert(), b"true\n")
        self.assertIn("Ann", self.wrapper(SELECT).queryAndConvert().toxml())  # as it comes: XML

    def test_construct_and_describe_in_every_form_for_them(self):
        for text, pairs in ((CONSTRUCT, 2), (DESCRIBE, 2)):
            for form in (None, XML, RDF, RDFXML):
                with self.subTest((text, form)):
                    graph = self.wrapper(text, form).queryAndConvert()
                    self.assertIsInstance(graph, rdflib.Graph)
                    self.assertEqual(len(graph), pairs)
            for form in (TURTLE, N3):
                with self.subTest((text, form)):
                    graph = rdflib.Graph().parse(data=self.wrapper(text, form).queryAndConvert(), format="turtle")
                    self.assertEqual(len(graph), pairs)

    def test_what_cannot_be_had_is_a_406_with_what_can(self):
        for text, forms, offer in ((SELECT, (TURTLE, N3, RDF, RDFXML, JSONLD), "format=json"),
                                   (ASK, (TURTLE, JSONLD), "format=json"),
                                   (CONSTRUCT, (JSON, CSV, TSV), "format=turtle"),
                                   (DESCRIBE, (JSON,), "format=turtle")):
            for form in forms:
                with self.subTest((text, form)), self.assertRaises(urllib.error.HTTPError) as refused:
                    self.wrapper(text, form).query()
                self.assertEqual(refused.exception.code, 406)
                self.assertIn(offer, refused.exception.read().decode())

    def test_values_of_many_iris_by_get(self):
        iris = " ".join(f"<http://www.example.org/entity/number/{number}>" for number in range(800))
        found = self.wrapper(f"SELECT (COUNT(*) AS ?n) {{ VALUES ?x {{ {iris} }} }}", JSON).queryAndConvert()
        self.assertEqual(found["results"]["bindings"][0]["n"]["value"], "800")

    def test_updates(self):
        asked = SPARQLWrapper(self.endpoint, self.update_endpoint)
        asked.setMethod(POST)
        asked.setQuery("INSERT DATA { <http://ex.org/w> <http://ex.org/p> 1 }")
        asked.query()
        self.assertTrue(self.wrapper("ASK { <http://ex.org/w> <http://ex.org/p> 1 }", JSON).queryAndConvert()["boolean"])
        asked.setQuery("DELETE WHERE { <http://ex.org/w> ?p ?o }")
        asked.query()


class Store(Served):
    def test_all_kinds_of_queries(self):
        for method in ("GET", "POST", "POST_FORM"):
            with self.subTest(method):
                graph = rdflib.Graph(SPARQLStore(self.endpoint, method=method))
                self.assertEqual([str(row.name) for row in graph.query(SELECT)], ["Ann", 'C\u00efd "the" third'])
                self.assertTrue(graph.query(ASK).askAnswer)
                self.assertEqual(len(graph.query(CONSTRUCT).graph), 2)
                self.assertEqual(len(graph.query(DESCRIBE).graph), 2)

    def test_patterns_of_the_graph_interface(self):
        graph = rdflib.Graph(SPARQLStore(self.endpoint))
        self.assertEqual(len(graph), 5)
        self.assertIn((ANN, rdflib.URIRef("http://ex.org/knows"), BOB), graph)
        self.assertEqual(graph.value(BOB, rdflib.URIRef("http://ex.org/age")), rdflib.Literal(42))

    def test_updates(self):
        graph = rdflib.Graph(SPARQLUpdateStore(self.endpoint, self.update_endpoint), rdflib.URIRef("http://ex.org/g"))
        triple = (ANN, rdflib.URIRef("http://ex.org/new"), rdflib.Literal("x", lang="en"))
        graph.add(triple)
        self.assertIn(triple, graph)
        graph.remove(triple)
        self.assertNotIn(triple, graph)


if __name__ == "__main__":
    unittest.main(warnings="ignore")  # SPARQLWrapper's, of forms that do not suit the query
