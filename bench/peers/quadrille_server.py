"""Quadrille itself, with the interface of a peer: a database of the same data, served in one of several configurations."""

import http.client
import pathlib
import sys

from process import Running, free_port, run

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "changes"))
from changed_data import as_updates, write_changed  # noqa: E402


class QuadrilleServer:
    """`groups`: one image each, which exchange messages like hosts. `changed`: the share of quads that updates have changed."""

    path = "/sparql?timeout=3600"

    def __init__(self, program, place, images=1, groups=1, changed=0.0, seconds=7200):
        self.program = pathlib.Path(program).resolve()
        self.place = pathlib.Path(place)
        self.images, self.groups, self.changed, self.seconds = max(images, groups), groups, changed, seconds
        self.name = f"Quadrille, {images} image{'s' if images > 1 else ''}"
        if groups > 1:
            self.name = f"Quadrille, {groups} groups"
        if changed:
            self.name = f"Quadrille, {100 * changed:g} % changed"
        self.configuration = f"`quadrille serve --images {self.images} --read-only`"
        if groups > 1:
            self.configuration += " with `QUADRILLE_GROUP_SIZE=1`: a group of images each, like hosts"
        if changed:
            self.configuration += f", after updates that changed {100 * changed:g} % of the quads and were not compacted"

    def prepare(self, database, data):
        """The database to serve; another one, if updates have to change it first."""
        if not self.changed:
            return database
        made = self.place / f"changed-{self.changed:g}-{pathlib.Path(database).resolve().name}"
        other = self.place / "changed.nt"
        inserts, deletes = write_changed(data, self.changed, other)
        log = self.place / "changed.log"
        run([self.program, "build", "--db", made, "--replace", "--images", self.images, other], log)
        other.unlink()
        port = free_port()
        with Running([self.program, "serve", "--db", made, "--port", port, "--compact-at", 0], log, self.seconds) as server:
            server.await_answer(f"http://127.0.0.1:{port}/sparql")
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
            for text in as_updates(inserts, deletes):
                connection.request("POST", "/sparql", text.encode(), {"Content-Type": "application/sparql-update"})
                answer = connection.getresponse()
                said = answer.read()
                if answer.status >= 300:
                    raise RuntimeError(f"update: {answer.status} {said[:300]!r}")
        return made

    def serving(self, database, port):
        log = self.place / f"quadrille-{self.images}-{self.groups}-{self.changed:g}-serve.log"
        server = Running([self.program, "serve", "--db", database, "--images", self.images, "--port", port, "--read-only"],
                         log, self.seconds, {"QUADRILLE_GROUP_SIZE": "1"} if self.groups > 1 else None)
        try:
            server.await_answer(f"http://127.0.0.1:{port}/sparql")
        except BaseException:
            server.stop()
            raise
        return server
