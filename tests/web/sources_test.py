#!/usr/bin/env python3
"""The sources of the workbench: types, layout, unit tests, sizes."""

import gzip
import os
import pathlib
import re
import unittest

from workspace import SPACE, node, require

SOURCE = pathlib.Path(__file__).parents[2] / "web"
SHARED = pathlib.Path(os.environ.get("QUADRILLE_SHARED") or pathlib.Path(__file__).parents[3] / "shared")
MOST_FOR_A_QUERY, MOST = 200 << 10, 400 << 10


class Sources(unittest.TestCase):
    def run_node(self, *words, environment=None):
        status, output = node(*words, environment=environment)
        self.assertEqual(status, 0, output[-5000:])

    def test_types(self):
        self.run_node("node_modules/typescript/bin/tsc", "--project", ".")

    def test_layout(self):
        self.run_node("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "src", "browser")

    def test_units(self):
        self.run_node("--test", "src/**/*.test.ts")

    def test_the_formatter_keeps_every_token_of_the_w3c_queries(self):
        require(SHARED.is_dir(), f"there is no {SHARED}")
        self.run_node("--test", "src/editor/format.corpus.ts", environment={"QUADRILLE_TEST_CORPUS": str(SHARED / "w3c")})

    def test_the_lock_file_has_no_addresses(self):
        self.assertNotRegex((SOURCE / "package-lock.json").read_text(), r"https?://")

    def test_nothing_sets_markup(self):
        for file in (SOURCE / "src").rglob("*.ts*"):
            self.assertIsNone(re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", file.read_text()), file)

    def test_the_files_are_small(self):
        sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in (SPACE / "bundle").iterdir()}
        page = (SPACE / "bundle/index.html").read_text()
        first = {"index.html", *re.findall(r'assets/([^"]+)"', page)}
        for name in list(first):  # and what they import at once
            first |= set(re.findall(r'(?:from|import)"\./([^"]+)"', (SPACE / "bundle" / name).read_text()))
        self.assertLessEqual(sum(sizes[name] for name in first), MOST_FOR_A_QUERY, sizes)
        self.assertLessEqual(sum(sizes.values()), MOST, sizes)


if __name__ == "__main__":
    unittest.main()
