#!/usr/bin/env python3
"""The formulas of docs/sizing.md: its tables are computed, and builds need what the formulas say, within 15 %.

    tests/sizing/sizing_test.py --rewrite      writes the tables anew
"""

import dataclasses
import difflib
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path += [str(FOLDER.parent / "commands"), str(FOLDER.parent / "real")]

import program  # noqa: E402
from points import EXCHANGES, POINTS, Exchanged, Point, complaints  # noqa: E402
from program import Case, run  # noqa: E402
from published import DATA_SETS  # noqa: E402
from shared_data import Skipped, shared_file  # noqa: E402
from sizing import (BSBM, FIBO, IDLE_BYTES, LUBM, NANOPUB, QUDT, Images, build_memory, large_blocks,  # noqa: E402
                    rounds_in_memory)
from tables import SHAPES, with_tables  # noqa: E402

DOCUMENT = FOLDER.parents[1] / "docs/sizing.md"
BENCH = Path(os.environ.get("QUADRILLE_BENCH") or Path(program.PROGRAM).with_name("quadrille-bench"))
REAL = {"qudt": QUDT, "fibo": FIBO, "nanopub": NANOPUB, "bsbm": BSBM}
UNIVERSITIES = 10


class Document(unittest.TestCase):
    def test_its_tables_are_those_of_the_formulas(self):
        text = DOCUMENT.read_text()
        lines = difflib.unified_diff(text.splitlines(), with_tables(text).splitlines(), "docs/sizing.md", "formulas", "", "", 0)
        self.assertEqual(list(lines), [], f"tests/sizing/{Path(__file__).name} --rewrite writes the tables anew")


class Formulas(unittest.TestCase):
    def test_they_give_what_was_measured(self):
        self.assertEqual([line for point in (*POINTS, *EXCHANGES) for line in complaints(point)], [])

    def test_a_constant_that_is_a_quarter_off_is_found(self):
        for constant in ("shard_bytes", "row_bytes", "copies"):
            wrong = dataclasses.replace(LUBM, **{constant: getattr(LUBM, constant) * 1.25})
            moved = [dataclasses.replace(point, data=wrong) for point in POINTS if point.data is LUBM]
            self.assertTrue([line for point in moved for line in complaints(point)], constant)

    def test_messages_of_a_phase_are_those_that_the_program_plans(self):
        shapes = [Images.of(*shape) for shape in SHAPES] + [Images((3, 1)), Images((3, 1, 2)), Images((5, 5, 5))]
        words = [word for images in shapes for word in ("--shape", ",".join(map(str, images.sizes)))]
        table = subprocess.run([BENCH, "messages", *words], check=True, capture_output=True, text=True).stdout
        rows = [line.split() for line in table.splitlines()[-len(shapes):]]
        for images, row in zip(shapes, rows):
            count, _, _, most, pairs, _, streams = map(int, row[-7:])
            self.assertEqual((count, pairs, streams), (images.count, images.pairs, images.streams))
            if len(set(images.sizes)) == 1:
                self.assertEqual(most, images.most_streams)


class Builds(Case):
    def report_of(self, images, *words, groups=None):
        """The report of a build with so many images, in groups of these sizes."""
        folder = self.folder / self.id().rpartition(".")[2]
        sizes = {"QUADRILLE_GROUP_SIZE": ",".join(map(str, groups))} if groups else {}
        built = run("build", "--db", folder, "--replace", "--images", images, "--stats", f"{folder}.json", *words,
                    environment=sizes)
        self.assertEqual(built.status, 0, built.errors)
        return json.loads(Path(f"{folder}.json").read_text())

    def expect(self, *found):
        self.assertEqual([line for point in found for line in complaints(point)], [])

    def test_lubm_with_one_image(self):
        report = self.report_of(1, "--lubm", UNIVERSITIES)
        self.expect(Point("LUBM", LUBM, report["quads"], report["disk_bytes"], report["peak_memory_bytes_per_image"]))

    # An image that starts late reads less than its share, on a machine with other work even nothing. Then the memory of the
    # others is larger, and there are fewer large blocks.
    def test_lubm_with_two_images(self):
        report = self.report_of(2, "--lubm", UNIVERSITIES)
        self.expect(Point("LUBM", LUBM, report["quads"], report["disk_bytes"], images=2))
        least, most = (build_memory(LUBM, report["quads"], Images.of(2), rows) for rows in (None, report["quads_read"]))
        self.assertGreater(report["peak_memory_bytes_per_image"], 0.85 * least)
        self.assertLess(report["peak_memory_bytes_per_image"], 1.15 * most)

    def test_lubm_in_groups(self):
        for sizes in ((1, 1, 1, 1), (2, 2)):
            report = self.report_of(sum(sizes), "--lubm", UNIVERSITIES, groups=sizes)
            images, quads = Images(sizes), report["quads"]
            messages, sent = (sum(step[key] for step in report["steps"]) for key in ("messages", "message_bytes"))
            found = Exchanged(f"LUBM in {sizes}", quads, images, UNIVERSITIES, report["seconds"], messages, sent)
            (_, _, most), (_, sent, sent_by_formula) = found.compared()
            least = most - large_blocks(LUBM, quads, images, rounds_in_memory(images))
            self.assertTrue(0.85 * least < messages < 1.15 * most, f"{least} < {messages} < {most}")
            self.assertAlmostEqual(sent_by_formula / sent, 1, delta=0.15)

    def test_real_data(self):
        for name, data in REAL.items():
            folder, file, quads = DATA_SETS[name]
            try:
                input_file = shared_file(FOLDER.parents[2] / "shared", folder, file)
            except Skipped as reason:
                self.skipTest(str(reason))
            report = self.report_of(1, input_file)
            self.assertEqual(report["quads"], quads)
            self.expect(Point(name, data, quads, report["disk_bytes"], report["peak_memory_bytes_per_image"]))


class Server(Case):
    @classmethod
    def prepare(cls):
        program.build(cls.folder / "db", options=("--lubm", 1))

    def test_own_memory_of_an_idle_image(self):
        with program.serving(self.folder / "db", images=2) as server:
            for image in server.images().values():
                if re.search("lib[at]san", Path(f"/proc/{image.pid}/maps").read_text()):
                    self.skipTest("sanitizers take memory of their own")
                status = dict(line.split(":", 1) for line in Path(f"/proc/{image.pid}/status").read_text().splitlines())
                own = sum(int(status[kind].split()[0]) for kind in ("RssAnon", "RssShmem")) * 1024
                self.assertLess(own, IDLE_BYTES)


if __name__ == "__main__":
    if "--rewrite" in sys.argv:
        DOCUMENT.write_text(with_tables(DOCUMENT.read_text()))
    else:
        unittest.main()
