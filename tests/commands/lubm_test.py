#!/usr/bin/env python3
"""`quadrille build --lubm N`: data that is generated without a file; and the report of `--stats` on a build."""

import json
import pathlib
import shutil
import subprocess
import unittest

import program
from program import Case, build, for_images, run

BENCH = pathlib.Path(program.PROGRAM).with_name("quadrille-bench")
GOOD = "<http://ex.org/a> <http://ex.org/p> <http://ex.org/b> .\n"
STEPS = ["Read RDF", "Ingest Quads", "Sync Quads", "Sort Literals", "Update HURIs", "Inference", "Index", "Checkpoint"]


def generate(file, *words):
    subprocess.run([BENCH, "lubm", "generate", "--output", file, *words], check=True, stderr=subprocess.DEVNULL)


def files_of(database, with_vocabulary):
    """Each file's role, path, size and checksum; the division of the vocabulary depends on which image reads which input."""
    manifest = json.loads((database / "manifest.json").read_text())
    kept = [file for file in manifest["files"] if with_vocabulary or file["role"] != "vocabulary"]
    return sorted(kept, key=lambda file: file["path"])


@for_images(1, 2, 4)
class GeneratedData(Case):
    @classmethod
    def prepare(cls):
        cls.file = cls.folder / "lubm.nt"
        generate(cls.file, "--universities", "2")
        build(cls.folder / "of-file", cls.file, images=cls.images)

    def setUp(self):
        self.place = self.folder / self.id().rpartition(".")[2]
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)

    def test_it_makes_the_files_that_the_generators_file_makes(self):
        build(self.place, images=self.images, options=["--lubm", 2])
        alone = self.images == 1
        self.assertEqual(files_of(self.place, alone), files_of(self.folder / "of-file", alone))
        for file in files_of(self.place, alone):
            wanted = (self.folder / "of-file" / file["path"]).read_bytes()
            self.assertTrue((self.place / file["path"]).read_bytes() == wanted, file["path"])
        self.assertEqual(run("dump", "--db", self.place, "--sorted").output,
                         run("dump", "--db", self.folder / "of-file", "--sorted").output)

    def test_the_seed_is_that_of_the_generator(self):
        generate(self.folder / "seed.nt", "--universities", "1", "--seed", "-7")
        build(self.folder / "seed", self.folder / "seed.nt", images=self.images, options=["--replace"])
        build(self.place, images=self.images, options=["--lubm", 1, "--lubm-seed", -7])
        self.assertEqual(files_of(self.place, False), files_of(self.folder / "seed", False))

    def test_files_may_come_beside_it(self):
        extra = self.folder / "extra.nt"
        extra.write_text(GOOD)
        build(self.place, extra, images=self.images, options=["--lubm", 1])
        lines = set(run("dump", "--db", self.place).lines)
        self.assertEqual(len(lines), 100_543 + 1)
        self.assertIn(GOOD.strip(), lines)

    def test_it_goes_into_the_graph_that_is_named(self):
        build(self.place, images=self.images, options=["--lubm", 1, "--graph", "http://ex.org/g"])
        count = "SELECT (COUNT(*) AS ?n) { GRAPH <http://ex.org/g> { ?s ?p ?o } }"
        self.assertEqual(run("query", "--db", self.place, "--format", "csv", count).text, "n\r\n100543\r\n")

    def test_what_it_cannot_be_is_told(self):
        for words, part in ((["--lubm", 0], "--lubm"), (["--lubm", "x"], "--lubm"), (["--lubm-seed", 1], "--lubm"),
                            ([], "--lubm N"), (["--lubm", 1, "--lubm-seed", 1 << 40], "--lubm-seed")):
            with self.subTest(words):
                self.assertSays(run("build", "--db", self.place, "--images", self.images, *words), 1, part)
                self.assertFalse(self.place.exists())


@for_images(1, 2, 4)
class Stats(Case):
    def build(self, name, *words):
        return run("build", "--db", self.folder / name, "--images", self.images, "--lubm", 1, *words)

    def assertTellsTheBuild(self, stats):
        self.assertEqual([step["step"] for step in stats["steps"]], STEPS)
        self.assertEqual(stats["images"], self.images)
        self.assertEqual(stats["quads"], 100_543)
        self.assertEqual(stats["quads_read"], 103_074)
        self.assertEqual(stats["input_bytes"], 17_484_175)
        self.assertAlmostEqual(stats["quads_per_second_per_image"], 103_074 / stats["seconds"] / self.images, delta=1)
        self.assertLessEqual(sum(step["seconds"] for step in stats["steps"]), stats["seconds"] * 1.05)
        for step in stats["steps"]:
            self.assertEqual(set(step), {"step", "seconds", "quads_per_second_per_image", "items", "unit", "messages",
                                         "message_bytes"})
        self.assertEqual(stats["steps"][5]["seconds"], 0)
        self.assertEqual(any(step["messages"] for step in stats["steps"]), stats["groups"] > 1)

    def test_a_file_gets_the_table_of_steps(self):
        file = self.folder / "stats.json"
        self.assertSays(self.build("db", "--stats", file), 0, "Read RDF")
        self.assertTellsTheBuild(json.loads(file.read_text()))

    def test_so_does_standard_output(self):
        ended = self.build("db-stdout", "--stats", "-")
        self.assertTellsTheBuild(json.loads(ended.text))

    def test_where_no_file_can_be_is_told_before_the_work(self):
        self.assertSays(self.build("db-nowhere", "--stats", self.folder / "nowhere" / "stats.json"), 1, "stats.json")
        self.assertFalse((self.folder / "db-nowhere").exists())

    def test_a_build_that_fails_leaves_none(self):
        bad, file = self.folder / "bad.nt", self.folder / "failed.json"
        bad.write_text("nonsense\n")
        self.assertSays(self.build("db-bad", "--stats", file, bad), 1, "bad.nt:1:1")
        self.assertFalse(file.exists())
        self.assertFalse(file.with_suffix(".json.tmp").exists())


if __name__ == "__main__":
    unittest.main()
