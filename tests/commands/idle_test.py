#!/usr/bin/env python3
"""A server that nobody asks takes no processor, in one group or several, and answers at once when somebody does."""

import os
import pathlib
import time
import unittest

import sample_data
from program import Case, build, children_of, patience, serving
from sparql_client import ask

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
MEASURED_S = 30
IDLE_S = 60
SHARE_OF_A_CORE = 0.01
LATER_S = 0.020  # than a warm answer


def processor_seconds(pids):
    """User and system time of the processes until now."""
    ticks = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def seconds_of(server, query):
    began = time.monotonic()
    answer = ask(server, query)
    assert answer.status == 200, answer
    return time.monotonic() - began


class Idle(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "university.nt"
        sample_data.write_university(data)
        cls.database = cls.folder / "university"
        build(cls.database, data, images=4)

    def test_four_images_in_two_groups(self):
        with serving(self.database, images=4, environment={"QUADRILLE_GROUP_SIZE": "2"}) as server:
            warm = sorted(seconds_of(server, COUNT) for _ in range(20))[10]
            began = time.monotonic()
            processes = [server.process.pid, *children_of(server.process.pid)]
            time.sleep(3)  # an image that has just worked stays attentive for a while
            before = processor_seconds(processes)
            time.sleep(MEASURED_S)
            share = (processor_seconds(processes) - before) / MEASURED_S
            time.sleep(max(0, began + IDLE_S - time.monotonic()))
            first = seconds_of(server, COUNT)
            print(f"idle: {share:.2%} of a core; warm {warm * 1e3:.1f} ms, after {IDLE_S} s {first * 1e3:.1f} ms")
            self.assertLess(share, SHARE_OF_A_CORE)
            self.assertLess(first - warm, patience(LATER_S))


if __name__ == "__main__":
    unittest.main()
