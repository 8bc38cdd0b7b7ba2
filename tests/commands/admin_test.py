#!/usr/bin/env python3
"""The command admin: running requests, messages of the server, and its end; by its owner, by a token, and refused."""

import json
import threading
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, run, serving
from sparql_client import request

PASSWORD = "correct horse battery"


@for_images(1, 2)
class Admin(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text("".join(f"<urn:s{i}> <urn:p{i % 7}> \"{i}\" .\n" for i in range(3000)))
        build(cls.folder / "db", file)
        cls.access = cls.folder / "access.toml"
        cls.tokens = {}
        for name, role in (("bo", "read"), ("eve", "admin")):
            run("access", "user", "add", name, "--role", role, "--access", cls.access, given=PASSWORD.encode())
            cls.tokens[name] = cls.folder / f"{name}.token"
            cls.tokens[name].write_text(run("access", "token", "add", "--user", name, "--access", cls.access).text)
            cls.tokens[name].chmod(0o600)

    def admin(self, *words, status=0, token=None):
        where = ("--db", self.folder / "db") if token is None else ("--server", self.url, "--token-file", self.tokens[token])
        ended = run("admin", *words, *where)
        self.assertEqual(ended.status, status, ended.errors)
        return ended

    def served(self):
        context = serving(self.folder / "db", self.images, options=("--access", self.access))
        server = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        self.url = f"http://127.0.0.1:{server.port}"
        return server

    def test_settings_are_shown(self):
        self.served()
        shown = {row["key"]: row for row in json.loads(self.admin("settings", "--json").text)}
        self.assertEqual((shown["access"]["value"], shown["access"]["from"]), (str(self.access), "option"))
        self.assertEqual((shown["timeout"]["default"], shown["timeout"]["from"]), ("60", "default"))
        self.assertRegex(self.admin("settings", token="eve").text, r'(?m)^access = ".*access.toml" +# --access$')
        self.assertIn("admin", self.admin("settings", token="bo", status=1).errors)

    def test_requests_are_listed_and_ended(self):
        server = self.served()
        self.assertEqual(self.admin("queries").text, "No requests are running.\n")
        path = "/sparql?" + urllib.parse.urlencode({"query": sample_data.endless(4)})
        headers = {"X-Request-Id": "the-long-one", "Authorization": "Bearer " + self.tokens["bo"].read_text().strip()}
        statuses = []
        client = threading.Thread(target=lambda: statuses.append(request(server, "GET", path, headers=headers).status))
        client.start()
        until = time.monotonic() + patience(10)
        while "the-long-one" not in self.admin("queries").text and time.monotonic() < until:
            time.sleep(0.05)
        text = self.admin("queries").text
        self.assertRegex(text, r"the-long-one +query +\w+ +[\d.]+ +\d+ MB +bo +SELECT")
        self.assertEqual(json.loads(self.admin("queries", "--json").text)["queries"][0]["user"], "bo")
        self.assertIn("no query", self.admin("cancel", "another", status=1).errors)
        self.admin("cancel", "the-long-one", token="bo")
        client.join(patience(5))
        self.assertEqual(statuses, [503])

    def test_messages(self):
        self.served()
        self.access.write_text(self.access.read_text() + "\n# changed\n")
        time.sleep(0.3)
        self.assertEqual(run("query", "--db", self.folder / "db", "ASK {}").status, 0)
        self.assertIn("have changed", self.admin("log", "--lines", "5").text)
        self.assertIn("'admin'", self.admin("log", status=1, token="bo").errors)
        self.assertIn("lines", json.loads(self.admin("log", "--json", token="eve").text))

    def test_the_server_is_stopped(self):
        server = self.served()
        self.assertIn("'admin'", self.admin("stop", status=1, token="bo").errors)
        self.assertEqual(request(server, "GET", "/admin/stop").status, 405)
        self.admin("stop", token="eve")
        self.assertEqual(server.wait(patience(10)), 0)
        self.assertIn("shut down by user 'eve'", server.errors)
        self.assertEqual(server.left_over(2), [])
        self.assertIn("no server", self.admin("queries", status=1).errors)

    def test_a_server_must_be_named(self):
        self.assertSays(run("admin", "queries"), 1, "--server URL")
        self.assertSays(run("admin"), 1, "subcommand")


if __name__ == "__main__":
    unittest.main()
