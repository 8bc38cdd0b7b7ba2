#!/usr/bin/env python3
"""`quadrille check`: reports undamaged databases as such, finds and names every damage, and then ends with status 2.

QUADRILLE_DAMAGES=N   number of bytes that are changed, one after another (default 40); QUADRILLE_SEED=N   chooses them
"""

import os
import random
import shutil
import threading
import unittest

import sample_data
from program import Case, build, for_images, run, serving

SEED = int(os.environ.get("QUADRILLE_SEED", "1"))
DAMAGES = int(os.environ.get("QUADRILLE_DAMAGES", "40"))
UPDATES = ("INSERT DATA { <urn:new> <urn:p> 'new' , _:b . GRAPH <urn:g> { <urn:new> <urn:p> 1 , 2.50 } }",
           "DELETE WHERE { <urn:new> <urn:p> 'new' } ; INSERT DATA { <urn:new> <urn:p> 'newer' }",
           "INSERT { ?s <urn:knows> ?o } WHERE { ?s <http://ub.org/advisor> ?o }")


def update(server_folder, *texts):
    for text in texts:
        told = run("update", "--db", server_folder, text)
        assert told.status == 0, told.errors


def contents(folder):
    return {path.relative_to(folder): (path.stat().st_mtime_ns, path.read_bytes())
            for path in folder.rglob("*") if path.is_file() and path.name != "lock"}


class Database(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "data.nq"
        lines = list(sample_data.university(departments=1, students=100))
        data.write_text("\n".join(lines) + "\n" + sample_data.TWO_GRAPHS)
        cls.base = cls.folder / "base"
        build(cls.base, data, images=2)
        cls.updated = cls.folder / "updated"
        shutil.copytree(cls.base, cls.updated)
        with serving(cls.updated, images=2) as server:
            update(cls.updated, *UPDATES)
            server.stop()

    def setUp(self):
        self.place = self.folder / "place"
        shutil.rmtree(self.place, ignore_errors=True)


@for_images(1, 2, 4)
class Whole(Database):
    def test_a_base(self):
        told = run("check", "--db", self.base, "--images", self.images)
        self.assertEqual(told.status, 0, told.errors)
        for part in ("is whole: generation 1, version 0", "There is no log", "quads of the base", "statistics",
                     "vocabulary", "heavy objects"):
            self.assertIn(part, told.text)
        self.assertEqual(told.errors, "")

    def test_a_base_and_its_log_and_nothing_is_changed(self):
        before = contents(self.updated)
        told = run("check", "--db", self.updated, "--images", self.images)
        self.assertEqual(told.status, 0, told.errors)
        for part in ("is whole: generation 1, version 3", "committed versions", "quads of base and log"):
            self.assertIn(part, told.text)
        self.assertEqual(contents(self.updated), before)

    # Its class of equal terms has a row with the literal as subject.
    def test_a_literal_that_is_the_same_as_a_thing(self):
        self.place.mkdir()
        data = self.place / "same.nt"
        data.write_text('<urn:a> <http://www.w3.org/2002/07/owl#sameAs> "A" .\n<urn:b> <urn:p> <urn:a> .\n')
        told = run("build", "--db", self.place / "same", "--rules", "owl-rl", data, "--images", self.images)
        self.assertEqual(told.status, 0, told.errors)
        told = run("check", "--db", self.place / "same", "--images", self.images)
        self.assertEqual(told.status, 0, told.text + told.errors)

    def test_one_that_is_served_but_for_its_log(self):
        with serving(self.updated, self.images):
            told = run("check", "--db", self.updated, "--images", self.images)
        self.assertEqual(told.status, 0, told.errors)
        self.assertIn("whole, without the log", told.text)
        self.assertIn("(serve on 127.0.0.1:", told.text)

    def test_one_whose_server_goes_on_to_new_generations_is_never_told_to_be_damaged(self):
        shutil.copytree(self.updated, self.place)
        with serving(self.place, self.images):
            stop = threading.Event()

            def compact():
                number = 0
                while not stop.is_set():
                    number += 1
                    update(self.place, f"INSERT DATA {{ <urn:c{number}> <urn:p> 'c{number}' }}")
                    run("compact", "--db", self.place)

            thread = threading.Thread(target=compact)
            thread.start()
            try:
                for _ in range(8):
                    told = run("check", "--db", self.place, "--images", self.images)
                    if told.status != 0:
                        self.assertSays(told, 1, "run the check again")
            finally:
                stop.set()
                thread.join()

    def test_one_that_cannot_be_written(self):
        shutil.copytree(self.updated, self.place)
        for path in [self.place, *self.place.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        try:
            told = run("check", "--db", self.place, "--images", self.images)
            self.assertEqual(told.status, 0, told.errors)
            self.assertIn("version 3", told.text)
        finally:
            for path in [self.place, *self.place.rglob("*")]:
                path.chmod(0o755)


class Damaged(Database):
    def test_a_changed_byte_of_any_file_is_found_and_its_file_named(self):
        shutil.copytree(self.base, self.place)
        files = sorted(path for path in (self.place / "generation-1").iterdir())
        dice = random.Random(SEED)
        for number in range(DAMAGES):
            path = dice.choice(files)
            content = bytearray(path.read_bytes())
            at, change = dice.randrange(len(content)), 1 << dice.randrange(8)
            content[at] ^= change
            path.write_bytes(content)
            with self.subTest(f"seed {SEED}, number {number}: byte {at} of {path.name} ^ {change}"):
                told = run("check", "--db", self.place, "--images", dice.choice([1, 1, 1, 2]))
                self.assertSays(told, 2, path.name)
                self.assertNotIn("internal", told.errors)
                self.assertIn("is damaged", told.text)
                self.assertRegex(told.errors, "restore|build")
            content[at] ^= change
            path.write_bytes(content)

    def test_several_damages_are_told_at_once(self):
        shutil.copytree(self.base, self.place)
        for name in ("shard-0001.runs", "vocabulary-0002.terms", "shard-0005.runs"):
            path = self.place / "generation-1" / name
            content = bytearray(path.read_bytes())
            content[len(content) // 3] ^= 1
            path.write_bytes(content)
        self.assertSays(run("check", "--db", self.place), 2, "shard-0001.runs", "vocabulary-0002.terms",
                        "shard-0005.runs")

    def test_a_manifest_that_is_none_and_a_file_that_is_missing(self):
        shutil.copytree(self.base, self.place)
        (self.place / "generation-1" / "statistics.table").unlink()
        self.assertSays(run("check", "--db", self.place), 2, "statistics.table")
        (self.place / "manifest.json").write_text("{")
        self.assertSays(run("check", "--db", self.place), 2, "manifest.json")
        self.assertSays(run("check", "--db", self.place, "--images", 2), 2, "manifest.json")

    def test_a_log_that_has_lost_something(self):
        for images in (1, 2):
            shutil.rmtree(self.place, ignore_errors=True)
            shutil.copytree(self.updated, self.place)
            shutil.rmtree(self.place / "log" / "image-0001")
            told = run("check", "--db", self.place, "--images", images)
            self.assertSays(told, 2, "image-0001")
            self.assertIn(" damaged", told.text)

    def test_no_database_has_status_1(self):
        self.assertSays(run("check", "--db", self.place), 1, f"no database at {self.place}")


if __name__ == "__main__":
    unittest.main()
