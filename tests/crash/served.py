"""A server that will be killed: all its processes have a mark in their environment, under any parent."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))

from program import PROGRAM, Process, children_of, die_with_the_test, patience

MARK = "QUADRILLE_CRASH_MARK"
RANK = re.compile(rb"(?:^|\0)(?:PMI_RANK|PMIX_RANK|OMPI_COMM_WORLD_RANK)=(\d+)\0")
ADDRESS = re.compile(r"on http://127\.0\.0\.1:(\d+)/sparql\n")
END_SECONDS = 10    # after a death, for everything
START_SECONDS = 60


class Served:
    def __init__(self, folder, images, options=(), environment=None):
        self.folder = folder
        self.mark = f"{MARK}={uuid.uuid4()}".encode()
        self.errors_file = tempfile.TemporaryFile()
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--db", str(folder), "--port", "0", "--images", str(images),
             *([] if "--read-only" in options else ["--create"]), *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors_file, preexec_fn=die_with_the_test,
            env={**os.environ, **dict([self.mark.decode().split("=")]), **(environment or {})})
        self.port = None
        self.heard = 0  # characters of what it said, up to the address in use

    @property
    def said(self):
        return os.pread(self.errors_file.fileno(), 1 << 20, 0).decode(errors="replace")

    def serves(self):
        """Waits until it serves, at the first call or again, under its supervisor; False if it ends before."""
        until = time.monotonic() + patience(START_SECONDS)
        while time.monotonic() < until:
            if found := ADDRESS.search(self.said, self.heard):
                self.port, self.heard = int(found[1]), found.end()
                return True
            if self.process.poll() is not None:
                return False
            time.sleep(0.01)
        raise AssertionError(f"serve neither serves nor ends:\n{self.said}")

    def processes(self):
        """{process id: its rank, None if it is not an image} of all living processes that have the mark."""
        found = {}
        for entry in os.listdir("/proc"):
            with contextlib.suppress(OSError):
                environment = pathlib.Path("/proc", entry, "environ").read_bytes() if entry.isdigit() else b""
                if self.mark in environment:
                    rank = RANK.search(environment) if os.path.realpath(f"/proc/{entry}/exe") == PROGRAM else None
                    found[int(entry)] = int(rank[1]) if rank else None
        return found

    def images(self):
        """{rank: Process} of the images that live."""
        found = {}
        for pid, rank in self.processes().items():
            with contextlib.suppress(OSError):
                if rank is not None:
                    found[rank] = Process(pid)
        return found or self.only_image()

    def only_image(self):
        """The only image has no rank: it is the process that was started or, under a supervisor, its child. None if it has died."""
        for pid in [*children_of(self.process.pid), self.process.pid]:
            with contextlib.suppress(OSError):
                if os.path.realpath(f"/proc/{pid}/exe") == PROGRAM:
                    return {0: Process(pid)}
        return {}

    def kill_images(self, ranks=None):
        for rank, image in self.images().items():
            if ranks is None or rank in ranks:
                image.kill()
            image.close()

    def kill_all(self, ranks):
        """Kills the existing images of these ranks; all processes if none of these exists yet."""
        found = self.processes()
        for pid in [pid for pid, rank in found.items() if rank in ranks] or found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_between(self):
        """Kills mpiexec and its proxies; all processes if there are none."""
        found = self.processes()
        images = [image.pid for image in self.images().values()]
        for pid in [pid for pid in found if pid not in images and pid != self.process.pid] or found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_launcher(self):
        self.process.kill()

    def left_over(self):
        """The processes that still run END_SECONDS after a death, in words."""
        until = time.monotonic() + patience(END_SECONDS)
        while time.monotonic() < until:
            if self.process.poll() is not None and not self.processes():
                return ""
            time.sleep(0.02)
        names = {}
        for pid in self.processes():
            with contextlib.suppress(OSError):
                names[pid] = pathlib.Path("/proc", str(pid), "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return f"{END_SECONDS} s after the death there still run {names}"

    def stop(self):
        """Ends the server like Control-C; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(patience(30))

    def close(self):
        """Ends the remaining processes in any case."""
        if self.errors_file.closed:
            return
        for _ in range(3):
            for pid in [*self.processes(), self.process.pid]:
                if self.process.poll() is None or pid != self.process.pid:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
            self.process.wait()
            if not self.processes():
                break
        self.errors_file.close()
