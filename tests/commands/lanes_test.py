#!/usr/bin/env python3
"""Long queries wait for lanes and yield to short ones; queries of one kind are prepared once; answers of any size."""

import contextlib
import http.client
import json
import pathlib
import re
import socket
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, serving
from sparql_client import CSV, ask, health, request

LANES = 4
SHORT = "SELECT * { <http://x/light1> ?p ?o }"
# Ten million rows and more.
MANY = "SELECT * { ?a <http://x/kind> ?b . ?c <http://x/kind> ?d } LIMIT 10000000"


def data():
    """Two kinds: one of 20,000 things and one of 3; 1000 of the first and all of the second have a size."""
    for number in range(20_000):
        yield f"<http://x/heavy{number}> <http://x/kind> <http://x/Heavy> ."
    for number in range(3):
        yield f"<http://x/light{number}> <http://x/kind> <http://x/Light> ."
        yield f"<http://x/light{number}> <http://x/size> <http://x/s{number}> ."
    for number in range(1000):
        yield f"<http://x/heavy{number}> <http://x/size> <http://x/s{number}> ."


def resident_mb(pid):
    """Its own memory and that of its heap, without the files of the database."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return sum(int(re.search(rf"{name}:\s+(\d+)", status)[1]) for name in ("RssAnon", "RssShmem")) >> 10


class Lanes(Case):
    options = ()

    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nt"
        file.write_text("\n".join(data()) + "\n")
        build(cls.folder / "db", file, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=cls.options))

    def health(self):
        return json.loads(health(self.server).text)

    def start_asking(self, query, accept=CSV):
        """A connection over which the query has been sent."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=60)
        path = "/sparql?" + urllib.parse.urlencode({"query": query})
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n".encode())
        return connection

    def wait_for(self, seconds, **wanted):
        """Waits until this many long queries run and wait; returns the seconds that this took."""
        began = time.monotonic()
        while (load := self.health()["long_queries"]) | wanted != load:
            self.assertLess(time.monotonic() - began, patience(seconds), load)
            time.sleep(0.02)
        return time.monotonic() - began


@for_images(1, 2)
class Queue(Lanes):
    options = ("--max-waiting", 2, "--timeout", 60)

    def test_past_the_limit_long_queries_are_refused_and_short_ones_answered(self):
        with contextlib.ExitStack() as stack:
            for _ in range(LANES + 2):
                stack.enter_context(self.start_asking(sample_data.endless()))
            self.wait_for(5, running=LANES, waiting=2)
            for _ in range(3):
                path = "/sparql?" + urllib.parse.urlencode({"query": sample_data.endless()})
                connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
                connection.request("GET", path)
                answer = connection.getresponse()
                self.assertEqual((answer.status, answer.getheader("Retry-After")), (503, "1"))
                self.assertRegex(answer.read().decode(), "4 run and 2 wait.*--max-waiting")
                connection.close()
            self.assertEqual(self.health()["long_queries"]["refused"], 3)
            short = ask(self.server, SHORT, CSV)
            self.assertEqual(short.status, 200)
            self.assertLess(short.seconds, patience(1))
        self.wait_for(1, running=0, waiting=0)

    def test_who_waits_gets_a_lane_when_one_is_free(self):
        with contextlib.ExitStack() as stack:
            first = [stack.enter_context(self.start_asking(sample_data.endless())) for _ in range(LANES)]
            self.wait_for(5, running=LANES, waiting=0)
            waits = stack.enter_context(self.start_asking("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d <http://x/size> ?f }"))
            self.wait_for(5, running=LANES, waiting=1)
            first[0].close()
            self.assertIn(b"200 OK", waits.recv(1000))
        self.wait_for(1, running=0, waiting=0)


@for_images(1, 2)
class Leaving(Lanes):
    def test_a_query_ends_within_a_second_of_its_clients_leaving(self):
        queries = {"before its first row": sample_data.endless(),
                   "while it sends": "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
                   "while it sorts": "SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f ?c"}
        for when, query in queries.items():
            with self.subTest(when):
                connection = self.start_asking(query)
                self.wait_for(5, running=1)
                time.sleep(0.3)
                connection.close()
                self.wait_for(1, running=0)

    def test_so_does_one_that_waits(self):
        with contextlib.ExitStack() as stack:
            for _ in range(LANES):
                stack.enter_context(self.start_asking(sample_data.endless()))
            waits = self.start_asking(sample_data.endless())
            self.wait_for(5, running=LANES, waiting=1)
            waits.close()
            self.wait_for(1, running=LANES, waiting=0)
        self.wait_for(1, running=0, waiting=0)


@for_images(1, 2)
class LongAnswers(Lanes):
    options = ("--memory", "256M", "--timeout", 600)

    def test_ten_million_rows_take_the_memory_of_some(self):
        before = [resident_mb(image.pid) for image in self.server.images().values()]
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=300)
        connection.request("GET", "/sparql?" + urllib.parse.urlencode({"query": MANY}), headers={"Accept": CSV})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        lines, most = 0, before
        while piece := answer.read(1 << 20):
            lines += piece.count(b"\n")
            most = [max(pair) for pair in zip(most, (resident_mb(image.pid) for image in self.server.images().values()))]
        connection.close()
        self.assertEqual(lines, 10_000_001)
        for image, (begin, peak) in enumerate(zip(before, most)):
            self.assertLess(peak - begin, 40, f"image {image}")


@for_images(1, 2)
class Prepared(Lanes):
    def question(self, kind, blank=" "):
        return f"SELECT ?t{blank}{{ ?t <http://x/kind> <http://x/{kind}> . ?t <http://x/size> ?s }}"

    def explained(self, query):
        answer = request(self.server, "GET", "/sparql?" + urllib.parse.urlencode({"query": query, "explain": "plan"}),
                         None, {"Accept": "application/json"})
        self.assertEqual(answer.status, 200, answer.text)
        document = json.loads(answer.text)
        return document["prepared"], document["plan"]

    def shape(self, plan):
        """The operators and the indexes that they read, without figures."""
        return [plan["operator"], re.sub("Heavy|Light", "kind", json.dumps(plan["details"])),
                *(self.shape(child) for child in plan["inputs"])]

    def test_a_heavy_and_a_light_constant_have_plans_of_their_own(self):
        cold = {kind: self.shape(self.explained(self.question(kind))[1]) for kind in ("Light", "Heavy")}
        self.assertNotEqual(cold["Light"], cold["Heavy"])
        found = set()
        for _ in range(3):
            for kind in ("Heavy", "Light", "Light"):
                prepared, plan = self.explained(self.question(kind, "\n# a comment\n"))
                found.add((prepared["query"], prepared["orders"]))
                self.assertEqual(self.shape(plan), cold[kind])
        self.assertIn((True, 1), found)

    def test_answers_are_those_of_the_constants(self):
        for _ in range(4):
            for kind, rows in (("Heavy", 1000), ("Light", 3), ("None", 0)):
                self.assertEqual(len(ask(self.server, self.question(kind), CSV).text.split()), rows + 1)

    def test_health_counts_them(self):
        before = self.health()["prepared_queries"]
        for number in range(5):
            ask(self.server, f"SELECT ?p ?o {{ <http://x/light{number}> ?p ?o }} LIMIT 7", CSV)
        after = self.health()["prepared_queries"]
        self.assertEqual(after["found"] - before["found"], 3)
        self.assertEqual(after["missed"] - before["missed"], 2)
        self.assertGreater(after["bytes"], before["bytes"])

    def test_an_update_is_seen_by_queries_that_were_prepared(self):
        query = self.question("New")
        for _ in range(3):
            self.assertEqual(len(ask(self.server, query, CSV).text.split()), 1)
        form = urllib.parse.urlencode(
            {"update": "INSERT DATA { <http://x/n> <http://x/kind> <http://x/New> ; <http://x/size> 5 }"})
        answer = request(self.server, "POST", "/update", form, {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(answer.status, 200, answer.text)
        self.assertEqual(ask(self.server, query, CSV).text.split(), ["t", "http://x/n"])


if __name__ == "__main__":
    unittest.main()
