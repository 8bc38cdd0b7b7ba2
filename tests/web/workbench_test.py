#!/usr/bin/env python3
"""The workbench in Chromium, against a server with LUBM(1) of four images, one with accounts, and one with published data."""

import os
import pathlib
import shutil
import sys
import unittest

from workspace import node, require

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/commands"))
from program import Case, build, patience, run, serving

CHROMIUM = os.environ.get("QUADRILLE_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
require(CHROMIUM, "Chromium is not installed")
LONGEST_SECONDS = 500  # of all tests together; beside other work they take a minute and a half
PASSWORD = "correct horse battery"
TILES = ("--map-tiles", "http://tiles.test/{z}/{x}/{y}.png", "--map-attribution", "Tiles of the test")


REAL = [pathlib.Path(os.environ.get("QUADRILLE_SHARED", ROOT.parent / "shared")) / "bench/real" / file
        for file in ("qudt/qudt.nt.zst", "nanopub/nanopub.nq.zst")]
require(all(file.exists() for file in REAL), f"{REAL[0]} is missing")


class Workbench(Case):
    @classmethod
    def prepare(cls):
        build(cls.folder / "db", images=4, options=["--lubm", 1])
        build(cls.folder / "guarded", options=["--lubm", 1])
        build(cls.folder / "real", *REAL)
        cls.accounts = cls.folder / "access.toml"
        for name, role in (("ann", "read"), ("eve", "admin")):
            ended = run("access", "user", "add", name, "--role", role, "--access", cls.accounts, given=PASSWORD.encode())
            assert ended.status == 0, ended.errors

    def test_in_chromium(self):
        with (serving(self.folder / "db", 4, life=LONGEST_SECONDS) as server,
              serving(self.folder / "real", life=LONGEST_SECONDS) as real,
              serving(self.folder / "guarded", options=("--access", self.accounts, *TILES), life=LONGEST_SECONDS) as guarded):
            status, output = node("--test", "--test-concurrency=1", "--test-reporter=spec", "browser/*.test.ts", environment={
                "QUADRILLE_TEST_SERVER": f"http://localhost:{server.port}/",
                "QUADRILLE_TEST_REAL_SERVER": f"http://localhost:{real.port}/",
                "QUADRILLE_TEST_ACCOUNTS_SERVER": f"http://localhost:{guarded.port}/", "QUADRILLE_TEST_PASSWORD": PASSWORD,
                "QUADRILLE_TEST_CHROMIUM": CHROMIUM, "QUADRILLE_TEST_PATIENCE": str(patience(1))}, seconds=LONGEST_SECONDS)
        self.assertEqual(status, 0, output[-10000:])


if __name__ == "__main__":
    unittest.main()
