#!/usr/bin/env python3
"""A long literal from a request to the database: at most three times its size in memory, and once afterwards."""

import pathlib
import re
import unittest

from program import Case, build, serving
from sparql_client import ask, request

SIZE = 32 << 20
ROOM = 44 << 20  # the server's own: the log's buffers until they are written to its files, a request's
N_TRIPLES = (b'<urn:a> <urn:b> "' + b"some text " * (SIZE // 10) + b'" .\n', "application/n-triples")
TURTLE = (b'<urn:a> <urn:b> """' + b"some text\n" * (SIZE // 10) + b'"""@en .\n', "text/turtle")
LENGTH = "SELECT (STRLEN(?o) AS ?n) { <urn:a> <urn:b> ?o }"


def status_bytes(pid, name):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)[1]) << 10


class LongTerms(Case):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "small.nt"
        cls.data.write_text("<urn:x> <urn:y> 'z' .\n".replace("'", '"'))

    def measured(self, name, body, media_type, method):
        """The server's additional memory at its peak and afterwards, in bytes; serves the database again."""
        database = self.folder / name
        build(database, self.data)
        with serving(database) as server:
            pid = server.images()[0].pid
            before = status_bytes(pid, "VmRSS")
            pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")
            answer = request(server, method, "/data?default", body, {"Content-Type": media_type})
            self.assertIn(answer.status, (200, 201, 204), answer)
            peak, rest = status_bytes(pid, "VmHWM") - before, status_bytes(pid, "VmRSS") - before
            if "libasan" in pathlib.Path(f"/proc/{pid}/maps").read_text():
                self.skipTest("sanitizers take memory of their own")
        with serving(database) as server:
            self.assertIn(str(SIZE // 10 * 10), ask(server, LENGTH).text)
        return peak, rest

    def test_takes_three_times_its_size_and_once_afterwards(self):
        for name, (body, media_type), method in (("posted", N_TRIPLES, "POST"), ("put", N_TRIPLES, "PUT"), ("turtle", TURTLE, "POST")):
            with self.subTest(name):
                peak, rest = self.measured(name, body, media_type, method)
                print(f"{name}: {peak / SIZE:.2f} times the size at the peak, {rest / SIZE:.2f} times afterwards")
                self.assertLess(peak, 3 * SIZE + ROOM)
                self.assertLess(rest, SIZE + ROOM)


if __name__ == "__main__":
    unittest.main()
