#!/usr/bin/env python3
"""SERVICE and LOAD over https: certificates that the machine trusts, and those that it does not."""

import http.server
import ipaddress
import json
import os
import ssl
import subprocess
import threading
import unittest

from program import Case, for_images, patience, run, serving
from sparql_client import CSV, ask, request

TURTLE = b"<urn:a> <urn:knows> <urn:b> , <urn:c> .\n"
ROWS = json.dumps({"head": {"vars": ["n"]},
                   "results": {"bindings": [{"n": {"type": "literal", "value": "from there"}}]}}).encode()


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True, timeout=patience(60))


def make_authority(folder, name):
    openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
            "-keyout", f"{name}.key", "-out", f"{name}.pem")


def make_certificate(folder, authority, name, host):
    """For a server at `host`, signed by the authority."""
    try:
        ipaddress.ip_address(host)
        kind = "IP"
    except ValueError:
        kind = "DNS"
    (folder / f"{name}.ext").write_text(f"subjectAltName={kind}:{host}\n")
    openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={host}", "-keyout", f"{name}.key",
            "-out", f"{name}.csr")
    openssl(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
            "-CAcreateserial", "-days", "2", "-extfile", f"{name}.ext", "-out", f"{name}.pem")


class Place:
    """An https server: rows for SERVICE, a file for LOAD."""

    def __init__(self, folder, certificate):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, kind, body):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                self.reply("text/turtle", TURTLE)

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.reply("application/sparql-results+json", ROWS)

        class Quiet(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):  # a client that did not like the certificate
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / f"{certificate}.pem", folder / f"{certificate}.key")
        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"https://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@for_images(1, 2)
class Secure(Case):
    @classmethod
    def prepare(cls):
        for authority in ("trusted", "unknown"):
            make_authority(cls.folder, authority)
        make_certificate(cls.folder, "trusted", "good", "127.0.0.1")
        make_certificate(cls.folder, "unknown", "stranger", "127.0.0.1")
        make_certificate(cls.folder, "trusted", "elsewhere", "example.org")
        cls.places = {}
        for name in ("good", "stranger", "elsewhere"):
            cls.places[name] = Place(cls.folder, name)
            cls.addClassCleanup(cls.places[name].close)
        options = [word for place in cls.places.values()
                   for word in ("--allow-service", place.url, "--allow-load", place.url)]
        # The machine's trusted authorities: here this one.
        cls.server = cls.enterClassContext(
            serving(cls.folder / "db", cls.images, options=["--create", *options],
                    environment={"SSL_CERT_FILE": str(cls.folder / "trusted.pem"), "SSL_CERT_DIR": os.devnull}))

    def ask_there(self, name, silent=""):
        return ask(self.server, f"SELECT ?n {{ SERVICE {silent} <{self.places[name].url}sparql> {{ ?s ?p ?n }} }}",
                   accept=CSV)

    def load_from(self, name):
        return request(self.server, "POST", "/update", f"LOAD <{self.places[name].url}a.ttl>".encode(),
                       {"Content-Type": "application/sparql-update"})

    def test_a_service_with_a_trusted_certificate_answers(self):
        answer = self.ask_there("good")
        self.assertEqual((answer.status, answer.text.split()[1:]), (200, ["from", "there"]), answer.text)

    def test_a_file_from_a_trusted_place_is_loaded(self):
        answer = self.load_from("good")
        self.assertIn(answer.status, (200, 204), answer.text)
        self.assertEqual(ask(self.server, "SELECT (COUNT(*) AS ?n) { <urn:a> <urn:knows> ?x }").number, 2)

    def test_whose_certificate_nobody_knows_or_is_of_another_host_is_not_asked(self):
        for name in ("stranger", "elsewhere"):
            with self.subTest(name):
                answer = self.ask_there(name)
                self.assertEqual(answer.status, 502, answer.text)
                self.assertIn("certificate", answer.text)
                self.assertIn(self.places[name].url, answer.text)
                loaded = self.load_from(name)
                self.assertEqual(loaded.status, 502, loaded.text)
                self.assertIn("certificate", loaded.text)
                silent = self.ask_there(name, "SILENT")
                self.assertEqual((silent.status, len(silent.text.splitlines())), (200, 2), silent.text)


if __name__ == "__main__":
    unittest.main()
