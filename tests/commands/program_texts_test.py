#!/usr/bin/env python3
"""Manual pages and completions of shells, which the program prints: all options of all commands, in pages without faults;
completions in a real bash, zsh and fish. zsh, fish and mandoc are tried if they are installed."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import PROGRAM, Case, run

OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z0-9-]*)")


def help_of(*command):
    ended = run(*command, "--help")
    assert ended.status == 0, (command, ended.errors)
    return ended.text


def commands_in(text):
    """The names of the commands that a help lists."""
    part = re.search(r"^Subcommands:\n((?:  .*\n?|\n)+)", text, re.MULTILINE)
    return re.findall(r"^  ([a-z][\w-]*)", part[1], re.MULTILINE) if part else []


def options_in(text):
    """The long options that a help lists, not those that its text mentions."""
    found = set()
    for line in re.findall(r"^  (-\S.*)", text, re.MULTILINE):
        found |= set(OPTION.findall(line.split("  ")[0]))
    return found


def all_commands(path=()):
    """{path: long options} of all commands, as --help shows them."""
    text = help_of(*path)
    found = {path: options_in(text)}
    for name in commands_in(text):
        found |= all_commands((*path, name))
    return found


class Texts(Case):
    @classmethod
    def prepare(cls):
        cls.commands = all_commands()
        cls.scripts = {}
        for shell in ("bash", "zsh", "fish"):
            cls.scripts[shell] = cls.folder / f"quadrille.{shell}"
            cls.scripts[shell].write_text(run("--completion", shell).text)


class Manual(Texts):
    @classmethod
    def prepare(cls):
        super().prepare()
        cls.pages = {name: run("--manual", name).text for name in run("--manual").lines}

    def test_each_command_has_its_page_and_each_option_is_on_it(self):
        top = [path[0] for path in self.commands if len(path) == 1]
        self.assertGreater(len(top), 14)
        self.assertEqual(set(self.pages), {"quadrille"} | {f"quadrille-{name}" for name in top})
        for path, options in self.commands.items():
            page = self.pages["-".join(["quadrille", *path[:1]])].replace("\\-", "-")
            self.assertTrue(options, path)
            for option in options:
                self.assertRegex(page, rf"(?m)\\fB{option}\\fR", f"{path} {option}")

    def test_the_page_of_a_shell_shows_what_the_help_says(self):
        page = subprocess.run(["man", "-l", "-"], input=self.pages["quadrille-serve"].encode(), capture_output=True,
                              env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "200", "LC_ALL": "C"}, check=True)
        text = re.sub(".\b", "", page.stdout.decode())
        for line in ("quadrille-serve - answer SPARQL", "SYNOPSIS", "OPTIONS", "EXAMPLES",
                     "quadrille serve --db lubm --host 0.0.0.0 --port 80 --timeout 10 --memory 32G"):
            self.assertIn(line, text)

    def test_no_page_has_a_fault(self):
        for name, page in self.pages.items():
            checked = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", "-"], input=page.encode(),
                                     capture_output=True, env={**os.environ, "MANROFFSEQ": "", "MANWIDTH": "80"})
            self.assertEqual((checked.returncode, checked.stderr.decode()), (0, ""), name)
            if not shutil.which("mandoc"):
                continue
            checked = subprocess.run(["mandoc", "-Tlint", "-W", "warning"], input=page.encode(), capture_output=True)
            # References to the other pages are found only when they are installed.
            faults = [line for line in checked.stdout.decode().splitlines() if "referenced manual not found" not in line]
            self.assertEqual(faults, [], name)

    def test_an_unknown_page_is_an_error(self):
        self.assertSays(run("--manual", "quadrille-nonsense"), 1, "there is no page 'quadrille-nonsense'")


class Bash(Texts):
    def complete(self, *words, folder=None):
        """What bash offers for the last of the words."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  '_quadrille; printf "%s\\n" "${COMPREPLY[@]}"')
        ended = subprocess.run(["bash", "-c", script, "-", self.scripts["bash"], "quadrille", *words], capture_output=True,
                               cwd=folder or self.folder, timeout=30)
        self.assertEqual((ended.returncode, ended.stderr), (0, b""), words)
        return set(ended.stdout.decode().split())

    def test_commands_and_options_of_all_commands(self):
        for path, options in self.commands.items():
            self.assertLessEqual(options, self.complete(*path, "--"), path)
            below = {other[-1] for other in self.commands if len(other) == len(path) + 1 and other[:-1] == path}
            if below:
                self.assertEqual(self.complete(*path, ""), below, path)
        self.assertEqual(self.complete("se"), {"serve"})
        self.assertEqual(self.complete("rules", "co"), {"convert"})
        self.assertEqual(self.complete("serve", "--tls-c"), {"--tls-cert", "--tls-client-ca"})

    def test_values(self):
        (self.folder / "people.ttl").touch()
        (self.folder / "pets").mkdir(exist_ok=True)
        self.assertEqual(self.complete("build", "--on-error", ""), {"stop", "skip"})
        self.assertEqual(self.complete("build", "--on-error", "=", "sk"), {"skip"})
        self.assertEqual(self.complete("serve", "--anonymous", "=",), {"none", "read", "write"})
        self.assertEqual(self.complete("serve", "--db", "pe"), {"pets"})
        self.assertEqual(self.complete("build", "--db", "x", "pe"), {"pets", "people.ttl"})
        self.assertEqual(self.complete("serve", "--port", ""), set())

    def test_a_real_line(self):
        """Readline itself, with a Tab typed at a terminal."""
        script = f"source {self.scripts['bash']}; "
        offered = subprocess.run(["bash", "--norc", "-c", script + "complete -p quadrille"], capture_output=True, text=True)
        self.assertIn("-F _quadrille quadrille", offered.stdout)


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(Texts):
    def test_the_script_parses_and_loads(self):
        subprocess.run(["zsh", "-n", self.scripts["zsh"]], check=True)
        folder = self.folder / "functions"
        folder.mkdir()
        shutil.copy(self.scripts["zsh"], folder / "_quadrille")
        ended = subprocess.run(["zsh", "-f", "-c", f"fpath=({folder} $fpath); autoload -U compinit; compinit -D -u; "
                                "echo $_comps[quadrille]; autoload +X _quadrille"], capture_output=True, text=True)
        self.assertEqual((ended.stdout, ended.stderr), ("_quadrille\n", ""))

    def test_each_option_is_there(self):
        text = self.scripts["zsh"].read_text()
        for path, options in self.commands.items():
            function = re.search(rf"(?ms)^{'_'.join(['_quadrille', *path])}\(\) \{{\n(.*?)^\}}", text)[1]
            for option in options:
                self.assertIn(f"{option}[", function, path)


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class Fish(Texts):
    def complete(self, line):
        ended = subprocess.run(["fish", "--no-config", "-c", f"source {self.scripts['fish']}; complete -C '{line}'"],
                               capture_output=True, text=True, cwd=self.folder, timeout=60,
                               env={**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)})
        self.assertEqual((ended.returncode, ended.stderr), (0, ""), line)
        return {found.split("\t")[0] for found in ended.stdout.splitlines()}

    def test_commands_and_options_of_all_commands(self):
        for path, options in self.commands.items():
            line = " ".join(["quadrille", *path])
            self.assertLessEqual(options, self.complete(f"{line} --"), path)
        self.assertLessEqual({"serve", "build", "rules"}, self.complete("quadrille "))
        self.assertEqual(self.complete("quadrille rules ch"), {"check"})
        self.assertNotIn("serve", self.complete("quadrille rules "))
        self.assertEqual(self.complete("quadrille build --on-error s"), {"stop", "skip"})


if __name__ == "__main__":
    unittest.main()
