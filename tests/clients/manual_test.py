#!/usr/bin/env python3
"""The code in docs/clients.md is the code of the drivers, which the other tests run."""

import re
import textwrap
import unittest

from fetched import HERE

LANGUAGES = {"python": "*.py", "java": "java/*.java", "js": "node/*.mjs", "html": "node/*.html"}


def lines_of(text):
    return [line for line in text.splitlines() if line]


def contains(lines, block):
    """Whether the block is in the lines, with any indentation of all of it."""
    for begin, line in enumerate(lines):
        if line.endswith(block[0]):
            part = lines[begin:begin + len(block)]
            if lines_of(textwrap.dedent("\n".join(part))) == block:
                return True
    return False


class Manual(unittest.TestCase):
    def test_every_block_of_code_is_run_by_a_test(self):
        blocks = re.findall(r"^```(\w+)\n(.*?)^```", (HERE.parents[1] / "docs/clients.md").read_text(), re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 12)
        for language, text in blocks:
            with self.subTest(text):
                sources = [lines_of(file.read_text()) for file in HERE.glob(LANGUAGES[language])]
                self.assertTrue(any(contains(source, lines_of(text)) for source in sources))


if __name__ == "__main__":
    unittest.main()
