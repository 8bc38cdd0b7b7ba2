"""Quadrille as a server, queried over HTTP. Its answers have the form of the peer's (peer.Said)."""

import http.client
import json
import pathlib
import shutil
import sys
import tempfile
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parents[1] / "crash"))

import cells
from peer import MOST_ROWS, Said
from served import Served
from credential import authorization
from terms import BASE

SECONDS = 10
KINDS = {400: "refused", 501: "unsupported", 503: "too much", 507: "too much"}


class Quadrille:
    """A new, empty database; `dies` returns whether its server has died."""

    def __init__(self, images, group_size=0):
        self.images, self.group_size = images, group_size
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-differential-"))
        self._start()

    def _start(self):
        environment = {"QUADRILLE_GROUP_SIZE": str(self.group_size)} if self.group_size else {}
        self.server = Served(self.folder / "database", self.images, ["--sync", "off"], environment)
        if not self.server.serves():
            raise RuntimeError(f"the server does not start:\n{self.server.said}")
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=2 * SECONDS)

    def load(self, lines):
        return self._said(*self._request("PUT", "/data", lines.encode(), {"Content-Type": "application/n-quads"}), lambda body: None)

    def compact(self, kind):
        """A fault of the compaction shows in the next answer."""
        self._request("POST", f"/admin/compact?kind={kind}", b"",
                      authorization(self.folder / "database", self.server.port))

    def ask(self, query):
        is_graph = hasattr(query.form, "template")
        accept = "application/n-triples" if is_graph else "application/sparql-results+json"
        return self._said(*self._ask(query, accept), _graph if is_graph else cells.table)

    def prepared(self, query):
        """{"query": True if it had been parsed before, "orders": number of cached join orders}; None: it is refused."""
        status, body = self._ask(query, "application/json", ("explain", "plan"))
        return json.loads(body)["prepared"] if status == 200 else None

    def _ask(self, query, accept, *options):
        form = [("query", query.request_text()), ("timeout", SECONDS), *options]
        if query.dataset and query.dataset.by_protocol:
            form += [("default-graph-uri", one.full()) for one in query.dataset.default]
            form += [("named-graph-uri", one.full()) for one in query.dataset.named]
        return self._request("POST", "/sparql", urllib.parse.urlencode(form), {
            "Content-Type": "application/x-www-form-urlencoded", "Accept": accept})

    def update(self, update):
        said = self._said(*self._request("POST", "/update", f"BASE <{BASE}> {update.text()}".encode(), {
            "Content-Type": "application/sparql-update"}), lambda body: None)
        if said.kind != "rows":
            return said
        return Said("quads", cells.quads(self._request("GET", "/data", None, {"Accept": "application/n-quads"})[1]))

    def _request(self, method, path, body, headers):
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            return 0, repr(error).encode()

    def _said(self, status, body, read):
        if status in (200, 201, 204):
            answer = read(body)
            return Said("too much") if answer and len(answer[1]) > MOST_ROWS else Said("rows", answer)
        message = body.decode(errors="replace").strip()
        if status == 0:
            message += f"\nThe server said:\n{self.server.said[-2000:]}"
            self._again()
        return Said(KINDS.get(status, "fault"), message if status in KINDS else f"status {status}: {message}")

    def _again(self):
        """A new server of an empty database, in place of one that does not answer."""
        self.server.close()
        shutil.rmtree(self.folder / "database", ignore_errors=True)
        self._start()

    def close(self):
        """Returns True if it ended normally."""
        self.connection.close()
        try:
            return self.server.stop() == 0
        finally:
            self.server.close()
            shutil.rmtree(self.folder, ignore_errors=True)


def _graph(body):
    return ["s", "p", "o"], cells.graph(body)
