#!/usr/bin/env python3
"""TLS as its users see it: openssl s_client, curl, Python's ssl, and the commands."""

import json
import shutil
import socket
import ssl
import subprocess
import threading
import time
import types
import unittest
import urllib.parse

import sample_data
from certificates import Authority
from program import Case, build, for_images, run, serving

LONG = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
QUERY = "/sparql?query=ASK%7B%7D"


def s_client(server, *options, given=b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"):
    """(status, all output) of `openssl s_client`."""
    ended = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-ign_eof", "-verify_return_error",
                            *map(str, options)], input=given, capture_output=True, timeout=60)
    return ended.returncode, (ended.stdout + ended.stderr).decode(errors="replace")


def curl(server, *options, path="/health", host="localhost", scheme="https"):
    """(status of curl, standard output with the headers)"""
    ended = subprocess.run(["curl", "-s", "-S", "-i", "--max-time", "60", *map(str, options), f"{scheme}://{host}:{server.port}{path}"],
                           capture_output=True, timeout=90)
    return ended.returncode, (ended.stdout + ended.stderr).decode(errors="replace")


@for_images(1, 2)
class Tls(Case):
    @classmethod
    def prepare(cls):
        cls.database = cls.folder / "db"
        build(cls.database, images=cls.images, options=("--lubm", "1"))
        cls.authority = Authority(cls.folder)
        cls.certificate, cls.key = cls.authority.issue("server")

    def served(self, *options, pair=None):
        certificate, key = pair or (self.certificate, self.key)
        return serving(self.database, self.images, options=("--tls-cert", certificate, "--tls-key", key, *options))

    def context(self, certificate=None):
        context = ssl.create_default_context(cafile=self.authority.certificate)
        if certificate:
            context.load_cert_chain(*certificate)
        return context

    def connected(self, server, context=None):
        plain = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        return (context or self.context()).wrap_socket(plain, server_hostname="localhost",
                                                           suppress_ragged_eofs=False)

    def asked(self, server, request):
        with self.connected(server) as connection:
            connection.sendall(request)
            return received(connection)

    def test_versions_1_2_and_1_3_are_spoken(self):
        with self.served() as server:
            self.assertIn("on https://127.0.0.1:", server.errors)
            for version in ("-tls1_2", "-tls1_3"):
                status, text = s_client(server, version, "-CAfile", self.authority.certificate, "-verify_hostname", "localhost")
                self.assertEqual(status, 0, text)
                self.assertIn("HTTP/1.1 200 OK", text)
                self.assertIn("Verify return code: 0 (ok)", text)
            status, text = s_client(server, "-alpn", "h2,http/1.1")
            self.assertIn("ALPN protocol: http/1.1", text)
            for version in ("-tls1_1", "-tls1"):
                status, text = s_client(server, version, "-cipher", "ALL:@SECLEVEL=0")
                self.assertNotEqual(status, 0, text)
                self.assertNotIn("HTTP/1.1", text)

    def test_clients_refuse_wrong_certificates(self):
        expired = self.authority.issue("expired", days=-1)
        other = self.authority.issue("other", names=("other.example.org",))
        trusted = ("--cacert", self.authority.certificate)
        with self.served() as server:
            self.assertEqual(curl(server, *trusted)[0], 0)
            self.assertEqual(curl(server)[0], 60)  # an unknown authority
            self.assertEqual(self.command(server).status, 0)
            self.assertSays(run("query", "--server", f"https://localhost:{server.port}", "ASK {}"), 1, "--ca")
        with self.served(pair=expired) as server:
            self.assertIn("has expired", server.errors)
            self.assertEqual(curl(server, *trusted)[0], 60)
            self.assertNotEqual(s_client(server, "-CAfile", self.authority.certificate)[0], 0)
            self.assertEqual(self.command(server).status, 1)
        with self.served(pair=other) as server:
            self.assertEqual(curl(server, *trusted)[0], 60)
            status, text = s_client(server, "-CAfile", self.authority.certificate, "-verify_hostname", "localhost")
            self.assertIn("hostname mismatch", text.lower())
            self.assertEqual(self.command(server).status, 1)
            self.assertEqual(run("query", "--db", self.database, "ASK {}").text.strip().splitlines()[-1], "true")

    def command(self, server):
        return run("query", "--server", f"https://localhost:{server.port}", "--ca", self.authority.certificate, "ASK {}")

    def test_a_server_can_ask_for_certificates_of_clients(self):
        good = self.authority.issue("client", use="clientAuth")
        stranger = Authority(self.folder, "stranger").issue("strange-client", use="clientAuth")
        old = self.authority.issue("old-client", use="clientAuth", days=-1)
        with self.served("--tls-client-ca", self.authority.certificate) as server:
            status, text = s_client(server, "-CAfile", self.authority.certificate)
            self.assertNotIn("HTTP/1.1", text)
            self.assertRegex(text, "certificate required|handshake failure")
            with_certificate = lambda pair: ("--cacert", self.authority.certificate, "--cert", pair[0], "--key", pair[1])
            self.assertNotEqual(curl(server, "--cacert", self.authority.certificate)[0], 0)
            self.assertNotEqual(curl(server, *with_certificate(stranger))[0], 0)
            self.assertNotEqual(curl(server, *with_certificate(old))[0], 0)
            status, text = curl(server, *with_certificate(good))
            self.assertEqual(status, 0, text)
            self.assertIn("200 OK", text)

    def test_certificates_are_replaced_without_a_restart(self):
        certificate, key = self.folder / "current.pem", self.folder / "current.key"
        for source, target in ((self.certificate, certificate), (self.key, key)):
            shutil.copy(source, target)
        with self.served(pair=(certificate, key)) as server, self.connected(server) as kept:
            first = ssl.DER_cert_to_PEM_cert(kept.getpeercert(True))
            new = self.authority.issue("renewed")
            shutil.copy(new[0], certificate)  # for a moment it does not fit the key
            time.sleep(1.1)
            self.assertEqual(self.certificate_of(server), first)
            self.assertIn("the certificate stays as it was", server.errors)
            shutil.copy(new[1], key)
            until = time.monotonic() + 10
            while self.certificate_of(server) == first and time.monotonic() < until:
                time.sleep(0.1)
            self.assertNotEqual(self.certificate_of(server), first)
            kept.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertIn(b"200 OK", received(kept))

    def certificate_of(self, server):
        with self.connected(server) as connection:
            return ssl.DER_cert_to_PEM_cert(connection.getpeercert(True))

    def test_plain_http_is_told_to_use_https(self):
        with self.served() as server:
            status, text = curl(server, scheme="http")
            self.assertEqual(status, 0, text)
            self.assertIn("400 Bad Request", text)
            self.assertIn("https://", text)
            with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
                connection.sendall(b"\x00\x01 nonsense" * 1000)
                while connection.recv(65536):
                    pass
            status, text = curl(server, "--cacert", self.authority.certificate)
            self.assertEqual(status, 0, text)

    def test_large_answers_and_bodies_pass(self):
        with self.served() as server:
            query = urllib.parse.quote("SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o")
            path = f"/sparql?format=tsv&query={query}"
            status, whole = curl(server, "--cacert", self.authority.certificate, path=path)
            self.assertEqual(status, 0, whole[-300:])
            self.assertGreater(len(whole.splitlines()), 100_000)
            lines = "".join(f"<urn:s{number}> <urn:p> \"{'x' * 100}\" .\n" for number in range(30_000))
            file = self.folder / "lines.nt"
            file.write_text(lines)
            loaded = run("load", "--server", f"https://localhost:{server.port}", "--ca", self.authority.certificate, file)
            self.assertEqual(loaded.status, 0, loaded.errors)
            self.assertRegex(loaded.text + loaded.errors, "30,?000")
            dumped = run("dump", "--server", f"https://localhost:{server.port}", "--ca", self.authority.certificate, "--sorted")
            self.assertGreaterEqual(len(dumped.lines), 130_000)
            deleted = run("update", "--db", self.database, "DELETE WHERE { ?s <urn:p> ?o }")
            self.assertIn('"deleted":30000', deleted.text)

    def test_a_client_that_leaves_ends_its_query(self):
        with self.served() as server:
            with self.connected(server) as connection:
                connection.sendall(f"GET /sparql?query={urllib.parse.quote(LONG)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                time.sleep(0.5)
            began = time.monotonic()
            self.assertEqual(server.stop()[0], 0)
            self.assertLess(time.monotonic() - began, 5)

    def test_a_cut_off_answer_is_seen(self):
        query = urllib.parse.quote("SELECT * { ?a ?b ?c . ?d ?e ?f }")
        for version in ("1.0", "1.1"):
            with self.served() as server, self.connected(server) as connection:
                connection.sendall(f"GET /sparql?timeout=1&query={query} HTTP/{version}\r\nHost: localhost\r\n\r\n".encode())
                with self.assertRaises((ssl.SSLError, ConnectionError)):  # no close_notify
                    received(connection)

    def test_an_answer_without_a_length_has_a_regular_end(self):
        query = urllib.parse.quote("SELECT * { ?s ?p ?o } LIMIT 20000")
        with self.served() as server:
            answer = self.asked(server, f"GET /sparql?query={query}&format=csv HTTP/1.0\r\n\r\n".encode())
            self.assertEqual(answer.partition(b"\r\n\r\n")[2].count(b"\r\n"), 20_001)

    def test_many_requests_on_many_connections(self):
        failures = []

        def client(server):
            try:
                with self.connected(server) as connection:
                    for _ in range(20):
                        connection.sendall(f"GET {QUERY} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                        answer = b""
                        while b"true" not in answer:
                            answer += connection.recv(65536)
            except Exception as error:  # pylint: disable=broad-except
                failures.append(repr(error))

        with self.served() as server:
            threads = [threading.Thread(target=client, args=(server,)) for _ in range(60)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])

    def test_a_server_with_silent_and_idle_clients_stops_at_once(self):
        with self.served() as server, socket.create_connection(("127.0.0.1", server.port)) as silent, \
                self.connected(server), socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"\x16\x03\x01")
            silent.setblocking(True)
            time.sleep(0.2)
            status, seconds = server.stop()
            self.assertEqual(status, 0)
            self.assertLess(seconds, 5)

    def test_files_that_cannot_be_used_are_errors_at_the_start(self):
        others = self.folder / "readable.key"
        shutil.copy(self.key, others)
        others.chmod(0o644)
        stranger = self.authority.issue("another")
        serve = ("serve", "--db", self.database, "--port", "0", "--tls-cert", self.certificate)
        self.assertSays(run(*serve), 1, "--tls-key")
        self.assertSays(run(*serve, "--tls-key", self.folder / "none"), 1, "--tls-key", "none", "No such file")
        self.assertSays(run(*serve, "--tls-key", others), 1, "chmod 600")
        self.assertSays(run(*serve, "--tls-key", stranger[1]), 1, "--tls-key", "mismatch")
        self.assertSays(run(*serve, "--tls-key", self.key, "--tls-client-ca", self.key), 1, "--tls-client-ca")


@for_images(2)
class OfAnotherGroup(Case):
    """The listener of another group has TLS, too, and relays requests by TLS."""

    @classmethod
    def prepare(cls):
        cls.database = cls.folder / "db"
        build(cls.database, images=cls.images, options=("--lubm", "1"))
        cls.authority = Authority(cls.folder)
        cls.certificate, cls.key = cls.authority.issue("server", use="serverAuth,clientAuth")

    def test_each_listener_answers_and_relays(self):
        own = ("--cacert", self.authority.certificate)
        with_certificate = (*own, "--cert", self.certificate, "--key", self.key)
        for options, client in (((), own), (("--tls-client-ca", self.authority.certificate), with_certificate)):
            with serving(self.database, self.images, environment={"QUADRILLE_GROUP_SIZE": "1"}, options=(
                    "--listen", "all", "--tls-cert", self.certificate, "--tls-key", self.key, *options)) as server:
                listeners = json.loads(curl(server, *client)[1].partition("\r\n\r\n")[2])["listeners"]
                other = types.SimpleNamespace(port=next(one["port"] for one in listeners if one["port"] != server.port))
                self.assertIn("true", curl(other, *client, path=QUERY)[1])
                update = ("--data", "update=" + urllib.parse.quote("INSERT DATA { <urn:a> <urn:b> 1 }"))
                self.assertIn('"version"', curl(other, *client, *update, path="/update")[1])
                query = urllib.parse.quote("SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o")
                status, whole = curl(other, *client, path=f"/sparql?format=tsv&query={query}")
                self.assertEqual(status, 0, whole[-300:])
                self.assertGreater(len(whole.splitlines()), 100_000)
                self.assertIn("https://", curl(other, scheme="http")[1])
                if options:
                    self.assertNotEqual(curl(other, *own)[0], 0)


def received(connection):
    answer = b""
    while piece := connection.recv(1 << 16):
        answer += piece
    return answer


if __name__ == "__main__":
    unittest.main()
