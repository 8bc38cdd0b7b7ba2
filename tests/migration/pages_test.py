#!/usr/bin/env python3
"""The queries that docs/migration-*.md show get the answers that they show: those of other systems are refused with the message that
is shown, or work; the rewritten ones have the rows that are shown."""

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "commands"))

from program import Case, build, serving  # noqa: E402
from sparql_client import TSV, ask  # noqa: E402

import pages  # noqa: E402

EXAMPLE = "http://example.org/"
UNION = {"migration-virtuoso.md", "migration-blazegraph.md", "migration-qlever.md", "migration-graphdb.md"}
INFERRING = {"migration-virtuoso.md", "migration-graphdb.md"}


def shown(cell):
    """A term of TSV as the pages write it."""
    if cell.startswith(f"<{EXAMPLE}"):
        return "ex:" + cell[len(EXAMPLE) + 1:-1]
    return cell


def rows(text):
    lines = [line.split("\t") for line in text.splitlines()[1:]]
    return [" ".join(shown(cell) or "UNDEF" for cell in line) for line in lines]


class Pages(Case):
    @classmethod
    def prepare(cls):
        data, prefixes = cls.folder / "library.trig", cls.folder / "library.prefixes"
        data.write_text(pages.library())
        prefixes.write_text(pages.prefixes())
        build(cls.folder / "library", data, options=["--rules", "rdfs"])
        cls.server = cls.enterClassContext(serving(cls.folder / "library", options=[f"--default-prefixes={prefixes}"]))

    def say(self, query):
        union, infer = query.page in UNION, query.page in INFERRING
        return ask(self.server, query.text, TSV, union_default_graph="on" if union else "off", infer="true" if infer else "false")

    def check(self, query):
        answer = self.say(query)
        self.assertTrue(query.says, f"{query} shows no answer")
        if query.refusal:
            self.assertIn(answer.status, (400, 403, 501), f"{query}\n{answer.text}")
            self.assertIn(query.refusal, answer.text, str(query))
            return
        self.assertEqual(answer.status, 200, f"{query}\n{answer.text}")
        found, expected = rows(answer.text), query.rows
        if "ORDER BY" not in query.text:
            found, expected = sorted(found), sorted(expected)
        self.assertEqual(found, expected, str(query))

    def test_each_page_has_queries_of_both(self):
        for page in pages.pages():
            systems = [query.system for query in pages.queries(page)]
            if page != pages.OVERVIEW:
                self.assertIn("Quadrille", systems, page)
            self.assertTrue(any(system != "Quadrille" for system in systems), page)


def add_tests():
    for page in pages.pages():
        for query in pages.queries(page):
            setattr(Pages, f"test_{Path(page).stem.replace('-', '_')}_line_{query.line}", lambda self, query=query: self.check(query))


if __name__ == "__main__":
    add_tests()
    unittest.main()
