"""The interface of every peer: install, load, serve. A peer is a class with these methods; the comment of its module describes its configuration.

    place/                  a folder that stays between runs
      oxigraph/             program            install(): once
      oxigraph-lubm100/     database           load(): once for each file; loaded.json has its name and the time
"""

import json
import os
import pathlib
import shutil

from process import PeerError


class Peer:
    name = ""              # what tables call it
    path = "/sparql"       # of its endpoint; with "#form" if it does not take a query as the body of a request
    configuration = ""     # in words, for readers of the table

    def __init__(self, place, memory_bytes, seconds=7200):
        """`memory_bytes`: the memory of the peer, if it has such a setting; `seconds`: the limit of each program."""
        self.place = pathlib.Path(place).resolve()
        self.memory_bytes = memory_bytes
        self.seconds = seconds
        self.place.mkdir(parents=True, exist_ok=True)

    def install(self):
        """Installs the program by a package registry's own client, unless it is installed. PeerError if that fails."""
        raise NotImplementedError

    def version(self):
        raise NotImplementedError

    def load_into(self, folder, data):
        """Loads N-Triples into the new folder."""
        raise NotImplementedError

    def serve(self, folder, port):
        """A Running server, read-only on 127.0.0.1; it need not answer yet."""
        raise NotImplementedError

    @property
    def home(self):
        return self.place / self.name.lower()

    def log(self, what):
        return self.place / f"{self.name.lower()}-{what}.log"

    def load(self, label, data):
        """The folder and the record of the load; loads unless this file has been loaded."""
        folder = self.place / f"{self.name.lower()}-{label}"
        known = folder / "loaded.json"
        file = os.stat(data)
        key = [str(pathlib.Path(data).resolve()), file.st_size, int(file.st_mtime), self.version()]
        if known.exists():
            record = json.loads(known.read_text())
            if record["of"] == key:
                return folder, record
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        seconds = self.load_into(folder, pathlib.Path(data).resolve())
        record = {"of": key, "seconds": seconds, "disk_bytes": bytes_below(folder)}
        known.write_text(json.dumps(record))
        return folder, record

    def serving(self, folder, port):
        server = self.serve(folder, port)
        try:
            server.await_answer(f"http://127.0.0.1:{port}{self.path.split('#')[0]}")
        except PeerError:
            server.stop()
            raise
        return server


def bytes_below(folder):
    return sum(os.stat(os.path.join(where, name)).st_blocks * 512
               for where, _, names in os.walk(folder) for name in names)
