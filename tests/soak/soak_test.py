#!/usr/bin/env python3
"""10,000 mixed queries and updates near the limit of memory: the same answers, and nothing grows."""

import unittest

from soak import after_operations, soak
from program import Case, build

STRETCHES = 5


class Soaks(Case):
    def soaked(self, operations, images, environment=None):
        database = self.folder / f"{images}-{bool(environment)}"
        build(database, options=["--lubm", "1"], images=images)
        reports = soak(database, images, ["--memory", "256M", "--timeout", "60"], STRETCHES,
                       after_operations(operations // STRETCHES), environment=environment)
        self.assertGreaterEqual(sum(report["operations"] for report in reports), operations)
        first, at_rest = reports[0], reports[-1]
        self.assertGreater(at_rest["peak_share"], 0.9, reports)
        self.assertLess(at_rest["heap_mb"], 1.5 * first["heap_mb"] + 10, reports)
        self.assertLess(at_rest["resident_mb"], 1.3 * first["resident_mb"] + 50, reports)
        self.assertLess(abs(at_rest["quads"] - first["quads"]), 1000, reports)

    def test_two_images(self):
        self.soaked(10_000, 2)

    def test_two_groups(self):
        self.soaked(2_000, 2, {"QUADRILLE_GROUP_SIZE": "1"})


if __name__ == "__main__":
    unittest.main()
