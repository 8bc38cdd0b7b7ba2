"""Servers for notebooks and tests, which end with the Python process."""

import atexit
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import IO, Optional, Sequence, Union

from .connection import Connection
from .errors import QuadrilleError
from .executable import environment, program
from .transport import Address, Transport

ADDRESS = re.compile(r" on (http://\S+)/sparql\s")
SECONDS_TO_END = 30


class Server(Connection):
    """A connection to a server of its own. close() ends the server; so does the end of the Python process, even a sudden one.

    serve() makes it.
    """

    def __init__(self, words: Sequence[str], timeout: float, temporary: Optional[str]) -> None:
        self._temporary = temporary
        self._log = tempfile.TemporaryFile()
        # A session of its own: Control-C is for the Python process alone.
        command = [sys.executable, "-I", "-S", str(pathlib.Path(__file__).with_name("watcher.py")), program(), *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=self._log,
                                         env=environment(), start_new_session=True)
        atexit.register(self.close)
        try:
            url = self._wait_for_address(timeout)
        except BaseException:
            self._end()
            raise
        super().__init__(Transport(Address(url, None), {}, None))

    def _wait_for_address(self, timeout: float) -> str:
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            found = ADDRESS.search(self.log)
            if found:
                return found[1]
            if self._process.poll() is not None:
                raise QuadrilleError(f"the server has not started:\n{self.log.strip()}")
            time.sleep(0.02)
        raise QuadrilleError(f"the server does not answer after {timeout:g} s:\n{self.log.strip()}")

    @property
    def log(self) -> str:
        """The messages of the server."""
        return os.pread(self._log.fileno(), os.fstat(self._log.fileno()).st_size, 0).decode(errors="replace")

    def close(self) -> None:
        """Ends the server, and removes its database if serve() has made a temporary one."""
        if not self._log.closed:
            super().close()
            self._end()

    def _end(self) -> None:
        atexit.unregister(self.close)
        pipe: Optional[IO[bytes]] = self._process.stdin
        if pipe:
            pipe.close()  # the watcher ends the server
        self._process.wait()
        self._log.close()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)


def serve(path: Union[str, "os.PathLike[str]", None] = None, images: int = 1, create: bool = False,
          options: Sequence[object] = (), timeout: float = 60) -> Server:
    """Starts a server on a free port of this machine, for this process alone, and connects to it.

        with quadrille.serve("people.db", create=True) as db:
            db.load("people.ttl")

    path      the folder of a database; None: a new temporary database, which is removed with the server
    images    the number of processes
    create    make an empty database if there is none
    options   further words for `quadrille serve`, such as ["--memory", "2G"]; not those for TLS and accounts, because nobody else
              uses the server
    timeout   how many seconds the server may take until it answers
    """
    temporary = tempfile.mkdtemp(prefix="quadrille-") if path is None else None
    folder = os.path.join(temporary, "database") if temporary else os.fspath(path or "")
    if not (create or temporary) and not os.path.isdir(folder):
        raise FileNotFoundError(f"there is no database {folder!r}; `quadrille build` makes it from files, and serve(..., "
                                "create=True) an empty one")
    words = ["serve", "--db", folder, "--host", "127.0.0.1", "--port", "0", "--images", str(images), *map(str, options)]
    try:
        return Server([*words, "--create"] if create or temporary else words, timeout, temporary)
    except BaseException:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)
        raise
