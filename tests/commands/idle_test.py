#!/usr/bin/env python3
"""An idle server hardly wakes up, in one group or several, and answers the next query at once.

It counts wake-ups instead of measuring their time, which is longer on a busy machine.
"""

import os
import pathlib
import re
import time
import unittest

import sample_data
from program import Case, build, children_of, patience, serving
from sparql_client import ask

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
SETTLED_S = 3  # an image that has just worked stays attentive for a while
MEASURED_S = 10
WAKE_UPS_A_SECOND = 500  # of all threads; each takes some 10 us, so this is half a percent of a core
SHARE_OF_A_CORE = 0.1  # a thread that spins takes more, even where six other processes want the cores
LATER_S = 0.020  # than a warm answer


def processor_seconds(pids):
    """User and system time of the processes until now."""
    ticks = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def wake_ups(pids):
    """The number of times that threads of the processes have gone to sleep so far."""
    count = 0
    for pid in pids:
        for status in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
            count += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read_text(), re.MULTILINE)[1])
    return count


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

    def first_after_idling(self, server, warm):
        """The time of a query to an idle server; the least of up to three, since a busy machine can delay one of them."""
        times = [seconds_of(server, COUNT)]
        while times[-1] - warm >= patience(LATER_S) and len(times) < 3:
            time.sleep(SETTLED_S)
            times.append(seconds_of(server, COUNT))
        return min(times)

    def test_four_images_in_two_groups(self):
        with serving(self.database, images=4, environment={"QUADRILLE_GROUP_SIZE": "2"}) as server:
            warm = sorted(seconds_of(server, COUNT) for _ in range(20))[10]
            processes = [server.process.pid, *children_of(server.process.pid)]
            time.sleep(SETTLED_S)
            began, taken, woken = time.monotonic(), processor_seconds(processes), wake_ups(processes)
            time.sleep(MEASURED_S)
            seconds = time.monotonic() - began
            share, rate = (processor_seconds(processes) - taken) / seconds, (wake_ups(processes) - woken) / seconds
            first = self.first_after_idling(server, warm)
            print(f"idle: {rate:.0f} wake-ups a second, {share:.2%} of a core; warm {warm * 1e3:.1f} ms, "
                  f"after {SETTLED_S + MEASURED_S} s {first * 1e3:.1f} ms")
            self.assertLess(rate, WAKE_UPS_A_SECOND)
            self.assertLess(share, SHARE_OF_A_CORE)
            self.assertLess(first - warm, patience(LATER_S))


if __name__ == "__main__":
    unittest.main()
