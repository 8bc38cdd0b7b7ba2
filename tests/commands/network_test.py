#!/usr/bin/env python3
"""The permission to change data: servers that other machines can reach, pages of other origins."""

import json
import socket
import unittest
from dataclasses import dataclass

import sample_data
from program import Case, build, for_images, serving
from sparql_client import ask, health, request

UPDATE = "INSERT DATA { <http://ex.org/a> <http://ex.org/p> 1 }"
HEADERS = {"Content-Type": "application/sparql-update"}
WARNING = "quadrille: warning: everyone who reaches "


def own_address():
    """An address of this machine that is not loopback, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return probe.getsockname()[0]
        except OSError:
            return None


OWN_ADDRESS = own_address()


def elsewhere(server, method, path, body=None, headers=None, **more):
    """A request that does not come from loopback."""
    return request(Address(server.port, OWN_ADDRESS, server.authorization), method, path, body, (headers or HEADERS) | more)


@dataclass
class Address:
    port: int
    host: str
    authorization: dict


def raw(server, request):
    """The whole answer to the bytes of a request."""
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(request)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        return answer


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

    def test_others_may_read_a_server_that_they_reach(self):
        with self.served("--host", "0.0.0.0") as server:
            self.assertIn(WARNING + "0.0.0.0", server.errors)
            self.assertIn("anonymous: write on loopback, read elsewhere", server.errors)
            self.assertEqual(self.update(server).status, 200)
            if OWN_ADDRESS is None:
                return
            self.assertEqual(elsewhere(server, "GET", "/sparql?query=ASK%7B%7D").status, 200)
            for method, path in (("POST", "/update"), ("DELETE", "/data?default")):
                refused = elsewhere(server, method, path, UPDATE)
                self.assertEqual(refused.status, 403)
                self.assertIn("'write'", refused.text)
                self.assertIn("--anonymous", refused.text)
            self.assertEqual(elsewhere(server, "POST", "/admin/compact", Authorization="").status, 401)

    def test_the_rights_of_anonymous_clients_are_an_option(self):
        for rights, statuses in (("none", (403, 403)), ("read", (200, 403)), ("write", (200, 200))):
            with self.served("--host", "0.0.0.0", "--anonymous", rights) as server:
                self.assertIn(f"anonymous: {rights})", server.errors)
                self.assertEqual(WARNING in server.errors, rights != "none")
                for send in (request, elsewhere) if OWN_ADDRESS else (request,):
                    answers = send(server, "GET", "/sparql?query=ASK%7B%7D"), send(server, "POST", "/update", UPDATE, HEADERS)
                    self.assertEqual(tuple(answer.status for answer in answers), statuses)
                self.assertEqual(request(server, "GET", "/health").status, 200)

    def test_a_server_of_this_machine_takes_them_without_a_word(self):
        for host in ("127.0.0.1", "localhost"):
            with self.served("--host", host) as server:
                self.assertNotIn("warning", server.errors)
                self.assertEqual(self.update(server).status, 200)

    def test_a_name_that_is_not_the_servers_is_refused(self):
        """A page whose own name leads to this server (DNS rebinding) sends that name in Host and in Origin."""
        with self.served("--public-name", "data.example.org", "--public-name", "Other.Example.org") as server:
            evil = f"evil.example.org:{server.port}"
            for method, path, body in (("POST", "/update", UPDATE), ("GET", "/sparql?query=ASK%7B%7D", None),
                                       ("GET", "/health", None), ("OPTIONS", "/update", None), ("GET", "/nowhere", None)):
                answer = request(server, method, path, body, HEADERS | {"Host": evil, "Origin": f"http://{evil}"})
                self.assertEqual(answer.status, 421, path)
                self.assertIn("--public-name", answer.text)
            for host in ("localhost", "LOCALHOST.", f"127.0.0.1:{server.port}", "data.example.org", "other.example.org:443"):
                self.assertEqual(self.update(server, Host=host, Origin=f"http://{host}").status, 200, host)
            for host in ("", "127.0.0.2", "10.0.0.1", "[::1]", "localhost.example.org", "x@localhost", "localhost:x",
                         "data.example.org,localhost", "127.0.0.1.example.org", "2130706433", "localhost:80:90"):
                self.assertEqual(self.update(server, Host=host).status, 421, host)
            two = b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.org\r\nConnection: close\r\n\r\n"
            self.assertTrue(raw(server, two).startswith(b"HTTP/1.1 400 "))

    def test_a_server_for_all_addresses_has_the_one_that_its_client_has_used(self):
        with self.served("--host", "0.0.0.0") as server:
            for host, status in (("127.0.0.1", 200), ("127.0.0.2", 421), ("0.0.0.0", 421), ("localhost:1", 200)):
                self.assertEqual(request(server, "GET", "/health", headers={"Host": host}).status, status, host)

    def test_pages_of_allowed_origins_may_change_data(self):
        with self.served("--allow-origin", "https://app.example.org", "--allow-origin", "http://localhost:1") as server:
            self.assertEqual(self.update(server, Origin="https://app.example.org").status, 200)
            self.assertEqual(self.update(server, Origin="http://localhost:1").status, 200)
            refused = self.update(server, Origin="https://evil.example.org")
            self.assertEqual(refused.status, 403)
            self.assertIn("--allow-origin", refused.text)


if __name__ == "__main__":
    unittest.main()
