#!/usr/bin/env python3
"""What users get who may read and write some graphs, against the same requests of the owner of these graphs alone.

    tests/differential/rights/run                                      60 s, with a new seed, which is printed
    tests/differential/rights/run --seed 7 --cases 100000 --images 4 --groups 2 --seconds 3600
    tests/differential/rights/run --seed 7 --case 12.q3.5              one case again: of round 12, query 3, user 5
    tests/differential/rights/run --prepared --union                   queries that share plans; the default graph is the union

Exit status: 0 all agree; 1 an answer differs; 77 pyoxigraph, which reads N-Quads, is missing.
"""

import argparse
import collections
import math
import os
import pathlib
import random
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).parents[1]))

try:
    import pyoxigraph
except ImportError:
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit("pyoxigraph is missing: ./test installs it in build/venv")
    print("skipped: pyoxigraph is missing (tests/requirements.txt; ./test installs it in build/venv)")
    sys.exit(77)

import explaining
from rounds import Round
from servers import Oracle, Ours, ServerDied

CI_SEED = 11
EACH_KIND = 1  # differences of one kind that are made smaller and printed with their data


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cases", type=int, default=10**9, help="end after so many cases")
    parser.add_argument("--images", type=int, default=1)
    parser.add_argument("--groups", type=int, default=0, metavar="SIZE", help="images of a group (default: all in one)")
    parser.add_argument("--union", action="store_true", help="the default graph is the union of all graphs")
    parser.add_argument("--prepared", action="store_true", help="each query several times, with other constants, for all users")
    parser.add_argument("--case", metavar="ROUND.PART.USER", help="only this case; ROUND.PART and ROUND run more")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="N", help="begin with this round")
    parser.add_argument("--differences", type=int, default=30, metavar="N", help="end after this many (default: 30)")
    given = parser.parse_args()
    given.seconds *= float(os.environ.get("QUADRILLE_TEST_TIMES", 1))
    if given.seed is None:  # under CI always the same, so that a passing run passes again
        given.seed = CI_SEED if os.environ.get("CI") else random.SystemRandom().randrange(10**6)
    return given


class TooManyDifferences(Exception):
    pass


class Run:
    def __init__(self, given, documents):
        self.given, self.seed, self.documents = given, given.seed, documents
        self.where = "".join((f"--images {given.images}", f" --groups {given.groups}" if given.groups else "",
                              " --union" if given.union else "", " --prepared" if given.prepared else ""))
        options = ["--allow-load", f"file://{documents}/", *(["--union-default-graph"] if given.union else [])]
        self.ours, self.oracle = Ours(given.images, given.groups, options), Oracle(options)
        self.counts, self.statuses, self.families = collections.Counter(), collections.Counter(), collections.Counter()
        self.kinds = collections.Counter()  # of differences
        self.too_much, self.until = 0, math.inf

    def all(self):
        """Returns the number of rounds."""
        self.until, number = time.monotonic() + self.given.seconds, self.given.first
        while not self.is_over() and self.cases() < self.given.cases:
            Round(self, number).all()
            number += 1
        return number - self.given.first

    def is_over(self):
        return time.monotonic() >= self.until

    def cases(self):
        return sum(self.counts.values())

    def count(self, kind, status, is_too_much):
        self.counts[kind] += 1
        self.statuses[kind, status] += 1
        self.too_much += is_too_much

    def report(self, finding):
        """Of a kind of which there was one already the command alone."""
        self.kinds[finding.kind()] += 1
        print(f"\nDIFFERENCE ({finding.kind()}): tests/differential/rights/run --seed {self.seed} {self.where} --case {finding.name}")
        if self.kinds[finding.kind()] <= EACH_KIND:
            print(finding.text(), flush=True)
        if sum(self.kinds.values()) >= self.given.differences:
            raise TooManyDifferences

    def note_prepared(self, of_user, query):
        """Counts how a query of a family is answered that many users have sent."""
        answer = explaining.ask(of_user, query, of_user.path, "plan")
        if answer.is_good():
            prepared = explaining.prepared(answer)
            self.families["asked"] += 1
            self.families["prepared"] += prepared["query"]
            self.families["with cached join orders"] += prepared["orders"] > 0

    def tell(self, rounds, seconds):
        print(f"seed {self.seed}, {self.where}: {self.cases()} cases in {rounds} rounds and {seconds:.0f} s, "
              f"{sum(self.kinds.values())} differences, {self.too_much} not compared (too much)")
        for kind, count in self.counts.most_common():
            statuses = ", ".join(f"{number} x {status}" for (of, status), number in self.statuses.most_common() if of == kind)
            print(f"  {count:7} {kind}: {statuses}")
        for kind, count in self.kinds.most_common():
            print(f"  {count:7} differences: {kind}")
        print(f"  of families of queries, {', '.join(f'{count} {what}' for what, count in self.families.items())}")

    def none_prepared(self):
        """Join orders are not cached for queries that run on several groups of images."""
        has_orders = self.families["with cached join orders"] > 0 or self.given.groups
        return self.families["asked"] > 20 and not (self.families["prepared"] and has_orders)

    def close(self):
        endings = [self.oracle.close(), self.ours.close()]
        return all(endings)


def run_all(run):
    began, rounds, is_good = time.monotonic(), 1, True
    try:
        if run.given.case:
            number, *part = run.given.case.split(".")
            Round(run, int(number), part[0] if part else None).all()
        else:
            rounds = run.all()
    except TooManyDifferences:
        print("\nthat is enough")
    except ServerDied as error:
        print(f"the server has died: {error}\n{run.ours.said}\n{run.oracle.said}")
        is_good = False
    run.tell(rounds, time.monotonic() - began)
    return is_good


def main():
    given = arguments()
    with tempfile.TemporaryDirectory(prefix="quadrille-rights-") as documents:
        run = Run(given, pathlib.Path(documents))
        print(f"seed {run.seed}, {run.where}", flush=True)
        is_good = ended_well = False
        try:
            is_good = run_all(run)
        finally:
            ended_well = run.close()
    if not ended_well:
        print("a server did not end well")
    if not given.case and run.none_prepared():
        print("no query was answered with what had been prepared for another")
        return 1
    return 0 if is_good and ended_well and not run.kinds else 1


if __name__ == "__main__":
    sys.exit(main())
