#!/usr/bin/env python3
"""Queries that come from other systems, over HTTP: names and syntax with a special meaning there are refused with an
explanation (501), query hints are ignored with a remark in EXPLAIN, and names that the data have are ordinary
(docs/foreign-names.md)."""

import json
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, serving
from sparql_client import TSV, ask, request

HINTS = "PREFIX hint: <http://www.bigdata.com/queryHints#> "
HINTED = HINTS + "SELECT ?s { hint:Query hint:optimizer 'None' . ?s <http://ex.org/name> ?n . hint:Prior hint:runFirst true }"
CONTAINS = "SELECT ?s { ?s <http://ex.org/name> ?n . ?n <bif:contains> \"'ann'\" }"
LABELS = """PREFIX wikibase: <http://wikiba.se/ontology#> PREFIX bd: <http://www.bigdata.com/rdf#>
SELECT ?s ?sLabel { ?s <http://ex.org/name> ?n SERVICE wikibase:label { bd:serviceParam wikibase:language "en" } }"""
EXPLICIT = "http://www.ontotext.com/explicit"


def update(server, text):
    return request(server, "POST", "/update", text, {"Content-Type": "application/sparql-update"})


@for_images(1, 2)
class Foreign(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(cls.folder / "db", file, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images))

    def assertUnsupported(self, answer, *parts):
        self.assertEqual(answer.status, 501, answer.text)
        for part in parts:
            self.assertIn(part, answer.text)

    def test_names_are_refused_however_often_they_are_asked_for(self):
        for _ in range(4):  # parsed, and prepared
            self.assertUnsupported(ask(self.server, CONTAINS, TSV), "<bif:contains>", "Virtuoso", "FILTER(CONTAINS(")
        self.assertUnsupported(ask(self.server, LABELS, TSV), "label service of Wikidata", "rdfs:label")
        self.assertUnsupported(ask(self.server, CONTAINS, "text/plain", explain="plan"), "Virtuoso")

    def test_graphs_of_the_request_are_looked_at_too(self):
        asked = urllib.parse.urlencode({"query": "ASK { ?s ?p ?o }", "default-graph-uri": EXPLICIT})
        self.assertUnsupported(request(self.server, "GET", "/sparql?" + asked), "GraphDB", "urn:quadrille:stated")

    def test_hints_are_left_out_with_a_remark(self):
        plain = ask(self.server, "SELECT ?s { ?s <http://ex.org/name> ?n }", TSV)
        for _ in range(3):
            self.assertEqual(sorted(ask(self.server, HINTED, TSV).text.split("\n")), sorted(plain.text.split("\n")))
        for kind in ("plan", "profile"):
            document = json.loads(ask(self.server, HINTED, "application/json", explain=kind).text)
            self.assertEqual(document["remarks"], [
                f"<http://www.bigdata.com/queryHints#{name}> belongs to the query hints of Blazegraph and is ignored"
                for name in ("optimizer", "runFirst")])
            text = ask(self.server, HINTED, "text/plain", explain=kind).text
            self.assertIn("\nremark: <http://www.bigdata.com/queryHints#optimizer> belongs to", text)

    def test_updates_are_treated_alike(self):
        where = "INSERT { ?s <http://ex.org/found> 1 } WHERE { ?s <http://ex.org/name> ?n . %s }"
        self.assertUnsupported(update(self.server, where % "?n <bif:contains> 'ann'"), "Virtuoso")
        self.assertUnsupported(update(self.server, "DELETE { ?s ?p ?o } USING <%s> WHERE { ?s ?p ?o }" % EXPLICIT), "GraphDB")
        self.assertEqual(update(self.server, HINTS + where % "hint:Prior hint:runFirst true").status, 200)
        self.assertIn("true", ask(self.server, "ASK { ?s <http://ex.org/found> 1 }", TSV).text)
        self.assertEqual(update(self.server, "DELETE WHERE { ?s <http://ex.org/found> ?o }").status, 200)

    def test_what_the_data_have_is_ordinary(self):
        name = "http://jena.apache.org/text#query"
        question = "SELECT ?s { ?s <%s> ?o }" % name
        self.assertUnsupported(ask(self.server, question, TSV), "Apache Jena")
        self.assertEqual(update(self.server, "INSERT DATA { <http://ex.org/x> <%s> 1 }" % name).status, 200)
        self.assertEqual(ask(self.server, question, TSV).text, "?s\n<http://ex.org/x>\n")

    def test_a_graph_may_have_such_a_name(self):
        path = "/data?" + urllib.parse.urlencode({"graph": "http://www.ontotext.com/count"})
        self.assertEqual(request(self.server, "GET", path).status, 404)
        turtle = {"Content-Type": "text/turtle"}
        self.assertEqual(request(self.server, "PUT", path, "<http://ex.org/a> <http://ex.org/b> 1 .", turtle).status, 201)
        self.assertIn("http://ex.org/b", request(self.server, "GET", path).text)
        self.assertIn("true", ask(self.server, "ASK { GRAPH <http://www.ontotext.com/count> { ?s ?p 1 } }", TSV).text)
        self.assertEqual(request(self.server, "DELETE", path).status, 200)

    def test_syntax_is_named_with_its_place(self):
        for query, place, name in (("ASK { ?s ?p 1 LATERAL { ?s ?p 2 } }", "line 1, column 15: ", "LATERAL is an extension of"),
                                   ("SELECT * {\n  ?s ?p ?o\n LET(?x := ?o) }", "line 3, column 2: ", "LET is an extension of")):
            self.assertUnsupported(ask(self.server, query, TSV), place + name)


if __name__ == "__main__":
    unittest.main()
