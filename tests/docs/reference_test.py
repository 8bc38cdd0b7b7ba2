#!/usr/bin/env python3
"""The tables of docs/ that come from the program are those of the present program."""

import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
from program import PROGRAM  # noqa: E402

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/update-reference"


class Reference(unittest.TestCase):
    def test_the_pages_are_those_of_the_program(self):
        ended = subprocess.run([sys.executable, "-B", SCRIPT, "--check"], capture_output=True, text=True, env={"QUADRILLE": PROGRAM})
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)


if __name__ == "__main__":
    unittest.main()
