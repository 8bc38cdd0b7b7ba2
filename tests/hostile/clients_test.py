#!/usr/bin/env python3
"""Clients that send slowly, or nothing, or too much at once, and hold places that others need."""

import concurrent.futures
import contextlib
import socket
import time
import unittest

import works
from hostile import Hostile, post
from program import patience
from sparql_client import health

# Of the server, all of them: more would wait for a place.
CONNECTIONS = 300


class Clients(Hostile):
    @contextlib.contextmanager
    def connections(self, count, first_bytes):
        """The connections of this many clients, each of which has sent these bytes."""
        with contextlib.ExitStack() as stack:
            sockets = []
            for _ in range(count):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", self.server.port), timeout=60))
                with contextlib.suppress(OSError):
                    client.sendall(first_bytes)
                sockets.append(client)
            yield sockets

    def drip(self, sockets, byte, seconds, pause):
        """Sends one byte from each after each pause, for this time; returns the number of connections that the server has ended."""
        until = time.monotonic() + seconds
        ended = set()
        while time.monotonic() < until and len(ended) < len(sockets):
            for client in sockets:
                if client in ended:
                    continue
                try:
                    client.sendall(byte)
                    client.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        if not client.recv(1000):
                            ended.add(client)
                except OSError:
                    ended.add(client)
                with contextlib.suppress(OSError):
                    client.settimeout(5)
            time.sleep(pause)
        return len(ended)

    def assertCanBeWatched(self):
        answer = health(self.server)
        self.assertEqual(answer.status, 200)
        self.assertLess(answer.seconds, patience(3))

    def test_headers_that_never_end(self):
        with self.connections(CONNECTIONS, b"GET /sparql?query=ASK HTTP/1.1\r\nHost: localhost\r\n") as sockets:
            self.assertCanBeWatched()
            ended = self.drip(sockets, b"X", 25, pause=1)
            self.assertGreaterEqual(ended, CONNECTIONS - 2)
            self.assertGoesOn()
        self.assertMemoryIsGivenBack()

    def test_a_body_that_comes_byte_by_byte(self):
        head = (b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
                b"Content-Length: 60000000\r\n\r\nSELECT")
        with self.connections(100, head) as sockets:
            self.assertCanBeWatched()
            self.assertGoesOn()
            self.assertEqual(self.drip(sockets, b" ", 60, pause=2), len(sockets))
            self.assertGoesOn()

    def test_connections_that_send_nothing(self):
        with self.connections(CONNECTIONS, b""):
            time.sleep(1.5)
            self.assertCanBeWatched()
            self.assertGoesOn()

    def test_answers_that_nobody_reads(self):
        request = (b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\nAccept: text/csv\r\n"
                   b"Content-Length: %d\r\n\r\n%b" % (len(works.PRODUCTS["handed back"]), works.PRODUCTS["handed back"].encode()))
        with self.connections(40, request):
            time.sleep(2)
            self.assertCanBeWatched()
            self.assertGoesOn()
        self.assertMemoryIsGivenBack()
        self.assertWithinBudget()

    def test_many_hostile_queries_at_once(self):
        names = ["CONCAT of every row", "many strings", "many different strings", "GROUP_CONCAT", "UUIDs in order"]
        asked = [works.GROWING[name] for name in names] * 6 + list(works.PRODUCTS.values()) + list(works.PATHS.values())
        with concurrent.futures.ThreadPoolExecutor(24) as threads:
            waiting = [threads.submit(post, self.server.port, "/sparql?timeout=5", text, "application/sparql-query")
                       for text in asked]
            self.assertCanBeWatched()
            for outcome in (future.result() for future in waiting):
                self.assertBounded(outcome, seconds=20)  # some wait for others
        self.assertGoesOn()
        self.assertMemoryIsGivenBack()
        self.assertWithinBudget()

    def test_many_long_texts_at_once(self):
        text = "ASK { ?s ?p " + ",".join(["?o"] * 2_000_000) + " }"
        values = "SELECT (COUNT(*) AS ?n) { VALUES ?x { " + "1 " * 500_000 + "} }"
        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            waiting = [threads.submit(post, self.server.port, "/sparql", each, "application/sparql-query")
                       for each in [text, values] * 12]
            for outcome in (future.result() for future in waiting):
                self.assertBounded(outcome, seconds=60)
        self.assertGoesOn()
        self.assertMemoryIsGivenBack()
        self.assertWithinBudget()


if __name__ == "__main__":
    unittest.main()
