#!/usr/bin/env python3
"""Damaged databases: a clear error or the right answer, never a wrong answer and never a crash.

QUADRILLE_DAMAGES=N   number of bytes that are changed, one after another (default 40); QUADRILLE_SEED=N   chooses them
"""

import json
import os
import random
import re
import shutil
import time
import unittest

import sample_data
from program import NEWEST_FORMAT, Case, build, for_images, patience, run, serving
from sparql_client import CSV, CutOff, ask, health

UB = sample_data.UB
# Reads by subject, by predicate, by object, and the names of what it finds.
QUESTION = (f"SELECT ?name (COUNT(*) AS ?n) {{ ?s <{UB}advisor> ?t . ?t <{UB}teacherOf> ?c . ?c <{UB}name> ?name . "
            f"?t {sample_data.TYPE} <{UB}FullProfessor> }} GROUP BY ?name ORDER BY ?name")
EVERYTHING = "SELECT * { ?s ?p ?o } ORDER BY ?o"
SEED = int(os.environ.get("QUADRILLE_SEED", "1"))
DAMAGES = int(os.environ.get("QUADRILLE_DAMAGES", "40"))


class Database(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "data.nt"
        sample_data.write_university(data, departments=2, students=200)
        cls.whole = cls.folder / "whole"
        build(cls.whole, data, images=2)
        cls.answer = run("query", "--db", cls.whole, "--format", "csv", QUESTION).output
        cls.dumped = run("dump", "--db", cls.whole).output
        cls.files = sorted(path.relative_to(cls.whole) for path in cls.whole.rglob("*")
                           if path.is_file() and path.name not in ("lock", "manifest.json"))

    def setUp(self):
        self.place = self.folder / "damaged"
        self.mend()

    def mend(self):
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.whole, self.place)

    def assertClearOrRight(self, ended, right, file):
        """Status 0 with the right output, or status 1 and the name of the file."""
        if ended.status == 0:
            self.assertEqual(ended.output, right)
        else:
            self.assertSays(ended, 1, file.name)
            self.assertNotIn("internal", ended.errors)

    def check(self, file, images=1):
        asked = run("query", "--db", self.place, "--images", images, "--format", "csv", QUESTION)
        self.assertClearOrRight(asked, self.answer, file)
        dumped = run("dump", "--db", self.place, "--images", images)
        self.assertClearOrRight(dumped, self.dumped, file)
        return asked.status or dumped.status


class Files(Database):
    def test_a_changed_byte_anywhere(self):
        dice = random.Random(SEED)
        found = 0
        for number in range(DAMAGES):
            file = dice.choice(self.files)
            path = self.place / file
            content = bytearray(path.read_bytes())
            at = dice.choice([dice.randrange(len(content)), dice.randrange(min(64, len(content))),
                              len(content) - 1 - dice.randrange(min(64, len(content)))])
            change = 1 << dice.randrange(8)
            content[at] ^= change
            path.write_bytes(content)
            with self.subTest(f"seed {SEED}, number {number}: byte {at} of {file} ^ {change}"):
                found += self.check(file, images=dice.choice([1, 1, 1, 2]))
            content[at] ^= change
            path.write_bytes(content)
        self.assertGreater(found, DAMAGES / 4)

    def test_a_shorter_a_longer_an_empty_and_a_missing_file(self):
        for name in ("shard-0003.runs", "vocabulary-0002.terms", "heavy-objects.table", "statistics.table"):
            (file,) = [file for file in self.files if file.name == name]
            path = self.place / file
            content = path.read_bytes()
            for kind, now in (("shorter", content[:-1]), ("half", content[:len(content) // 2]), ("empty", b""),
                              ("longer", content + b"\0"), ("missing", None)):
                with self.subTest(f"{kind}: {name}"):
                    path.unlink()
                    if now is not None:
                        path.write_bytes(now)
                    self.assertEqual(self.check(file), 1)
                path.write_bytes(content)

    def test_a_manifest_that_is_none(self):
        path = self.place / "manifest.json"
        good = json.loads(path.read_text())
        changed = lambda **members: json.dumps({**good, **members})
        for text, part in ((changed(format=NEWEST_FORMAT + 1), f"format {NEWEST_FORMAT + 1}"), ("", "manifest.json"),
                           ("{", "manifest.json"), ("[]", "manifest.json"), ("{}", "manifest.json"),
                           (changed(shards="eight"), "manifest.json"), (changed(shards=0), "manifest"),
                           (changed(shards=2**40), "manifest"), (changed(quads=None), "manifest.json"),
                           (path.read_text()[:-40], "manifest.json")):
            path.write_text(text)
            for words in (["info"], ["query", QUESTION], ["dump"], ["serve", "--port", "0"],
                          ["query", "--images", "2", QUESTION]):
                if words == ["info"] and part == "manifest":
                    continue  # looks at no other file
                with self.subTest(f"{words[0]}: {text[:60]}... {part}"):
                    self.assertSays(run(words[0], "--db", self.place, *words[1:], timeout=20), 1, part)

    def test_a_file_in_the_place_of_the_folder(self):
        path = self.folder / "file"
        path.write_text("")
        for words in (["info"], ["query", QUESTION], ["dump"], ["serve"]):
            self.assertSays(run(words[0], "--db", path, *words[1:]), 1, str(path))


@for_images(1, 2, 4)
class Servers(Database):
    def damage_a_block(self, name):
        """Changes a byte where the query command finds it in a block, not when it opens the file."""
        (path,) = [self.place / file for file in self.files if file.name == name]
        content = path.read_bytes()
        for tenth in range(1, 10):
            at = len(content) * tenth // 10
            path.write_bytes(content[:at] + bytes([content[at] ^ 0x40]) + content[at + 1:])
            ended = run("query", "--db", self.place, "--format", "csv", EVERYTHING)
            if re.search(f"{name}.*(block|group)", ended.errors):
                return
        self.fail(f"no block of {name} is looked at")

    def test_a_damaged_block_is_told_by_500_and_the_server_goes_on(self):
        for name in ("shard-0003.runs", "vocabulary-0006.terms"):
            self.mend()
            self.damage_a_block(name)
            with self.subTest(name), serving(self.place, self.images) as server:
                for _ in range(2):
                    answer = ask(server, EVERYTHING, CSV)
                    self.assertEqual(answer.status, 500, answer.text[:1000])
                    self.assertIn(name, answer.text)
                    self.assertRegex(answer.text, "block|group")
                    self.assertEqual(health(server).status, 200)
                    self.assertEqual(ask(server, "ASK {}").status, 200)
                until = time.monotonic() + patience(2)  # what images say comes through the launcher
                while name not in server.errors and time.monotonic() < until:
                    time.sleep(0.02)
                self.assertIn(name, server.errors)

    def test_a_file_that_is_cut_under_a_running_server_ends_it_with_its_name(self):
        with serving(self.place, self.images) as server:
            self.assertEqual(ask(server, "ASK {}").status, 200)
            for file in self.files:
                if file.suffix in (".runs", ".terms"):
                    os.truncate(self.place / file, 0)
            try:
                answer = ask(server, QUESTION, CSV)
                self.assertIn(answer.status, (200, 500), answer.text)
            except (OSError, CutOff):
                self.assertEqual(server.wait(patience(5)), 2, server.errors)
                self.assertEqual(server.left_over(patience(1)), [])
                self.assertRegex(server.errors, r"image \d cannot read \S+\.(runs|terms)")


if __name__ == "__main__":
    unittest.main()
