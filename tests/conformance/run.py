#!/usr/bin/env python3
"""Runs the W3C's SPARQL query tests against a built quadrille.

run.py [options] [FOLDER...]      sparql11/bind, sparql10, ...; all without any

Prints a line for each folder (passed, failed, crashed, unsupported) and the failed tests; ends with 1 if a test failed.
Without the suite (QUADRILLE_SHARED, by default ../shared) or pyoxigraph, which reads manifests and results, it ends
with 77.
"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTCOMES = ("passed", "failed", "crashed", "unsupported")

def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/release/bin/quadrille", help="the quadrille to test")
    parser.add_argument("--in-process", action="store_true", help="ask by 'quadrille query', without a server")
    parser.add_argument("--images", type=int, default=1, help="processes to run on")
    parser.add_argument("--test", help="only tests whose names hold this")
    parser.add_argument("--strict", action="store_true", help="unsupported tests count as failed")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    return parser.parse_args()


@contextlib.contextmanager
def services(suite, endpoints, options, scratch):
    """Serves the data of endpoints; the options of serve by which their names stand for them. Each may ask those behind
    it in the list."""
    from engine import Server
    with contextlib.ExitStack() as stack:
        names = []
        for number, (iri, files) in reversed(list(enumerate(endpoints))):
            data = [(path, suite.iri(path)) for path in files]
            engine = Server(options.program, scratch / f"service{number}", data, [], options.images, list(names))
            stack.callback(engine.close)
            names += ["--service-at", f"{iri}={engine.url}"]
        yield names


def outcomes(suite, folder, options, scratch):
    """(test, outcome, remark) of a folder's tests; those on the same data share a server."""
    from engine import BuildFailed, Command, Server
    from judge import judge
    make = Command if options.in_process else Server
    by_data = {}
    for test in suite.tests(folder):
        if not options.test or options.test in test.name:
            by_data.setdefault((tuple(test.default), tuple(test.named), tuple(test.services), test.rules), []).append(test)
    for (default, named, endpoints, rules), tests in by_data.items():
        engine = None
        with services(suite, endpoints, options, scratch) as names:
            for test in tests:
                try:
                    if engine is None:
                        engine = make(options.program, scratch / "test", [(path, suite.iri(path)) for path in default],
                                      [(path, suite.iri(path)) for path in named], options.images, names, rules)
                    yield (test, *judge(test, engine))
                    if not engine.is_alive():
                        engine.close()
                        engine = None
                except BuildFailed as error:
                    yield test, "failed", f"build: {error}"
            if engine:
                engine.close()


def main():
    options = arguments()
    try:
        from manifest import Suite
    except ImportError as error:
        sys.exit(skipped(f"{error}; ./test installs it in build/venv"))
    root = Path(os.environ.get("QUADRILLE_SHARED", ROOT.parent / "shared")) / "w3c/sparql"
    if not root.exists():
        sys.exit(skipped(f"needs the shared folder: there is no {root}"))
    suite, totals = Suite(root), Counter()
    chosen = [folder for folder in suite.folders() if not options.folders or
              any(f"{folder}/".startswith(f"{name.rstrip('/')}/") for name in options.folders)]
    print(f"{'':34}" + "".join(f"{outcome:>12}" for outcome in OUTCOMES))
    for folder in chosen:
        counts, remarks = Counter(), []
        with tempfile.TemporaryDirectory() as scratch:
            for test, outcome, remark in outcomes(suite, folder, options, Path(scratch)):
                counts[outcome] += 1
                if outcome != "passed":
                    remarks.append(f"  {outcome} {test.name}: {' '.join(remark.split())}")
        if counts:
            print(f"{folder:34}" + "".join(f"{counts[outcome]:12}" for outcome in OUTCOMES))
            print(*remarks, sep="\n", end="\n" if remarks else "", flush=True)
        totals += counts
    print(f"{'all':34}" + "".join(f"{totals[outcome]:12}" for outcome in OUTCOMES))
    unwanted = totals["failed"] + totals["crashed"] + (totals["unsupported"] if options.strict else 0)
    sys.exit(1 if unwanted or not totals["passed"] else 0)


def skipped(reason):
    print(f"skipped: {reason}")
    required = os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1"
    return 1 if required else 77


if __name__ == "__main__":
    main()
