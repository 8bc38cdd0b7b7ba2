"""The two servers: one whose users have rights on graphs, and one with a database for each set of readable graphs.

    ours = Ours(images, group_size, options); ours.admit(users); ours.load(world)
    ours.client(user).request("GET", "/data", headers=...) -> Answer
    theirs = Oracle(options); theirs.load("name", lines); theirs.client.request("GET", "/name/data") -> Answer
"""

import http.client
import json
import pathlib
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass

sys.path.append(str(pathlib.Path(__file__).parents[2] / "crash"))

from served import Served
from credential import authorization
from program import run
from terms import BASE
from users import DATABASE, TWIN, accounts

SECONDS = 5       # the time limit of a request
IDLE_SECONDS = 5  # a connection is opened again after so long; the server closes it after some time
N_QUADS = "application/n-quads"
PREFIX_MARK = "hiddenprefix"  # in the prefixes of the files of which the database was built


class ServerDied(Exception):
    pass


@dataclass(frozen=True)
class Answer:
    status: int
    head: str  # names and values of the headers
    body: bytes

    def is_good(self):
        return 200 <= self.status < 300

    def took_too_long(self):
        return self.status in (503, 507)

    def header(self, name):
        for line in self.head.splitlines():
            if line.lower().startswith(name.lower() + ":"):
                return line.partition(":")[2].strip()
        return None

    def text(self):
        return f"status {self.status}: {self.body.decode(errors='replace').strip()}"


class Client:
    """A connection to a listener. `credential`: the header Authorization of its requests."""

    def __init__(self, port, credential=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.credential = credential
        self.last = 0

    def send(self, method, path, body=None, headers=None, credential=None):
        before, self.last = self.last, time.monotonic()
        if self.last - before > IDLE_SECONDS:
            self.connection.close()
        try:
            self.connection.request(method, path, body, {"Authorization": credential or self.credential, **(headers or {})})
        except (OSError, http.client.HTTPException) as error:
            raise ServerDied(f"{method} {path}: {error!r}") from error

    def receive(self):
        try:
            answer = self.connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise ServerDied(repr(error)) from error
        return Answer(answer.status, f"{answer.reason}\n{answer.headers}", body)

    def request(self, *words, **more):
        self.send(*words, **more)
        return self.receive()

    def expect(self, *words, **more):
        """A request that must succeed."""
        answer = self.request(*words, **more)
        if not answer.is_good():
            raise AssertionError(f"{words[:2]}: {answer.text()}")
        return answer


class OfUser:
    """A connection to a listener that several users share: the requests of one of them. `path`: of the database."""

    def __init__(self, client, user, path):
        self.client, self.user, self.path = client, user, path
        self.credential = f"Bearer {user.token}"

    def send(self, *words, **more):
        self.client.send(*words, **more, credential=self.credential)

    def receive(self):
        return self.client.receive()

    def request(self, *words, **more):
        self.send(*words, **more)
        return self.receive()


class _Server:
    """A served default database, DATABASE, and others beside it."""

    def __init__(self, images, options, environment=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-rights-"))
        (self.folder / "others").mkdir()
        self._prepare()
        self.served = Served(self.folder / DATABASE, images, ["--sync", "off", "--databases", str(self.folder / "others"),
                                                              *options, *self._options()], environment)
        if not self.served.serves():
            raise RuntimeError(f"the server does not start:\n{self.served.said}")
        self.credential = authorization(self.folder / DATABASE, self.served.port)["Authorization"]
        self.owner = Client(self.served.port, self.credential)

    def _prepare(self):
        """Makes files before the server starts."""

    def _options(self):
        return []

    @property
    def said(self):
        return self.served.said[-2000:]

    def replace(self, path, lines):
        """Puts these lines of N-Quads in place of all graphs of the database at `path`."""
        self.owner.expect("PUT", f"{path}/data", lines.encode(), {"Content-Type": N_QUADS})

    def lines(self, path):
        """All quads, as lines of N-Quads."""
        return self.owner.expect("GET", f"{path}/data", headers={"Accept": N_QUADS}).body.decode()

    def close(self):
        """Returns True if it ended normally."""
        try:
            return self.served.process.poll() is None and self.served.stop() == 0
        finally:
            self.served.close()
            shutil.rmtree(self.folder, ignore_errors=True)


class Ours(_Server):
    """DATABASE is at "" and "/notes", TWIN at "/twin". Both were built from a file whose prefixes have a mark."""

    def __init__(self, images, group_size, options):
        groups = {"QUADRILLE_GROUP_SIZE": str(group_size)} if group_size else {}
        super().__init__(images, [*options, *(["--listen", "all"] if group_size else [])], groups)
        listeners = json.loads(self.owner.expect("GET", "/health").body)["listeners"]
        self.ports = [one["port"] for one in listeners] or [self.served.port]
        self.clients = [Client(port) for port in self.ports]

    def _prepare(self):
        file = self.folder / "prefixes.ttl"
        file.write_text(f"@prefix {PREFIX_MARK}: <{BASE}{PREFIX_MARK}/> . {PREFIX_MARK}:a {PREFIX_MARK}:b {PREFIX_MARK}:c .")
        for place in (self.folder / DATABASE, self.folder / "others" / TWIN):
            built = run("build", "--db", place, file)
            assert built.status == 0, built.errors
        self._write_accounts(())

    def _options(self):
        return ["--access", str(self.folder / "access.toml")]

    def _write_accounts(self, users):
        new = self.folder / "access.new"
        new.touch(mode=0o600)
        new.write_text(accounts(users))
        new.rename(self.folder / "access.toml")

    def admit(self, users):
        """Puts these users in place of all others."""
        self._write_accounts(users)
        self.owner.expect("POST", "/admin/reload")

    def of_users(self, users):
        """Their connections. Neighbours use different listeners, and different paths of the same database."""
        return [OfUser(self.clients[place % len(self.clients)], user, ("", f"/{DATABASE}")[place // 2 % 2])
                for place, user in enumerate(users)]

    def fill(self, path, first, late="", folded=""):
        """Replaces all data by the first lines, folds them into the base, and then adds the late ones."""
        self.replace(path, first)
        if folded:
            self.owner.expect("POST", f"{path}/admin/compact?kind={folded}")
        if late:
            self.owner.expect("POST", f"{path}/data", late.encode(), {"Content-Type": N_QUADS})


class Oracle(_Server):
    """One image. Its databases are made as they are needed, and stay."""

    def __init__(self, options):
        super().__init__(1, options)
        self.names = set()

    def fill(self, name, lines):
        if name not in self.names:
            self.owner.expect("PUT", f"/admin/databases/{name}")
            self.names.add(name)
        self.replace(f"/{name}", lines)
