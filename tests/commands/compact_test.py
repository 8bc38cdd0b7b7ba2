#!/usr/bin/env python3
"""Compaction: by a server while it answers, or by the command; quads and labels of blank nodes do not change."""

import json
import os
import threading
import time
import unittest

from program import Case, build, for_images, run, serving

DATA = """<http://ex.org/ann> <http://ex.org/name> "Ann" .
<http://ex.org/ann> <http://ex.org/knows> _:bo .
_:bo <http://ex.org/name> "Bo"@en <http://ex.org/g> .
"""
UPDATES = ["INSERT DATA { <http://ex.org/cy> <http://ex.org/name> 'Cy' ; <http://ex.org/knows> [] }",
           "DELETE WHERE { <http://ex.org/ann> <http://ex.org/name> ?n }",
           "INSERT DATA { GRAPH <http://ex.org/h> { <http://ex.org/cy> <http://ex.org/age> 7.50 } }"]


@for_images(1, 2, 4)
class Compactions(Case):
    @classmethod
    def prepare(cls):
        (cls.folder / "data.nq").write_text(DATA)

    def setUp(self):
        self.database = self.folder / self.id().rpartition(".")[2]
        build(self.database, self.folder / "data.nq", images=self.images)

    def output(self, *words):
        ended = run(words[0], "--db", self.database, *words[1:])
        self.assertEqual(ended.status, 0, ended.errors)
        return ended.text

    def dump(self):
        return sorted(self.output("dump").splitlines())

    def assertIsWhole(self):
        self.assertIn("is whole", self.output("check"))

    def assertOneGeneration(self, number):
        found = sorted(name for name in os.listdir(self.database) if name.startswith("generation"))
        self.assertEqual(found, [f"generation-{number}"])

    def update(self):
        with serving(self.database, self.images):
            for text in UPDATES:
                self.output("update", text)

    def test_the_command_folds_in_what_updates_have_changed(self):
        self.update()
        before = self.dump()
        self.assertEqual(len(before), 5)
        for generation, words in ((2, []), (3, ["--rebuild"]), (4, ["--images", "2"])):
            self.assertIn(f"generation {generation} has 5 quads, as of version 3", self.output("compact", *words))
            self.assertEqual(self.dump(), before)
            self.assertOneGeneration(generation)
            self.assertIsWhole()

    def test_the_command_divides_the_database_into_other_shards(self):
        self.update()
        before = self.dump()
        for shards in (21, 2, 8):
            self.assertIn(f"in {shards} shards", self.output("compact", "--shards", str(shards)))
            self.assertEqual(self.dump(), before)
            self.assertIsWhole()
        with serving(self.database, self.images):
            self.assertIn("in 11 shards", self.output("compact", "--shards", "11"))
            self.assertEqual(self.dump(), before)
            self.output("update", UPDATES[0])
        self.assertIsWhole()
        refused = run("compact", "--db", self.database, "--shards", "1048577")
        self.assertEqual(refused.status, 1)
        self.assertIn("1048577 shards: at most 1048576 are possible", refused.errors)

    def test_a_server_with_more_images_than_shards_divides_its_database(self):
        self.update()
        before = self.dump()
        self.output("compact", "--shards", "1")
        with serving(self.database, self.images) as server:
            wait_until = time.monotonic() + 60
            while self.images > 1 and "quads in 8 shards" not in server.errors and time.monotonic() < wait_until:
                time.sleep(0.05)
            self.assertEqual("dividing the database into 8 shards" in server.errors, self.images > 1)
            self.assertEqual(self.dump(), before)
        self.assertEqual(json.loads(self.output("info", "--json"))["shards"], 8 if self.images > 1 else 1)
        self.assertIsWhole()

    def test_info_counts_the_log_and_what_compactions_have_left(self):
        def use():
            return json.loads(self.output("info", "--json"))["disk_bytes"]
        before = use()
        self.assertEqual((before["log"], before["left_generations"]), (0, 0))
        self.assertGreater(before["data"], 0)
        self.update()
        self.assertGreater(use()["log"], 0)
        left = self.database / "generation-9"
        left.mkdir()
        (left / "shard-0000.runs").write_bytes(bytes(5_000_000))
        after = use()
        self.assertEqual((after["data"], after["left_generations"]), (before["data"], 5_000_000))
        self.assertEqual(after["all"], after["data"] + after["log"] + after["left_generations"])
        self.assertIn("5.0 MB from before a compaction", self.output("info"))

    def test_a_server_goes_on_meanwhile(self):
        with serving(self.database, self.images):
            for text in UPDATES:
                self.output("update", text)
            before = self.dump()
            self.assertIn("generation 2", self.output("compact"))
            self.assertEqual(self.dump(), before)
            self.output("update", "INSERT DATA { <http://ex.org/di> <http://ex.org/name> 'Di' }")
            self.assertIn("generation 3", self.output("compact", "--rebuild"))
            self.output("update", "DELETE DATA { <http://ex.org/di> <http://ex.org/name> 'Di' }")
            self.assertEqual(self.dump(), before)
        self.assertEqual(self.dump(), before)
        self.assertOneGeneration(3)
        self.assertIsWhole()

    def test_updates_of_the_meantime_are_in_the_new_generation(self):
        with serving(self.database, self.images):
            inserted, stop = [], threading.Event()

            def insert():
                while not stop.is_set():
                    self.output("update", f"INSERT DATA {{ <http://ex.org/x> <http://ex.org/p> {len(inserted)} }}")
                    inserted.append(len(inserted))

            writer = threading.Thread(target=insert)
            writer.start()
            for kind in ([], ["--rebuild"], [], ["--rebuild"]):
                self.output("compact", *kind)
            stop.set()
            writer.join()
            count = self.output("query", "--format", "csv", "SELECT (COUNT(*) AS ?n) { <http://ex.org/x> ?p ?o }")
            self.assertEqual(int(count.splitlines()[1]), len(inserted))
        self.assertEqual(len(self.dump()), 3 + len(inserted))
        self.assertIsWhole()

    def test_a_generation_that_lies_where_an_earlier_one_lay_is_read_anew(self):
        """Files are mapped at a few addresses in turns; blocks of equal steps have equal bytes for different values."""

        def values_from(least):
            lines = (f"<http://ex.org/s{i}> <http://ex.org/step> {least + 20 * i + k} ."
                     for i in range(10) for k in range(20))
            self.output("update", "INSERT DATA {" + " ".join(lines) + "}")

        def assertHolds(least):
            for _ in range(3):
                for i in range(10):
                    text = self.output("query", "--format", "csv",
                                       f"SELECT ?o {{ <http://ex.org/s{i}> <http://ex.org/step> ?o }} ORDER BY ?o")
                    self.assertEqual(text.split()[1:], [str(least + 20 * i + k) for k in range(20)])

        with serving(self.database, self.images, options=["--compact-at", "0"]):
            for least in (1000, 2000, 3000):
                self.output("update", "DELETE WHERE { ?s <http://ex.org/step> ?o }")
                values_from(least)
                self.output("compact")
                assertHolds(least)
                for number in range(3):
                    self.output("update", f"INSERT DATA {{ <http://ex.org/more> <http://ex.org/q> {least + number} }}")
                    self.output("compact")
        self.assertIsWhole()

    def test_a_server_that_takes_no_updates_makes_none(self):
        with serving(self.database, self.images, options=["--read-only"]):
            ended = run("compact", "--db", self.database)
            self.assertEqual(ended.status, 1)
            self.assertIn("--read-only", ended.errors)


if __name__ == "__main__":
    unittest.main()
