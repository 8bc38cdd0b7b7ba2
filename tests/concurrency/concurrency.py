#!/usr/bin/env python3
"""Concurrent transactions over HTTP, whose history is checked for snapshot isolation and more (checker.py).

    tests/concurrency/run --minutes 10                       with a new seed, which is printed
    tests/concurrency/run --minutes 1 --seed 7 --clients 16 --images 4 --groups 2
    tests/concurrency/run --again FILE                       checks a stored history

A run is a sequence of epochs. Each has its own registers, some hundred transactions, and a check; sometimes the server is
started again, with another number of images. Exit status: 0 no violation; 1 violations, which are printed, with the
history stored in a file.
"""

import argparse
import collections
import contextlib
import http.client
import os
import pathlib
import pickle
import random
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "crash"))

from checker import check
from client import Compactor
from registers import Registers
from served import Served
from workload import REGISTERS, Unexpected, run_epoch

EPOCHS_A_START = 12
TRANSACTIONS = 480  # of an epoch


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--clients", type=int, help="default: 8 to 16")
    parser.add_argument("--images", type=numbers, default=[1, 2, 4], help="numbers to choose from (default: 1,2,4)")
    parser.add_argument("--groups", type=numbers, default=[0], help="sizes of groups to choose from (default: 0, one)")
    parser.add_argument("--again", type=pathlib.Path, metavar="FILE")
    given = parser.parse_args()
    given.minutes *= float(os.environ.get("QUADRILLE_TEST_TIMES", 1))
    return given


def numbers(text):
    return [int(word) for word in text.split(",")]


class Run:
    def __init__(self, given):
        self.given = given
        self.seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
        self.until = time.monotonic() + 60 * given.minutes
        self.totals = collections.Counter()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-concurrency-"))
        self.epoch = 0

    def run(self):
        try:
            while time.monotonic() < self.until:
                self.serve()
        finally:
            shutil.rmtree(self.folder / "database", ignore_errors=True)
        self.folder.rmdir()
        print(f"seed {self.seed}: " + ", ".join(f"{count} {name}" for name, count in self.totals.items())
              + ": no violation")

    def serve(self):
        dice = random.Random(f"{self.seed}.{self.epoch}")
        images, group_size = dice.choice(self.given.images), dice.choice(self.given.groups)
        environment = {"QUADRILLE_GROUP_SIZE": str(group_size)} if group_size else {}
        self.where = f"{images} images" + (f", groups of {group_size}" if group_size else "")
        server = Served(self.folder / "database", images, environment=environment)
        try:
            if not server.serves():
                raise Unexpected(f"the server does not start:\n{server.said}")
            with self.compacting(server, dice):
                for _ in range(EPOCHS_A_START):
                    if time.monotonic() < self.until:
                        self.run_epoch(server, dice)
            if server.stop() != 0:
                raise Unexpected(f"the server ends with status {server.process.returncode}:\n{server.said}")
        finally:
            server.close()

    @contextlib.contextmanager
    def compacting(self, server, dice):
        """In half of the runs of the server, compactions run all the time."""
        if dice.random() < 0.5:
            yield
            return
        self.where += ", compacting"
        stop = threading.Event()
        compactor = Compactor(server, random.Random(dice.random()), stop)
        compactor.start()
        try:
            yield
        finally:
            stop.set()
            compactor.join()
        if compactor.wrong:
            raise Unexpected(compactor.wrong)
        self.totals.update({f"compactions by {kind}": count for kind, count in compactor.done.items()})

    def run_epoch(self, server, dice):
        clients = self.given.clients or dice.randint(8, 16)
        began = time.monotonic()
        self.what = f"seed {self.seed}, epoch {self.epoch}: {self.where}, {clients} clients"
        registers = Registers(self.epoch, REGISTERS)
        transactions, final, violations = run_epoch(
            registers, server.port, clients, TRANSACTIONS // clients, f"{self.seed}.{self.epoch}")
        seconds = time.monotonic() - began
        violations += check(transactions, final)
        self.totals.update({"epochs": 1, "transactions": len(transactions),
                            "updates": sum(one.is_update() for one in transactions)})
        print(f"{self.what}: {len(transactions)} transactions in {seconds:.1f} s", flush=True)
        if violations:
            self.report(violations, (transactions, final, violations))
        self.epoch += 1

    def report(self, violations, history):
        file = self.folder / "history.pickle"
        file.write_bytes(pickle.dumps(history))
        print(f"FAILED: {self.what}: {len(violations)} violations\n" + "\n".join(map(str, violations[:10]))
              + f"\nits history:   {sys.argv[0]} --again {file}")
        sys.exit(1)


def main():
    given = arguments()
    if given.again:
        transactions, final, violations = pickle.loads(given.again.read_bytes())
        found = check(transactions, final)
        print("\n".join(map(str, found or violations)) or "no violation")
        sys.exit(1 if found or violations else 0)
    run = Run(given)
    print(f"seed {run.seed}", flush=True)
    try:
        run.run()
    except (Unexpected, OSError, http.client.HTTPException) as wrong:
        print(f"FAILED: {run.what}\n{wrong if isinstance(wrong, Unexpected) else repr(wrong)}")
        sys.exit(1)


if __name__ == "__main__":
    main()
