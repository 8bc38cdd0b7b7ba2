#!/usr/bin/env python3
"""The Python client's connections: errors with their places, tokens, TLS, databases, servers that are gone, and bad ones."""

import contextlib
import socket
import ssl
import threading
import unittest

import package  # noqa: F401

import quadrille
from certificates import Authority
from program import Case, build, run, serving
from quadrille import QuadrilleError

ASK = "ASK { ?s ?p ?o }"


class Errors(unittest.TestCase):
    @contextlib.contextmanager
    def fails(self, status, *parts):
        with self.assertRaises(QuadrilleError) as caught:
            yield caught
        self.assertEqual(caught.exception.status, status, caught.exception)
        for part in parts:
            self.assertIn(part, str(caught.exception))


class Protected(Errors, Case):
    """A server with accounts, TLS and two databases."""

    @classmethod
    def prepare(cls):
        cls.authority = Authority(cls.folder)
        certificate, key = cls.authority.issue("server")
        cls.accounts = cls.folder / "access.toml"
        cls.access("user", "add", "ann", "--role", "read", "--role", "write:people", given=b"correct horse battery")
        cls.token = cls.access("token", "add", "--user", "ann").strip()
        (cls.folder / "databases").mkdir()
        for name in ("default", "people"):
            (cls.folder / f"{name}.nt").write_text(f"<urn:{name}> <urn:p> <urn:o> .\n")
            build(cls.folder / "databases" / name, cls.folder / f"{name}.nt")
        cls.server = cls.enterClassContext(serving(cls.folder / "databases/default", options=(
            "--databases", cls.folder / "databases", "--access", cls.accounts, "--tls-cert", certificate, "--tls-key", key)))
        cls.url = f"https://localhost:{cls.server.port}"

    @classmethod
    def access(cls, *words, given=b""):
        ended = run("access", *words, "--access", cls.accounts, given=given)
        assert ended.status == 0, ended.errors
        return ended.text

    def connect(self, url=None, **options):
        return quadrille.connect(url or self.url, cafile=str(self.authority.certificate), **options)

    def test_tokens_and_passwords(self):
        for credentials in ({"token": self.token}, {"token": self.token + "\n"}, {"user": "ann", "password": "correct horse battery"}):
            with self.connect(**credentials) as db:
                self.assertTrue(db.ask(ASK))
                with self.fails(403, "write"):
                    db.update("CLEAR ALL")
        for credentials in ({}, {"token": "qdt_wrong"}, {"user": "ann", "password": "wrong"}):
            with self.connect(**credentials) as db, self.fails(401):
                db.ask(ASK)
        with self.assertRaisesRegex(ValueError, "token, or user and password"):
            self.connect(token="a", user="b")

    def test_a_long_body_that_is_refused(self):
        with self.connect(token="qdt_wrong") as db, self.fails(401):
            db.load(b"<urn:s> <urn:p> <urn:o> .\n" * 400_000, format="nt")

    def test_databases(self):
        for url, database, subject in ((self.url, None, "default"), (self.url, "people", "people"), (self.url + "/people/", None, "people"),
                                       (self.url + "/people/sparql", None, "people"), (self.url + "/sparql", None, "default")):
            with self.connect(url, database=database, token=self.token) as db:
                self.assertEqual([row.s.value for row in db.select("SELECT ?s { ?s ?p <urn:o> }")], ["urn:" + subject])
        with self.connect(database="people", token=self.token) as db:
            self.assertEqual(db.url, self.url + "/people")
            self.assertEqual(db.update("INSERT DATA { <urn:people> <urn:q> 1 }").inserted, 1)
            self.assertEqual(db.load(b"<urn:s> <urn:q> 1 .", format="ttl").inserted, 1)
            db.dump(self.folder / "people.nq")
            self.assertEqual(len((self.folder / "people.nq").read_text().splitlines()), 3)
        with self.connect(database="none", token=self.token) as db, self.fails(404, "none"):
            db.ask(ASK)

    def test_certificates(self):
        with quadrille.connect(self.url, token=self.token) as db, self.fails(None, "not trusted", "cafile"):
            db.ask(ASK)
        with self.connect(f"https://127.0.0.2:{self.server.port}", token=self.token) as db, self.fails(None):
            db.ask(ASK)
        context = ssl.create_default_context(cafile=str(self.authority.certificate))
        with quadrille.connect(self.url, token=self.token, ssl_context=context) as db:
            self.assertTrue(db.ask(ASK))
            self.assertEqual(sum(1 for _ in db.select("SELECT ?a { VALUES ?a { " + "1 " * 50_000 + "} }")), 50_000)
        with quadrille.connect(self.url.replace("https", "http")) as db, self.fails(400, "TLS"):
            db.ask(ASK)


class Messages(Errors, Case):
    @classmethod
    def prepare(cls):
        cls.db = cls.enterClassContext(quadrille.serve())

    def test_the_place_of_a_mistake(self):
        text = "SELECT ?s {\n\t?s \u00e9\u00e9:p ?o ;; ] }"
        with self.fails(400) as caught:
            self.db.query("PREFIX \u00e9\u00e9: <urn:>\n" + text)
        error = caught.exception
        self.assertEqual((error.line, error.column), (3, 16))
        self.assertEqual(str(error), f"{error.message}\n  {text.splitlines()[1]}\n  \t" + " " * 14 + "^")
        with self.fails(400, "line 1, column 11", "\n  INSERT {} {\n            ^"):
            self.db.update("INSERT {} {")

    def test_what_is_not_supported(self):
        with self.fails(400, "foo:"):
            self.db.query("SELECT * { ?s foo:x ?o }")
        with self.fails(403, "--allow-service"):
            self.db.query("SELECT * { SERVICE <urn:x> { ?s ?p ?o } }")


class Addresses(Errors):
    def test_addresses_that_are_none(self):
        for url in ("localhost:3756", "ftp://localhost", "http://", "http://ann:secret@localhost", "http://localhost/?a=b"):
            with self.assertRaisesRegex(ValueError, "the address of a server"):
                quadrille.connect(url)
        with self.assertRaisesRegex(ValueError, "cafile"):
            quadrille.connect("http://localhost", cafile="x.pem")
        self.assertEqual(quadrille.connect().url, "http://localhost:3756")
        self.assertEqual(quadrille.connect("https://[::1]/people", database="a/b").url, "https://[::1]:443/people/a%2Fb")

    def test_no_server(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))  # and does not listen
            with quadrille.connect(f"http://127.0.0.1:{probe.getsockname()[1]}") as db, self.fails(None, "is the server running?"):
                db.ask(ASK)
        db.close()
        with self.fails(None, "is closed"):
            db.ask(ASK)


class BadServers(Errors):
    """Servers that a few bytes make: each answers the connections one after the other, and closes them."""

    def serving(self, *answers):
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            for answer in answers:
                connection, _ = listener.accept()
                with connection:
                    while b"ASK" not in connection.recv(1 << 16):
                        pass
                    connection.sendall(answer)
                    if not answer.endswith(b"\n"):
                        connection.recv(1)  # until the client gives up

        threading.Thread(target=serve, daemon=True).start()
        return self.enterContext(quadrille.connect(f"http://127.0.0.1:{listener.getsockname()[1]}"))

    def answer(self, *headers, body):
        head = "\r\n".join(["HTTP/1.1 200 OK", "Content-Type: text/tab-separated-values", *headers])
        return head.encode() + b"\r\n\r\n" + body

    def test_connections_that_the_server_has_closed_are_replaced(self):
        true = self.answer("Content-Length: 5", body=b"true\n")
        db = self.serving(true, true, true)
        self.assertEqual([db.ask(ASK) for _ in range(3)], [True] * 3)

    def test_answers_that_are_cut_off(self):
        for answer in (self.answer("Content-Length: 1000", body=b"?a\n1\n2\n"),
                       self.answer("Transfer-Encoding: chunked", body=b"7\r\n?a\n1\n2\n\r\n"),
                       self.answer("Transfer-Encoding: chunked", body=b"ff\r\n?a\n1\n2\n")):
            with self.fails(None, "cut off"):
                list(self.serving(answer).query(ASK))

    def test_no_answer(self):
        with self.fails(None, "no answer"):
            self.serving(b"\r\n").ask(ASK)
        with self.fails(None, "no answer"):
            self.serving(b"SSH-2.0-x\r\n").ask(ASK)

    def test_silence(self):
        grace, quadrille.transport.SECONDS_OF_GRACE = quadrille.transport.SECONDS_OF_GRACE, 0.1
        self.addCleanup(setattr, quadrille.transport, "SECONDS_OF_GRACE", grace)
        with self.fails(None, "no answer for 0.2 s"):
            self.serving(b"").query(ASK, timeout=0.1)
        with self.fails(None, "cut off", "no byte for 1.1 s"):
            list(self.serving(self.answer("Content-Length: 9", body=b"?a\n1")).query(ASK, timeout=1))


if __name__ == "__main__":
    unittest.main()
