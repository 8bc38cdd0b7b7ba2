#!/usr/bin/env python3
"""`quadrille serve` as a process: start, signals, the death of an image or of the launcher."""

import contextlib
import json
import os
import pty
import random
import re
import select
import signal
import socket
import subprocess
import threading
import time
import unittest

import sample_data
from program import IS_MPICH, PROGRAM, Case, all_shared_memory, build, die_with_the_test, for_images, patience, run, running, serving
from sparql_client import ask, health, request

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


class University(Case):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "university.nt"
        sample_data.write_university(cls.data)
        cls.quads = len(set(cls.data.read_text().splitlines()))
        cls.database = cls.folder / "university"
        build(cls.database, cls.data, images=4)

    def answers_in_background(self, server, query):
        """Sends a query in a thread; the connection may end without an answer."""

        def work():
            try:
                ask(server, query)
            except OSError:
                pass

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        time.sleep(0.5)
        return thread

    def assertGone(self, shared_memory):
        until = time.monotonic() + 5
        while shared_memory & all_shared_memory() and time.monotonic() < until:
            time.sleep(0.1)
        self.assertEqual(shared_memory & all_shared_memory(), set())


@for_images(1, 2, 4)
class Signals(University):
    def test_images_share_the_processor_by_their_nice_values(self):
        """Linux divides it among sessions first (sched_autogroup), so long queries would take it from short ones."""
        with serving(self.database, self.images) as server:
            sessions = {os.getsid(image.pid) for image in server.images().values()}
            self.assertEqual(len(sessions), 1)
            if IS_MPICH or self.images == 1:  # Open MPI's mpiexec has a session of its own
                self.assertEqual(sessions, {os.getsid(server.process.pid)})

    def assertEndsWell(self, server, number):
        status, seconds = server.stop(number)
        self.assertEqual(status, 0, server.errors)
        self.assertLess(seconds, patience(2))
        self.assertEqual(server.left_over(), [])
        self.assertNotIn("killed", server.errors)

    def test_control_c_and_sigterm_end_all_images(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number), serving(self.database, self.images) as server:
                self.assertEqual(len(server.images()), self.images)
                self.assertEqual(ask(server, COUNT).number, self.quads)
                shared_memory = server.shared_memory()
                self.assertEndsWell(server, number)
                self.assertGone(shared_memory)

    def test_so_they_do_while_long_queries_run(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number), serving(self.database, self.images) as server:
                waiting = [self.answers_in_background(server, sample_data.endless()) for _ in range(2)]
                self.assertEndsWell(server, number)
                for thread in waiting:
                    thread.join(5)

    def test_a_server_that_is_started_again_answers_within_two_seconds(self):
        for _ in range(2):
            began = time.monotonic()
            with serving(self.database, self.images) as server:
                self.assertEqual(ask(server, COUNT).number, self.quads)
                self.assertLess(time.monotonic() - began, patience(2))
                self.assertEndsWell(server, signal.SIGTERM)

    def test_control_c_ends_a_query(self):
        with running("query", "--db", self.database, sample_data.endless(), "--images", self.images) as process:
            time.sleep(patience(1))
            process.send_signal(signal.SIGINT)
            began = time.monotonic()
            self.assertEqual(process.wait(patience(20)), 1)
            self.assertLess(time.monotonic() - began, min(4.5, patience(2)))  # the launcher kills after 5 s


@for_images(2, 4)
class Deaths(University):
    def test_an_image_that_is_killed_ends_the_job_and_is_named(self):
        for number, busy in ((1, False), (0, True), (self.images - 1, True)):
            with self.subTest(image=number, busy=busy), serving(self.database, self.images) as server:
                if busy:
                    self.answers_in_background(server, sample_data.endless())
                shared_memory = server.shared_memory()
                began = time.monotonic()
                server.images()[number].kill()
                self.assertEqual(server.wait(patience(2)), 2, server.errors)
                self.assertEqual(server.left_over(), [])
                self.assertLess(time.monotonic() - began, patience(2))
                self.assertRegex(server.errors, rf"image {number} \(process {server.images()[number].pid}[ )]")
                self.assertEqual(server.errors.count("quadrille: "), 2, server.errors)  # that it serves, and this
                self.assertGone(shared_memory)
        with serving(self.database, self.images) as server:
            self.assertEqual(ask(server, COUNT).number, self.quads)

    def test_when_the_launcher_is_killed_all_images_end(self):
        for busy in (False, True):
            with self.subTest(busy=busy), serving(self.database, self.images) as server:
                if busy:
                    self.answers_in_background(server, sample_data.endless())
                server.process.kill()
                self.assertEqual(server.left_over(patience(2)), [])

    def test_a_server_that_was_killed_does_not_count_as_one_that_is_there(self):
        with serving(self.database, self.images) as server:
            self.assertIn(f":{server.port})", run("info", "--db", self.database).text)
            server.process.kill()
            server.left_over(10)
        self.assertNotIn("in use by", run("info", "--db", self.database).text)
        self.assertSays(run("build", "--db", self.database, "--replace", self.data), 0)


@for_images(1, 2)
class Recovery(Case):
    """A start with a long log: the server listens and reports its progress."""

    LINES = 300_000

    @classmethod
    def prepare(cls):
        cls.database = cls.folder / "recovered"
        data = "".join(f"<http://ex.org/s{n}> <http://ex.org/p{n % 7}> \"{n % 1000}\" .\n" for n in range(cls.LINES))
        with serving(cls.database, cls.images, options=("--create", "--compact-at", "0")) as server:
            answer = request(server, "POST", "/data?default", data, {"Content-Type": "application/n-triples"})
            assert answer.status in (200, 201, 204), answer

    @contextlib.contextmanager
    def starting(self):
        # Another port each time: a server that was killed may still be ending. Below those that the system gives to
        # connections of other tests.
        while True:
            self.port = random.randrange(10_000, 30_000)
            with socket.socket() as free, contextlib.suppress(OSError):
                free.bind(("127.0.0.1", self.port))
                break
        with (open(self.folder / "starting", "w+") as self.said,
              running("serve", "--db", self.database, "--images", self.images, "--port", self.port, "--compact-at", "0",
                      errors=self.said) as self.process):
            yield self.process

    def first_answer(self, path):
        until = time.monotonic() + patience(20)
        while time.monotonic() < until:
            try:
                return request(self, "GET", path)
            except ConnectionRefusedError:
                time.sleep(0.001)
        self.said.seek(0)
        self.fail(f"the server does not listen; status {self.process.poll()}; it said: {self.said.read()}")

    def test_health_and_everything_else_are_503_until_the_server_is_ready(self):
        seen = []
        with self.starting():
            first = self.first_answer("/sparql?query=ASK%7B%7D")
            self.assertEqual(first.status, 503, first)
            self.assertIn("the server is starting", first.text)
            self.assertEqual(first.headers["retry-after"], "1")
            self.assertEqual(self.first_answer("/").status, 503)
            until = time.monotonic() + patience(60)
            while time.monotonic() < until and (not seen or seen[-1].status == 503):
                seen.append(request(self, "GET", "/health"))
            states = [json.loads(answer.text)["status"] for answer in seen]
            self.assertEqual((seen[-1].status, states[-1]), (200, "ok"))
            percents = [int(found[1]) for state in states if (found := re.fullmatch(r"recovering, (\d+) %", state))]
            self.assertGreater(len(set(percents)), 3, states)
            self.assertEqual(percents, sorted(percents))
            self.assertEqual(ask(self, COUNT).number, self.LINES)

    # True if the server was in that state when it got the signal. On a busy machine a state may pass unseen.
    def ends_while(self, wanted):
        with self.starting() as process:
            while wanted not in (answer := self.first_answer("/health")).text and answer.status == 503:
                pass
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(patience(5)), 0)
        return answer.status == 503

    def test_sigterm_ends_it(self):
        for wanted in ("opening the database", "recovering"):
            with self.subTest(wanted):
                self.assertTrue(any(self.ends_while(wanted) for _ in range(20)))
        with serving(self.database, self.images) as server:
            self.assertEqual(ask(server, COUNT).number, self.LINES)


@for_images(1, 2, 4)
class OneDatabase(University):
    def test_it_is_served_by_any_number_of_images_up_to_its_shards(self):
        place = self.folder / "built"
        build(place, self.data, images=self.images)
        for images in (1, 3, 8):
            with self.subTest(images), serving(place, images) as server:
                self.assertEqual(ask(server, COUNT).number, self.quads)

    def test_the_port_that_is_taken_is_told(self):
        other = self.folder / "other"
        build(other, self.data, images=self.images)
        with serving(self.database, self.images) as server:
            ended = run("serve", "--db", other, "--images", self.images, "--port", server.port)
            self.assertSays(ended, 1, str(server.port))
            self.assertEqual(health(server).status, 200)

    def test_a_person_at_a_terminal_is_told_what_to_do(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([PROGRAM, "serve", "--db", self.database, "--images", str(self.images), "--port", "0"],
                                   stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=die_with_the_test)
        self.addCleanup(process.kill)
        os.close(theirs)
        shown, until = b"", time.monotonic() + patience(60)
        while b"Control-C stops the server" not in shown:
            self.assertTrue(select.select([ours], [], [], max(0, until - time.monotonic()))[0], shown)
            shown += os.read(ours, 1 << 12)
        port = re.search(r"on http://127.0.0.1:(\d+)/sparql\r\n", shown.decode())[1]
        self.assertIn(f"quadrille: open http://127.0.0.1:{port}/ in a browser", shown.decode())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(patience(30)), 0)
        with serving(self.database, self.images) as server:
            self.assertNotIn("browser", server.errors)

    def test_a_database_is_written_by_one_server(self):
        with serving(self.database, self.images) as server:
            ended = run("serve", "--db", self.database, "--images", self.images, "--port", 0)
            self.assertSays(ended, 1, "is in use by process")
            self.assertEqual(health(server).status, 200)

    def test_a_build_beside_a_server_leaves_it_its_data(self):
        other = self.folder / "other.nt"
        other.write_text(sample_data.PEOPLE)
        place = self.folder / "replaced"
        build(place, self.data, images=self.images, options=["--replace"])
        with serving(place, self.images) as server:
            replaced = run("build", "--db", place, "--replace", other)
            self.assertIn(replaced.status, (0, 1))
            self.assertEqual(ask(server, COUNT).number, self.quads)
            found = run("query", "--db", place, "--format", "csv", COUNT).text
            self.assertEqual(found, "n\r\n5\r\n" if replaced.status == 0 else f"n\r\n{self.quads}\r\n")


if __name__ == "__main__":
    unittest.main()
