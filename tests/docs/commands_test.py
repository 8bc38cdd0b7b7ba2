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
                if not exception_for(command):
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


if __name__ == "__main__":
    add_tests()
    unittest.main()
