#!/usr/bin/env python3
"""Runs W3C suites over HTTP against a served database, which is empty at first, and compares with docs/conformance.md.

http_suites.py [--images N] [--judge-option=OPTION ...] SUITE...      suites by the judge's names

The judge is tools/w3c_endpoint.py of the shared folder (QUADRILLE_SHARED, by default ../shared), which does not depend on
Quadrille. For each test it fills the database by the Graph Store Protocol or by updates, sends the query, and compares.
Exit status: 0 if the outcomes are those of the page, 1 if any differs, worse or better, 77 without judge or suites.
"""

import argparse
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("QUADRILLE_SHARED", ROOT.parent / "shared"))
JUDGE = SHARED / "tools/w3c_endpoint.py"
PAGE = ROOT / "docs/conformance.md"
OUTCOMES = ("passed", "failed", "skipped")


def published():
    """The content of the page: counts of every suite, and the names of the tests that do not pass."""
    counts, failing = {}, set()
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        suite = re.fullmatch(r"`([\w-]+)`", cells[0])
        if suite and len(cells) >= 4:
            counts[suite[1]] = Counter(dict(zip(OUTCOMES, map(int, cells[1:4]))))
        elif test := re.fullmatch(r"`([\w/-]+#[\w.-]+)`", cells[0]):
            failing.add(test[1])
    return counts, failing


def free_port():
    """A port for the services that the judge simulates."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def is_listening(url):
    host, port = url.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port)), timeout=30).close()
    except OSError:
        return False
    return True


@contextlib.contextmanager
def served(program, folder, images, services_port, more=()):
    """The address of a server of an empty database in `folder`."""
    server = subprocess.Popen([program, "serve", "--db", folder, "--create", "--images", str(images), "--port", "0",
                               "--allow-service", f"http://127.0.0.1:{services_port}/", *more],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = []
    try:
        for line in server.stdout:
            said.append(line)
            if started := re.search(r"(http://[\d.]+:\d+)/sparql", line):
                threading.Thread(target=lambda: said.extend(server.stdout), daemon=True).start()
                yield started[1]
                break
        else:
            sys.exit("the server did not start: " + "".join(said))
        if server.poll() is not None or not is_listening(started[1]):
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(30)
            sys.exit(f"the server ended with status {server.returncode}: " + "".join(said[-10:]))
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            sys.exit("the server did not end: " + "".join(said[-10:]))


def judged(url, options, services_port, report):
    """The outcome of every test of the suites, as the judge reports it."""
    command = [sys.executable, "-B", JUDGE, "--query-url", f"{url}/sparql", "--update-url", f"{url}/update", "--gsp-url",
               f"{url}/data", "--suite", ",".join(options.suites), "--mock-port", str(services_port), "--report", report,
               *options.judge_option]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=900)
    if ended.returncode not in (0, 1):
        sys.exit(f"the judge ended with status {ended.returncode}")
    return json.loads(Path(report).read_text())["assertions"]


def differences(assertions, suites):
    counts, failing = published()
    found = {suite: Counter() for suite in suites}
    for test in assertions:
        found[test["suite"]][test["outcome"]] += 1
        name = re.sub(r"^(sparql|rdf)/", "", test["id"])
        if test["outcome"] == "failed" and name not in failing:
            yield f"{name} fails: {test.get('message', '')}"
        if test["outcome"] == "passed" and name in failing:
            yield f"{name} passes, but the page lists it as failing"
    for suite in suites:
        if found[suite] != counts.get(suite):
            yield f"{suite}: {dict(found[suite])}; the page has {dict(counts.get(suite, {}))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/release/bin/quadrille", help="the quadrille to test")
    parser.add_argument("--images", type=int, default=1, help="processes to run on")
    parser.add_argument("--judge-option", action="append", default=[], help="for the judge")
    parser.add_argument("suites", nargs="+", metavar="SUITE")
    options = parser.parse_args()
    missing = None if JUDGE.exists() else f"there is no {JUDGE}"
    try:
        import pyoxigraph  # noqa: F401  the judge needs it
    except ImportError as error:
        missing = missing or f"{error}; ./test installs it in build/venv"
    if missing:
        print(f"skipped: {missing}")
        sys.exit(1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1" else 77)
    with tempfile.TemporaryDirectory() as scratch:
        services_port = free_port()
        with served(options.program, f"{scratch}/db", options.images, services_port) as url:
            assertions = judged(url, options, services_port, f"{scratch}/report.json")
    found = list(differences(assertions, options.suites))
    print(*found, sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
