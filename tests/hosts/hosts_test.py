#!/usr/bin/env python3
"""Two hosts with two images each, over TCP: a database is built, served and queried; hosts and images are lost.

Exit status: 0 all as expected, 1 a fault, 77 such hosts cannot be made here (or the shared data is missing).
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sys
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/real"))

import lubm
import shared_data
from endpoint import Endpoint
from judge import wrong_answers
from two_hosts import ADDRESSES, Skipped, TwoHosts, enter_network_of, wait_until

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
HOSTS = ["--hosts", "hosta:2,hostb:2", "--memory", "1G"]


def is_mpich():
    """Or Open MPI."""
    return b"libmpich" in pathlib.Path(given.quadrille).read_bytes()


def end_limit():
    """Seconds after a death until all processes on both hosts have ended: 10, of which 6 are silence and 4 are scaled by the load of this machine
    takes now."""
    return 6 + 4 * min(4.0, max(1.0, os.getloadavg()[0] / os.cpu_count()))


class Server(Endpoint):
    """`quadrille serve` on the first host, with images on both; queried from the first."""

    connection = None

    def __init__(self, host, database, *options, environment=None):
        self.command = host.start(given.quadrille, "serve", "--db", database, "--port", "0", *HOSTS, *options,
                                  environment=environment)
        self.connect()

    def connect(self, after=0):
        """Waits for the address that the server prints after the first `after` characters."""
        def found():
            return re.search(r"http://(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)/sparql", self.said()[after:])
        if not wait_until(lambda: found() or not self.is_alive(), 60) or not found():
            raise AssertionError(f"quadrille does not serve:\n{self.said()}")
        self.close()
        self.port = int(found()[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def count(self):
        status, _, body = self.ask(COUNT)
        if status != 200:
            raise AssertionError(f"HTTP {status}: {body.decode(errors='replace')}")
        return int(json.loads(body)["results"]["bindings"][0]["n"]["value"])

    def ask_in_vain(self):
        """A query that never ends, although its connection may end."""
        product = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a != ?f) }"
        with contextlib.suppress(OSError, http.client.HTTPException):
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port)) as connection:
                connection.request("POST", "/sparql", product, {"Content-Type": "application/sparql-query"})
                connection.getresponse()

    def is_alive(self):
        return self.command.is_alive()

    def said(self):
        return self.command.errors

    def stop(self):
        self.command.signal(signal.SIGTERM)
        return self.command.wait(30)

    def __enter__(self):
        return self

    def close(self):
        if self.connection:
            self.connection.close()

    def __exit__(self, *_):
        self.close()
        self.command.__exit__()


def send(place, text, media_type):
    """The answer of the listener at this address."""
    with contextlib.closing(http.client.HTTPConnection(*place, timeout=60)) as connection:
        connection.request("POST", "/sparql", text, {"Content-Type": media_type})
        response = connection.getresponse()
        body = response.read().decode()
    if response.status != 200:
        raise AssertionError(f"{place}: HTTP {response.status}: {body}")
    return body


class AcrossHosts(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.data = hosts.folder / "university.nt"
        with cls.data.open("w") as output:
            made = hosts.hosts[0].run(given.bench, "lubm", "generate", "--universities", "1")
            output.write(made.output)
        cls.triples = len(set(cls.data.read_text().splitlines()))
        cls.database = hosts.folder / "university"
        cls.build(cls.database, cls.data)

    @staticmethod
    def build(database, *files):
        built = hosts.hosts[0].run(given.quadrille, "build", "--db", database, *HOSTS, *files)
        assert built.status == 0, f"build: status {built.status}\n{built.errors}"
        return built

    def setUp(self):
        self.a, self.b = hosts.hosts
        self.addCleanup(self.assertNothingIsLeft, 0)

    def assertNothingIsLeft(self, seconds):
        left = []

        def is_nothing_left():
            left[:] = [*self.a.processes().items(), *self.b.processes().items()]
            if not left:
                left[:] = [*self.a.shared_memory(), *self.b.shared_memory()]
            return not left

        gone = wait_until(is_nothing_left, seconds)
        for host in (self.a, self.b):
            host.kill_all()  # the next test begins with none
        self.assertTrue(gone, f"still there: {left}")

    def assertSaidOnce(self, said, *parts):
        """Exactly one message of an end, which has all the parts."""
        others = ["serving", "restarting in"]
        if not is_mpich():  # Open MPI's mpiexec sends SIGTERM, and its connections end in disorder
            others += ["shutting down", "UCX"]
        messages = [line for line in said.splitlines() if not any(word in line for word in others)]
        self.assertEqual(len(messages), 1, said)
        for part in parts:
            self.assertRegex(messages[0], part)

    def test_two_hosts_serve_one_database(self):
        with Server(self.a, self.database) as server:
            self.assertEqual(sorted(self.a.images()), [0, 1])
            self.assertEqual(sorted(self.b.images()), [2, 3])
            self.assertEqual(server.count(), self.triples)
            self.assertEqual(server.stop(), 0, server.said())
        self.assertNothingIsLeft(2)

    def test_the_university_and_what_follows_from_it_is_built_and_answers(self):
        try:
            expectations = lubm.expectations(shared_data.shared_file(given.shared, "bench/lubm"))
            with_rules = lubm.with_rules(given)
        except shared_data.Skipped as reason:
            self.skipTest(reason)
        place = hosts.folder / "inferred"
        self.build(place, *with_rules)
        info = self.a.run(given.quadrille, "info", "--db", place)
        self.assertIn(f"quads            {lubm.INFERRED_QUADS} ", info.output)
        with Server(self.a, place) as server:
            self.assertEqual(server.count(), lubm.INFERRED_QUADS)
            self.assertEqual(server.stop(), 0, server.said())
        with Server(self.a, place) as server:
            self.assertEqual(list(wrong_answers(server, expectations)), [])
            self.assertEqual(server.stop(), 0, server.said())

    def test_query_and_dump_across_hosts(self):
        found = self.a.run(given.quadrille, "query", "--db", self.database, "--hosts", "hosta,hostb", "--format", "csv",
                           COUNT)
        self.assertEqual((found.status, found.output), (0, f"n\r\n{self.triples}\r\n"), found.errors)
        host_file = hosts.folder / "host-file"
        host_file.write_text("# both\nhosta slots=1\nhostb:2\n")
        dumped = self.a.run(given.quadrille, "dump", "--db", self.database, "--hostfile", host_file, "--format", "nt")
        self.assertEqual(dumped.status, 0, dumped.errors)
        self.assertEqual(sorted(dumped.output.splitlines()), sorted(set(self.data.read_text().splitlines())))

    def test_an_image_that_is_killed_ends_both_hosts_and_is_named(self):
        for host, number in ((self.b, 3), (self.b, 2), (self.a, 1), (self.a, 0)):
            with self.subTest(image=number), Server(self.a, self.database) as server:
                self.assertEqual(server.count(), self.triples)
                began = time.monotonic()
                os.kill(host.images()[number], signal.SIGKILL)
                limit = end_limit()
                self.assertEqual(server.command.wait(limit), 2, server.said())
                self.assertNothingIsLeft(limit - (time.monotonic() - began))
                self.assertSaidOnce(server.said(), rf"image {number} |images 2 to 3 on {host.name}")

    def tree(self):
        """All processes of the only command that runs: {description: process id}."""
        found = {}
        for host in (self.a, self.b):
            numbers = {pid: number for number, pid in host.images().items()}
            for pid, words in host.processes().items():
                name = f"image {numbers[pid]}" if pid in numbers else os.path.basename(words[0]) if words else "?"
                found[f"{name} of {host.name}, process {len(found)}"] = pid
        return found

    def test_whichever_process_is_killed_both_hosts_end_and_it_is_told_once(self):
        with Server(self.a, self.database) as server:
            places = range(len(self.tree()))
            self.assertEqual(server.stop(), 0, server.said())
        self.assertGreaterEqual(len(places), 8)
        for place in places:
            with Server(self.a, self.database) as server:
                name, pid = list(self.tree().items())[place]
                if name.startswith("sh of"):
                    continue  # of the remote shell, which does not end with it: Hydra's proxy is below, and sees to all
                with self.subTest(killed=name):
                    if place % 2:
                        threading.Thread(target=server.ask_in_vain, daemon=True).start()
                        time.sleep(0.3)
                    limit = end_limit()
                    began = time.monotonic()
                    os.kill(pid, signal.SIGKILL)
                    self.assertNotEqual(server.command.wait(limit), 0, server.said())
                    self.assertNothingIsLeft(limit - (time.monotonic() - began))
                    if not name.startswith("quadrille of hosta, process 0"):
                        self.assertSaidOnce(server.said(), "died|no message|cannot be reached")

    def test_bytes_of_strangers_do_not_end_it(self):
        ucx = (0xCAFEBABE12345678).to_bytes(8, "little")  # how a connection of UCX begins
        with Server(self.a, self.database) as server:
            before = self.tree()
            ports = {(host, port) for host in (self.a, self.b) for port in host.listening()}
            self.assertGreater(len(ports), 4)
            for host, port in ports:
                for sent in (b"", b"GET / HTTP/1.0\r\n\r\n", os.urandom(100_000), ucx, ucx[:3], ucx + b"\0" * 9):
                    with contextlib.suppress(OSError), socket.create_connection((host.address, port), 0.5) as stranger:
                        stranger.sendall(sent)
                        time.sleep(0.05)
            self.assertEqual(server.count(), self.triples)
            self.assertEqual(self.tree(), before)
            self.assertEqual(server.stop(), 0, server.said())

    def test_thirty_thousand_files(self):
        names = [hosts.folder / f"f{number:05}.nt" for number in range(30_000)]
        for number, name in enumerate(names):
            name.write_text(f"<http://ex.org/{number}> <http://ex.org/p> <http://ex.org/o> .\n")
        self.addCleanup(lambda: [name.unlink() for name in names])
        place = hosts.folder / "many"
        if is_mpich():
            self.build(place, *names)
        else:  # Open MPI
            refused = self.a.run(given.quadrille, "build", "--db", place, *HOSTS, *names)
            self.assertIn("Open MPI starts images with at most 120000; name folders", refused.errors)
            listed = hosts.folder / "names"
            listed.write_text("".join(f"{name}\n" for name in names))
            self.build(place, "--list", listed)
        self.assertIn("quads            30000 ", self.a.run(given.quadrille, "info", "--db", place).output)

    def test_a_mistyped_host_is_told_at_once(self):
        for names in ("hosta,hostc", "hosta,hostb,hostc", "hostc:2"):
            ended = self.a.run(given.quadrille, "query", "--db", self.database, "--hosts", names, COUNT, seconds=30)
            self.assertNotEqual(ended.status, 0)
            self.assertIn("hostc: [Errno", ended.errors)  # the words of the remote shell
            self.assertIn("hostc be reached?", ended.errors)
            self.assertEqual(ended.errors.count("quadrille: "), 1, ended.errors)
            self.assertLess(ended.seconds, end_limit())
            self.assertNothingIsLeft(5)

    def test_a_cut_wire_ends_both_hosts(self):
        with Server(self.a, self.database) as server:
            self.assertEqual(server.count(), self.triples)
            self.addCleanup(hosts.join_wire)
            began = time.monotonic()
            limit = end_limit()
            hosts.cut_wire()
            self.assertEqual(server.command.wait(limit), 2, server.said())
            self.assertNothingIsLeft(limit - (time.monotonic() - began))
            self.assertSaidOnce(server.said(), r"images? 2", "hostb")

    def test_a_host_that_is_lost_is_started_again_when_it_is_back(self):
        with Server(self.a, self.database, "--restart") as server:
            self.assertEqual(server.count(), self.triples)
            for lose in ("image", "wire"):
                with self.subTest(lose):
                    said = len(server.said())
                    if lose == "image":
                        os.kill(self.b.images()[2], signal.SIGKILL)
                    else:
                        self.addCleanup(hosts.join_wire)
                        hosts.cut_wire()
                    self.assertTrue(wait_until(lambda: "restarting in" in server.said()[said:], end_limit()),
                                    server.said())
                    hosts.join_wire()
                    server.connect(said)
                    self.assertEqual(server.count(), self.triples)
            self.assertEqual(server.stop(), 0, server.said())
        self.assertNothingIsLeft(2)

    def test_a_host_that_cannot_be_reached_is_told(self):
        self.addCleanup(hosts.join_wire)
        hosts.cut_wire()
        ended = self.a.run(given.quadrille, "query", "--db", self.database, "--hosts", "hosta,hostb", COUNT, seconds=60)
        self.assertNotEqual(ended.status, 0)
        self.assertIn("hostb", ended.errors)
        self.assertNothingIsLeft(5)

    def test_the_first_host_is_the_one_where_it_is_started(self):
        ended = self.a.run(given.quadrille, "query", "--db", self.database, "--hosts", "hostb,hosta", COUNT)
        if ended.status == 0:  # Open MPI begins with the host where it is started, whatever their order
            self.assertIn(str(self.triples), ended.output)
            return
        self.assertEqual(ended.status, 1, ended.errors)
        self.assertSaidOnce(ended.errors, "image 0 is on hostb")

    def test_so_it_is_with_one_host(self):
        ended = self.a.run(given.quadrille, "query", "--db", self.database, "--hosts", "hostb:2", COUNT,
                           environment={"UCX_TLS": "all"})  # over TCP two images of one group may wait in MPI_Finalize
        self.assertEqual(ended.status, 1, ended.errors)
        self.assertSaidOnce(ended.errors, "image 0 is on hostb")

    def test_a_listener_on_each_host_answers_and_sees_all_updates(self):
        options = ["--create", "--listen", "all", "--host", "0.0.0.0", "--anonymous", "write"]
        with Server(self.a, hosts.folder / "listened", *options) as server:
            server.connection.request("GET", "/health")
            listeners = json.loads(server.connection.getresponse().read())["listeners"]
            self.assertEqual([its["host"] for its in listeners], ["hosta", "hostb"])
            places = [(ADDRESSES[its["host"]], its["port"]) for its in listeners]
            for number in range(20):
                writer, reader = places[number % 2], places[(number + number // 2) % 2]
                send(writer, f"INSERT DATA {{ <urn:a> <urn:b> {number} }}", "application/sparql-update")
                answer = send(reader, "SELECT (COUNT(*) AS ?n) { <urn:a> <urn:b> ?c }", "application/sparql-query")
                self.assertEqual(json.loads(answer)["results"]["bindings"][0]["n"]["value"], str(number + 1))
            self.assertEqual(server.stop(), 0, server.said())
        self.assertNothingIsLeft(2)
        ended = self.a.run(given.quadrille, "serve", "--db", hosts.folder / "listened", *HOSTS, "--listen", "all")
        self.assertEqual(ended.status, 1, ended.errors)
        self.assertSaidOnce(ended.errors, "cannot reach the first one at 127.0.0.1; give --host")

    def test_passwords_of_another_machine_need_tls(self):
        accounts, password = hosts.folder / "access.toml", hosts.folder / "password"
        password.write_text("correct horse battery")
        password.chmod(0o600)
        added = self.a.run(given.quadrille, "access", "user", "add", "ann", "--role", "write", "--password-file", password,
                           "--access", accounts)
        self.assertEqual(added.status, 0, added.errors)
        login = ("--user", "ann:correct horse battery")
        for options, statuses in (((), ("200", "403", "403")), (("--allow-plain",), ("200", "200", "200"))):
            with Server(self.a, self.database, "--host", "0.0.0.0", "--access", accounts, "--anonymous", "read",
                        *options) as server:
                def curl(*words, path="/sparql?query=ASK%7B%7D"):
                    url = f"http://{ADDRESSES['hosta']}:{server.port}{path}"
                    return self.b.run("curl", "-s", "-w", "%{http_code}", *words, url).output

                update = ("--data", "update=CLEAR+GRAPH+%3Curn:none%3E")
                answers = [curl(), curl(*login), curl(*login, *update, path="/update")]
                self.assertEqual(tuple(answer[-3:] for answer in answers), statuses, answers)
                self.assertEqual("TLS" in answers[1] and "allow-plain" in answers[1], not options, answers)
                self.assertEqual(curl(*update, path="/update")[-3:], "401")
                self.assertEqual(self.a.run(given.quadrille, "query", "--db", self.database, "ASK {}").status, 0)
                self.assertEqual(server.stop(), 0, server.said())

    def test_different_databases_are_refused_and_both_are_named(self):
        own = hosts.folder / "own"
        other = hosts.folder / "other.nt"
        other.write_text("<http://a> <http://b> <http://c> .\n")
        places = {}
        for host, data in ((self.a, self.data), (self.b, other)):
            places[host.name] = hosts.folder / f"of-{host.name}"
            built = host.run(given.quadrille, "build", "--db", places[host.name], "--images", "1", data)
            self.assertEqual(built.status, 0, built.errors)
        own.mkdir()
        for host in (self.a, self.b):
            mounted = host.run("mount", "--bind", places[host.name], own)
            self.assertEqual(mounted.status, 0, mounted.errors)
            self.addCleanup(host.run, "umount", own)
        for command in (["query", "--db", own, COUNT], ["dump", "--db", own], ["serve", "--db", own, "--port", "0"]):
            ended = self.a.run(given.quadrille, *command, "--hosts", "hosta,hostb")
            self.assertEqual(ended.status, 1, ended.errors)
            self.assertRegex(ended.errors, rf"hosta \(image 0\) has {own}: generation 1, {self.triples} quads.*"
                                           r"fingerprint [0-9a-f]{16}")
            self.assertRegex(ended.errors, rf"hostb \(image 1\) has {own}: generation 1, 1 quads")
        self.b.run("umount", own)
        ended = self.a.run(given.quadrille, "query", "--db", own, "--hosts", "hosta,hostb", COUNT)
        self.assertIn(f"hostb (image 1) has no database at {own}", ended.errors)
        self.b.run("mount", "--bind", places["hostb"], own)

    def test_copies_on_each_host_are_read_and_not_changed(self):
        own = hosts.folder / "copied"
        own.mkdir()
        for host in (self.a, self.b):
            copy = hosts.folder / f"copy-of-{host.name}"
            shutil.copytree(self.database, copy)
            mounted = host.run("mount", "--bind", copy, own)
            self.assertEqual(mounted.status, 0, mounted.errors)
            self.addCleanup(host.run, "umount", own)
        for _ in range(2):  # the second start finds the database as it was
            with Server(self.a, own) as server:
                self.assertIn(f"updates are refused: hostb has its own copy of {own}", server.said())
                self.assertEqual(server.count(), self.triples)
                server.connection.request("POST", "/update", "INSERT DATA { <http://x> <http://y> <http://z> }",
                                          {"Content-Type": "application/sparql-update"})
                answer = server.connection.getresponse()
                self.assertEqual(answer.status, 403)
                self.assertIn(b"hostb has its own copy", answer.read())
                self.assertEqual(server.count(), self.triples)
                server.command.signal(signal.SIGTERM)
                self.assertEqual(server.command.wait(20), 0, server.said())
        compacted = self.a.run(given.quadrille, "compact", "--db", own, *HOSTS[:2])
        self.assertEqual(compacted.status, 1, compacted.errors)
        self.assertIn("put the database on a shared file system", compacted.errors)

    def test_different_programs_are_refused_and_both_are_named(self):
        version = self.a.run(given.quadrille, "--version").output.removeprefix("quadrille ").strip()
        changed = "9" + version[1:]
        other = hosts.folder / "quadrille"
        other.write_bytes(pathlib.Path(given.quadrille).read_bytes().replace(version.encode() + b"\0",
                                                                             changed.encode() + b"\0"))
        shutil.copymode(given.quadrille, other)
        self.b.run("mount", "--bind", other, given.quadrille)
        self.addCleanup(self.b.run, "umount", given.quadrille)
        ended = self.a.run(given.quadrille, "query", "--db", self.database, "--hosts", "hosta,hostb", COUNT)
        self.assertEqual(ended.status, 1, ended.errors)
        self.assertSaidOnce(ended.errors, re.escape(f"quadrille {version} on hosta"),
                            re.escape(f"quadrille {changed} on hostb"))


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quadrille", type=os.path.realpath, default=ROOT / "build/release/bin/quadrille")
    parser.add_argument("--bench", type=os.path.realpath, default=ROOT / "build/release/bin/quadrille-bench")
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared")
    return parser.parse_known_args()


if __name__ == "__main__":
    given, words = options()
    try:
        with TwoHosts() as hosts:
            enter_network_of(hosts.hosts[0])
            unittest.main(argv=[sys.argv[0], *words], verbosity=2)
    except Skipped as reason:
        print(f"skipped: {reason}")
        sys.exit(77)
