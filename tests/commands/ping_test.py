#!/usr/bin/env python3
"""`quadrille ping`: servers that answer, start, hang, or are none; TLS; the one question of `info` about the health."""

import contextlib
import http.server
import json
import socket
import threading
import time
import unittest

import sample_data
from certificates import Authority
from program import Case, build, patience, run, serving


@contextlib.contextmanager
def answering(status, body):
    """A server that is not Quadrille: answers every GET alike. Yields its port and the list of the asked paths."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_address[1], asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Ping(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        cls.database = cls.folder / "db"
        build(cls.database, file)

    def test_a_server_that_answers_queries(self):
        with serving(self.database) as server:
            for words in (["--port", server.port], [f"http://127.0.0.1:{server.port}"],
                          [f"http://localhost:{server.port}/health"]):
                ended = run("ping", *words)
                self.assertEqual((ended.status, ended.errors), (0, ""), words)
                self.assertRegex(ended.text, r"^http://\S+ answers queries \(\d+\.\d ms\)\n$")

    def test_nobody_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        ended = run("ping", "--port", port)
        self.assertSays(ended, 1, f"http://127.0.0.1:{port}: no answer (")
        self.assertEqual(ended.output, b"")

    def test_a_server_that_starts(self):
        with answering(503, b'{"status":"recovering, 40 %"}') as (port, asked):
            self.assertSays(run("ping", "--port", port), 1, "not ready: recovering, 40 %")
            self.assertEqual(asked, ["/health"])

    def test_another_program(self):
        with answering(200, b"<html>") as (port, _):
            self.assertSays(run("ping", "--port", port), 1, "not that of a Quadrille server")
        with answering(404, b"not here\n") as (port, _):
            self.assertSays(run("ping", "--port", port), 1, "status 404: not here")

    def test_a_server_that_hangs_takes_the_time_limit_and_no_more(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
            ended = run("ping", "--port", port, "--timeout", "0.5")
            self.assertSays(ended, 1, "no answer within 0.5 s")
            self.assertGreaterEqual(ended.seconds, 0.5)
            self.assertLess(ended.seconds, 0.5 + patience(1))

    def test_a_head_that_arrives_byte_by_byte_takes_the_time_limit_and_no_more(self):
        with socket.create_server(("127.0.0.1", 0)) as slow:
            def drip():
                connection, _ = slow.accept()
                with connection, contextlib.suppress(OSError):
                    for letter in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 200:
                        connection.send(bytes([letter]))
                        time.sleep(0.1)
            thread = threading.Thread(target=drip)
            thread.start()
            ended = run("ping", "--port", slow.getsockname()[1], "--timeout", "1")
            thread.join()
        self.assertSays(ended, 1, "no answer within 1 s")
        self.assertLess(ended.seconds, 1 + patience(1))

    def test_tls(self):
        authority, stranger = Authority(self.folder), Authority(self.folder, "stranger")
        certificate, key = authority.issue("server")
        with serving(self.database, options=("--tls-cert", certificate, "--tls-key", key)) as server:
            url = f"https://localhost:{server.port}"
            self.assertEqual(run("ping", url).status, 0)
            self.assertEqual(run("ping", url, "--ca", authority.certificate).status, 0)
            self.assertSays(run("ping", url, "--ca", stranger.certificate), 1, "no answer (SSL")
            self.assertSays(run("ping", "--port", server.port), 1, "status 400", "TLS")

    def test_wrong_words(self):
        self.assertSays(run("ping", "localhost:3756"), 1, "must be the address of a server")
        self.assertSays(run("ping", "http://localhost:3756", "--port", 1), 1, "--port")
        self.assertSays(run("ping", "--timeout", "0"), 1, "--timeout")


class Info(Case):
    def test_info_asks_for_the_health_once(self):
        file = self.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(self.folder / "db", file)
        health = json.dumps({"status": "ok", "version": 7, "quads": 42, "default_graph_quads": 40}).encode()
        with serving(self.folder / "db") as real, answering(200, health) as (port, asked):
            lock = self.folder / "db/lock"
            holders = json.loads(lock.read_text())
            holders[0]["port"] = port  # the process lives, and its server seems to be this one
            lock.write_text(json.dumps(holders))
            ended = run("info", "--db", self.folder / "db")
            self.assertEqual(ended.status, 0, ended.errors)
            self.assertIn("quads            42 (40 in the default graph, 2 in named graphs)", ended.text)
            self.assertIn("version 7\n", ended.text)
            self.assertEqual(sorted(asked), ["/health", "/rules"])
            self.assertTrue(real.errors)


if __name__ == "__main__":
    unittest.main()
