"""SPARQLWrapper: every form of query and updates; no graphs."""

import io
import os
import urllib.error
import urllib.request

import rdflib
from claims import ClientError, Driver
from rdflib_terms import triples_from_rdflib
from servers import of_json
from SPARQLWrapper import JSON, N3, POST, TSV, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import SPARQLWrapperException


def open_endpoint(url, token=None, timeout=None):
    sparql = SPARQLWrapper(f"{url}/sparql", f"{url}/update")
    sparql.setMethod(POST)
    sparql.setOnlyConneg(True)  # asks for formats by the header Accept alone
    if token:
        sparql.addCustomHttpHeader("Authorization", f"Bearer {token}")
    if timeout:
        sparql.addParameter("timeout", str(timeout))  # seconds
    return sparql


def message_of(error):
    # SPARQLWrapper shows the server's message for some statuses; of others it has to be read.
    return error.read().decode() if isinstance(error, urllib.error.HTTPError) else str(error)


class SparqlWrapperDriver(Driver):
    def __init__(self, authority):
        self.authority = authority

    def connect(self, url, token, timeout):
        urllib.request.install_opener(urllib.request.build_opener())  # Python's own, whatever another client has installed
        os.environ["SSL_CERT_FILE"] = str(self.authority)
        self.wrapper = open_endpoint(url, token, timeout)

    def sent(self, text, form):
        sparql = self.wrapper
        sparql.setQuery(text)
        sparql.setReturnFormat(form)
        try:
            return sparql.query()
        except (urllib.error.HTTPError, SPARQLWrapperException) as error:
            raise ClientError(message_of(error)) from error

    def converted(self, text, form):
        answer = self.sent(text, form)
        try:
            return answer.convert()
        except Exception as error:
            raise ClientError(str(error)) from error

    def select(self, query):
        rows = self.converted(query, JSON)["results"]["bindings"]
        return [{name: of_json(term) for name, term in row.items()} for row in rows]

    def select_within(self, query, seconds):
        self.wrapper.setTimeout(seconds)
        try:
            return self.select(query)
        except TimeoutError as error:
            raise ClientError(str(error)) from error

    def ask(self, query):
        return self.converted(query, JSON)["boolean"]

    def construct(self, query):
        sparql = self.wrapper
        sparql.addCustomHttpHeader("Accept", "application/n-triples")  # rdflib's parser of Turtle changes numbers
        try:
            triples = self.sent(query, N3).response.read()
        finally:
            sparql.clearCustomHttpHeader("Accept")
        return triples_from_rdflib(rdflib.Graph().parse(data=triples, format="nt"))

    describe = construct

    def update(self, text):
        self.sent(text, JSON)

    def total(self, query):
        response = self.sent(query, TSV).response
        lines = io.TextIOWrapper(response, encoding="utf-8", newline="\n")
        name, *_ = next(lines).rstrip("\n").split("\t")
        assert name == "?x"
        rows = total = 0
        for line in lines:
            rows += 1
            total += int(line.split("\t", 1)[0])
        return rows, total
