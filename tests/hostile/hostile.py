"""A server of a small dense graph, with little memory and time, and the invariants that hold after any request.

After each request: the answer or a clear error arrived within the time limit; the server answers others as before; the
heap memory of the request is freed; no process of the server was ever larger than its budget allows.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
import program  # noqa: E402
from program import Case, build, patience, serving  # noqa: E402
from sparql_client import CSV, ask, health  # noqa: E402

program.LONGEST_LIFE_SECONDS = 3000

SECONDS = 1 if os.environ.get("QUADRILLE_LONG") else 0.5  # of a query
GRACE_SECONDS = 2  # until the error arrives, on an idle machine
MEMORY_MB = 256  # of all images together
# Of a process beside its share of that: the program itself, request and text, pieces of answers, what the allocator keeps.
BESIDE_MB = 350
ERRORS = {400, 413, 415, 501, 503, 507}


def dense_graph(nodes=50, chain=2000):
    """50 nodes with an edge from each to each, a chain of 2000 edges, 2000 numbers, 300 edges in 7 graphs."""
    node = "<http://x/n{}>".format
    for a in range(nodes):
        for b in range(nodes):
            yield f"{node(a)} <http://x/p> {node(b)} ."
    for a in range(chain):
        yield f"{node(a)} <http://x/q> {node(a + 1)} ."
        yield f'{node(a)} <http://x/v> "{a}"^^<http://www.w3.org/2001/XMLSchema#integer> .'
    for a in range(300):
        yield f"{node(a)} <http://x/p> {node(a + 1)} <http://x/g{a % 7}> ."


class Outcome:
    """An answer: status, the first bytes, their number, and whether the connection ended within them."""

    def __init__(self, status, head, size, cut_off, seconds):
        self.status, self.head, self.size, self.cut_off, self.seconds = status, head, size, cut_off, seconds

    def __str__(self):
        return f"{self.status}{' cut off' if self.cut_off else ''} after {self.seconds:.1f} s, {self.size} bytes: {self.head!r}"


def post(port, path, body, content_type, timeout=300):
    """Sends the body and reads the answer, of which only the start is kept."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    body = body.encode() if isinstance(body, str) else body
    head, size, cut_off = b"", 0, False
    try:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # refused before all of it was read
            connection.request("POST", path, body, {"Content-Type": content_type, "Accept": "text/csv, */*;q=0.5"})
        response = connection.getresponse()
        try:
            while piece := response.read(1 << 20):
                head = head or piece[:300]
                size += len(piece)
        except (http.client.IncompleteRead, ConnectionError):
            cut_off = True
        return Outcome(response.status, head.decode(errors="replace"), size, cut_off, time.monotonic() - began)
    finally:
        connection.close()


def memory_of(pid):
    """Megabytes: the largest resident size since forget_peak(), and the current memory of this process alone."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    field = lambda name: int(re.search(rf"{name}:\s+(\d+)", status)[1]) >> 10
    return field("VmHWM"), field("RssAnon")


def forget_peak(pid):
    with contextlib.suppress(OSError):  # not in every container
        pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


class Hostile(Case):
    images = 1
    memory_mb = MEMORY_MB
    options = ()

    @classmethod
    def prepare(cls):
        data = cls.folder / "dense.nq"
        data.write_text("\n".join(dense_graph()) + "\n")
        build(cls.folder / "db", data, images=cls.images)
        cls.server = cls.enterClassContext(serving(
            cls.folder / "db", cls.images,
            options=["--timeout", SECONDS, "--memory", f"{cls.memory_mb}M", *cls.options]))
        cls.at_rest = cls.heap_used(cls)

    def heap_used(self):
        return json.loads(health(self.server).text)["heap_used_bytes"]

    def assertBounded(self, outcome, seconds=SECONDS):
        """An answer, or an error with its reason, in time."""
        if outcome.status == 200 and not outcome.cut_off:
            self.assertGreater(outcome.size, 0, "every answer has a heading, a value or prefixes")
        if outcome.status != 200:
            self.assertIn(outcome.status, ERRORS, outcome)
            self.assertGreater(len(outcome.head.strip()), 10, outcome)
        self.assertLess(outcome.seconds, seconds + patience(GRACE_SECONDS), outcome)

    def assertGoesOn(self):
        self.assertIsNone(self.server.process.poll(), self.server.errors)
        answer = ask(self.server, "SELECT (COUNT(*) AS ?n) { ?s <http://x/q> ?o }", CSV, timeout=60)
        self.assertEqual((answer.status, answer.text.split()), (200, ["n", "2000"]))
        self.assertLess(answer.seconds, patience(2))

    def assertMemoryIsGivenBack(self):
        until = time.monotonic() + patience(3)
        while self.heap_used() != self.at_rest and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(self.heap_used(), self.at_rest)

    def assertWithinBudget(self):
        for number, image in self.server.images().items():
            peak, _ = memory_of(image.pid)
            self.assertLess(peak, self.memory_mb + BESIDE_MB, f"megabytes of image {number}")

    def check(self, name, path, text, content_type, seconds=SECONDS):
        """One request, and all invariants after it."""
        with self.subTest(name):
            for image in self.server.images().values():
                forget_peak(image.pid)
            outcome = post(self.server.port, path, text, content_type)
            if os.environ.get("QUADRILLE_VERBOSE"):
                peaks = [memory_of(image.pid) for image in self.server.images().values()]
                print(f"{name}: {outcome}; {peaks}", file=sys.stderr, flush=True)
            self.assertBounded(outcome, seconds)
            self.assertGoesOn()
            self.assertMemoryIsGivenBack()
            self.assertWithinBudget()
            return outcome

    def check_queries(self, table, seconds=SECONDS):
        """{name: text, or function that makes it}. The outcomes by name, of those that ended as expected."""
        outcomes = {}
        for name, text in table.items():
            outcome = self.check(name, "/sparql", text() if callable(text) else text, "application/sparql-query", seconds)
            if outcome:
                outcomes[name] = outcome
        return outcomes
