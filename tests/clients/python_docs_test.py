#!/usr/bin/env python3
"""The examples of docs/python.md, in order: those with >>> must print what the page shows; cells run in IPython."""

import doctest
import os
import sys
import unittest

import package

package.needed("IPython", "pandas", "polars")
sys.path.append(str(package.ROOT / "tests/docs"))

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

import documents
from program import Case, serving

PAGE = "docs/python.md"
PEOPLE = "<urn:cy> <urn:name> 'Cy' ; <urn:age> 7 .\n"
FLAGS = doctest.ELLIPSIS


class Page(Case):
    @classmethod
    def prepare(cls):
        cls.server = cls.enterClassContext(serving(cls.folder / "notes", options=["--create"]))
        (cls.folder / "people.ttl").write_text(PEOPLE)
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(cls.folder)
        cls.shell = InteractiveShell(ipython_dir=str(cls.folder), config=Config({"HistoryManager": {"enabled": False}}))

    def test_examples_do_what_the_page_shows(self):
        text = (package.ROOT / PAGE).read_text().replace("3756", str(self.server.port))
        examples = cells = 0
        for block in documents.blocks(text):
            if block.lines[0].startswith(">>>"):
                examples += self.run_example("\n".join(block.lines) + "\n", block.line)
            elif block.lines[0].startswith("%"):
                cells += self.run_cells(block.lines)
        self.assertGreater(examples, 20)
        self.assertEqual(cells, 3)
        self.assertEqual(self.shell.user_ns["names"].height, 2)

    def run_example(self, text, line):
        names = self.shell.user_ns
        test = doctest.DocTestParser().get_doctest(text, {}, PAGE, PAGE, line - 1)
        test.globs = names
        said = []
        failed, tried = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
        self.assertEqual(failed, 0, "".join(said))
        return tried

    def run_cells(self, block):
        texts = "\n".join(block).split("\n\n")
        for text in texts:
            with capture_output() as captured:
                result = self.shell.run_cell(text)
            self.assertTrue(result.success, f"{text}\n{captured.stdout}{captured.stderr}")
        return len(texts)


if __name__ == "__main__":
    unittest.main()
