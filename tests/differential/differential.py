#!/usr/bin/env python3
"""Random data, queries and updates, run by Quadrille and by pyoxigraph, whose answers must agree.

    tests/differential/run                                          60 s, with a new seed, which is printed
    tests/differential/run --seed 7 --seconds 600 --images 4 --groups 2
    tests/differential/run --seed 7 --case 1234                     one case again, with both answers
    tests/differential/run --prepared                               each query several times, with other constants, without BASE

A differing case is made smaller and printed as a claim of tests/query. Exit status: 0 all agree, except for known faults
of the peer (known_faults.md); 1 an answer differs; 77 pyoxigraph is missing.
"""

import argparse
import collections
import os
import random
import re
import sys
import time

try:
    import pyoxigraph
except ImportError:
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit("pyoxigraph is missing: ./test installs it in build/venv")
    print("skipped: pyoxigraph is missing (tests/requirements.txt; ./test installs it in build/venv)")
    sys.exit(77)

import case as cases
from dataset import grow_quads, grow_vocabulary
from dice import Dice
from grow_queries import grow_query
from peer import Peer
from prepared import grow_family
from quadrille import Quadrille
from shrink import shrink
from updates import grow_update

CI_SEED = 11
ROUND = 25           # cases on the same data
UPDATES_A_ROUND = 5  # the last of them


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--images", type=int, default=1)
    parser.add_argument("--groups", type=int, default=0, metavar="SIZE", help="images of a group (default: all in one)")
    parser.add_argument("--prepared", action="store_true", help="each query several times, with other constants, without BASE")
    parser.add_argument("--case", type=int, metavar="N", help="only this case")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="N", help="begin with this case")
    parser.add_argument("--differences", type=int, default=10, metavar="N", help="end after this many (default: 10)")
    given = parser.parse_args()
    given.seconds *= float(os.environ.get("QUADRILLE_TEST_TIMES", 1))
    return given


def fresh_seed():
    """Under CI always the same, so that a passing run passes again; otherwise a new one."""
    return CI_SEED if os.environ.get("CI") else random.SystemRandom().randrange(10**6)


def grow_case(seed, number, is_prepared=False):
    data_dice = Dice(f"{seed}.{number // ROUND}")
    vocabulary = grow_vocabulary(data_dice)
    quads = grow_quads(data_dice, vocabulary)
    folded = data_dice.choice(("", "", "", "merge", "rebuild"))
    dice = Dice(f"{seed}.{number // ROUND}.{number % ROUND}")
    is_update = number % ROUND >= ROUND - UPDATES_A_ROUND
    grow = grow_update if is_update else grow_family if is_prepared else grow_query
    return cases.Case(quads, grow(dice, vocabulary, quads), folded), is_update


class Run:
    def __init__(self, given):
        self.given = given
        self.seed = fresh_seed() if given.seed is None else given.seed
        self.where = (f"--images {given.images}" + (f" --groups {given.groups}" if given.groups else "")
                      + (" --prepared" if given.prepared else ""))
        self.ours, self.theirs = Quadrille(given.images, given.groups), Peer()
        self.counts = collections.Counter()
        self.messages = collections.Counter()
        self.families = collections.Counter()

    def all(self):
        until, number = time.monotonic() + self.given.seconds, self.given.first
        loaded = False
        while time.monotonic() < until and self.counts["difference"] < self.given.differences:
            case, is_update = grow_case(self.seed, number, self.given.prepared)
            outcome = cases.run(case, self.ours, self.theirs, loaded)
            self.note(number, case, outcome)
            number += 1
            loaded = not is_update and number % ROUND != 0 and outcome.kind not in ("difference", "known")
        return number

    def one(self, number):
        case, _ = grow_case(self.seed, number, self.given.prepared)
        outcome = cases.run(case, self.ours, self.theirs)
        print(f"{outcome.kind}: {outcome.detail}\n\n{cases.claim(case, outcome)}")
        if outcome.kind == "difference":
            self.note(number, case, outcome)

    def note(self, number, case, outcome):
        self.counts[outcome.kind] += 1
        if outcome.prepared:
            self.families["asked"] += 1
            self.families["prepared"] += outcome.prepared["query"]
            self.families["with cached join orders"] += outcome.prepared["orders"] > 0
        if outcome.kind in ("unsupported", "known", "refused", "peer's fault"):
            message = re.sub(r"line \d+, column \d+: ", "", " ".join(outcome.detail.split()))
            self.messages[f"{outcome.kind}: {message[:110]}"] += 1
        if outcome.kind != "difference":
            return
        print(f"DIFFERENCE ({outcome.detail}): tests/differential/run --seed {self.seed} {self.where} --case {number}", flush=True)
        small = shrink(case, lambda one: self.differs_as(outcome, one))
        print(cases.claim(small, cases.run(small, self.ours, self.theirs)), flush=True)

    def differs_as(self, outcome, case):
        found = cases.run(case, self.ours, self.theirs, thorough=False)
        return found.kind == "difference" and found.detail == outcome.detail

    def tell(self, cases_run):
        counts = ", ".join(f"{count} {kind}" for kind, count in self.counts.most_common())
        print(f"seed {self.seed}, {self.where}: {cases_run} cases: {counts}")
        if self.given.prepared:
            print(f"  of kinds of queries, {', '.join(f'{count} {what}' for what, count in self.families.items())}")
        for message, count in sorted(self.messages.items()):
            print(f"  {count:5} {message}")

    def none_prepared(self):
        """Queries of several groups of images run on all of them, and such orders are not kept."""
        has_orders = self.families["with cached join orders"] > 0 or self.given.groups
        return self.families["asked"] > 0 and not (self.families["prepared"] and has_orders)

    def close(self):
        self.theirs.close()
        return self.ours.close()


def main():
    given = arguments()
    run = Run(given)
    print(f"seed {run.seed}, {run.where}, pyoxigraph {pyoxigraph.__version__}", flush=True)
    ended_well = False
    try:
        if given.case is None:
            run.tell(run.all() - given.first)
        else:
            run.one(given.case)
    finally:
        ended_well = run.close()
    if not ended_well:
        print("the server did not end well")
    if given.case is None and run.none_prepared():
        print("no query was answered with what had been prepared for another")
        return 1
    return 1 if run.counts["difference"] or not ended_well else 0


if __name__ == "__main__":
    sys.exit(main())
