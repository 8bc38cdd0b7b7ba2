#!/usr/bin/env python3
"""The processes of one command: if one of them is killed, all end; none listens on the network; many words.

Images of one host are started by the launcher itself, or by mpiexec (QUADRILLE_MPIEXEC): both are tested.
"""

import concurrent.futures
import contextlib
import ipaddress
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import unittest
from dataclasses import dataclass

import sample_data
from program import IS_MPICH, Case, Process, Server, build, children_of, patience, run, running, serving
from sparql_client import ask

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
MPIEXEC = shutil.which("mpiexec.mpich" if IS_MPICH else "mpiexec.openmpi") or shutil.which("mpiexec")
AT_ONCE = 4
END_SECONDS = 10
# UCX says this, in one line, if an image was about to read a message of one that has been killed.
LOST_MESSAGE = re.compile(r"\[.*process_vm_readv.* No such process")


@dataclass(frozen=True)
class Layout:
    """The options with which a server is started."""
    images: int
    group_size: int = 0  # 0: one group
    by_mpiexec: bool = False
    restart: bool = False

    def environment(self):
        set_here = {"QUADRILLE_GROUP_SIZE": str(self.group_size)} if self.group_size else {}
        return {**set_here, **({"QUADRILLE_MPIEXEC": MPIEXEC} if self.by_mpiexec else {})}

    def start(self, database):
        return Server(database, self.images, ["--restart"] if self.restart else [], self.environment())


LAYOUTS = [Layout(1), Layout(2), Layout(2, 1), Layout(2, by_mpiexec=True), Layout(2, 1, by_mpiexec=True)]


def processes_of(server):
    """The command's process and all its descendants, always in the same order: [(name, id)]."""
    found = [server.process.pid, *children_of(server.process.pid)]
    numbers = {image.pid: number for number, image in server.images().items()}
    named = []
    for pid in found:
        with contextlib.suppress(OSError):
            name = pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
            role = "launcher" if pid == server.process.pid else f"image {numbers[pid]}" if pid in numbers else name
            named.append((role, pid))
    return sorted(named)


def listening(pids):
    """The TCP addresses on which these processes listen: {(address, port)}."""
    lines = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=True).stdout.splitlines()
    found = set()
    for line in lines:
        if pids & {int(pid) for pid in re.findall(r"pid=(\d+)", line)}:
            address, _, port = line.split()[3].rpartition(":")
            found.add((address.strip("[]"), int(port)))
    return found


class University(Case):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "university.nt"
        sample_data.write_university(cls.data)
        cls.quads = len(set(cls.data.read_text().splitlines()))
        cls.database = cls.folder / "university"
        build(cls.database, cls.data, images=2)

    def answers_in_background(self, server):
        """A query that never ends, although its connection may end."""
        def work():
            with contextlib.suppress(OSError, Exception):
                ask(server, sample_data.endless())
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.3)


class Deaths(University):
    """Several servers at once, each with a copy of the database."""

    def kill_one(self, layout, busy, role, copy):
        """None if everything ended as expected, else the fault."""
        server = layout.start(copy)
        tree = [(name, Process(pid)) for name, pid in processes_of(server)]
        try:
            if busy:
                self.answers_in_background(server)
            began = time.monotonic()
            dict(tree)[role].kill()
            limit = patience(END_SECONDS)
            status = server.wait(limit)
            left = [name for name, process in tree if not process.wait(max(0.0, began + limit - time.monotonic()))]
            said = [line for line in server.errors.splitlines() if " serving " not in line and not LOST_MESSAGE.match(line)]
            if left or status in (None, 0):
                return f"status {status}, still there: {left}\n{server.errors}"
            if role != "launcher" and len(said) != 1 or role == "launcher" and said not in ([], ["quadrille: shutting down"]):
                return f"it said\n{server.errors}"
        finally:
            for _, process in tree:
                process.kill()
                process.close()
            server.end()
        return self.start_again(layout, copy)

    def start_again(self, layout, copy):
        again = layout.start(copy)
        try:
            return None if ask(again, COUNT).number == self.quads else "another answer after the next start"
        finally:
            again.end()

    def test_whichever_process_is_killed_all_end_and_the_next_start_succeeds(self):
        cases = []
        for layout in [*LAYOUTS, Layout(1, restart=True), Layout(2, 1, restart=True)]:
            server = layout.start(self.database)
            roles = [role for role, _ in processes_of(server)]
            server.end()
            self.assertEqual(len(roles), len(set(roles)))
            if layout.restart:
                roles = ["launcher"]  # an image that dies is started again: supervisor_test.cpp
            cases += [(layout, busy, role) for role in roles for busy in (False, True)]
        self.assertGreaterEqual(len(cases), 2 * (1 + 3 + 3 + 1 + 1))
        copies = [self.folder / f"copy{number}" for number in range(AT_ONCE)]
        for copy in copies:
            shutil.copytree(self.database, copy)

        def work(case):
            copy = copies.pop()
            try:
                return self.kill_one(*case, copy)
            finally:
                copies.append(copy)

        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for (layout, busy, role), wrong in zip(cases, pool.map(work, cases)):
                with self.subTest(layout=layout, busy=busy, killed=role):
                    self.assertIsNone(wrong, wrong)

    def test_a_process_that_is_killed_while_the_others_start(self):
        dice = random.Random(1)
        for number in range(12):
            layout = LAYOUTS[1 + number % 4]
            after = dice.uniform(0.01, 0.25)
            with self.subTest(layout=layout, after=after):
                words = ["query", "--db", self.database, "--images", 2, COUNT]
                with running(*words, environment=layout.environment()) as process:
                    time.sleep(after)
                    below = sorted(children_of(process.pid))
                    if below:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(dice.choice(below), signal.SIGKILL)
                    self.assertIsNotNone(process.wait(patience(END_SECONDS)))
                    self.assertEqual(children_of(process.pid), [])


class Pauses(University):
    # As a machine that sleeps: for longer than another group may be silent.
    def test_a_server_that_was_suspended_goes_on(self):
        silence = {"QUADRILLE_GROUP_SIZE": "1", "QUADRILLE_SILENCE_SECONDS": "4"}
        with serving(self.database, 2, environment=silence) as server:
            processes = [process for _, process in processes_of(server)]
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            time.sleep(6)
            for process in processes:
                os.kill(process, signal.SIGCONT)
            time.sleep(1)
            self.assertEqual(ask(server, COUNT).number, self.quads)


@unittest.skipUnless(shutil.which("ss"), "there is no program ss here")
class Ports(University):
    @unittest.skipUnless(IS_MPICH, "mpiexec of Open MPI listens: docs/open-mpi.md")
    def test_on_one_host_all_ports_are_of_the_loopback(self):
        for layout in [layout for layout in LAYOUTS if not layout.by_mpiexec]:
            with self.subTest(layout=layout):
                server = layout.start(self.database)
                try:
                    self.assertEqual(ask(server, COUNT).number, self.quads)
                    addresses = listening({pid for _, pid in processes_of(server)})
                    self.assertIn(server.port, [port for _, port in addresses])
                    self.assertEqual([address for address, _ in addresses if not ipaddress.ip_address(address).is_loopback],
                                     [])
                finally:
                    server.end()

    @unittest.skipUnless(IS_MPICH, "mpiexec of Open MPI listens: docs/open-mpi.md")
    def test_so_it_is_with_hosts_that_are_this_one(self):
        server = Server(self.database, 2, ["--hosts", f"{socket.gethostname()}:2"])
        try:
            addresses = listening({pid for _, pid in processes_of(server)})
            self.assertEqual({address for address, _ in addresses}, {"127.0.0.1"})
        finally:
            server.end()

    def send_by_strangers(self, ports):
        for port in ports:
            for sent in (b"", b"GET / HTTP/1.0\r\n\r\n", b"\0" * 64, random.Random(1).randbytes(100_000), b"\xff" * 3):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.5) as stranger:
                    stranger.sendall(sent)
                    time.sleep(0.05)

    def test_bytes_of_strangers_do_not_end_it(self):
        for layout in LAYOUTS:
            with self.subTest(layout=layout):
                server = layout.start(self.database)
                try:
                    pids = {pid for _, pid in processes_of(server)}
                    self.send_by_strangers([port for _, port in listening(pids)])
                    self.assertEqual(ask(server, COUNT).number, self.quads)
                    self.assertEqual({pid for _, pid in processes_of(server)}, pids)
                    self.assertEqual(server.stop()[0], 0, server.errors)
                finally:
                    server.end()


class Hosts(University):
    """Other hosts, reached by a fake ssh; tests/hosts has real ones."""

    def shell(self, script):
        path = self.folder / "false-ssh"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o700)
        return {"HYDRA_LAUNCHER_EXEC": str(path), "OMPI_MCA_plm_rsh_agent": str(path)}

    def test_a_host_that_ssh_does_not_reach_is_told_at_once_in_its_words(self):
        for words in ("Could not resolve hostname elsewhere: Name or service not known",
                      "connect to host elsewhere port 22: Connection refused"):
            for hosts in (f"{socket.gethostname()},elsewhere", "elsewhere:2"):
                with self.subTest(words=words, hosts=hosts):
                    ended = run("query", "--db", self.database, "--hosts", hosts, COUNT,
                                environment=self.shell(f"echo 'ssh: {words}' >&2; exit 255"))
                    self.assertSays(ended, 2, words, "elsewhere be reached?")
                    self.assertEqual(ended.errors.count("quadrille: "), 1, ended.errors)
                    self.assertLess(ended.seconds, patience(5))


class ManyWords(Case):
    def test_thirty_thousand_files(self):
        files = self.folder / "files"
        files.mkdir()
        names = [f"statement-{number:05}.nt" for number in range(30_000)]
        for number, name in enumerate(names):
            (files / name).write_text(f"<http://ex.org/{number}> <http://ex.org/p> <http://ex.org/o> .\n")
        for layout in (Layout(2), Layout(2, by_mpiexec=True)):
            with self.subTest(layout=layout):
                place = self.folder / f"db-{layout.by_mpiexec}"
                words = ["build", "--db", place, "--images", 2]
                built = run(*words, *names, folder=files, environment=layout.environment())
                if not IS_MPICH:
                    self.assertSays(built, 1, "Open MPI starts images with at most 120000; name folders")
                    built = run(*words, ".", folder=files, environment=layout.environment())
                self.assertSays(built, 0)
                self.assertIn("quads            30000 ", run("info", "--db", place).text)


if __name__ == "__main__":
    unittest.main()
