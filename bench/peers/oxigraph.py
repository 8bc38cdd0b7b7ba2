"""Oxigraph, from the Python package `oxigraph`, which includes its server.

`oxigraph load`, then `oxigraph optimize`, as its documentation advises before many reads; served read-only. It has no
option for memory: RocksDB's cache and the system's page cache have their defaults. A query that takes longer than
TIMEOUT ends with an error, so that it does not run on beside the next ones.
"""

import subprocess
import sys

from peer import Peer
from process import PeerError, Running, run

TIMEOUT = 30  # seconds


class Oxigraph(Peer):
    name = "Oxigraph"
    path = "/query"
    configuration = "loaded with `oxigraph load`, then `oxigraph optimize`; `serve-read-only --timeout-s 30`; everything else as it comes"
    program = None  # one that is there already

    def install(self):
        if self.program is None and not (self.home / "bin/oxigraph").exists():
            run([sys.executable, "-m", "venv", self.home], self.log("install"))
            run([self.home / "bin/pip", "install", "--quiet", "oxigraph"], self.log("install"))

    @property
    def words(self):
        return self.program or str(self.home / "bin/oxigraph")

    def version(self):
        try:
            return subprocess.run([self.words, "--version"], capture_output=True, text=True, timeout=60,
                                  check=True).stdout.strip()
        except (OSError, subprocess.SubprocessError) as error:
            raise PeerError(f"{self.words} does not run: {error}") from None

    def load_into(self, folder, data):
        database = folder / "db"
        seconds = run([self.words, "load", "--location", database, "--file", data], self.log("load"), self.seconds)
        return seconds + run([self.words, "optimize", "--location", database], self.log("load"), self.seconds)

    def serve(self, folder, port):
        return Running([self.words, "serve-read-only", "--location", folder / "db", "--bind", f"127.0.0.1:{port}",
                        "--timeout-s", TIMEOUT], self.log("serve"), self.seconds)
