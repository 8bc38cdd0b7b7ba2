"""One database through several deaths: each start is checked against the model, loaded, and ended by force.

    folder/database      the database
    folder/killed        a copy of it after the last death, before the next start
    folder/model.json    its expected contents
    folder/rules.json    its possible rules, if it has rules (rules.py)
"""

import collections
import json
import random
import shutil
import subprocess
import threading

from area import GRAPHS, data_block
from client import Client, Compactor, Reader
from dataset import Unreadable, differing_paths, read_quads
from deaths import wait_for
from effects import LOADED, update
from model import Model
from rules import Rules, RulesClient, first_rules
from served import PROGRAM, Served, patience

BUILT_ITEMS = 40  # twice, of each client
LOADS = ["--allow-load", LOADED.as_uri()]


class Wrong(Exception):
    """A fault of the database."""


class Died(Exception):
    """The server died during the check, so it is checked at its next start."""


class Life:
    def __init__(self, folder, clients, has_rules=False):
        self.folder, self.database = folder, folder / "database"
        self.model = Model(clients)
        self.rules = Rules() if has_rules else None

    def build(self, dice, images):
        """The server does not create the database: it is built from a file that has quads of all clients."""
        for area in self.model.areas:
            graphs = ["", *(area.name(f"graph:{number}") for number in range(GRAPHS))]
            quads = [area.new_items(dice, BUILT_ITEMS, dice.choice(graphs)), area.new_items(dice, BUILT_ITEMS)]
            area.quads = frozenset(set().union(*quads, area.new_blanks(dice, BUILT_ITEMS, dice.choice(graphs))))
            self.model.possible[area.client] = [area.quads]
        lines = [f"{' '.join(quad[1:])} {quad[0]} ." for area in self.model.areas for quad in sorted(area.quads)]
        options = []
        if self.rules:
            self.rules = Rules([first_rules(dice)])
            options = self.rules.build_options(self.folder, self.rules.possible[0])
        ended = subprocess.run(
            [PROGRAM, "build", "--db", self.database, "--images", str(images), *options, "--format", "nq", "-"], text=True,
            input="".join(line + "\n" for line in lines), capture_output=True, timeout=patience(60))
        if ended.returncode != 0:
            raise Wrong(f"the database cannot be built: {ended.stderr}")

    def round(self, dice, death, images, options, environment):
        told = collections.Counter({"acknowledged": 0, "in flight": 0, "died at a place": 0, death.kind: 1})
        self.remember()
        self.run_check(images)
        server = Served(self.database, images, [*LOADS, *options, *death.options()],
                        {**environment, **death.environment})
        try:
            if death.kind == "start":
                wait_for(death, server, death.after_seconds)
                death.strike(server)
            elif self.comes_up(server, death, dice):
                told += self.load(server, death, dice)
                if death.kind == "restart":
                    self.come_again(server, dice)
            told["died at a place"] = int(death.kind == "place" and not told["had to be killed"])
            if left := server.left_over():
                raise Wrong(f"{left}\nthe server said:\n{server.said}")
        except Wrong as wrong:
            raise Wrong(f"{wrong}\nthe server said:\n{server.said}") from None
        finally:
            server.close()
        return told

    def comes_up(self, server, death, dice):
        if not server.serves():
            if death.kind == "place":
                return False
            raise Wrong(f"the server does not start: status {server.process.returncode}")
        try:
            self.check(server, dice)
        except Died as died:
            if death.kind == "place":
                return False
            raise Wrong(f"the server died while it was asked: {died}") from None
        return True

    def come_again(self, server, dice):
        """The supervisor starts the images again; then it is killed, and they end with it."""
        if not server.serves():
            raise Wrong(f"the supervisor has not started the images again: status {server.process.returncode}")
        try:
            self.check(server, dice)
        except Died as died:
            raise Wrong(f"the server died while it was asked: {died}") from None
        server.kill_launcher()

    def check(self, server, dice):
        """Checks that the server's data equal the model, along every access path."""
        try:
            quads, labels = read_quads(server.port)
            wrong = self.model.resolve(quads, labels) or differing_paths(server.port, quads, labels, dice)
            if self.rules and not wrong:
                wrong = self.rules.resolve(server.port) or self.rules.wrong_closure(server.port, self.folder)
        except Unreadable as error:
            if server.process.poll() is None and "HTTP 5" not in str(error):
                raise Wrong(str(error)) from None
            raise Died(str(error)) from None
        except OSError as error:
            raise Died(repr(error)) from None
        if wrong:
            raise Wrong(wrong)

    def load(self, server, death, dice):
        """Runs clients until the death. Returns counts."""
        stop = threading.Event()
        clients = [Client(area, server.port, random.Random(dice.random()), stop, self.model.version)
                   for area in self.model.areas]
        reader = Reader(server.port, stop)
        compactor = Compactor(server, random.Random(dice.random()), stop)
        others = [reader, compactor] if death.compacts else [reader]
        if self.rules:
            others.append(RulesClient(self.rules, server.port, random.Random(dice.random()), stop))
        counts = collections.Counter()
        if not self.open_accounts(clients[0]):
            if death.kind != "place":
                raise Wrong(f"the first update was not acknowledged: {clients[0].end}")
            self.model.take(clients)
            return counts
        for thread in [*clients, *others]:
            thread.start()
        died = wait_for(death, server, death.after_seconds)
        if not died:
            if death.kind == "place":
                counts["had to be killed"] = 1
                server.kill_images()
            else:
                death.strike(server)
        elif death.kind != "place":
            raise Wrong(f"the server died by itself, with status {server.process.returncode}")
        self.let_end(clients, others, stop, death)
        self.model.take(clients)
        for client in clients:
            counts["acknowledged"] += sum(client.acknowledged.values())
            counts["in flight"] += len(client.possible()) - 1
            counts.update({f"({kind})": count for kind, count in client.acknowledged.items()})
        counts["answers read"] = reader.answers
        counts.update({f"compacted by {kind}": count for kind, count in compactor.done.items()})
        if self.rules:
            counts["changes of rules"] = others[-1].done
        return counts

    def let_end(self, clients, others, stop, death):
        if death.kind == "end":
            for client in clients:
                client.join(patience(30))
        stop.set()
        for thread in [*clients, *others]:
            thread.join(patience(30))
            if thread.is_alive():
                raise Wrong("a client still waits for its answer after the death of the server")
            if thread.wrong:
                raise Wrong(thread.wrong)

    def open_accounts(self, client):
        """Makes the accounts if they do not exist; True if they exist then."""
        if self.model.opened:
            return True
        self.model.asked_to_open = True
        request = update("opening", f"INSERT DATA {data_block(self.model.opening)}", client.area.quads)
        try:
            client.send(request)
        except Exception as error:
            client.end = repr(error)
            client.in_flight = None
            return False
        self.model.opened = True
        return True

    def end(self):
        """A start without a death: the data are complete, `quadrille check` finds no damage, and SIGTERM ends it with status 0."""
        self.remember()
        self.run_check(2)
        server = Served(self.database, 2)
        try:
            if not server.serves():
                raise Wrong(f"the server does not start: status {server.process.returncode}")
            self.check(server, random.Random(1))
            if (status := server.stop()) != 0:
                raise Wrong(f"SIGTERM ends the server with status {status}")
            if left := server.left_over():
                raise Wrong(left)
        except (Wrong, Died) as wrong:
            raise Wrong(f"{wrong}\nthe server said:\n{server.said}") from None
        finally:
            server.close()
        self.run_check(1)

    def run_check(self, images):
        """`quadrille check`, if this program has it and there is a database."""
        if not has_check() or not (self.database / "manifest.json").exists():
            return
        closure = ["--closure"] if self.rules else []
        ended = subprocess.run([PROGRAM, "check", "--db", self.database, "--images", str(images), *closure], text=True,
                               stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60))
        if ended.returncode != 0:
            raise Wrong(f"quadrille check: status {ended.returncode}\n{ended.stdout}{ended.stderr}")

    def remember(self):
        """Keeps the files that the last death left, and the model for them."""
        killed = self.folder / "killed"
        shutil.rmtree(killed, ignore_errors=True)
        if self.database.exists():
            shutil.copytree(self.database, killed)
        self.model.write(self.folder / "model.json")
        if self.rules:
            (self.folder / "rules.json").write_text(self.rules.to_json())

    def keep(self, what):
        (self.folder / "what.txt").write_text(what + "\n")
        return self.folder

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def has_check(known=[]):
    if not known:
        known.append(subprocess.run([PROGRAM, "check", "--help"], stdin=subprocess.DEVNULL,
                                    capture_output=True).returncode == 0)
        if not known[0]:
            print("there is no `quadrille check` in this program; its part is left out")
    return known[0]


def check_again(folder, images):
    """The fault of a start of a copy of folder/killed; '' if there is none."""
    life = Life(folder, 0)
    life.model = Model.read(folder / "model.json")
    if (folder / "rules.json").exists():
        life.rules = Rules(json.loads((folder / "rules.json").read_text()))
    life.database = folder / "again"
    shutil.rmtree(life.database, ignore_errors=True)
    shutil.copytree(folder / "killed", life.database)
    server = Served(life.database, images)
    try:
        if not server.serves():
            return f"the server does not start: status {server.process.returncode}\n{server.said}"
        life.check(server, random.Random(1))
        return ""
    except (Wrong, Died) as wrong:
        return f"{wrong}\nthe server said:\n{server.said}"
    finally:
        server.close()
