"""The possible contents of a database after a crash: the possible states of each client, and no other quads.

model.resolve(quads, labels)  -> '' and the model continues from the found state, or the fault
"""

import json

from area import LEDGER, Area
from dataset import difference
from transfers import OPENING, wrong_balances


class Model:
    def __init__(self, clients):
        self.areas = [Area(number) for number in range(clients)]
        self.possible = [[frozenset()] for _ in self.areas]
        self.opened = False      # the accounts are there for certain
        self.asked_to_open = False
        self.version = 0         # the newest that was acknowledged
        self.labels = {}         # of blank nodes, by key

    def take(self, clients):
        """Adds the clients' reports after their end."""
        for client in clients:
            self.possible[client.area.client] = client.possible()
            self.version = max(self.version, client.version)

    def owner_of(self, quad):
        """The client that owns the quad, by its graph, subject or key; None for the accounts."""
        name = quad[1] if quad[0] == LEDGER or not quad[0] else quad[0]
        for start in ("<urn:transfer:", "<urn:c", "_:c"):
            if name.startswith(start):
                digits = name[len(start):].partition(":")[0].partition(".")[0]
                return int(digits) if digits.isdigit() and int(digits) < len(self.areas) else -1
        return None if name.startswith("<urn:account:") else -1

    def resolve(self, quads, labels):
        shares = {number: set() for number in [None, -1, *range(len(self.areas))]}
        for quad in quads:
            shares[self.owner_of(quad)].add(quad)
        if shares[-1]:
            return f"quads of nobody: {sorted(shares[-1])[:5]}"
        for area, states in zip(self.areas, self.possible):
            found = shares[area.client]
            if found not in states:
                return f"client {area.client}: " + "\n  or ".join(
                    f"with{'out' if state is states[0] else ''} what was in flight: {difference(state, found)}"
                    for state in states)
        return (self.wrong_accounts(shares[None], quads) or self.wrong_labels(labels)
                or self.go_on(shares, labels))

    def wrong_accounts(self, accounts, quads):
        if not accounts and not self.opened:
            return ""
        if not self.asked_to_open:
            return "there are accounts that nobody has opened"
        rows = [{"account": quad[1][1:-1], "tokens": quad[3].split('"')[1]} for quad in accounts]
        lines = {}
        for graph, name, predicate, value in quads:
            if graph == LEDGER:
                lines.setdefault(name, {})[predicate[5:-1]] = value.strip('<>').split('"')[-2 if '"' in value else 0]
        broken = [name for name, line in lines.items() if len(line) != 3]
        return f"half a line of the ledger: {broken}" if broken else wrong_balances(rows + list(lines.values()))

    def wrong_labels(self, labels):
        moved = [f"_:{key}: {self.labels[key]}, now {label}" for key, label in labels.items()
                 if self.labels.get(key, label) != label]
        return f"labels of blank nodes have changed: {moved[:5]}" if moved else ""

    def go_on(self, shares, labels):
        for area in self.areas:
            area.quads = frozenset(shares[area.client])
            self.possible[area.client] = [area.quads]
        self.opened = self.opened or bool(shares[None])
        self.labels = labels
        return ""

    @property
    def opening(self):
        return "" if self.opened else OPENING

    def count(self):
        return sum(len(area.quads) for area in self.areas)

    # --- as a file, so that a recovery can be looked at again ---

    def write(self, path):
        path.write_text(json.dumps({
            "numbers": [area.number for area in self.areas],
            "possible": [[sorted(state) for state in states] for states in self.possible],
            "opened": self.opened, "asked_to_open": self.asked_to_open, "version": self.version,
            "labels": self.labels}))

    @classmethod
    def read(cls, path):
        kept = json.loads(path.read_text())
        model = cls(len(kept["numbers"]))
        model.possible = [[frozenset(map(tuple, state)) for state in states] for states in kept["possible"]]
        for area, number, states in zip(model.areas, kept["numbers"], model.possible):
            area.number, area.quads = number, states[0]
        model.opened, model.asked_to_open = kept["opened"], kept["asked_to_open"]
        model.version, model.labels = kept["version"], kept["labels"]
        return model
