#!/usr/bin/env python3
"""A worker reports the faults of a server, and nothing else: servers here answer with bytes that the tests choose."""

import json
import pathlib
import socketserver
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "commands"))
from cases import Case, Cases, framed  # noqa: E402
from worker import Failure, Shared, Worker  # noqa: E402

GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nContent-Length: %d\r\n\r\n%b"
ASK = framed(b"GET", b"/sparql?query=ASK%7B%7D")


class NoServices:
    answers = {}


class Judged(unittest.TestCase):
    def outcome(self, answer, case=ASK, then_closes=True, seconds=0.5):
        """A worker's result for the answer to the case: the statuses, or the failure."""

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                self.request.recv(1 << 16)
                self.request.sendall(answer)
                if not then_closes:
                    time.sleep(2 * seconds)

        with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
            shared = Shared(server.server_address[1], seconds, NoServices())
            worker = Worker(0, Cases(1, 0), shared)
            try:
                worker.try_case(case)
                return dict(shared.statuses)
            except Failure as failure:
                return str(failure)
            finally:
                worker.close()
                server.shutdown()

    def test_good_answers_are_good(self):
        self.assertEqual(self.outcome(GOOD), {200: 1})
        self.assertEqual(self.outcome(b"HTTP/1.1 100 Continue\r\n\r\n" + GOOD), {200: 1})
        self.assertEqual(self.outcome(JSON % (14, b'{"boolean":1} ')), {200: 1})
        self.assertEqual(self.outcome(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"), {200: 1})
        self.assertEqual(self.outcome(GOOD + GOOD, Case("framed", ASK.data * 2, [b"GET", b"GET"])), {200: 2})
        self.assertEqual(self.outcome(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", framed(b"HEAD", b"/")), {200: 1})

    def test_an_answer_may_end_within_its_body(self):
        self.assertEqual(self.outcome(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"), {"cut off": 1})

    def test_statuses_that_no_request_may_have(self):
        self.assertIn("status 500: b'a bug", self.outcome(b"HTTP/1.1 500 Oh\r\nContent-Length: 6\r\n\r\na bug\n"))
        self.assertIn("status 500", self.outcome(b"HTTP/1.1 500 Oh\r\n\r\n", Case("unframed", b"x")))

    def test_no_answer(self):
        self.assertIn("no answer to request 1", self.outcome(b""))
        self.assertIn("no answer to request 2", self.outcome(GOOD, Case("framed", ASK.data * 2, [b"GET", b"GET"])))
        self.assertIn("Silent", self.outcome(b"", then_closes=False))
        self.assertIn("Silent", self.outcome(b"", Case("unframed", b"x"), then_closes=False))

    def test_what_is_no_http_and_no_json(self):
        self.assertIn("no status line", self.outcome(b"SSH-2.0\r\n\r\n"))
        self.assertIn("no header", self.outcome(b"HTTP/1.1 200 OK\r\nnonsense\r\n\r\n"))
        self.assertIn("no size of a chunk", self.outcome(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxy\r\n"))
        self.assertIn("no JSON", self.outcome(JSON % (2, b"{]")))
        self.assertIn("no answer begins so", self.outcome(b"SSH-2.0\r\n", Case("unframed", b"x")))

    def test_a_seed_and_a_worker_give_the_same_cases(self):
        first, again, other = ([cases.next().to_json() for _ in range(300)] for cases in (Cases(7, 1), Cases(7, 1), Cases(7, 2)))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual(first, [Case.from_json(json.loads(json.dumps(fields))).to_json() for fields in first])


if __name__ == "__main__":
    unittest.main()
