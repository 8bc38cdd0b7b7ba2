#!/usr/bin/env python3
"""A server under mixed work for long, near its limit of memory: nothing may grow, slow down or answer differently.

Clients draw from look-ups, queries of all images, requests that need too much memory or leave early, and updates of items of
their own, which they read back and delete again. The answers to all other queries never change. From time to time the server
compacts. A line a report: operations a second, look-ups' p50 and p99, memory, disk.

    QUADRILLE=build/release/bin/quadrille tests/soak/soak.py --lubm 10 --hours 2 --images 2
"""

import argparse
import collections
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
import program  # noqa: E402
from program import build, run, serving  # noqa: E402

UB = "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> "
ITEM = "urn:item:{client}:{number}"
KEPT_ITEMS = 40  # of a client; older ones are deleted
SHORT = [
    "SELECT * {{ <http://www.Department{d}.University0.edu/UndergraduateStudent{s}> ?p ?o }}",
    "SELECT ?x {{ ?x ub:memberOf <http://www.Department{d}.University0.edu> ; ub:advisor ?y ; a ub:GraduateStudent }}",
    "ASK {{ <http://www.Department{d}.University0.edu/FullProfessor{s}> ub:worksFor ?x }}",
]
LONG = [
    "SELECT ?c (COUNT(?x) AS ?n) { ?x a ?c } GROUP BY ?c ORDER BY ?c",
    "SELECT (COUNT(*) AS ?n) { ?x ub:advisor ?y . ?y ub:teacherOf ?z . ?x ub:takesCourse ?z }",
    "SELECT ?name { ?x a ub:UndergraduateStudent ; ub:name ?name } ORDER BY ?name OFFSET 1000 LIMIT 20",
    "SELECT (COUNT(DISTINCT ?t) AS ?n) { ?x ub:telephone ?t }",
    "SELECT (COUNT(*) AS ?n) { ?x (ub:advisor/ub:worksFor)/ub:subOrganizationOf+ ?u }",
    "SELECT (SUM(STRLEN(?name)) AS ?n) { ?x a ub:Publication ; ub:name ?name }",
    "SELECT ?d (AVG(?n) AS ?a) { { SELECT ?d ?x (COUNT(*) AS ?n) { ?x ub:memberOf ?d ; ub:takesCourse ?c } "
    "GROUP BY ?d ?x } } GROUP BY ?d ORDER BY ?d",
]
TOO_LARGE = "SELECT ?a ?b { ?x ub:memberOf ?a . ?y ub:memberOf ?b } ORDER BY ?b ?a"
READ_A_LITTLE = "SELECT * { ?x ?p ?o . ?o a ?c }"
SHARES = [("short", 62), ("long", 14), ("update", 20), ("too large", 2), ("leave", 2)]
MEMORY_IS_USED = (503, 507)  # beside a request that is too large, others may find too little


class Refused(Exception):
    """An answer with a status that the operation does not allow, or with other content than before."""


class Client:
    def __init__(self, number, port, seed, expected):
        self.number, self.port, self.expected = number, port, expected
        self.random = random.Random(f"{seed} {number}")
        self.items = collections.deque()
        self.next_item = 0
        self.times = collections.defaultdict(list)
        self.statuses = collections.Counter()

    def send(self, body, content_type, read=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        try:
            connection.request("POST", "/sparql", body.encode(),
                               {"Content-Type": content_type, "Accept": "text/tab-separated-values"})
            answer = connection.getresponse()
            return answer.status, answer.read(read) if read else answer.read()
        finally:
            connection.close()

    def query(self, text, read=None):
        return self.send(UB + text, "application/sparql-query", read)

    def step(self):
        kind = self.random.choices([name for name, _ in SHARES], [share for _, share in SHARES])[0]
        began = time.perf_counter()
        status = getattr(self, kind.replace(" ", "_"))()
        self.times[kind].append(time.perf_counter() - began)
        self.statuses[f"{kind} {status}"] += 1
        if status not in MEMORY_IS_USED and (status != 200 or kind == "too large"):
            raise Refused(f"{kind}: status {status}")

    def same(self, text):
        status, body = self.query(text)
        if status == 200:
            seen = hashlib.sha1(b"\n".join(sorted(body.splitlines())) if "ORDER" not in text else body).digest()
            if self.expected.setdefault(text, seen) != seen:
                raise Refused(f"another answer than before to {text}: {body[:300]!r}")
        return status

    def short(self):
        return self.same(self.random.choice(SHORT).format(d=self.random.randrange(15), s=self.random.randrange(9)))

    def long(self):
        return self.same(self.random.choice(LONG))

    def too_large(self):
        return self.query(TOO_LARGE)[0]

    def leave(self):
        return self.query(READ_A_LITTLE, read=1000)[0]

    def update(self):
        number, self.next_item = self.next_item, self.next_item + 1
        item = ITEM.format(client=self.number, number=number)
        before = list(self.items)
        text = f'INSERT DATA {{ <{item}> <urn:text> "text {self.random.random()} of item {number}" ; <urn:number> {number} }}'
        self.items.append((item, number))
        if len(self.items) > KEPT_ITEMS:
            text += f" ; DELETE WHERE {{ <{self.items.popleft()[0]}> ?p ?o }}"
        status, _ = self.send(text, "application/sparql-update")
        if status != 200:
            self.items = collections.deque(before)  # all of it or nothing
        elif self.items:
            self.read_back()
        return status

    def read_back(self):
        """An acknowledged update is there, and nothing else of this client."""
        status, body = self.query("SELECT (COUNT(*) AS ?n) (MAX(?v) AS ?most) { ?x <urn:number> ?v FILTER STRSTARTS(STR(?x), '"
                                  + ITEM.format(client=self.number, number="") + "') }")
        if status == 200 and body.split() != [b"?n", b"?most", b"%d" % len(self.items), b"%d" % self.items[-1][1]]:
            raise Refused(f"client {self.number}: {len(self.items)} items up to {self.items[-1][1]}; found {body!r}")


class Report(dict):
    """What one stretch of the work was like."""

    def __str__(self):
        return "  ".join(f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}" for name, value in self.items())


class Soak:
    def __init__(self, server, clients, seed):
        self.server = server
        expected = {}
        self.clients = [Client(number, server.port, seed, expected) for number in range(clients)]
        self.failed = []
        self.peak = 0

    def health(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            connection.request("GET", "/health")
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def stretch(self, is_over):
        """All clients work until is_over(operations so far); returns a Report."""
        done, stop = [0] * len(self.clients), threading.Event()

        def work(place):
            try:
                while not stop.is_set() and not self.failed and not is_over(sum(done)):
                    self.clients[place].step()
                    done[place] += 1
            except Exception as error:  # also an http.client error: the server may not end a connection
                self.failed.append(f"client {place}: {error!r}")

        def watch():
            while not stop.wait(0.01):
                with contextlib.suppress(OSError, http.client.HTTPException):
                    health = self.health()
                    self.peak = max(self.peak, health["heap_used_bytes"] / health["heap_bytes"])

        began = time.monotonic()
        threads = [threading.Thread(target=work, args=(place,)) for place in range(len(self.clients))]
        watcher = threading.Thread(target=watch)
        for thread in [*threads, watcher]:
            thread.start()
        for thread in threads:
            thread.join()
        stop.set()
        watcher.join()
        return self.report(sum(done), time.monotonic() - began)

    def report(self, operations, seconds):
        times = sorted(t for client in self.clients for t in client.times["short"])
        statuses = sum((client.statuses for client in self.clients), collections.Counter())
        for client in self.clients:
            client.times.clear()
            client.statuses.clear()
        health = self.health()
        at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else 0.0
        return Report(operations=operations, seconds=seconds, rate=operations / seconds, p50_ms=at(0.5), p99_ms=at(0.99),
                      peak_share=self.peak, heap_mb=health["heap_used_bytes"] / 1e6, resident_mb=self.resident_mb(),
                      version=health["version"], quads=health["quads"], statuses=dict(sorted(statuses.items())))

    def resident_mb(self):
        """Memory of the images that is theirs or shared among them, not the files that they map."""
        kilobytes = 0
        for image in self.server.images().values():
            for line in pathlib.Path(f"/proc/{image.pid}/smaps_rollup").read_text().splitlines():
                if line.startswith(("Pss_Anon:", "Pss_Shmem:")):
                    kilobytes += int(line.split()[1])
        return kilobytes / 1000

    def compact(self, kind):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=600)
        try:
            connection.request("POST", f"/admin/compact?kind={kind}", b"", self.server.authorization)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                self.failed.append(f"compaction: status {answer.status}: {body!r}")
        finally:
            connection.close()


def soak(folder, images, options, stretches, is_over, clients=6, seed=1, tell=lambda line: None, environment=None):
    """Serves the database and returns the reports, the last one at rest after a rebuild. Raises Refused."""
    program.LONGEST_LIFE_SECONDS = 4 * 3600
    reports = []
    with serving(folder, images, options=options, environment=environment) as server:
        work = Soak(server, clients, seed)
        for number in range(stretches):
            end = is_over()
            reports.append(work.stretch(end))
            tell(str(reports[-1]))
            if work.failed:
                raise Refused("; ".join(work.failed))
            work.compact("rebuild" if number % 2 else "merge")
        time.sleep(1)
        reports.append(work.report(0, 1))
        tell(f"at rest: {reports[-1]}")
        if work.failed:
            raise Refused("; ".join(work.failed))
    checked = run("check", "--db", folder, timeout=3600)
    if checked.status != 0:
        raise Refused(f"check: {checked.text}{checked.errors}")
    return reports


def after_operations(operations):
    return lambda: lambda done: done >= operations


def after_seconds(seconds):
    def begin():
        until = time.monotonic() + seconds
        return lambda _: time.monotonic() >= until
    return begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lubm", type=int, default=10, help="universities (10)")
    parser.add_argument("--hours", type=float, default=2)
    parser.add_argument("--stretches", type=int, default=24, help="reports, each followed by a compaction (24)")
    parser.add_argument("--images", type=int, default=2)
    parser.add_argument("--group-size", type=int, help="images of a group, like hosts (default: all)")
    parser.add_argument("--memory", default="700M")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    environment = {"QUADRILLE_GROUP_SIZE": str(options.group_size)} if options.group_size else None
    with tempfile.TemporaryDirectory(prefix="quadrille-soak-") as folder:
        database = os.path.join(folder, "lubm")
        build(database, options=["--lubm", str(options.lubm)], images=options.images)
        soak(database, options.images, ["--memory", options.memory, "--timeout", "60"], options.stretches,
             after_seconds(3600 * options.hours / options.stretches), options.clients, options.seed,
             lambda line: print(line, flush=True), environment)


if __name__ == "__main__":
    main()
