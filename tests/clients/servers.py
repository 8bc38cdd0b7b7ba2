"""Two servers of the same numbers, for all clients of a test: one for anyone, one with TLS and accounts.

PLAIN, GUARDED = 0, 1
servers = Servers(folder, options)
servers.url(GUARDED), servers.token, servers.wrong_token, servers.authority
servers.terms(PLAIN, graph)         -> what the server has, without the client: {subject: term}
"""

import contextlib
import json
import pathlib
import ssl
import sys
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
from certificates import Authority
from program import run, serving
from terms import LANG_STRING, STRING

PLAIN, GUARDED = 0, 1
BOTH = (PLAIN, GUARDED)
LONGEST_SECONDS = 500  # of all tests of a file together

VALUE = "http://ex.org/value"
NUMBERS = 1000  # subjects; each has its number as its value


class Servers(contextlib.ExitStack):
    def __init__(self, folder, options=()):
        super().__init__()
        self.authority, certificate, key = self._certificates(folder)
        self.token = self._account(folder / "access.toml")
        self.wrong_token = f"{self.token[:-4]}AAAA"
        self.context = ssl.create_default_context(cafile=self.authority)
        protected = ("--access", folder / "access.toml", "--tls-cert", certificate, "--tls-key", key)
        self.all = [self.enter_context(serving(folder / name, life=LONGEST_SECONDS, options=("--create", *more, *options)))
                    for name, more in (("plain", ()), ("guarded", protected))]
        numbers = "".join(f'<http://ex.org/n/{n}> <{VALUE}> {n} ; a <http://ex.org/Number> .\n' for n in range(NUMBERS))
        for which in BOTH:
            self.request(which, "data?default", numbers, "text/turtle", "PUT")

    @staticmethod
    def _certificates(folder):
        authority = Authority(folder)
        return (authority.certificate, *authority.issue("server"))

    @staticmethod
    def _account(file):
        """A token of a new account that may write."""
        for words in (("user", "add", "ann", "--role", "write", "--no-password"), ("token", "add", "--user", "ann")):
            ended = run("access", *words, "--access", file)
            assert ended.status == 0, ended.errors
        return ended.text.strip()

    def url(self, which):
        return f"{('http', 'https')[which]}://localhost:{self.all[which].port}"

    def token_for(self, which):
        return self.token if which == GUARDED else None

    def request(self, which, path, body=None, content_type=None, method=None, accept="*/*"):
        """The body of the answer, as bytes."""
        headers = {"Accept": accept, "Authorization": f"Bearer {self.token}"} if which == GUARDED else {"Accept": accept}
        if content_type:
            headers["Content-Type"] = content_type
        body = body.encode() if isinstance(body, str) else body
        asked = urllib.request.Request(f"{self.url(which)}/{path}", body, headers, method=method)
        handler = urllib.request.HTTPSHandler(context=self.context)
        with urllib.request.build_opener(handler).open(asked, timeout=60) as answer:
            return answer.read()

    def put(self, which, graph, ntriples):
        self.request(which, f"data?graph={urllib.parse.quote(graph)}", ntriples, "application/n-triples", "PUT")

    def rows(self, which, query):
        """Rows of terms, see terms.py."""
        text = self.request(which, "sparql", query, "application/sparql-query", accept="application/sparql-results+json")
        return [{name: of_json(term) for name, term in row.items()} for row in json.loads(text)["results"]["bindings"]]

    def running(self, which):
        """The texts of the queries that run."""
        return [one["text"] for one in json.loads(self.request(which, "admin/queries"))["queries"] if one["kind"] == "query"]

    def terms(self, which, graph):
        return {row["s"][1]: row["o"] for row in self.rows(which, f"SELECT ?s ?o {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}")}


def of_json(term):
    """A term in JSON results, as in terms.py."""
    if term["type"] == "uri":
        return ("iri", term["value"])
    if term["type"] == "bnode":
        return ("blank", term["value"])
    if "xml:lang" in term:
        return ("literal", term["value"], LANG_STRING, term["xml:lang"])
    return ("literal", term["value"], term.get("datatype", STRING), "")
