#!/usr/bin/env python3
"""Compares the plans that the optimizer chooses for published queries with those in the repository (SET.plans).

Exit status: 0 all equal, or written again; 1 a plan has changed or planning took too long; 77 the data is missing.
"""

import argparse
import shlex
import statistics
import sys
import tempfile
from pathlib import Path

import query_sets
from chosen_plans import chosen_plans
from plan_file import differences, plan_file_text
from query_sets import Database, Skipped

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
MOST_PLAN_MS = 5  # of one query, median; about 0.2 ms on an idle machine


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("set", choices=query_sets.SETS)
    parser.add_argument("--rewrite", action="store_true", help="write SET.plans instead of comparing with it")
    parser.add_argument("--quadrille", default=ROOT / "build/release/bin/quadrille", help="the program under test")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared",
                        help="the shared folder, unless QUADRILLE_SHARED is set")
    return parser.parse_args()


def plans_of_set(given):
    """Query name -> Plans, of all data sets of the set."""
    plans = {}
    with tempfile.TemporaryDirectory(prefix="quadrille-plans-") as folder:
        for data in query_sets.SETS[given.set](given, Path(folder)):
            databases = [Database(given.quadrille, Path(folder, f"{data.name}-{images}"), images) for images in (1, 2)]
            for database in databases:
                database.build(*data.input)
            plans.update(chosen_plans(data.queries, *databases))
    return plans


def slow_plans(plans):
    """Prints the planning time, and yields the queries that took too long."""
    times = {name: statistics.median(chosen.plan_ms) for name, chosen in plans.items()}
    slowest = max(times, key=times.get)
    print(f"planning: median {statistics.median(times.values()):.3f} ms, all {len(times)} queries {sum(times.values()):.3f} ms,"
          f" slowest {slowest} {times[slowest]:.3f} ms (each the median of several, nothing kept from before)")
    for name, ms in times.items():
        if ms > MOST_PLAN_MS:
            yield f"{name}: planning takes {ms:.3f} ms, which is more than {MOST_PLAN_MS} ms"


def main():
    given = options()
    try:
        plans = plans_of_set(given)
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    slow = list(slow_plans(plans))
    for complaint in slow:
        print(f"WRONG {complaint}")
    file, text = FOLDER / f"{given.set}.plans", plan_file_text(given.set, plans)
    if given.rewrite:
        file.write_text(text)
        return 0
    changed = differences(file.read_text() if file.exists() else "", text, file.name)
    if changed:
        print(f"{changed}\nPlans have changed. Where that is wanted, write them anew, look at the change and commit it:\n"
              f"  {shlex.join([sys.executable, '-B', *sys.argv, '--rewrite'])}")
    return 1 if changed or slow else 0


if __name__ == "__main__":
    sys.exit(main())
