#!/usr/bin/env python3
"""Limits of one user and of one address: requests a second, long queries, memory, time; and the disk of a database."""

import json
import threading
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, run, serving
from sparql_client import request

PASSWORD = "correct horse battery"


def query(text, timeout="1min"):
    return "/sparql?" + urllib.parse.urlencode({"query": text, "timeout": timeout})


class Limits(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text("".join(f"<urn:s{i}> <urn:p{i % 7}> \"{i}\" .\n" for i in range(3000)))
        build(cls.folder / "db", file)
        cls.access = cls.folder / "access.toml"
        for name, role in (("ann", "read"), ("bo", "read"), ("eve", "admin")):
            ended = run("access", "user", "add", name, "--role", role, "--access", cls.access, given=PASSWORD.encode())
            assert ended.status == 0, ended.errors
        cls.tokens = {name: {"Authorization": "Bearer " + run("access", "token", "add", "--user", name, "--access",
                                                              cls.access).text.strip()} for name in ("ann", "bo", "eve")}

    def statuses(self, server, number, headers=None):
        return [request(server, "GET", query("ASK {}"), headers=headers).status for _ in range(number)]


class Rates(Limits):
    def test_a_user_has_a_burst_and_then_429(self):
        with serving(self.folder / "db", options=("--access", self.access, "--user-rate", "5")) as server:
            statuses = self.statuses(server, 14, self.tokens["ann"])
            self.assertEqual(statuses[:10], [200] * 10)
            self.assertIn(429, statuses[10:])
            self.assertEqual(self.statuses(server, 3, self.tokens["bo"]), [200] * 3)
            refused = next(answer for answer in (request(server, "GET", query("ASK {}"), headers=self.tokens["ann"])
                                                 for _ in range(5)) if answer.status == 429)
            self.assertEqual(refused.headers["retry-after"], "1")
            self.assertIn("--user-rate", refused.text)
            self.assertEqual(request(server, "GET", "/health", headers=self.tokens["ann"]).status, 200)
            time.sleep(1.1)
            self.assertEqual(self.statuses(server, 3, self.tokens["ann"]), [200] * 3)
            self.assertEqual([run("query", "--db", self.folder / "db", "ASK {}").status for _ in range(12)], [0] * 12)

    def test_an_address_has_one_too_before_passwords_are_compared(self):
        with serving(self.folder / "db", options=("--access", self.access, "--address-rate", "0.1")) as server:
            wrong = {"Authorization": "Basic ZXZlOndyb25n"}
            statuses = [request(server, "GET", query("ASK {}"), headers=wrong).status for _ in range(12)]
            self.assertEqual(set(statuses[-2:]), {429})
            answer = request(server, "GET", query("ASK {}"), headers=self.tokens["bo"])
            self.assertEqual(answer.status, 429)
            self.assertIn("--address-rate", answer.text)

    def test_a_trusted_proxy_tells_the_address(self):
        with serving(self.folder / "db", options=("--address-rate", "0.1", "--trusted-proxy", "127.0.0.1")) as server:
            for client in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1"):
                statuses = self.statuses(server, 11, {"X-Forwarded-For": client})
                self.assertEqual((statuses[:10], statuses[10]), ([200] * 10, 429), client)
            self.assertEqual(self.statuses(server, 1, {"X-Forwarded-For": "2001:db8::2"}), [429])  # of one network


@for_images(1, 2)
class LongQueries(Limits):
    def running(self, server):
        return json.loads(request(server, "GET", "/admin/queries").text)["queries"]

    def background(self, server, text, headers, number):
        threads = [threading.Thread(target=request, args=(server, "GET", query(text)), kwargs={"headers": headers})
                   for _ in range(number)]
        for thread in threads:
            thread.start()
        return threads

    def end(self, server, threads):
        until = time.monotonic() + patience(20)
        while any(thread.is_alive() for thread in threads) and time.monotonic() < until:
            for row in self.running(server):
                request(server, "DELETE", f"/admin/queries/{row['id']}")
            time.sleep(0.05)
        for thread in threads:
            thread.join(1)
        self.assertFalse(any(thread.is_alive() for thread in threads))

    def test_no_user_holds_all_lanes(self):
        with serving(self.folder / "db", self.images, options=("--access", self.access)) as server:
            threads = self.background(server, sample_data.endless(4), self.tokens["ann"], 6)
            until = time.monotonic() + patience(10)
            while len(rows := self.running(server)) < 6 and time.monotonic() < until:
                time.sleep(0.05)
            time.sleep(0.5)
            stages = sorted(row["stage"] for row in self.running(server))
            self.assertEqual(stages, ["running"] * 3 + ["waiting"] * 3)
            answer = request(server, "GET", query("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f }"), headers=self.tokens["bo"])
            self.assertEqual(answer.status, 200)
            self.end(server, threads)

    def test_memory_of_all_queries_of_a_user(self):
        options = ("--access", self.access, "--user-memory", "20M")
        hungry = "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?a ?d { ?a ?b ?c . ?d ?e ?f } }"
        with serving(self.folder / "db", self.images, options=options) as server:
            answer = request(server, "GET", query(hungry), headers=self.tokens["ann"])
            self.assertEqual(answer.status, 507, answer.text)
            self.assertIn("--user-memory", answer.text)
            self.assertEqual(self.statuses(server, 1, self.tokens["ann"]), [200])


class TimeAndDisk(Limits):
    def test_no_request_can_ask_for_more_time(self):
        with serving(self.folder / "db", options=("--max-timeout", "2")) as server:
            for path in (query(sample_data.endless(4)), "/sparql?" + urllib.parse.urlencode({"query": sample_data.endless(4)})):
                since = time.monotonic()
                answer = request(server, "GET", path)
                self.assertEqual(answer.status, 503)
                self.assertIn("2 s", answer.text)
                self.assertLess(time.monotonic() - since, patience(4))

    def test_a_full_database_takes_no_changes_and_answers(self):
        db = self.folder / "small"
        build(db, self.folder / "data.nq")
        used = sum(file.stat().st_size for file in db.rglob("*"))
        with serving(db, options=("--max-disk", str(used + (512 << 10)))) as server:
            headers = {"Content-Type": "application/sparql-update"}
            statuses = []
            for number in range(60):
                text = f"INSERT DATA {{ <urn:x> <urn:p> \"{'x' * 50_000}{number}\" }}"
                statuses.append(request(server, "POST", "/update", text, headers=headers).status)
                if statuses[-1] != 200:
                    break
                time.sleep(0.1)
            self.assertEqual(statuses[0], 200)
            self.assertEqual(statuses[-1], 507)
            answer = request(server, "POST", "/update", "DELETE WHERE { ?s ?p ?o }", headers=headers)
            self.assertEqual(answer.status, 507)
            self.assertIn("--max-disk", answer.text)
            self.assertEqual(self.statuses(server, 1), [200])


if __name__ == "__main__":
    unittest.main()
