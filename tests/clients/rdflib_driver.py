"""rdflib: SPARQLStore, SPARQLUpdateStore, and a Dataset on it."""

import ssl
import urllib.request

import rdflib
from claims import ClientError, Driver
from rdflib.namespace import NamespaceManager
from rdflib.plugins.stores.sparqlstore import SPARQLStore, SPARQLUpdateStore, _node_to_sparql
from rdflib_terms import from_rdflib, to_rdflib, triples_from_rdflib


# A blank node that was found is <_:label> in a request.
def node_to_sparql(node):
    return f"<_:{node}>" if isinstance(node, rdflib.BNode) else _node_to_sparql(node)


def parameters(token=None, timeout=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    params = {"format": "json", "output": "nt"}  # JSON for SELECT and ASK, N-Triples for CONSTRUCT and DESCRIBE
    if timeout:
        params["timeout"] = timeout  # seconds
    return {"method": "POST", "headers": headers, "params": params}


def open_store(url, token=None, timeout=None):
    return SPARQLStore(f"{url}/sparql", node_to_sparql=node_to_sparql, **parameters(token, timeout))


def open_update_store(url, token=None, timeout=None):
    return SPARQLUpdateStore(f"{url}/sparql", f"{url}/update", node_to_sparql=node_to_sparql, **parameters(token, timeout))


def open_dataset(url, token=None, timeout=None):
    dataset = rdflib.Dataset(open_update_store(url, token, timeout), default_union=True)
    dataset.namespace_manager = NamespaceManager(dataset, bind_namespaces="none")
    return dataset


# The message of the server becomes the text of the error. Without this, rdflib loses it.
class Refusals(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        if response.status >= 400:
            raise RuntimeError(f"status {response.status}: {response.read().decode()}")
        return response

    https_response = http_response


def trust(authority=None):
    context = ssl.create_default_context(cafile=authority)
    handlers = Refusals(), urllib.request.HTTPSHandler(context=context)
    urllib.request.install_opener(urllib.request.build_opener(*handlers))


class StoreDriver(Driver):
    """SPARQLStore: queries only."""

    def __init__(self, authority):
        self.authority = authority

    def connect(self, url, token, timeout):
        trust(self.authority)
        self.graph = rdflib.Graph(open_store(url, token, timeout), bind_namespaces="none")

    @staticmethod
    def seen(operation, *arguments):
        try:
            return operation(*arguments)
        except Exception as error:
            raise ClientError(str(error)) from error

    def select(self, query):
        def rows():
            found = self.graph.query(query)
            return [{str(name): from_rdflib(term) for name, term in row.items()} for row in found.bindings]
        return self.seen(rows)

    def ask(self, query):
        return self.seen(lambda: self.graph.query(query).askAnswer)

    def construct(self, query):
        return self.seen(lambda: triples_from_rdflib(self.graph.query(query).graph))

    describe = construct

    def total(self, query):
        found = self.graph.query(query)
        return len(found), sum(row.x.toPython() for row in found)


class UpdateStoreDriver(StoreDriver):
    """SPARQLUpdateStore, with one rdflib.Graph for each named graph."""

    def connect(self, url, token, timeout):
        trust(self.authority)
        self.store = open_update_store(url, token, timeout)
        self.graph = rdflib.Graph(self.store, bind_namespaces="none")

    def update(self, text):
        self.seen(self.store.update, text)

    def named(self, graph):
        return rdflib.Graph(self.store, rdflib.URIRef(graph))

    def put(self, graph, triples):
        self.delete(graph)
        self.add(graph, triples)

    def add(self, graph, triples):
        to = self.named(graph)
        self.seen(to.addN, [(*map(to_rdflib, triple), to) for triple in triples])

    def get(self, graph):
        return self.seen(lambda: triples_from_rdflib(self.named(graph)))

    def delete(self, graph):
        self.seen(self.named(graph).remove, (None, None, None))


class DatasetDriver(UpdateStoreDriver):
    """A Dataset, the default graph of which is the server's."""

    def connect(self, url, token, timeout):
        trust(self.authority)
        self.graph = open_dataset(url, token, timeout)

    def update(self, text):
        self.seen(self.graph.update, text)

    def named(self, graph):
        return self.graph.get_context(rdflib.URIRef(graph))
