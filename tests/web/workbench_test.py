#!/usr/bin/env python3
"""The workbench in Chromium, against servers with LUBM(1), one of them with accounts."""

import os
import pathlib
import shutil
import sys
import unittest

from workspace import node, require

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
from program import Case, build, for_images, patience, run, serving

CHROMIUM = os.environ.get("QUADRILLE_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
require(CHROMIUM, "Chromium is not installed")
LONGEST_SECONDS = 500  # of all tests together; beside other work they take a minute and a half
PASSWORD = "correct horse battery"
TILES = ("--map-tiles", "http://tiles.test/{z}/{x}/{y}.png", "--map-attribution", "Tiles of the test")


@for_images(1, 2)
class Workbench(Case):
    @classmethod
    def prepare(cls):
        for name in ("db", "guarded"):
            build(cls.folder / name, images=cls.images, options=["--lubm", 1])
        cls.accounts = cls.folder / "access.toml"
        for name, role in (("ann", "read"), ("eve", "admin")):
            ended = run("access", "user", "add", name, "--role", role, "--access", cls.accounts, given=PASSWORD.encode())
            assert ended.status == 0, ended.errors

    def test_in_chromium(self):
        with (serving(self.folder / "db", self.images, life=LONGEST_SECONDS) as server,
              serving(self.folder / "guarded", self.images, options=("--access", self.accounts, *TILES), life=LONGEST_SECONDS) as guarded):
            status, output = node("--test", "--test-concurrency=1", "--test-reporter=spec", "browser/*.test.ts", environment={
                "QUADRILLE_TEST_SERVER": f"http://localhost:{server.port}/",
                "QUADRILLE_TEST_ACCOUNTS_SERVER": f"http://localhost:{guarded.port}/", "QUADRILLE_TEST_PASSWORD": PASSWORD,
                "QUADRILLE_TEST_CHROMIUM": CHROMIUM, "QUADRILLE_TEST_PATIENCE": str(patience(1))}, seconds=LONGEST_SECONDS)
        self.assertEqual(status, 0, output[-10000:])


if __name__ == "__main__":
    unittest.main()
