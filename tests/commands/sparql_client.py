"""Queries a server over HTTP, with one connection for each query.

answer = ask(server, "SELECT ...", accept="text/csv")     -> Answer(status, type, text, seconds, headers)
"""

import http.client
import json
import time
import urllib.parse
from dataclasses import dataclass, field

from transport import http_connection

JSON = "application/sparql-results+json"
XML = "application/sparql-results+xml"
CSV = "text/csv"
TSV = "text/tab-separated-values"
TURTLE = "text/turtle"
NTRIPLES = "application/n-triples"


@dataclass
class Answer:
    status: int
    type: str
    text: str
    seconds: float
    headers: dict = field(default_factory=dict)

    @property
    def bindings(self):
        """The values of a SELECT in JSON: a list of {variable: value}."""
        return [{name: term["value"] for name, term in row.items()}
                for row in json.loads(self.text)["results"]["bindings"]]

    @property
    def number(self):
        """The only value of an answer in JSON, as a number."""
        (row,) = self.bindings
        (value,) = row.values()
        return int(value)


class CutOff(Exception):
    """The connection ended within the answer."""


def request(server, method, path, body=None, headers=None, timeout=60):
    began = time.monotonic()
    if path.startswith("/admin") and not any(name.lower() == "authorization" for name in headers or {}):
        headers = {**(headers or {}), **server.authorization}
    connection = http_connection(server, timeout)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        try:
            text = response.read().decode()
        except (http.client.IncompleteRead, ConnectionError) as error:
            raise CutOff(f"status {response.status}: {error!r}") from None
        return Answer(response.status, response.getheader("Content-Type") or "", text, time.monotonic() - began,
                      {name.lower(): value for name, value in response.getheaders()})
    finally:
        connection.close()


def ask(server, query, accept=JSON, patience=60, **parameters):
    """GET /sparql?query=...; parameters as default_graph_uri=[...], timeout=2."""
    pairs = [("query", query)]
    for name, value in parameters.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            pairs.append((name.replace("_", "-"), one))
    headers = {"Accept": accept} if accept else {}
    return request(server, "GET", "/sparql?" + urllib.parse.urlencode(pairs), headers=headers, timeout=patience)


def health(server, timeout=60):
    return request(server, "GET", "/health", timeout=timeout)
