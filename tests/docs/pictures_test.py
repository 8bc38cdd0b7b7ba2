#!/usr/bin/env python3
"""The pictures of docs/algorithms.md are those of runs of the present program, and each algorithm has one."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs/algorithms.md").read_text()


class Pictures(unittest.TestCase):
    def test_each_algorithm_has_one(self):
        listed = re.findall(r"^\| \[(.*?)\]\(#.*?\) \|", DOCUMENT, re.M)
        algorithms = {name for names in listed for name in re.findall(r"`(\w+)`", names)}
        shown = set(re.findall(r"\(pictures/(\w+)\.svg\)", DOCUMENT))
        self.assertEqual(algorithms, shown)
        self.assertEqual(shown, {file.stem for file in (ROOT / "docs/pictures").glob("*.svg")})

    @unittest.skipUnless((ROOT / "build/networks").exists(), "scripts/fetch-networks has not run")
    def test_they_are_those_of_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", ROOT / "scripts/draw-algorithms", folder], check=True, env=os.environ)
            for file in sorted((ROOT / "docs/pictures").glob("*.svg")):
                with self.subTest(file.name):
                    self.assertEqual((pathlib.Path(folder) / file.name).read_text(), file.read_text(), "run scripts/draw-algorithms")


if __name__ == "__main__":
    unittest.main()
