#!/usr/bin/env python3
"""Every command that README.md, docs/*.md and the help of the commands show works: it ends with status 0.

not_run.txt lists the commands that cannot run here, each with its reason.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import documents
import outputs
from surroundings import Surroundings, program

ROOT = pathlib.Path(__file__).parents[2]
COMMANDS = ("build", "serve", "query", "update", "dump", "info", "compact", "check", "backup", "restore", "load", "access", "ping", "demo", "shell")
LONGEST_SECONDS = 60


def exceptions():
    """(document or *, part of the command, reason) of each line of not_run.txt."""
    lines = pathlib.Path(__file__).with_name("not_run.txt").read_text().splitlines()
    return [tuple(part.strip() for part in line.split("|")) for line in lines if line.strip() and not line.startswith("#")]


def exception_for(command):
    for row in exceptions():
        if row[0] in ("*", command.document) and row[1] in command.text:
            return row
    return None


@functools.cache
def help_of(command):
    ended = program.run(*command.split(), "--help")
    return ended.text if ended.status == 0 else ""


def examples(text):
    """The examples of a help, as an indented block."""
    _, _, after = text.partition("Examples:\n")
    return "\n".join("  " + line for line in after.splitlines() if line.startswith("  ") or not line)


def all_documents():
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        yield str(path.relative_to(ROOT)), path.read_text()
    lines = [line for line in help_of("").splitlines() if line.startswith("  quadrille ")]
    yield "--help", "\n".join("  " + line for line in lines)
    for command in COMMANDS:
        yield f"{command} --help", examples(help_of(command))


class Commands(unittest.TestCase):
    def run_document(self, name, text):
        folder = tempfile.mkdtemp(prefix="quadrille-docs-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        surroundings = Surroundings(folder)
        try:
            for command in documents.commands(name, text):
                if not command.not_run and not exception_for(command):
                    with self.subTest(str(command)):
                        self.run_command(surroundings, command)
        finally:
            surroundings.end()

    def run_command(self, surroundings, command):
        text = surroundings.small_and_here(command.text)
        surroundings.provide(text)
        if re.search(r"\bquadrille serve\b", text):
            surroundings.serve(text)
            return
        try:
            ended = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=surroundings.folder, capture_output=True,
                                   timeout=LONGEST_SECONDS, stdin=subprocess.DEVNULL,
                                   env={**os.environ, **surroundings.environment})
        except subprocess.TimeoutExpired:
            self.fail(f"{command}\ntakes more than {LONGEST_SECONDS} s")
        said = (ended.stdout[-1000:] + ended.stderr).decode(errors="replace")
        self.assertEqual(ended.returncode, 0, f"\n{command}\nends with {ended.returncode}; it ran as\n{text}\n{said}")
        self.compare(command, *(surroundings.as_documented(part.decode(errors="replace")) for part in (ended.stdout, ended.stderr)))

    def compare(self, command, output, errors):
        """What the document shows is one of the two outputs, or both together."""
        if not any(line.strip() for line in command.shown):
            return
        is_right = any(outputs.is_as_shown(command.shown, text, command.numbers_differ) for text in (output, errors, errors + output))
        self.assertTrue(is_right, f"\n{command}\nprints\n{output}{errors}\nThe document shows\n" + "\n".join(command.shown))

    def test_every_exception_is_needed(self):
        every = [command for name, text in all_documents() for command in documents.commands(name, text)]
        for row in exceptions():
            self.assertEqual(len(row), 3, f"not_run.txt: {row} is no document | part of the command | reason")
            needed = any(row[0] in ("*", command.document) and row[1] in command.text for command in every)
            self.assertTrue(needed, f"not_run.txt: no command of {row[0]} has '{row[1]}'")

    def test_options_that_sentences_name_are_there(self):
        for name, text in all_documents():
            for mention in documents.mentions(name, text):
                words = mention.text.split()
                command = [words[1]]
                if words[0] == "quadrille-bench":
                    continue
                with self.subTest(str(mention)):
                    known = help_of(" ".join(command))
                    self.assertTrue(known, f"{mention}: there is no command '{command[0]}'")
                    for option in re.findall(r"(?<=\s)--[a-z-]+", mention.text):
                        self.assertIn(option, known, str(mention))


def add_tests():
    for name, text in all_documents():
        if any(True for _ in documents.commands(name, text)):
            method = "test_" + re.sub(r"\W+", "_", name)
            setattr(Commands, method, lambda self, name=name, text=text: self.run_document(name, text))


class Documents(unittest.TestCase):
    """The commands that documents.py finds."""

    def test_commands_of_blocks(self):
        text = ("Words `quadrille dump --x`.\n\n    $ quadrille query 'SELECT\n      *'\n    ?s\n\n```\nA=1 quadrille info \\\n"
                "  --db x\ncat > f <<END\nquadrille\nEND\n```\n")
        self.assertEqual([(found.line, found.text) for found in documents.commands("d", text)],
                         [(3, "quadrille query 'SELECT\n  *'"), (8, "A=1 quadrille info \\\n  --db x"),
                          (10, "cat > f <<END\nquadrille\nEND")])
        self.assertEqual([found.text for found in documents.mentions("d", text)], ["quadrille dump --x"])

    def test_outputs_and_marks_of_blocks(self):
        text = ("    quadrille a\n    1\n    quadrille b\n\n```\n2\n```\n\n```\n3\n```\nWords:\n\n    quadrille c\n\n"
                "```json\n4\n```\nMore.\n<!-- numbers differ -->\n```json\n5\n```\n"
                "<!-- not run: other hosts -->\n\n    quadrille d\n\n<!-- not output -->\n```\n6\n```\n"
                "<!-- file: e -->\n```\n7\n```\n<!-- numbers differ -->\n\n    $ quadrille f\n    8\n")
        found = [(one.text[-1], "".join(one.shown), one.numbers_differ, one.not_run) for one in documents.commands("d", text)]
        self.assertEqual(found, [("a", "1", False, ""), ("b", "2", False, ""), ("c", "5", True, ""), ("d", "", False, "other hosts"),
                                 ("D", "", False, ""), ("f", "8", True, "")])


class Outputs(unittest.TestCase):
    """The comparison of outputs.py."""

    def assertShown(self, shown, printed, is_right=True, numbers_differ=False):
        self.assertIs(outputs.is_as_shown(shown.splitlines(), printed, numbers_differ), is_right, (shown, printed))

    def test_spaces_and_what_differs_from_run_to_run(self):
        self.assertShown('?name  ?n\n\n"Bo"   3', '?name\t?n\n"Bo"\t3\n')
        self.assertShown('"Bo" 3', '"Bo" 4', False)
        self.assertShown("parse 0.5 ms, 29 KiB, 7 rows", "parse 1.25 s, 1 MiB, 7 rows")
        self.assertShown("parse 0.5 ms, 7 rows", "parse 0.5 ms, 8 rows", False)
        self.assertShown("at 2026-01-02T03:04:05Z by 0123456789abcdef", "at 2027-11-12T13:14:15.5Z by fedcba9876543210")
        self.assertShown("quadrille 0.1.0", "quadrille 1.20.3")
        self.assertShown("10 rows 0.5", "7 rows 3", numbers_differ=True)

    def test_any_text(self):
        self.assertShown("a\n...\nd ... f", "a\nb\nc\nd e f\n")
        self.assertShown("a\n...", "b\nc", False)
        self.assertShown("a", "a\nb", False)

    def test_json(self):
        self.assertShown('{"a": 1,\n "run_seconds":0.5}', '{"a":1,"run_seconds":1.5e-05}\n')
        self.assertShown('{"waited_seconds":0.1, "a": 12}', '{"waited_seconds":7.9157e-05,"a":5}', numbers_differ=True)
        self.assertShown('{"a": 1}', '{"a": 2}', False)


if __name__ == "__main__":
    add_tests()
    unittest.main()
