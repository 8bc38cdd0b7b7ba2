#!/usr/bin/env python3
"""Messages to systemd (sd_notify): a server with a socket of the test in NOTIFY_SOCKET, with and without a launcher."""

import os
import pathlib
import re
import signal
import socket
import struct
import sys
import time
import unittest

import sample_data
from program import Case, build, for_images, patience, run, serving


class Manager:
    """A socket like that of systemd: receives lines with the id of the process that has sent each."""

    def __init__(self, name):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.socket.bind(name if name[0] == "/" else "\0" + name[1:])
        self.environment = {"NOTIFY_SOCKET": name}
        self.received = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def wait_for(self, line, seconds=30):
        until = time.monotonic() + patience(seconds)
        while all(line != its for its, _ in self.received):
            self.socket.settimeout(max(0.01, until - time.monotonic()))
            data, ancillary, _, _ = self.socket.recvmsg(4096, socket.CMSG_SPACE(struct.calcsize("3i")))
            self.received.append((data.decode(), struct.unpack("3i", ancillary[0][2])[0]))

    def lines(self):
        return [line for line, _ in self.received]

    def senders(self):
        return {pid for _, pid in self.received}


class Notified(Case):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "data.nq"
        cls.data.write_text(sample_data.PEOPLE)
        cls.database = cls.folder / "db"
        build(cls.database, cls.data)

    def names(self):
        return [str(self.folder / f"socket-{self.id().split('.')[-2]}"), f"@quadrille-test-{os.getpid()}-{self.id()}"[:100]]


@for_images(1, 2, 3)
class Serve(Notified):
    options = ()

    def test_ready_when_it_serves_and_stopping_at_the_end(self):
        for name in self.names():
            with Manager(name) as manager:
                with serving(self.database, self.images, options=self.options, environment=manager.environment) as server:
                    manager.wait_for("READY=1")
                    self.assertEqual(run("ping", "--port", server.port).status, 0)
                    self.assertNotIn("STOPPING=1", manager.lines())
                    server.stop()
                    manager.wait_for("STOPPING=1")
                    # systemd accepts messages of the process that it has started.
                    self.assertEqual(manager.senders(), {server.process.pid})
                lines = manager.lines()
                self.assertEqual(lines[0], "STATUS=opening the database")
                self.assertRegex(lines[1], rf"^STATUS=serving {re.escape(str(self.database))} on port \d+$")
                self.assertEqual(lines[2:], ["READY=1", "STOPPING=1"])

    def test_a_socket_without_a_listener_does_not_matter(self):
        for name in ("/nowhere/socket", "@nobody", "relative", "/" + "x" * 200):
            with serving(self.database, self.images, options=self.options, environment={"NOTIFY_SOCKET": name}) as server:
                self.assertEqual(server.stop()[0], 0)


class Restarted(Notified):
    def test_a_death_shows_as_a_status_and_the_new_images_are_ready_again(self):
        with Manager(self.names()[1]) as manager:
            with serving(self.database, 2, options=("--restart",), environment=manager.environment) as server:
                manager.wait_for("READY=1")
                manager.received.clear()
                server.images()[1].kill()
                manager.wait_for("READY=1")
                self.assertIn("STATUS=restarting, because a process has died", manager.lines())
                self.assertNotIn("STOPPING=1", manager.lines())
                self.assertEqual(manager.senders(), {server.process.pid})


UNIT = pathlib.Path(__file__).parents[2] / "packages/debian/quadrille.service"
# As MemoryDenyWriteExecute does; 77: this kernel (before 6.3) cannot.
WITHOUT_NEW_CODE = """
import ctypes, os, sys
PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN = 65, 1
if ctypes.CDLL(None).prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) != 0:
    sys.exit(77)
os.execvp(sys.argv[1], sys.argv[1:])
"""


@for_images(1, 2)
class Confined(Notified):
    def test_no_complaint_that_memory_cannot_become_code(self):
        environment = dict(setting.split("=", 1) for line in UNIT.read_text().splitlines()
                           if line.startswith("Environment=") for setting in line.split("=", 1)[1].split())
        ended = run("query", "--db", self.database, "--images", self.images, "ASK {}", environment=environment,
                    wrapper=(sys.executable, "-c", WITHOUT_NEW_CODE))
        if ended.status == 77:
            self.skipTest("this kernel cannot refuse new code")
        self.assertEqual((ended.status, ended.output, ended.errors), (0, b"true\n", ""))


class OtherCommands(Notified):
    def test_only_serve_sends_messages(self):
        with Manager(self.names()[1]) as manager:
            self.assertEqual(run("query", "--db", self.database, "ASK {}", environment=manager.environment).status, 0)
            self.assertEqual(run("dump", "--db", self.database, environment=manager.environment).status, 0)
            manager.socket.setblocking(False)
            self.assertRaises(BlockingIOError, manager.socket.recv, 4096)


if __name__ == "__main__":
    unittest.main()
