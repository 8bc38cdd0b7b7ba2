#!/usr/bin/env python3
"""Sends mutated requests, texts, documents and answers of services to a real server, which must answer and continue.

    tests/fuzz/server/server_fuzz.py --seconds 60
    tests/fuzz/server/server_fuzz.py --cases 1000000 --images 2 --seed 7
    tests/fuzz/server/server_fuzz.py --replay found-7.json

It fails if the server dies, returns status 500 or malformed HTTP or JSON, does not answer in time, or has more memory
or descriptors afterwards than after the warm-up. The last cases are then written to a file for --replay.
"""

import argparse
import json
import os
import pathlib
import re
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "commands"))
import program  # noqa: E402
import seeds  # noqa: E402
from cases import Case, Cases, service_name  # noqa: E402
from program import build, patience, serving  # noqa: E402
from service import Services  # noqa: E402
from sparql_client import health  # noqa: E402
from vitals import come_to_rest, what_has_grown  # noqa: E402
from worker import Failure, Shared, Worker  # noqa: E402

WORKERS = 4
WARM_UP = 0.25  # of the time or the cases
QUERY_SECONDS = 2
ANSWER_SECONDS = 20  # for one case, on an idle machine
SERVICE = re.compile(rb"urn:service:\d+")
TROUBLE = ("runtime error:", "Sanitizer", "assert", "terminate called")


def read_words():
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--seed", type=int, default=None, help="of the mutations (default: any)")
    words.add_argument("--seconds", type=float, default=60, help="how long cases are sent (default: %(default)s)")
    words.add_argument("--cases", type=int, default=None, help="how many cases are sent, in place of --seconds")
    words.add_argument("--images", type=int, default=1, help="processes of the server (default: %(default)s)")
    words.add_argument("--workers", type=int, default=WORKERS, help="clients at once (default: %(default)s)")
    words.add_argument("--replay", type=pathlib.Path, help="send the cases of this file, one after the other")
    words.add_argument("--found", type=pathlib.Path, default=pathlib.Path("."), help="folder for what is found (default: here)")
    given = words.parse_args()
    given.seconds *= float(os.environ.get("QUADRILLE_TEST_TIMES", 1))
    return given


class Fuzzing:
    def __init__(self, server, services, options, seed):
        self.server, self.options, self.seed = server, options, seed
        self.shared = Shared(server.port, patience(ANSWER_SECONDS), services)
        self.workers = [Worker(number, Cases(seed, number), self.shared) for number in range(options.workers)]
        self.failures = []

    def run_part(self, share):
        """Runs all workers, until their share of time or cases is over or one has failed."""
        until = time.monotonic() + (1e9 if self.options.cases else self.options.seconds * share)
        cases = (self.options.cases or 0) * share / len(self.workers)
        threads = [threading.Thread(target=self.run_worker, args=(worker, until, worker.done + cases)) for worker in self.workers]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            self.look_after_the_server()
            time.sleep(0.5)

    def run_worker(self, worker, until, cases):
        try:
            worker.run(lambda: not self.failures and time.monotonic() < until and (not self.options.cases or worker.done < cases))
        except Failure as failure:
            self.failures.append(str(failure))
        except Exception as error:  # a bug of ours
            self.failures.append(repr(error))
            raise

    def look_after_the_server(self):
        if self.failures:
            return
        try:
            answer = health(self.server, timeout=patience(10))
            if answer.status != 200:
                self.failures.append(f"/health: status {answer.status}")
        except OSError as error:
            self.failures.append(f"/health: {error!r}")
        if self.server.process.poll() is not None:
            self.failures.append(f"the server has ended with status {self.server.process.returncode}")

    def write_recent(self):
        self.options.found.mkdir(parents=True, exist_ok=True)
        file = self.options.found / f"found-{self.seed}.json"
        file.write_text(json.dumps([case.to_json() for case in self.shared.recent], indent=1))
        return file


def fuzz(server, services, options, seed):
    fuzzing = Fuzzing(server, services, options, seed)
    come_to_rest(server)
    began = time.monotonic()
    fuzzing.run_part(WARM_UP)
    if not fuzzing.failures:
        before = come_to_rest(server)
        fuzzing.run_part(1 - WARM_UP)
    seconds, cases = time.monotonic() - began, sum(worker.done for worker in fuzzing.workers)
    counts = ", ".join(f"{status}: {count}" for status, count in sorted(fuzzing.shared.statuses.items(), key=str))
    print(f"{cases} cases in {seconds:.0f} s; answers by status: {counts}")
    if not fuzzing.failures:
        after, grown = what_has_grown(server, before, patience(10))
        fuzzing.failures += grown
        print(f"after the warm-up: {before}\nat the end:        {after}")
    fuzzing.failures += [line for line in server.errors.splitlines() if any(word in line for word in TROUBLE)]
    if fuzzing.failures:
        print("\n\n".join(fuzzing.failures), f"\nthe server's own words:\n{server.errors[-3000:]}")
        print(f"the last cases are in {fuzzing.write_recent()}; send them again by --replay")
    return not fuzzing.failures


def replay(server, services, options):
    worker = Worker(0, Cases(0, 0), Shared(server.port, patience(ANSWER_SECONDS), services))
    cases = [Case.from_json(fields) for fields in json.loads(options.replay.read_text())]
    for number, case in enumerate(cases):
        case.data = SERVICE.sub(service_name(0).encode(), case.data)
        try:
            worker.try_case(case)
            assert server.process.poll() is None, f"the server has ended\n{server.errors}"
        except (Failure, AssertionError) as failure:
            print(f"case {number + 1} of {len(cases)}: {failure}")
            return False
    print(f"{len(cases)} cases; answers by status: {dict(worker.shared.statuses)}")
    return True


def main():
    options = read_words()
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(4), "little")
    print(f"seed {seed}", flush=True)
    program.LONGEST_LIFE_SECONDS = 1e6
    services = Services()
    with tempfile.TemporaryDirectory(prefix="quadrille-fuzz-") as folder:
        data = pathlib.Path(folder, "base.nq")
        data.write_bytes(seeds.BASE)
        build(pathlib.Path(folder, "db"), data, images=options.images)
        places = [word for number in range(options.workers)
                  for word in ("--service-at", f"{service_name(number)}={services.url(number)}")]
        with serving(pathlib.Path(folder, "db"), options.images,
                     options=["--timeout", QUERY_SECONDS, "--memory", "512M", "--sync", "off", "--default-prefixes", *places]) as server:
            good = replay(server, services, options) if options.replay else fuzz(server, services, options, seed)
    services.close()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
