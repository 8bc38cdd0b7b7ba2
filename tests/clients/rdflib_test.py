#!/usr/bin/env python3
"""rdflib: SPARQLStore, SPARQLUpdateStore, Dataset."""

import unittest
import urllib.request

from fetched import require_packages

require_packages("rdflib")

import rdflib
from claims import Claims
from program import Case
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from rdflib_driver import DatasetDriver, StoreDriver, UpdateStoreDriver, open_dataset, trust
from servers import PLAIN, VALUE, Servers
from terms import IS


class Store(Claims, Case):
    without = ("update", "put", "add", "get", "delete", "select_within")

    @classmethod
    def make_driver(cls):
        return StoreDriver(cls.servers.authority)


class UpdateStore(Claims, Case):
    writes_blank_nodes = False

    @classmethod
    def make_driver(cls):
        return UpdateStoreDriver(cls.servers.authority)


class Dataset(Claims, Case):
    writes_blank_nodes = False

    @classmethod
    def make_driver(cls):
        return DatasetDriver(cls.servers.authority)

    def test_blank_nodes_are_changed_as_they_were_found(self):
        self.servers.put(PLAIN, self.graph, f'_:one <{IS}> "one" .\n_:two <{IS}> "two" .\n')
        trust(self.servers.authority)
        graph = open_dataset(self.servers.url(PLAIN)).get_context(rdflib.URIRef(self.graph))
        found, = graph.subjects(rdflib.URIRef(IS), rdflib.Literal("one"))
        self.assertEqual(list(graph.objects(found)), [rdflib.Literal("one")])
        graph.remove((found, None, None))
        graph.add((found, rdflib.URIRef(IS), rdflib.Literal("three")))
        self.assertEqual(sorted(map(str, graph.objects())), ["three", "two"])


class WithoutTheWorkarounds(Case):
    """What is wrong in rdflib, as docs/clients.md describes it."""

    @classmethod
    def prepare(cls):
        cls.servers = cls.enterClassContext(Servers(cls.folder))
        cls.endpoint = f"{cls.servers.url(PLAIN)}/sparql"

    def setUp(self):
        urllib.request.install_opener(urllib.request.build_opener())

    def test_the_message_of_an_error_is_lost(self):
        with self.assertRaisesRegex(ValueError, "You did something wrong"):
            rdflib.Graph(SPARQLStore(self.endpoint)).query("SELECT")
        answer = rdflib.Graph(SPARQLStore(self.endpoint, method="POST")).query("SELECT")
        self.assertEqual(answer, (400, "HTTP Error 400: Bad Request", None))

    def test_lines_are_counted_with_prefixes(self):
        trust()
        with self.assertRaisesRegex(RuntimeError, "line 31, column 7"):
            rdflib.Graph(SPARQLStore(self.endpoint, method="POST")).query("SELECT")

    def test_a_dataset_does_not_see_the_default_graph(self):
        query = f"ASK {{ ?n <{VALUE}> 7 }}"
        self.assertFalse(rdflib.Dataset(SPARQLStore(self.endpoint), default_union=False).query(query).askAnswer)
        self.assertTrue(rdflib.Dataset(SPARQLStore(self.endpoint), default_union=True).query(query).askAnswer)

    def test_graph_of_a_dataset_creates_it(self):
        trust()
        self.servers.put(PLAIN, "urn:graph:old", f'<urn:a> <{IS}> "1" .')
        dataset = open_dataset(self.servers.url(PLAIN))
        with self.assertRaisesRegex(RuntimeError, "CREATE"):
            dataset.graph(rdflib.URIRef("urn:graph:old"))


if __name__ == "__main__":
    unittest.main()
