#!/usr/bin/env python3
"""The permission to change data: servers that other machines can reach, pages of other origins."""

import json
import unittest

import sample_data
from program import Case, build, for_images, serving
from sparql_client import ask, health, request

UPDATE = "INSERT DATA { <http://ex.org/a> <http://ex.org/p> 1 }"
HEADERS = {"Content-Type": "application/sparql-update"}
WARNING = "quadrille: warning: everyone who reaches "


@for_images(1, 2)
class Network(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(cls.folder / "db", file, images=cls.images)

    def served(self, *options):
        return serving(self.folder / "db", self.images, options=options)

    def update(self, server, **headers):
        return request(server, "POST", "/update", UPDATE, HEADERS | headers)

    def test_a_server_that_others_reach_warns_and_takes_no_updates(self):
        with self.served("--host", "0.0.0.0") as server:
            self.assertIn(WARNING + "0.0.0.0", server.errors)
            self.assertIn("--allow-updates", server.errors)
            for answer in (self.update(server), request(server, "DELETE", "/data?default"),
                           request(server, "POST", "/admin/compact")):
                self.assertEqual(answer.status, 403)
                self.assertIn("--allow-updates", answer.text)
            self.assertGreaterEqual(ask(server, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }").number, 5)
            self.assertTrue(json.loads(health(server).text)["read_only"])

    def test_unless_it_is_told_to(self):
        with self.served("--host", "0.0.0.0", "--allow-updates") as server:
            self.assertIn(WARNING, server.errors)
            self.assertIn("and change", server.errors)
            self.assertEqual(self.update(server).status, 200)
            server.stop()

    def test_a_server_of_this_machine_takes_them_without_a_word(self):
        for host in ("127.0.0.1", "localhost"):
            with self.served("--host", host) as server:
                self.assertNotIn("warning", server.errors)
                self.assertEqual(self.update(server).status, 200)

    def test_pages_of_allowed_origins_may_change_data(self):
        with self.served("--allow-origin", "https://app.example.org", "--allow-origin", "http://localhost:1") as server:
            self.assertEqual(self.update(server, Origin="https://app.example.org").status, 200)
            self.assertEqual(self.update(server, Origin="http://localhost:1").status, 200)
            refused = self.update(server, Origin="https://evil.example.org")
            self.assertEqual(refused.status, 403)
            self.assertIn("--allow-origin", refused.text)


if __name__ == "__main__":
    unittest.main()
