#!/usr/bin/env python3
"""Listeners of all groups (serve --listen all): each sees every acknowledged update, answers short queries itself, relays
the rest, and says which one it is. QUADRILLE_GROUP_SIZE cuts the images of this machine into groups."""

import contextlib
import gzip
import json
import random
import socket
import threading
import time
import types
import unittest
import urllib.parse

import sample_data
from program import Case, build, run, serving
from sparql_client import CSV, ask, request

GROUPS = 3
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Replicas(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nt"
        file.write_text("".join(f"<http://x/s{n}> <http://x/p> <http://x/o{n % 100}> .\n" for n in range(30_000)))
        build(cls.folder / "db", file, images=GROUPS)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", GROUPS, options=("--listen", "all"),
                                                   environment={"QUADRILLE_GROUP_SIZE": "1"}))
        cls.listeners = [types.SimpleNamespace(port=port, authorization=cls.server.authorization) for _, port in sorted(cls.server.listeners().items())]

    def health(self, listener):
        return json.loads(request(listener, "GET", "/health").text)

    def update(self, listener, text):
        answer = request(listener, "POST", "/sparql", urllib.parse.urlencode({"update": text}), FORM)
        self.assertEqual(answer.status, 200, answer.text)

    def test_health_names_the_group_and_all_listeners(self):
        self.assertEqual(len(self.listeners), GROUPS)
        told = [self.health(listener) for listener in self.listeners]
        self.assertEqual([its["group"] for its in told], [0, 1, 2])
        self.assertEqual(len({json.dumps(its["listeners"]) for its in told}), 1)
        self.assertEqual({its["quads"] for its in told}, {told[0]["quads"]})

    def test_short_queries_are_answered_without_image_0(self):
        for listener in self.listeners[1:]:
            before = [self.health(its)["prepared_queries"]["missed"] for its in self.listeners]
            name = listener.port  # no query of this kind came before
            answer = ask(listener, f"SELECT ?o ?v{name} {{ <http://x/s7> <http://x/p> ?o }}", CSV)
            self.assertEqual(answer.text.splitlines()[1], "http://x/o7,")
            after = [self.health(its)["prepared_queries"]["missed"] for its in self.listeners]
            self.assertEqual([b - a for a, b in zip(before, after)],
                             [1 if its is listener else 0 for its in self.listeners])

    def test_a_listener_sees_what_another_one_has_acknowledged(self):
        """Writers at each listener; each reads at another one, at once, what it has written."""
        stale, ends = [], time.monotonic() + 3
        counts = [0] * 6

        def write_and_read(number):
            dice = random.Random(number)
            while time.monotonic() < ends and not stale:
                counts[number] += 1
                self.update(dice.choice(self.listeners),
                            f"INSERT DATA {{ <urn:w{number}> <urn:count> {counts[number]} }}")
                found = ask(dice.choice(self.listeners),
                            f"SELECT (MAX(?n) AS ?most) {{ <urn:w{number}> <urn:count> ?n }}").number
                if found != counts[number]:
                    stale.append((number, counts[number], found))

        threads = [threading.Thread(target=write_and_read, args=(number,)) for number in range(len(counts))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(stale, [])
        self.assertGreater(min(counts), 3)

    def test_large_writes_and_new_generations_are_seen_too(self):
        for number, listener in enumerate(self.listeners):
            name = f"urn:big{number}"
            body = "".join(f"<{name}> <urn:has> <urn:thing{n}> .\n" for n in range(3000)).encode()
            answer = request(listener, "POST", "/data?default", gzip.compress(body),
                             {"Content-Type": "text/turtle", "Content-Encoding": "gzip"})
            self.assertEqual(answer.status, 200, answer.text)
            for other in self.listeners:
                found = ask(other, f"SELECT (COUNT(*) AS ?n) {{ <{name}> <urn:has> ?t }}").number
                self.assertEqual(found, 3000)
            self.assertEqual(request(listener, "POST", "/admin/compact?kind=rebuild", b"").status, 200)
            self.assertEqual(len({self.health(its)["generation"] for its in self.listeners}), 1)
            for other in self.listeners:
                self.assertEqual(self.health(other).get("whole_view", True), True)
                self.assertEqual(ask(other, f"SELECT (COUNT(*) AS ?n) {{ <{name}> <urn:has> ?t }}").number, 3000)

    def test_a_body_in_chunks_is_relayed(self):
        listener = self.listeners[1]
        with contextlib.closing(socket.create_connection(("127.0.0.1", listener.port), timeout=30)) as connection:
            connection.sendall(b"PUT /data?graph=urn:g HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/turtle\r\n"
                               b"Transfer-Encoding: chunked\r\n\r\n")
            for number in range(50):
                piece = f"<urn:a{number}> <urn:b> <urn:c> .\n".encode()
                connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
            connection.sendall(b"0\r\n\r\n")
            answer = connection.makefile("rb").read().decode()
        self.assertRegex(answer.splitlines()[0], r"HTTP/1.1 20[01]")
        for its in self.listeners:
            self.assertEqual(ask(its, "SELECT (COUNT(*) AS ?n) { GRAPH <urn:g> { ?a ?b ?c } }").number, 50)

    def test_long_queries_and_their_errors_come_from_image_0(self):
        for listener in self.listeners:
            self.assertEqual(ask(listener, "SELECT (COUNT(*) AS ?n) { ?a <http://x/p> ?o . ?b <http://x/p> ?o }").number,
                             9_000_000)
            answer = ask(listener, sample_data.endless(), timeout=1)
            self.assertEqual(answer.status, 503, answer.text)
            self.assertEqual(ask(listener, "SELECT nothing").status, 400)

    def test_a_client_that_leaves_ends_its_relayed_query(self):
        path = "/sparql?" + urllib.parse.urlencode({"query": sample_data.endless()})
        connection = socket.create_connection(("127.0.0.1", self.listeners[2].port), timeout=60)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

        def running():
            return self.health(self.listeners[0])["long_queries"]["running"]

        until = time.monotonic() + 30
        while running() == 0 and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(running(), 1)
        connection.close()
        while running() == 1 and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(running(), 0)

    def test_writes_of_foreign_pages_are_refused_everywhere(self):
        for listener in self.listeners:
            answer = request(listener, "POST", "/update", "update=CLEAR ALL",
                             {**FORM, "Origin": "http://elsewhere.example"})
            self.assertEqual(answer.status, 403, answer.text)


@contextlib.contextmanager
def two_ports():
    """Listens on a port and on the next one. Below 32768 the system gives none to connections of its own accord."""
    for port in random.sample(range(20000, 32000), 100):
        with contextlib.ExitStack() as both:
            try:
                sockets = [both.enter_context(socket.create_server(("127.0.0.1", port + place))) for place in (0, 1)]
            except OSError:
                continue
            yield sockets
            return
    raise OSError("no two neighbouring ports are free")


class Alone(Case):
    def test_one_group_has_one_listener(self):
        with serving(self.folder / "db", 2, options=("--create", "--listen", "all")) as server:
            self.assertEqual(server.listeners(), {0: server.port})

    def test_a_port_that_is_taken_is_named(self):
        with two_ports() as (first, second):
            taken = second.getsockname()[1]
            first.close()
            ended = run("serve", "--db", self.folder / "taken", "--create", "--images", 2, "--listen", "all",
                        "--port", taken - 1, environment={"QUADRILLE_GROUP_SIZE": "1"})
        self.assertSays(ended, 1, str(taken))


if __name__ == "__main__":
    unittest.main()
