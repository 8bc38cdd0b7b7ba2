#!/usr/bin/env python3
"""Kills a served database again and again while clients change it, and checks after each start that nothing was lost.

    tests/crash/run --rounds 1000                       with a new seed, which is printed
    tests/crash/run --rounds 50 --seed 7 --images 4 --groups 2 --sync interval
    tests/crash/run --seed 7 --only 31                  that round, on a new database
    tests/crash/run --again FOLDER                      the failed start, on a copy of the files that the death left

Exit status: 0 nothing was lost, 1 something was lost; then the folder is kept, and the output describes how to
continue.
"""

import argparse
import collections
import os
import pathlib
import random
import sys
import tempfile
import time

from deaths import choose_death, of_rules, places
from life import Life, Wrong, check_again

SYNCS = ("on", "off", "interval")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=100, help="deaths (default: 100)")
    parser.add_argument("--seed", type=int, default=None, help="of everything that is random (default: a new one)")
    parser.add_argument("--only", type=int, metavar="ROUND", help="this round alone")
    parser.add_argument("--images", type=numbers, default=[1, 2, 4], help="numbers to choose from (default: 1,2,4)")
    parser.add_argument("--groups", type=numbers, default=[0], metavar="SIZES",
                        help="sizes of groups to choose from, 0: one group (default: 0)")
    parser.add_argument("--sync", type=lambda text: text.split(","), default=["on"], help="on, off, interval")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--life", type=int, default=10, help="rounds on one database (default: 10)")
    parser.add_argument("--rules", type=float, default=0.3, metavar="SHARE",
                        help="of the databases that have rules, which change too, 0 to 1 (default: 0.3)")
    parser.add_argument("--seconds", type=float, help="begin no round after this many")
    parser.add_argument("--place", action="append", help="failpoints to choose from (default: all there are)")
    parser.add_argument("--again", type=pathlib.Path, metavar="FOLDER", help="the start that failed, in a kept folder")
    given = parser.parse_args()
    if given.seconds:
        given.seconds *= float(os.environ.get("QUADRILLE_TEST_TIMES", 1))
    if any(sync not in SYNCS for sync in given.sync):
        parser.error(f"--sync takes {', '.join(SYNCS)}")
    return given


def numbers(text):
    return [int(word) for word in text.split(",")]


def in_one_line(counts):
    return "  ".join(f"{name} {count}" for name, count in sorted(counts.items()))


class Run:
    """All rounds, on one database after another."""

    def __init__(self, given):
        self.given = given
        self.seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
        self.places = given.place or places()
        self.totals = collections.Counter()
        self.deaths = collections.Counter()  # at each place
        self.life = None

    def rounds(self):
        return [self.given.only] if self.given.only is not None else range(self.given.rounds)

    def run(self):
        began = time.monotonic()
        done = 0
        for number in self.rounds():
            if self.given.seconds and time.monotonic() - began > self.given.seconds:
                break
            if done % self.given.life == 0:
                self.end_life()
                has_rules = random.Random(f"{self.seed}.{number}.rules").random() < self.given.rules
                self.life = Life(pathlib.Path(tempfile.mkdtemp(prefix="quadrille-crash-")), self.given.clients, has_rules)
            self.round(number)
            done += 1
        self.end_life()
        print(f"{done} rounds, seed {self.seed}, {time.monotonic() - began:.0f} s: nothing was lost\n"
              + in_one_line(self.totals) + "\ndeaths by place: " + in_one_line(self.deaths) + "\nat no time: "
              + " ".join(place for place in self.places if place not in self.deaths))

    def round(self, number):
        dice = random.Random(f"{self.seed}.{number}")
        images = dice.choice(self.given.images)
        options = ["--sync", dice.choice(self.given.sync)]
        environment = {}
        if group_size := dice.choice(self.given.groups):
            environment["QUADRILLE_GROUP_SIZE"] = str(group_size)
        fresh = number % self.given.life == 0
        if fresh and dice.random() < 0.5:
            self.life.build(dice, images)
            fresh = False
        names = [name for name in self.places if self.life.rules or not of_rules(name)]
        death = choose_death(dice, images, names or self.places, fresh)
        self.what = f"seed {self.seed}, round {number}: {images} images, {' '.join(options)}, {environment} {death}" + (
            ", with rules" if self.life.rules else "")
        self.number = number
        told = self.life.round(dice, death, images, options, environment)
        self.totals.update(told)
        if told["died at a place"]:
            self.deaths[death.place()] += 1
        print(f"{self.what} ... {told['acknowledged']} acknowledged, {told['in flight']} in flight, "
              f"{'died at its place, ' if told['died at a place'] else ''}{self.life.model.count()} quads", flush=True)

    def end_life(self):
        """The last start has no planned death, and ends as a user ends it."""
        if self.life:
            self.what = f"seed {self.seed}, after round {self.number}"
            self.life.end()
            self.life.remove()
            self.life = None

    def tell(self, wrong):
        folder = self.life.keep(self.what)
        print(f"FAILED: {self.what}\n{wrong}\n\nkept: {folder}   (database, killed: as the last death left it)\n"
              f"the start again:   {sys.argv[0]} --again {folder}\n"
              f"the round again:   {sys.argv[0]} --seed {self.seed} --only {self.number} --images "
              f"{','.join(map(str, self.given.images))} --groups {','.join(map(str, self.given.groups))} "
              f"--sync {','.join(self.given.sync)} --rules {1 if self.life.rules else 0}", flush=True)


def main():
    given = arguments()
    if given.again:
        wrong = check_again(given.again, given.images[0])
        print(wrong or "nothing is wrong")
        sys.exit(1 if wrong else 0)
    run = Run(given)
    try:
        run.run()
    except (Wrong, AssertionError) as wrong:
        run.tell(wrong)
        sys.exit(1)
    except KeyboardInterrupt:
        run.life.remove()
        sys.exit(130)


if __name__ == "__main__":
    main()
