#!/usr/bin/env python3
"""Running requests: their list, whose they are, and their end by somebody else (/admin/queries)."""

import http.client
import json
import threading
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, run, serving
from sparql_client import CutOff, request

PASSWORD = "correct horse battery"
LONG_ROWS = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
LONG_UPDATE = "INSERT { <urn:a> <urn:p> ?a } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . FILTER(?a != ?d || ?m = ?n) }"


class Background(threading.Thread):
    """A request whose answer is awaited later."""

    def __init__(self, server, *words, **more):
        super().__init__()
        self.call = lambda: request(server, *words, **more)
        self.answer = None
        self.start()

    def run(self):
        try:
            self.answer = self.call()
        except CutOff as cut:
            self.answer = cut

    def ended(self, seconds):
        self.join(seconds)
        assert not self.is_alive(), "the request has not ended"
        return self.answer


def query(text):
    return "/sparql?" + urllib.parse.urlencode({"query": text, "timeout": "1min"})


class Queries(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text("".join(f"<urn:s{i}> <urn:p{i % 7}> \"{i}\" .\n" for i in range(3000)))
        build(cls.folder / "db", file)

    def listed(self, server, headers=None, wanted=1):
        """The listed requests, as soon as there are so many."""
        until = time.monotonic() + patience(10)
        while True:
            answer = request(server, "GET", "/admin/queries", headers=headers)
            self.assertEqual(answer.status, 200, answer.text)
            rows = json.loads(answer.text)["queries"]
            if len(rows) == wanted or time.monotonic() > until:
                return rows
            time.sleep(0.02)

    def row_when(self, server, condition):
        """The only request, as soon as the condition holds for it."""
        until = time.monotonic() + patience(10)
        while True:
            (row,) = self.listed(server)
            if condition(row):
                return row
            self.assertLess(time.monotonic(), until, row)
            time.sleep(0.02)

    def running(self, server):
        return self.row_when(
            server, lambda row: row["stage"] == "running" and row["running_seconds"] > 0.1 and row["peak_memory_bytes"] > 0)

    def cancel(self, server, id, headers=None):
        return request(server, "DELETE", f"/admin/queries/{id}", headers=headers)


@for_images(1, 2)
class Running(Queries):
    def setUp(self):
        context = serving(self.folder / "db", self.images)
        self.server = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def test_a_query_is_listed_and_ended_within_a_second(self):
        client = Background(self.server, "GET", query(sample_data.endless(4)), headers={"X-Request-Id": "mine-1"})
        (row,) = self.listed(self.server)
        self.assertEqual((row["id"], row["kind"], row["user"], row["client"], row["database"]),
                         ("mine-1", "query", "(anonymous)", "127.0.0.1", "db"))
        self.assertEqual(row["text"], sample_data.endless(4))
        self.running(self.server)
        since = time.monotonic()
        answer = self.cancel(self.server, "mine-1")
        self.assertEqual(answer.status, 202)
        self.assertEqual(json.loads(answer.text)["queries"][0]["id"], "mine-1")
        ended = client.ended(patience(5))
        self.assertLess(time.monotonic() - since, patience(1))
        self.assertEqual(ended.status, 503)
        self.assertIn("administrator", ended.text)
        self.assertEqual(ended.headers["x-request-id"], "mine-1")
        self.assertEqual(self.listed(self.server, wanted=0), [])
        self.assertEqual(self.cancel(self.server, "mine-1").status, 404)
        self.assertEqual(request(self.server, "GET", query("ASK {}")).status, 200)

    def test_an_answer_that_has_begun_is_visibly_cut_off(self):
        client = Background(self.server, "GET", query(LONG_ROWS), headers={"X-Request-Id": "rows"})
        self.row_when(self.server, lambda row: row["sending_seconds"] > 0)
        self.assertEqual(self.cancel(self.server, "rows").status, 202)
        self.assertIsInstance(client.ended(patience(5)), CutOff)

    def test_an_update_is_ended_and_has_changed_nothing(self):
        client = Background(self.server, "POST", "/update", LONG_UPDATE,
                            headers={"Content-Type": "application/sparql-update", "X-Request-Id": "write"})
        self.assertEqual(self.running(self.server)["kind"], "update")
        since = time.monotonic()
        self.assertEqual(self.cancel(self.server, "write").status, 202)
        self.assertEqual(client.ended(patience(5)).status, 503)
        self.assertLess(time.monotonic() - since, patience(1))
        self.assertIn("false", request(self.server, "GET", query("ASK { <urn:a> <urn:p> ?x }")).text)

    def test_progress_is_streamed_until_the_end(self):
        text = "SELECT (COUNT(*) AS ?n) { { SELECT DISTINCT ?a ?d { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } } }"
        path = "/sparql?" + urllib.parse.urlencode({"query": text, "timeout": "1min", "query-id": "counted"})
        since = time.monotonic()
        client = Background(self.server, "GET", path)
        self.running(self.server)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=patience(20))
        self.addCleanup(connection.close)
        connection.request("GET", "/admin/queries/counted/progress", headers={"Host": "localhost"})
        events = connection.getresponse()  # its events begin
        self.assertEqual((events.status, events.headers["Content-Type"]), (200, "text/event-stream"))
        time.sleep(1.5)
        self.cancel(self.server, "counted")
        self.assertEqual(client.ended(patience(5)).headers["x-request-id"], "counted")
        *shown, last = events.read().decode().strip().split("\n\n")
        seconds = time.monotonic() - since
        self.assertEqual(last, "event: end\ndata: {}")
        self.assertTrue(3 <= len(shown) <= 5 * seconds + 1, (len(shown), seconds))
        steps = [json.loads(event.removeprefix("event: progress\ndata: "))["steps"] for event in shown]
        self.assertGreater(len(steps[-1]), 2)
        self.assertEqual(steps[-1][0]["depth"], 0)
        rows = [sum(step["rows"] for step in one) for one in steps if one]
        self.assertEqual(rows, sorted(rows))
        self.assertGreater(rows[-1], rows[0])
        self.assertEqual(request(self.server, "GET", "/admin/queries/counted/progress").status, 404)
        self.assertEqual(request(self.server, "GET", path.replace("counted", "a%20b")).status, 400)

    def test_requests_without_an_id_get_one(self):
        ids = {request(self.server, "GET", query("ASK {}")).headers["x-request-id"] for _ in range(3)}
        self.assertEqual(len(ids), 3)
        trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        answer = request(self.server, "GET", query("ASK {}"), headers={"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
        self.assertEqual(answer.headers["x-request-id"], trace)


class OfUsers(Queries):
    def test_users_see_their_own_and_administrators_all(self):
        file = self.folder / "access.toml"
        for name, role in (("ann", "read"), ("bo", "read"), ("eve", "admin")):
            ended = run("access", "user", "add", name, "--role", role, "--access", file, given=PASSWORD.encode())
            self.assertEqual(ended.status, 0, ended.errors)
        tokens = {name: {"Authorization": "Bearer " + run("access", "token", "add", "--user", name, "--access", file).text.strip()}
                  for name in ("ann", "bo", "eve")}
        with serving(self.folder / "db", 1, options=("--access", file)) as server:
            clients = [Background(server, "GET", query(sample_data.endless(4)), headers={**tokens[name], "X-Request-Id": f"of-{name}"})
                       for name in ("ann", "bo")]
            self.assertEqual({row["user"] for row in self.listed(server, tokens["eve"], wanted=2)}, {"ann", "bo"})
            self.assertEqual([row["id"] for row in self.listed(server, tokens["ann"])], ["of-ann"])
            self.assertEqual(self.cancel(server, "of-bo", tokens["ann"]).status, 404)
            self.assertEqual(request(server, "GET", "/admin/queries", headers={"Authorization": "Bearer qdt_x"}).status, 401)
            self.assertEqual(self.cancel(server, "of-ann", tokens["ann"]).status, 202)
            self.assertEqual(clients[0].ended(patience(5)).status, 503)
            self.assertEqual(self.cancel(server, "of-bo", tokens["eve"]).status, 202)
            self.assertEqual(clients[1].ended(patience(5)).status, 503)


if __name__ == "__main__":
    unittest.main()
