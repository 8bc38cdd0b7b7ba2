"""The `quadrille` program as a user runs it: runs commands, starts servers, lists their processes.

run("info", "--db", folder)          -> Ended(status, output, errors)
with serving(folder, images=2) as server:
    server.port, server.images()     -> the processes of its images, by number

QUADRILLE names the program. Started processes end with the test: at the end of their `with`, after
LONGEST_LIFE_SECONDS, and when the test itself dies.
"""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from dataclasses import dataclass

from credential import authorization
from transport import SCHEME, serve_options, tls_context

PROGRAM = os.path.realpath(
    os.environ.get("QUADRILLE") or pathlib.Path(__file__).parents[2] / "build/release/bin/quadrille")
if not os.access(PROGRAM, os.X_OK):
    sys.exit(f"{PROGRAM} is missing: build it, or name it by QUADRILLE=")

LONGEST_LIFE_SECONDS = 120
NEWEST_FORMAT = 3  # of databases: quadstore/manifest.hpp
IS_MPICH = b"libmpich" in pathlib.Path(PROGRAM).read_bytes()  # or Open MPI
LISTENER = os.environ.get("QUADRILLE_TEST_LISTENER")  # tests talk to the listener of this group
PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None, use_errno=True)


def die_with_the_test():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def patience(seconds):
    """The time that `seconds` of an idle machine take on this machine now."""
    words = pathlib.Path("/proc/loadavg").read_text().split()  # the load of the last minute first, "running/all threads" fourth
    load = max(float(words[0]), float(words[3].split("/")[0]))
    return seconds * min(8.0, max(1.0, load / os.cpu_count()))


@dataclass
class Ended:
    status: int
    output: bytes
    errors: str
    seconds: float

    @property
    def text(self):
        return self.output.decode()

    @property
    def lines(self):
        return self.text.splitlines()


@contextlib.contextmanager
def running(*words, environment=None, errors=subprocess.DEVNULL):
    """The process of `quadrille words...`, with a pipe to its standard input that stays open; it ends with the block."""
    process = subprocess.Popen([PROGRAM, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=errors, preexec_fn=die_with_the_test,
                               env={**os.environ, **(environment or {})})
    try:
        yield process
    finally:
        children = []
        for pid in children_of(process.pid):
            with contextlib.suppress(OSError):
                children.append(Process(pid))
        for child in children:
            child.kill()
        process.kill()
        process.wait()
        for child in children:
            child.wait(60)  # until then an image holds the lock of the database
            child.close()
        process.stdin.close()


def run(*words, given=b"", environment=None, timeout=LONGEST_LIFE_SECONDS, wrapper=(), folder=None):
    """Runs `quadrille words...` to its end. `given` is its standard input, from a pipe. `wrapper` goes before it."""
    began = time.monotonic()
    process = subprocess.Popen([*wrapper, PROGRAM, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, preexec_fn=die_with_the_test, cwd=folder,
                               env={**os.environ, **(environment or {})})
    try:
        output, errors = process.communicate(given, timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        _, errors = process.communicate()
        raise AssertionError(f"quadrille {' '.join(map(str, words))}: no end after {timeout} s; it said\n"
                             f"{errors.decode(errors='replace')}") from None
    return Ended(process.returncode, output, errors.decode(errors="replace"), time.monotonic() - began)


def build(folder, *inputs, images=1, options=(), given=b""):
    """Builds a database, and fails if that fails."""
    built = run("build", "--db", folder, "--images", images, *options, *inputs, given=given)
    assert built.status == 0, f"build: status {built.status}\n{built.errors}"
    return built


# --- processes ---


class Process:
    """One process while it lives; a later process with the same id is not mistaken for it."""

    def __init__(self, pid):
        self.pid = pid
        self.descriptor = os.pidfd_open(pid)

    def is_alive(self):
        return not select.select([self.descriptor], [], [], 0)[0]

    def wait(self, seconds):
        return bool(select.select([self.descriptor], [], [], seconds)[0])

    def kill(self, number=signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.descriptor, number)

    def close(self):
        os.close(self.descriptor)


def children_of(pid):
    """Ids of the living descendants of a process."""
    parents = {}
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError):
            fields = pathlib.Path("/proc", str(int(entry)), "stat").read_text().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(entry))
    found, ahead = [], [pid]
    while ahead:
        below = parents.get(ahead.pop(), [])
        found += below
        ahead += below
    return found


def images_of(pid):
    """{number of the image: Process} of a running quadrille."""
    found = {}
    for child in children_of(pid):
        with contextlib.suppress(OSError):
            if os.path.realpath(f"/proc/{child}/exe") != PROGRAM:
                continue
            environment = pathlib.Path(f"/proc/{child}/environ").read_bytes()
            rank = re.search(rb"(?:^|\0)(?:PMI_RANK|PMIX_RANK|OMPI_COMM_WORLD_RANK)=(\d+)\0", environment)
            if rank:
                found[int(rank[1])] = Process(child)
    return found or {0: Process(pid)}


def shared_memory_of(pid):
    """The files in /dev/shm and System V segments that a process has in its memory."""
    found = set()
    for line in pathlib.Path("/proc", str(pid), "maps").read_text().splitlines():
        if file := re.search(r"/dev/shm/(\S+)", line):
            found.add(file[1])
        elif "/SYSV" in line:
            found.add(f"System V {line.split()[4]}")
    return found


def all_shared_memory():
    names, *segments = [line.split() for line in pathlib.Path("/proc/sysvipc/shm").read_text().splitlines()]
    return set(os.listdir("/dev/shm")) | {f"System V {segment[names.index('shmid')]}" for segment in segments}


# --- servers ---


class Server:
    def __init__(self, folder, images=1, options=(), environment=None, wrapper=(), life=LONGEST_LIFE_SECONDS):
        self.folder = folder
        self.errors_file = tempfile.TemporaryFile()
        self.seen = {}
        began = time.monotonic()
        words = ["serve", "--db", str(folder), "--port", "0", "--images", str(images), *serve_options(), *map(str, options)]
        if LISTENER:
            words += ["--listen", "all"]
        self.process = subprocess.Popen([*wrapper, PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=self.errors_file, preexec_fn=die_with_the_test,
                                        env={**os.environ, **(environment or {})})
        self.bound = threading.Timer(life, self.process.kill)
        self.bound.daemon = True
        self.bound.start()
        self.port = self.first_port = self._wait_for_port()
        if LISTENER:
            self.port = self.listeners().get(int(LISTENER), self.port)
        self.seconds_to_start = time.monotonic() - began
        self.seen = images_of(self.process.pid)

    def _wait_for_port(self):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            found = re.search(r"on https?://[^/\s]*:(\d+)/sparql[\n\"]", self.errors)
            if found:
                return int(found[1])
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        self.end()
        raise AssertionError(f"serve did not start (status {self.process.returncode}):\n{self.errors}")

    @property
    def errors(self):
        if not self.errors_file.closed:
            size = os.fstat(self.errors_file.fileno()).st_size
            self.said = os.pread(self.errors_file.fileno(), size, 0).decode(errors="replace")
        return self.said

    @property
    def authorization(self):
        """The header for administration."""
        return authorization(self.folder, self.first_port)

    def images(self):
        return self.seen

    def listeners(self):
        """{group: port}"""
        with urllib.request.urlopen(f"{SCHEME}://127.0.0.1:{self.port}/health", context=tls_context()) as answer:
            return {its["group"]: its["port"] for its in json.load(answer)["listeners"]}

    def stop(self, number=signal.SIGTERM, seconds=30):
        """Sends the signal to the process that the user sees; returns its exit status, and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(number)
        return self.wait(seconds), time.monotonic() - began

    def wait(self, seconds):
        """The exit status, or None if it still runs after `seconds`."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def shared_memory(self):
        return set().union(*(shared_memory_of(image.pid) for image in self.images().values()))

    def left_over(self, seconds=0):
        """The images that still run after `seconds`."""
        until = time.monotonic() + seconds
        return [number for number, image in self.seen.items() if not image.wait(max(0, until - time.monotonic()))]

    def end(self):
        self.bound.cancel()
        all_below = list(self.seen.values())
        if self.process.poll() is None:  # its images, too, if it starts them again when they die
            for child in children_of(self.process.pid):
                with contextlib.suppress(OSError):
                    all_below.append(Process(child))
        for one in self.seen.values():
            one.kill()
        self.process.kill()
        self.process.wait()
        for one in all_below:
            one.kill()
            one.wait(60)  # until then it holds the lock of the database
            one.close()
        self.errors  # the last words
        self.errors_file.close()


@contextlib.contextmanager
def serving(folder, images=1, **options):
    server = Server(folder, images, **options)
    try:
        yield server
    finally:
        server.end()


# --- tests for several numbers of images ---


def for_images(*numbers):
    """Makes one class of tests for each number of images, self.images, from a class of tests.

    More than two images are for `./test --all`; other runs have them only in groups, as three. Classes with at most two
    images are about the server around the engine: other runs have only the larger number of them. QUADRILLE_TEST_IMAGES
    selects one number for the classes that have it, and more than two for those that have any such number.
    """
    wanted = int(os.environ.get("QUADRILLE_TEST_IMAGES", 0))
    if wanted:
        numbers = [wanted] if wanted in numbers or max(numbers) > 2 < wanted else []
    elif "QUADRILLE_TEST_ALL" not in os.environ:
        numbers = [number for number in numbers if number <= 2] if max(numbers) > 2 else [max(numbers)]

    def multiply(case):
        module = sys.modules[case.__module__]
        for number in numbers:
            name = f"{case.__name__}On{number}Image{'s' if number > 1 else ''}"
            setattr(module, name, type(name, (case,), {"images": number, "__module__": case.__module__}))

    return multiply


class Case(unittest.TestCase):
    """A test case with a folder for all its tests."""

    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-commands-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.prepare()

    @classmethod
    def prepare(cls):
        """Prepares the data of all tests of the class."""

    def assertSays(self, ended, status, *parts):
        """Checks the status, and that the parts occur in standard error, on any line."""
        self.assertEqual(ended.status, status, ended.errors)
        for part in parts:
            self.assertIn(part, ended.errors)
