#!/usr/bin/env python3
"""`quadrille load`: files added to a database, through its server or without one; one change, all or nothing."""

import contextlib
import gzip
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

import sample_data
from program import PROGRAM, Case, build, for_images, images_of, patience, run, running, serving

OLD = """<http://ex.org/ann> <http://ex.org/name> "Ann" .
_:x <http://ex.org/name> "an old node" .
"""
TURTLE = """@prefix ex: <http://ex.org/> .
ex:ann ex:name "Ann" ; ex:knows [ ex:name "someone" ] , _:x . _:x ex:name "of Turtle" . <here> a ex:Place .
"""
LINES = '_:x <http://ex.org/name> "of lines" .\n_:genid1 <http://ex.org/name> "generated?" .\n'
QUADS = '<http://ex.org/bo> <http://ex.org/age> "3" <http://ex.org/g> .\n<http://ex.org/bo> <http://ex.org/age> "4" .\n'
BROKEN_XML = '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">' \
             '\n<rdf:Description rdf:about="http://e/s"><e:p>1</e:p></rdf:Description>\n<rdf:Description></oops>\n</rdf:RDF>\n'


def without_labels(lines):
    return sorted(re.sub(r"_:\w+", "_:", line) for line in lines)


# More than two images only where they are in groups.
@for_images(1, 2, *([3] if "QUADRILLE_GROUP_SIZE" in os.environ else []))
class LoadedFiles(Case):
    @classmethod
    def prepare(cls):
        data = cls.data = cls.folder / "data"
        data.mkdir()
        (cls.folder / "old.nt").write_text(OLD)
        (data / "a.ttl").write_text(TURTLE)
        (data / "b.nt.gz").write_bytes(gzip.compress(LINES.encode()))
        (data / "c.nq").write_text(QUADS)
        build(cls.folder / "base", cls.folder / "old.nt", images=cls.images)

    def setUp(self):
        self.database = self.folder / "db"
        shutil.copytree(self.folder / "base", self.database)
        self.addCleanup(shutil.rmtree, self.database)

    def load(self, *words, status=0, **options):
        ended = run("load", "--db", self.database, *words, **options)
        self.assertEqual(ended.status, status, ended.errors + ended.text)
        return ended

    def quads(self, database=None):
        ended = run("dump", "--db", database or self.database)
        self.assertEqual(ended.status, 0, ended.errors)
        return without_labels(ended.lines)

    def ways(self):
        """Without a server and, on a fresh copy, with one."""
        with self.subTest("without a server"):
            yield
        shutil.rmtree(self.database)
        shutil.copytree(self.folder / "base", self.database)
        with self.subTest("with a server"), serving(self.database, self.images):
            yield

    def built(self, *words):
        place = self.folder / "whole"
        build(place, self.folder / "old.nt", *words, images=self.images, options=["--replace"])
        return self.quads(place)

    def test_it_holds_what_a_build_of_all_files_holds(self):
        wanted = self.built(self.data)
        for _ in self.ways():
            ended = self.load(self.data)
            self.assertIn("10 quads read, 9 added, 1 already present or repeated", ended.text)
            self.assertEqual(self.quads(), wanted)
            nodes = run("query", "--db", self.database, "--format", "csv",
                        "SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o FILTER isBlank(?s) }").lines[1]
            self.assertEqual(nodes, "5", "equal labels of different files are different nodes")
            again = self.load(self.data / "c.nq")
            self.assertIn("2 quads read, 0 added, 2 already present or repeated", again.text)
            self.assertEqual(self.quads(), wanted)

    def test_a_label_is_one_node_in_all_parts_of_a_file(self):
        large = self.folder / "large.nt"
        filler = f'<http://e/a> <http://e/b> "{"x" * 200}" .\n' * 80_000  # several images read it
        large.write_text(f'_:x <http://e/p> "first" .\n{filler}_:x <http://e/p> "last" .\n')
        self.addCleanup(large.unlink)
        self.assertIn("80002 quads read, 3 added", self.load(large).text)
        found = run("query", "--db", self.database, 'SELECT * { ?x <http://e/p> "first", "last" }')
        self.assertEqual(len(found.lines), 2, found.text + found.errors)

    def test_a_restart_finds_what_was_loaded(self):
        self.load(self.data)
        self.assertIn("1 transaction in the log", run("info", "--db", self.database).text)
        wanted = self.quads()
        with serving(self.database, self.images):
            self.assertEqual(self.quads(), wanted)
        self.assertEqual(run("check", "--db", self.database).status, 0)
        self.assertEqual(run("compact", "--db", self.database).status, 0)
        self.assertNotIn("in the log", run("info", "--db", self.database).text)
        self.assertEqual(self.quads(), wanted)

    def test_graphs_base_formats_and_lists_are_those_of_build(self):
        words = ["--graph-by-file", "http://g/", "--graph-of", f"{self.data}/a.ttl=http://of/a", "--base", "http://base/"]
        listed = self.folder / "list"
        listed.write_text(f"# all\n{self.data}/a.ttl\n\n{self.data}/b.nt.gz\n")
        for _ in self.ways():
            self.load(*words, "--list", listed, self.data / "c.nq")
            loaded = self.quads()
            self.assertIn("<http://base/here> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://ex.org/Place> "
                          "<http://of/a> .", loaded)
            self.assertIn('_: <http://ex.org/name> "of lines" <http://g/b> .', loaded)
            self.assertIn('<http://ex.org/bo> <http://ex.org/age> "4" .', loaded)
            self.load("--format", "turtle", "--graph", "http://in", "--base", "http://b/", "-", given=TURTLE.encode())
            self.assertIn('_: <http://ex.org/name> "someone" <http://in> .', self.quads())

    def test_a_mistake_changes_nothing_unless_it_is_skipped(self):
        bad, broken, rejects = self.data.parent / "bad.nt", self.data.parent / "broken.rdf", self.folder / "rejects"
        bad.write_text(LINES + '"lit" <http://e/p> "1" .\n')
        broken.write_text(BROKEN_XML)
        before = self.quads()
        for _ in self.ways():
            ended = self.load(self.data, bad, status=1)
            self.assertIn("bad.nt:3:1: unexpected '\"lit\"'", ended.errors)
            self.assertIn("--on-error skip loads without what is malformed", ended.errors)
            self.assertEqual(self.quads(), before)
            ended = self.load(bad, broken, "--on-error", "skip", "--rejects", rejects, status=3)
            self.assertIn("1 malformed statement skipped\nthe rest of", ended.text)
            kept = rejects.read_text()
            self.assertIn('"lit" <http://e/p> "1" .\n', kept)
            self.assertIn("# the rest of", kept)
            self.assertEqual([path.name for path in self.folder.glob("*.spool")], [])
            self.assertIn('<http://e/s> <http://e/p> "1" .', self.quads())

    def test_files_that_cannot_be_are_refused_before_anything_is_read(self):
        page = self.folder / "page.ttl"
        page.write_text("<!DOCTYPE html><html></html>")
        self.assertIn("page.ttl:1:1: this is", self.load(self.data, page, status=1).errors)
        self.assertIn("none.ttl", self.load(self.data / "none.ttl", status=1).errors)
        (self.data / "left.hdt").write_text("{}")
        self.addCleanup((self.data / "left.hdt").unlink)
        self.assertIn("left out: 1 file (.hdt)", self.load(self.data).errors)
        self.assertIn("no database at", run("load", "--db", self.folder / "nothing", page).errors)
        self.assertIn("a database is missing", run("load", page).errors)
        self.assertIn("an input is missing", run("load", "--db", self.database).errors)

    def test_a_server_that_takes_no_updates_says_so(self):
        with serving(self.database, self.images, options=["--read-only"]) as server:
            for place in (["--db", self.database], ["--server", f"http://127.0.0.1:{server.port}"]):
                ended = run("load", *place, self.data)
                self.assertEqual(ended.status, 1)
                self.assertIn("read", ended.errors)

    def test_a_server_waits_for_an_input_that_comes_slowly(self):
        if self.images > 1:
            self.skipTest("one number of images is enough")
        with serving(self.database, self.images):
            words = [str(word) for word in ("load", "--db", self.database, "--format", "nt", "-")]
            process = subprocess.Popen([PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            time.sleep(12)  # a body may pause for 10 s
            output, _ = process.communicate(LINES.encode(), 60)
            self.assertIn(b"2 quads read, 2 added", output)

    def test_control_c_leaves_the_database_as_it_was(self):
        before = self.quads()
        process = subprocess.Popen([PROGRAM, "load", "--db", self.database, "--format", "nt", "-"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(LINES.encode())
        process.stdin.flush()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(60)  # the input stays open
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn(b"the load was stopped; the database is unchanged", errors)
        self.assertEqual(self.quads(), before)

    def test_kill_9_in_the_middle_leaves_nothing(self):
        many = self.folder / "many.nt"
        if not many.exists():
            sample_data.write_university(many, departments=30)
        before = self.quads()
        for after in (0.05, 0.3):
            with running("load", "--db", self.database, many) as process:
                time.sleep(after)
                images = images_of(process.pid)
                if process.poll() is None:
                    victim = images.get(0)
                    victim.kill() if victim else process.kill()
                process.wait(30 + patience(10))
                for image in images.values():
                    with contextlib.suppress(OSError):
                        self.assertTrue(image.wait(patience(5)))
                        image.close()
            found = self.quads()
            self.assertIn(len(found), (len(before), len(before) + len(set(many.read_text().splitlines()))))
        self.load(many)


if __name__ == "__main__":
    unittest.main()
