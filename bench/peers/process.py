"""Programs with a bounded life: they end with the object, after their time, and when this program dies.

run(words, log, seconds)             to its end; its output goes to a file; PeerError with its last lines if it fails
with Running(words, log, seconds):   a server; ended by its own process id, SIGTERM first
"""

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

PR_SET_PDEATHSIG = 1
GRACE_SECONDS = 20
libc = ctypes.CDLL(None, use_errno=True)


class PeerError(Exception):
    """An error that the user can correct."""


def die_with_us():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def last_words(log, most=2000):
    with open(log, "rb") as file:
        return file.read()[-most:].decode(errors="replace")


def run(words, log, seconds=600, folder=None, output=None, environment=None):
    """Returns the seconds that it took. `output`: a file for its standard output, unless that goes to the log."""
    began = time.monotonic()
    with open(log, "ab") as log_file, open(output, "wb") if output else contextlib.nullcontext(log_file) as out:
        try:
            ended = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=out, stderr=log_file,
                                   timeout=seconds, cwd=folder, preexec_fn=die_with_us,
                                   env=None if environment is None else {**os.environ, **environment})
        except subprocess.TimeoutExpired:
            raise PeerError(f"{words[0]}: not done in {seconds} s; see {log}") from None
        except OSError as error:
            raise PeerError(f"{words[0]} cannot be started: {error}") from None
    if ended.returncode != 0:
        raise PeerError(f"{' '.join(map(str, words))}: status {ended.returncode}; its output:\n{last_words(log)}")
    return time.monotonic() - began


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Running:
    def __init__(self, words, log, seconds, environment=None, folder=None):
        self.log = log
        with open(log, "wb") as log_file:
            try:
                self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL,
                                                stdout=log_file, stderr=log_file, cwd=folder, preexec_fn=die_with_us,
                                                env={**os.environ, **(environment or {})})
            except OSError as error:
                raise PeerError(f"{words[0]} cannot be started: {error}") from None
        self.alarm = threading.Timer(seconds, self.process.terminate)
        self.alarm.daemon = True
        self.alarm.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.alarm.cancel()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(GRACE_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def await_answer(self, url, seconds=120):
        """Returns when a query there is answered."""
        request = urllib.request.Request(url, b"query=ASK%20%7B%7D",
                                         {"Content-Type": "application/x-www-form-urlencoded"})
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise PeerError(f"the server has ended with status {self.process.returncode}; its output:\n"
                                f"{last_words(self.log)}")
            with contextlib.suppress(OSError, urllib.error.URLError):
                with urllib.request.urlopen(request, timeout=10) as answer:
                    answer.read()
                    return
            time.sleep(0.1)
        raise PeerError(f"{url} does not answer in {seconds} s; see {self.log}")

    def memory_bytes(self):
        """Proportional set size of it and its descendants: memory shared by several processes counts once."""
        return sum(proportional_bytes(pid) for pid in [self.process.pid, *descendants(self.process.pid)])


def proportional_bytes(pid):
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) * 1024
    return 0


def descendants(pid):
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                for child in map(int, file.read().split()):
                    found += [child, *descendants(child)]
    return found
