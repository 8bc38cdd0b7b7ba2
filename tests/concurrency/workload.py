"""Clients that run transactions on the registers of an epoch, and record their requests and answers."""

import http.client
import json
import random
import threading
import time
from contextlib import closing

from history import Transaction, Violation
from registers import notes_of

REGISTERS = 6


class Unexpected(Exception):
    """An answer that no history can have."""


class Connection:
    """A connection to the server, kept open."""

    def __init__(self, port):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def query(self, text):
        """Rows of {variable: value}."""
        status, body = self.post("/sparql", "application/sparql-query", text)
        if status != 200:
            raise Unexpected(f"HTTP {status} for\n{text}\n{body}")
        return [{name: term["value"] for name, term in row.items()} for row in json.loads(body)["results"]["bindings"]]

    def update(self, text):
        """Returns True if it was done, False if it was refused."""
        status, body = self.post("/update", "application/sparql-update", text)
        if status not in (200, 400, 404):
            raise Unexpected(f"HTTP {status} for\n{text}\n{body}")
        return status == 200

    def post(self, path, content_type, text):
        self.http.request("POST", path, text.encode(), {
            "Content-Type": content_type, "Accept": "application/sparql-results+json"})
        response = self.http.getresponse()
        return response.status, response.read().decode()

    def close(self):
        self.http.close()


class Client(threading.Thread):
    def __init__(self, number, registers, port, seed, count):
        super().__init__(daemon=True)
        self.number, self.registers, self.count = number, registers, count
        self.dice = random.Random(f"{seed}.{number}")
        self.connection = Connection(port)
        self.transactions, self.violations, self.error = [], [], None

    def run(self):
        try:
            for at in range(self.count):
                name = f"c{self.number}.{at}"
                (self.query if self.dice.random() < 0.5 else self.update)(name)
        except Exception as error:
            self.error = error
        finally:
            self.connection.close()

    def query(self, name):
        numbers = sorted(self.dice.sample(range(REGISTERS), self.dice.randint(2, 4)))
        kind = self.dice.choice(["united", "joined", "items", "all"])
        if kind == "all":
            numbers = list(range(REGISTERS))
        text = self.registers.ask_all() if kind == "all" else getattr(self.registers, f"ask_{kind}")(numbers)
        begin = time.monotonic()
        rows = self.connection.query(text)
        end = time.monotonic()
        reads, torn = self.registers.read(rows, numbers, with_items=kind in ("items", "all"))
        if torn:
            self.violations.append(Violation("torn", f"query {name}: {torn}"))
        self.transactions.append(Transaction(name, begin, end, reads=reads))

    def update(self, name):
        numbers = self.dice.sample(range(REGISTERS), self.dice.randint(1, 4))
        written = numbers[:self.dice.randint(1, len(numbers))]
        writes = {number: [name] for number in written}
        text = self.registers.append(name, numbers, {number: name for number in written})
        if self.dice.random() < 0.25:  # a second operation, which must see what the first has done
            again = {number: f"{name}+" for number in written}
            text += " ;\n" + self.registers.append(name, numbers, again, note="then")
            writes = {number: [name, f"{name}+"] for number in written}
        if fails := self.dice.random() < 0.08:
            text += " ;\n" + self.registers.fail()
        begin = time.monotonic()
        done = self.connection.update(text)
        end = time.monotonic()
        if done == fails:
            raise Unexpected(f"{name} was {'done' if done else 'refused'}:\n{text}")
        self.transactions.append(
            Transaction(name, begin, end, "done" if done else "refused", reads={}, writes=writes))


def run_epoch(registers, port, clients, count, seed):
    """(transactions, final lists, violations found without the graph)."""
    with closing(Connection(port)) as own:
        own.update(registers.begin())
    threads = [Client(number, registers, port, seed, count) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for thread in threads:
        if thread.error:
            raise thread.error
    with closing(Connection(port)) as own:  # the first has been idle for as long as the epoch took
        final, torn = registers.read(own.query(registers.ask_all()), range(REGISTERS), with_items=True)
        notes = notes_of(own.query(registers.ask_notes()))
        own.update(registers.forget())
    violations = [one for thread in threads for one in thread.violations]
    violations += [Violation("torn", f"at the end: {torn}")] if torn else []
    transactions = [one for thread in threads for one in thread.transactions]
    return transactions, final, violations + add_notes(transactions, notes)


def add_notes(transactions, notes):
    """Adds to the updates the lists that they recorded."""
    violations = []
    for one in transactions:
        if not one.is_update():
            continue
        first, second = notes.pop(one.name, ({}, {}))
        if one.outcome == "refused" and first:
            violations.append(Violation("G1a", f"{one.name} was refused, but its notes are there"))
        if one.outcome == "done" and not first:
            violations.append(Violation("lost", f"{one.name} was acknowledged, but its notes are not there"))
        one.reads = first if one.outcome == "done" else {}
        one.afterwards = {number: [*seen, *one.writes.get(number, [])[1:]] for number, seen in second.items()}
    return violations + [Violation("strange", f"notes of {name}, which nobody sent") for name in notes]
