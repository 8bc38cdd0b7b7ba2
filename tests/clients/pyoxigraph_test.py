#!/usr/bin/env python3
"""pyoxigraph: the quads of a server are the same after a dump and a load; its queries ask the server by SERVICE."""

import unittest
import urllib.request

from fetched import require_packages

require_packages("pyoxigraph")

import pyoxigraph
from claims import CUT_OFF, ENDLESS, ROWS, SUM_OF_ALL
from program import Case
from servers import GUARDED, PLAIN, VALUE, Servers
from terms import CONTROL, IS, STRING, TERMS, XSD, ntriples

GRAPH = "urn:graph:all"
BLANK = "".join(f"{subject} <{IS}> {node} .\n" for subject, node in (("_:a", "_:b"), ("_:b", "_:a"), ("_:b", "_:b")))


def fetch(url, headers, context):
    request = urllib.request.Request(f"{url}/data", headers={"Accept": "application/n-quads", **headers})
    with urllib.request.urlopen(request, context=context) as answer:
        return pyoxigraph.Dataset(pyoxigraph.parse(answer, pyoxigraph.RdfFormat.N_QUADS))


def replace(url, headers, context, quads):
    body = pyoxigraph.serialize(quads, format=pyoxigraph.RdfFormat.N_QUADS)
    headers = {"Content-Type": "application/n-quads", **headers}
    urllib.request.urlopen(urllib.request.Request(f"{url}/data", body, headers, method="PUT"), context=context).close()


def canonical(dataset):
    dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.UNSTABLE)
    return dataset


class Oxigraph(Case):
    @classmethod
    def prepare(cls):
        cls.servers = cls.enterClassContext(Servers(cls.folder))
        cls.servers.put(PLAIN, GRAPH, ntriples({**TERMS, **CONTROL}) + BLANK)

    def place(self, which):
        """The address of a server, the headers of requests, and whom TLS trusts."""
        token = self.servers.token_for(which)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.servers.url(which), headers, self.servers.context

    def test_a_dump_that_is_loaded_again_has_the_same_quads(self):
        quads = fetch(*self.place(PLAIN))
        self.assertGreater(len(quads), len(TERMS))
        replace(*self.place(GUARDED), quads)
        self.assertEqual(self.servers.terms(GUARDED, GRAPH).items() & TERMS.items(), TERMS.items())
        self.assertEqual(canonical(fetch(*self.place(GUARDED))), canonical(quads))

    def test_a_store_keeps_values_and_not_their_texts(self):
        quads = fetch(*self.place(PLAIN))
        store = pyoxigraph.Store()
        store.extend(quads)
        changed = [quad.object for quad in set(quads) - set(store)]
        self.assertLessEqual({"1.10", "01", "12:30:00.10"}, {term.value for term in changed})
        self.assertFalse([term for term in changed if not term.datatype.value.startswith(XSD) or term.datatype.value == STRING])

    def asked(self, query, timeout=60):
        address = f"{self.servers.url(PLAIN)}/sparql?timeout={timeout}"
        return pyoxigraph.Store().query(f"SELECT * {{ SERVICE <{address}> {{ {query} }} }}")

    def test_service(self):
        rows = total = 0
        for row in self.asked(ROWS % 100):
            rows += 1
            total += int(row["x"].value)
        self.assertEqual((rows, total), (100_000, 100 * SUM_OF_ALL))
        (row,) = self.asked(f"?n <{VALUE}> 7")
        self.assertEqual(row["n"].value, "http://ex.org/n/7")

    def test_service_that_fails_is_an_error(self):
        for query, error, message in ((ENDLESS, OSError, "time limit of 1 s"), (CUT_OFF, RuntimeError, "")):
            with self.subTest(query), self.assertRaises(error) as failed:
                list(self.asked(query, 1))
            self.assertIn(message, str(failed.exception))


if __name__ == "__main__":
    unittest.main()
