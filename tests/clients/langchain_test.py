#!/usr/bin/env python3
"""LangChain's RdfGraph."""

import unittest

from fetched import require_packages

require_packages("rdflib", "langchain_community")

from claims import Claims, ClientError
from langchain_driver import AnyRdfGraph, RdfGraphDriver, open_graph
from program import Case
from servers import PLAIN


class Graph(Claims, Case):
    without = ("put", "add", "get", "delete", "select_within")

    @classmethod
    def make_driver(cls):
        return RdfGraphDriver(cls.servers.authority)

    def test_the_schema_for_the_language_model(self):
        self.connect(PLAIN)
        for part in ("<http://ex.org/Number> (Number, None)", "<http://ex.org/value> (value, None)"):
            self.assertIn(part, self.driver.langchain.get_schema)

    def test_what_it_does_wrong(self):
        self.connect(PLAIN)
        graph = self.driver.langchain
        self.assertEqual(graph.query("ASK {}"), [])
        with self.assertRaisesRegex(Exception, "does not support BNodes"):
            graph.update("INSERT DATA { <urn:a> <urn:b> 1 }")

    def test_iris_without_a_local_name(self):
        self.connect(PLAIN)
        self.driver.update("INSERT DATA { <urn:a> <urn:own> 1 }")
        self.assertRefused(["Unexpected IRI 'urn:own'"], self.connect, PLAIN)
        graph = open_graph(self.servers.url(PLAIN), kind=AnyRdfGraph)
        self.assertIn("<urn:own> (own, None)", graph.get_schema)
        graph.graph.store.update("DELETE DATA { <urn:a> <urn:own> 1 }")

    def test_a_wrong_token(self):
        with self.assertRaises(ClientError) as refused:  # it asks for the schema at once
            super().test_a_wrong_token()
        self.assertIn("token", str(refused.exception))


if __name__ == "__main__":
    unittest.main()
