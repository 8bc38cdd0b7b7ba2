#!/usr/bin/env python3
"""The commands of docs/http.md run as they are printed, one after the other."""

import pathlib
import re
import subprocess
import unittest

from program import Case, serving

PAGE = pathlib.Path(__file__).parents[2] / "docs/http.md"
FENCE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# An answer that is an error ends the shell.
SHELL = 'set -euo pipefail; curl() { command curl --silent --show-error --fail "$@"; }\n'


class Page(Case):
    @classmethod
    def prepare(cls):
        cls.server = cls.enterClassContext(serving(cls.folder / "notes", options=["--create"]))

    def test_every_command_runs(self):
        blocks = FENCE.findall(PAGE.read_text())
        self.assertGreater(sum(block.count("curl ") for block in blocks), 15)
        for block in blocks:
            commands = block.replace("localhost:3756", f"127.0.0.1:{self.server.port}")
            ended = subprocess.run(["bash", "-c", SHELL + commands], cwd=self.folder, capture_output=True, timeout=60)
            with self.subTest(block):
                self.assertEqual(ended.returncode, 0, ended.stderr.decode())


if __name__ == "__main__":
    unittest.main()
