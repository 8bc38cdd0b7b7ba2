"""LangChain's RdfGraph, which works by rdflib's SPARQLUpdateStore."""

from langchain_community.graphs import RdfGraph
from rdflib_driver import StoreDriver, parameters, trust
from rdflib_terms import from_rdflib


def open_graph(url, token=None, timeout=None, kind=RdfGraph):
    return kind(query_endpoint=f"{url}/sparql", update_endpoint=f"{url}/update",
                graph_kwargs={"bind_namespaces": "none"}, store_kwargs=parameters(token, timeout))


# RdfGraph fails for IRIs such as urn:a, with neither # nor /.
class AnyRdfGraph(RdfGraph):
    @staticmethod
    def _get_local_name(iri):
        return RdfGraph._get_local_name(iri) if "/" in iri or "#" in iri else iri.split(":")[-1]


class RdfGraphDriver(StoreDriver):
    def connect(self, url, token, timeout):
        trust(self.authority)
        self.langchain = self.seen(open_graph, url, token, timeout)
        self.graph = self.langchain.graph

    def select(self, query):
        rows = self.seen(self.langchain.query, query)
        return [{name: from_rdflib(term) for name, term in row.asdict().items()} for row in rows]

    def update(self, text):
        self.seen(self.graph.store.update, text)

    def total(self, query):
        rows = self.langchain.query(query)
        return len(rows), sum(row.x.toPython() for row in rows)
