#!/usr/bin/env python3
"""`quadrille dump`: lines and TriG, sorted and unsorted, of a base and of a base with updates."""

import bz2
import gzip
import lzma
import unittest

import sample_data
from program import Case, build, for_images, run, serving

UPDATES = ("INSERT DATA { <urn:new> <urn:p> 'a b . c' , 'two\\nlines'@en . GRAPH <urn:g> { <urn:new> <urn:p> 1 , 2.50 } }",
           "DELETE WHERE { ?s <http://ub.org/age> 20 }",
           "INSERT { GRAPH <urn:h> { ?s <urn:knows> ?o } } WHERE { ?s <http://ub.org/advisor> ?o }")


@for_images(1, 2, 4)
class Dumps(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "data.nq"
        cls.lines = [*sample_data.university(departments=1, students=100), *sample_data.TWO_GRAPHS.splitlines()]
        data.write_text("\n".join(cls.lines) + "\n")
        cls.base = cls.folder / "base"
        build(cls.base, data, images=2)
        cls.updated = cls.folder / "updated"
        build(cls.updated, data, images=2)
        with serving(cls.updated, images=2) as server:
            for text in UPDATES:
                told = run("update", "--db", cls.updated, text)
                assert told.status == 0, told.errors
            server.stop()

    def dump(self, database, *options):
        told = run("dump", "--db", database, "--images", self.images, *options)
        self.assertEqual(told.status, 0, told.errors)
        return told.text

    def test_sorted_lines_are_those_of_the_data_in_order(self):
        wanted = sorted(set(self.lines), key=str.encode)
        self.assertEqual(self.dump(self.base, "--sorted").splitlines(), wanted)
        self.assertEqual(sorted(self.dump(self.base).splitlines(), key=str.encode), wanted)
        file = self.folder / "sorted.nq"
        for _ in range(2):
            self.dump(self.base, "--sorted", "--output", file, "--replace")
            self.assertEqual(file.read_text().splitlines(), wanted)

    def test_an_existing_file_is_replaced_only_on_request(self):
        file = self.folder / "existing.nq"
        file.write_text("precious\n")
        refused = run("dump", "--db", self.base, "--images", self.images, "--output", file)
        self.assertSays(refused, 1, f"{file} exists; --replace overwrites it")
        self.assertEqual(file.read_text(), "precious\n")
        self.dump(self.base, "--output", file, "--replace")
        self.assertEqual(sorted(file.read_text().splitlines()), sorted(set(self.lines)))
        self.dump(self.base, "--output", "/dev/null")

    def test_updates_are_in_it(self):
        lines = self.dump(self.updated, "--sorted").splitlines()
        self.assertIn(r'<urn:new> <urn:p> "two\nlines"@en .', lines)
        self.assertIn('<urn:new> <urn:p> "2.50"^^<http://www.w3.org/2001/XMLSchema#decimal> <urn:g> .', lines)
        self.assertEqual(sum("<urn:knows>" in line for line in lines), 100)
        self.assertFalse([line for line in lines if 'age> "20"' in line])
        self.assertEqual(sorted(self.dump(self.updated).splitlines(), key=str.encode), lines)

    def test_trig_holds_the_same_quads(self):
        wanted = self.dump(self.updated, "--sorted")
        for options in ([], ["--sorted"]):
            with self.subTest(options):
                file, again = self.folder / "dump.trig", self.folder / "again"
                self.dump(self.updated, "--format", "trig", "--output", file, "--replace", *options)
                build(again, file, images=self.images, options=["--replace"])
                self.assertEqual(self.dump(again, "--sorted"), wanted)

    def test_sorted_trig_is_the_same_for_equal_databases_and_writes_each_graph_once(self):
        text = self.dump(self.updated, "--format", "trig", "--sorted")
        again = self.folder / "again"
        build(again, "-", options=["--replace", "--format", "trig"], given=text.encode())
        self.assertEqual(self.dump(again, "--format", "trig", "--sorted"), text)
        graphs = [line for line in text.splitlines() if line.startswith("GRAPH ")]
        self.assertEqual(graphs, sorted(set(graphs)))
        self.assertEqual(len(graphs), 4)

    def test_turtle_and_one_graph(self):
        all_lines = self.dump(self.updated, "--sorted").splitlines()
        of_graph = [line.removesuffix("<urn:g> .") + "." for line in all_lines if line.endswith(" <urn:g> .")]
        self.assertEqual(self.dump(self.updated, "--graph", "urn:g", "--format", "nt", "--sorted").splitlines(), of_graph)
        named = self.dump(self.updated, "--graph", "urn:g", "--sorted").splitlines()
        self.assertEqual(named, [line for line in all_lines if line.endswith(" <urn:g> .")])
        again = self.folder / "again"
        for syntax in ("turtle", "trig"):
            for options in ([], ["--sorted"]):
                with self.subTest(syntax=syntax, options=options):
                    text = self.dump(self.updated, "--graph", "urn:g", "--format", syntax, *options)
                    self.assertEqual("GRAPH <urn:g> {" in text, syntax == "trig")
                    build(again, "-", options=["--replace", "--format", syntax], given=text.encode())
                    self.assertEqual(self.dump(again, "--sorted").splitlines(), named if syntax == "trig" else of_graph)
                    text = self.dump(self.updated, "--graph", "default", "--format", syntax, *options)
                    build(again, "-", options=["--replace", "--format", syntax], given=text.encode())
                    self.assertEqual(self.dump(again, "--sorted"),
                                     self.dump(self.updated, "--sorted", "--graph", "default", "--format", "nt"))

    def test_a_graph_that_is_not_there_is_an_error_and_leaves_no_file(self):
        file = self.folder / "none.ttl"
        refused = run("dump", "--db", self.updated, "--images", self.images, "--graph", "urn:none", "--output", file)
        self.assertSays(refused, 1, "urn:none")
        self.assertFalse(file.exists())
        refused = run("dump", "--db", self.updated, "--images", self.images, "--format", "turtle")
        self.assertSays(refused, 1, "named graphs", "Turtle", "--graph")

    def test_the_name_of_the_file_compresses(self):
        wanted = self.dump(self.updated, "--sorted")
        for ending, unpack in ((".gz", gzip.decompress), (".bz2", bz2.decompress), (".xz", lzma.decompress), (".zst", None)):
            for options in ([], ["--sorted"]):
                with self.subTest(ending=ending, options=options):
                    file, again = self.folder / f"dump.nq{ending}", self.folder / "again"
                    self.dump(self.updated, "--output", file, "--replace", *options)
                    if unpack:
                        lines = unpack(file.read_bytes()).decode().splitlines(keepends=True)
                        self.assertEqual("".join(lines if options else sorted(lines, key=str.encode)), wanted)
                    build(again, file, options=["--replace"])
                    self.assertEqual(self.dump(again, "--sorted"), wanted)
        self.dump(self.updated, "--output", self.folder / "dump.trig.gz")
        self.assertIn(b"GRAPH <urn:g> {", gzip.decompress((self.folder / "dump.trig.gz").read_bytes()))

    def test_words_that_cannot_be(self):
        refused = run("dump", "--db", self.updated, "--images", self.images, "--format", "nt", "--sorted")
        self.assertSays(refused, 1, "named graphs")
        refused = run("dump", "--db", self.updated, "--images", self.images, "--output", self.folder / "x.nq.bgz")
        self.assertSays(refused, 1, "x.nq.bgz", ".gz")
        refused = run("dump", "--db", self.updated, "--images", self.images, "--sorted", "--output", "/dev/full")
        self.assertSays(refused, 1, "/dev/full")


if __name__ == "__main__":
    unittest.main()
