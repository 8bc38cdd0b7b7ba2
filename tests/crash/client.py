"""Clients of a server that may die at any moment: they send one update after another and record the outcome of each.

    sent                -> in flight
    answered 200, 201   -> acknowledged: client.area.quads has it
    answered 4xx        -> refused, which is wrong unless it is expected
    anything else       -> stays in flight: the server is dying, and the client ends
"""

import http.client
import json
import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))

from credential import authorization
from effects import next_request
from transfers import BALANCES, transfer, wrong_balances


class Refused(Exception):
    """An answer that is wrong in any case."""


class Client(threading.Thread):
    """Sends updates of its area until it is stopped or the server does not answer."""

    def __init__(self, area, port, dice, stop, version=0):
        super().__init__(daemon=True)
        self.area, self.dice, self.stop = area, dice, stop
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.in_flight = None
        self.acknowledged = {}    # kind: how many
        self.version = version    # of the last acknowledged update; at first of any client
        self.wrong = ""
        self.end = "stopped"

    def run(self):
        try:
            while not self.stop.is_set():
                self.send(self.next_request())
        except (OSError, http.client.HTTPException) as error:
            self.end = repr(error)
        except Refused as error:
            self.wrong = str(error)
        finally:
            self.connection.close()

    def next_request(self):
        if self.dice.random() < 0.25:
            return next_request(self.area, self.dice, [transfer])
        return next_request(self.area, self.dice)

    def send(self, request):
        self.in_flight = request
        headers = {"Content-Type": request.type} if request.type else {}
        self.connection.request(request.method, request.path, request.body.encode(), headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        if response.status in (200, 201):
            self.take_acknowledged(request, text)
        elif response.status >= 500:
            raise http.client.HTTPException(f"HTTP {response.status}: {text.strip()}")
        elif not request.refused:
            raise Refused(f"{self.describe(request)} was answered with {response.status}: {text.strip()}")
        self.in_flight = None

    def take_acknowledged(self, request, text):
        if request.refused:
            raise Refused(f"{self.describe(request)} was not refused: {text.strip()}")
        told = json.loads(text)
        if told["version"] < self.version:
            raise Refused(f"{self.describe(request)} got version {told['version']} after {self.version}")
        self.version = told["version"]
        if not request.conditional or told["inserted"]:
            self.area.quads = request.after
        self.acknowledged[request.kind] = self.acknowledged.get(request.kind, 0) + 1

    def describe(self, request):
        return f"client {self.area.client}, request {request.number} ({request.kind}):\n{request.body}\n"

    def possible(self):
        """The states that this client's quads may be in, after its end."""
        states = [self.area.quads]
        if self.in_flight and not self.in_flight.refused and self.in_flight.after != self.area.quads:
            states.append(self.in_flight.after)
        return states


class Reader(threading.Thread):
    """Reads balances and ledger while they change: a query sees one state."""

    def __init__(self, port, stop):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.stop, self.wrong, self.answers = stop, "", 0

    def run(self):
        try:
            while not self.stop.is_set() and not self.wrong:
                self.look()
                self.stop.wait(0.02)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # cut off
        finally:
            self.connection.close()

    def look(self):
        self.connection.request("POST", "/sparql", BALANCES.encode(), {
            "Content-Type": "application/sparql-query", "Accept": "application/sparql-results+json"})
        response = self.connection.getresponse()
        body = response.read()
        if response.status >= 500:
            raise http.client.HTTPException(f"HTTP {response.status}")
        rows = [{name: term["value"] for name, term in row.items()} for row in json.loads(body)["results"]["bindings"]]
        self.answers += 1
        if wrong := wrong_balances(rows):
            self.wrong = f"a query among updates saw no state of the database: {wrong}"


class Compactor(threading.Thread):
    """Requests compactions of both kinds while clients write; the clients detect a lost quad."""

    def __init__(self, server, dice, stop):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        self.headers = authorization(server.folder, server.port)
        self.dice, self.stop, self.wrong, self.done = dice, stop, "", {}

    def run(self):
        try:
            while not self.stop.wait(self.dice.uniform(0, 0.4)):
                self.compact(self.dice.choice(["merge", "rebuild"]))
        except (OSError, http.client.HTTPException):
            pass  # cut off
        finally:
            self.connection.close()

    def compact(self, kind):
        self.connection.request("POST", f"/admin/compact?kind={kind}", b"", self.headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        if response.status >= 500:
            raise http.client.HTTPException(f"HTTP {response.status}: {text}")
        if response.status != 200:
            self.wrong = f"a compaction was answered with {response.status}: {text}"
        self.done[kind] = self.done.get(kind, 0) + 1
