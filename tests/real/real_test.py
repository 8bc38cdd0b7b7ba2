#!/usr/bin/env python3
"""Builds a database of one published data set, serves it, and compares the answers with the published ones.

Exit status: 0 all as expected; 1 faults, which are printed; 77 the data is missing.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import canonical
import generated
import lubm
import originals
import published
import sameness
from database import Database
from shared_data import Skipped

# Each takes the options, a database to build, and a folder to write in, and yields what is wrong, as texts.
TESTS = {**published.TESTS, **originals.TESTS, **lubm.TESTS, **sameness.TESTS, **canonical.TESTS, **generated.TESTS}


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", choices=TESTS)
    parser.add_argument("--images", type=int, default=1)
    parser.add_argument("--quadrille", required=True, help="the program under test")
    parser.add_argument("--bench", help="quadrille-bench, which makes the data of LUBM and BSBM")
    parser.add_argument("--shared", type=Path, required=True, help="the shared folder, unless QUADRILLE_SHARED is set")
    parser.add_argument("--venv", type=Path, help="the Python environment with pyoxigraph")
    return parser.parse_args()


def main():
    given, wrong = options(), 0
    with tempfile.TemporaryDirectory(prefix="quadrille-real-") as folder:
        database = Database(given.quadrille, Path(folder, "db"), given.images)
        try:
            for complaint in TESTS[given.data](given, database, Path(folder)):
                print(f"WRONG {complaint}", flush=True)
                wrong += 1
        except Skipped as reason:
            print(f"skipped: {reason}")
            return 77
    if wrong:
        print(f"{given.data} with {given.images} images: {wrong} things are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
