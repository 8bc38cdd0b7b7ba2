#!/usr/bin/env python3
"""`quadrille build`: the inputs that it reads and refuses, and the files that it leaves after a refusal."""

import bz2
import gzip
import lzma
import os
import shutil
import subprocess
import unittest

import sample_data
from program import Case, build, for_images, run, serving
from sparql_client import ask

SKIPPED = 3  # the exit status of a build that is done but for what it has skipped
GOOD = "<http://ex.org/a> <http://ex.org/p> <http://ex.org/b> .\n"


def dump(database, images=1):
    return sorted(run("dump", "--db", database, "--images", images).lines)


@for_images(1, 2, 4)
class Inputs(Case):
    def database_of(self, *inputs, options=(), given=b""):
        database = self.folder / self.id().rpartition(".")[2]
        shutil.rmtree(database, ignore_errors=True)
        build(database, *inputs, images=self.images, options=options, given=given)
        return database

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_every_syntax_gives_the_same_quads(self):
        inputs = {"a.nt": sample_data.PEOPLE, "a.nq": sample_data.PEOPLE, "a.ttl": sample_data.PEOPLE_TURTLE,
                  "a.trig": sample_data.PEOPLE_TURTLE, "a.rdf": sample_data.PEOPLE_RDF_XML,
                  "a.xml": sample_data.PEOPLE_RDF_XML}
        for name, text in inputs.items():
            with self.subTest(name):
                self.assertEqual(dump(self.database_of(self.write(name, text))), sample_data.PEOPLE_LINES)

    def test_every_compression_is_read(self):
        pack = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
        if shutil.which("zstd"):
            pack["zst"] = lambda data: subprocess.run(["zstd", "-q"], input=data, capture_output=True).stdout
        for ending, compress in pack.items():
            for name, text in (("b.nt", sample_data.PEOPLE), ("b.ttl", sample_data.PEOPLE_TURTLE)):
                with self.subTest(f"{name}.{ending}"):
                    path = self.write(f"{name}.{ending}", compress(text.encode()))
                    self.assertEqual(dump(self.database_of(path)), sample_data.PEOPLE_LINES)

    def test_several_members_in_one_compressed_file_are_all_read(self):
        lines = sample_data.PEOPLE.encode().splitlines(True)
        path = self.write("members.nt.gz", b"".join(map(gzip.compress, lines)))
        self.assertEqual(dump(self.database_of(path)), sample_data.PEOPLE_LINES)

    def test_files_and_folders_together(self):
        first, *rest = sample_data.PEOPLE.splitlines(True)
        self.write("many/one.nt", first)
        for number, line in enumerate(rest):
            self.write(f"many/part{number}.nq.gz", gzip.compress(line.encode()))
        extra = self.write("extra.ttl", "<http://ex.org/x> a <http://ex.org/X> .")
        wanted = [*sample_data.PEOPLE_LINES, f"<http://ex.org/x> {sample_data.TYPE} <http://ex.org/X> ."]
        self.assertEqual(dump(self.database_of(self.folder / "many", extra)), sorted(wanted))

    def test_standard_input_from_a_pipe(self):
        text = sample_data.PEOPLE.encode()
        self.assertEqual(dump(self.database_of("-", options=["--format", "nt"], given=text)), sample_data.PEOPLE_LINES)
        large = "".join(f"<http://ex.org/s{i}> <http://ex.org/p> \"{i}\" .\n" for i in range(60_000))
        database = self.database_of("-", options=["--format", "nt"], given=large.encode())
        self.assertEqual(dump(database), sorted(large.splitlines()))
        turtle = sample_data.PEOPLE_TURTLE.encode()
        self.assertEqual(dump(self.database_of("-", options=["--format", "ttl"], given=turtle)),
                         sample_data.PEOPLE_LINES)

    def test_compressed_data_are_recognised_by_their_first_bytes(self):
        text = sample_data.PEOPLE.encode()
        for compress in (gzip.compress, bz2.compress, lzma.compress):
            with self.subTest(compress.__module__):
                given = self.database_of("-", options=["--format", "nt"], given=compress(text))
                self.assertEqual(dump(given), sample_data.PEOPLE_LINES)
                for name in ("plain-name.nt", "other-name.nt.zst"):
                    named = self.database_of(self.write(name, compress(text)))
                    self.assertEqual(dump(named), sample_data.PEOPLE_LINES)
        for name in ("not-compressed.nt.gz", "not-compressed.nt.bz2"):
            with self.subTest(name):
                self.assertEqual(dump(self.database_of(self.write(name, text))), sample_data.PEOPLE_LINES)

    def test_other_names_of_syntaxes(self):
        texts = {"o.ntriples": sample_data.PEOPLE, "o.nquads": sample_data.PEOPLE, "o.turtle": sample_data.PEOPLE_TURTLE,
                 "o.n3": sample_data.PEOPLE_TURTLE, "o.owl": sample_data.PEOPLE_RDF_XML}
        for name, text in texts.items():
            with self.subTest(name):
                self.assertEqual(dump(self.database_of(self.write(name, text))), sample_data.PEOPLE_LINES)

    def test_triples_go_into_the_graph_that_is_named(self):
        wanted = [line[:-1] + "<http://ex.org/g> ." for line in sample_data.PEOPLE_LINES]
        for name, text in (("g.nt", sample_data.PEOPLE), ("g.ttl", sample_data.PEOPLE_TURTLE),
                           ("g.rdf", sample_data.PEOPLE_RDF_XML)):
            with self.subTest(name):
                database = self.database_of(self.write(name, text), options=["--graph", "http://ex.org/g"])
                self.assertEqual(dump(database), wanted)

    def test_each_file_may_have_a_graph_of_its_own(self):
        triple = "<http://ex.org/{0}> <http://ex.org/p> <http://ex.org/o> .\n"
        line = "<http://ex.org/{0}> <http://ex.org/p> <http://ex.org/o> <{1}> ."
        folder = self.folder / "graphs"
        for name in ("graphs/one.nt", "graphs/two words.ttl", "graphs/big.ttl", "other.nt"):
            self.write(name, triple.format(name[7] if "/" in name else "x"))
        self.write("graphs/own.nq", line.format("q", "urn:q") + "\n")
        self.write("graphs/three.nt.gz", gzip.compress(triple.format("h").encode()))
        options = ["--graph-by-file", "http://g/", "--graph-of", f"{folder}/one.nt=urn:one"]
        self.assertEqual(dump(self.database_of(folder, self.folder / "other.nt", options=options)), sorted([
            line.format("o", "urn:one"), line.format("t", "http://g/two%20words"), line.format("b", "http://g/big"),
            line.format("x", "http://g/other"), line.format("q", "urn:q"), line.format("h", "http://g/three")]))
        options = ["--graph", "urn:rest", "--graph-of", f"{self.folder}/other.nt=urn:other", "--graph-of", "-=urn:in",
                   "--format", "nt"]
        built = self.database_of(self.folder / "other.nt", folder / "big.ttl", "-", options=options,
                                 given=triple.format("i").encode())
        self.assertEqual(dump(built), sorted([line.format("x", "urn:other"), line.format("b", "urn:rest"),
                                              line.format("i", "urn:in")]))
        for wrong, told in ((["--graph-of", "none.nt=urn:x"], "none.nt must be one of the inputs"),
                            (["--graph-of", f"{folder}/own.nq=urn:x"], "names its graphs itself"),
                            (["--graph-of", "none.nt"], "FILE=IRI"), (["--graph-by-file", "relative"], "--graph-by-file"),
                            (["--graph-by-file", "urn:a:", "--graph", "urn:b"], "--graph")):
            with self.subTest(wrong):
                refused = run("build", "--db", self.folder / "refused", "--images", self.images, *wrong, folder)
                self.assertSays(refused, 1, told)

    def test_a_list_names_the_inputs(self):
        names = [self.write(f"listed/{number}.nt", f"<urn:{number}> <urn:p> <urn:o> .\n") for number in range(9)]
        wanted = [f"<urn:{number}> <urn:p> <urn:o> ." for number in range(9)]
        text = "# all of them\n\n" + "".join(f"{name}\n" for name in names[2:]) + f"{names[1]}\r\n"
        file = self.write("inputs.txt", text)
        self.assertEqual(dump(self.database_of(names[0], options=["--list", file])), wanted)
        self.assertEqual(dump(self.database_of(names[0], options=["--list", "-"], given=text.encode())), wanted)
        one = self.write("one.txt", f"{names[0]}\n{names[1]}\n")
        self.assertEqual(dump(self.database_of(options=["--list", one, "--list", file])), sorted(wanted))
        for wrong, told in ((["--list", self.folder / "none.txt"], "none.txt"), (["--list", "-", "-"], "standard input"),
                            (["--list", self.write("empty.txt", "\n")], "empty.txt"),
                            (["--list", self.write("gone.txt", "gone.nt\n")], "gone.nt")):
            with self.subTest(wrong):
                refused = run("build", "--db", self.folder / "refused", "--images", self.images, "--format", "nt", *wrong)
                self.assertSays(refused, 1, told)

    def test_no_quads_at_all_make_an_empty_database(self):
        database = self.database_of(self.write("empty.nt", ""))
        self.assertEqual(dump(database), [])
        count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
        self.assertEqual(run("query", "--db", database, "--format", "csv", count).text, "n\r\n0\r\n")

    def test_blank_nodes_of_two_files_differ(self):
        one = self.write("b1.nt", '_:x <http://ex.org/p> "1" .\n')
        two = self.write("b2.nt", '_:x <http://ex.org/p> "2" .\n')
        count = "SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o }"
        database = self.database_of(one, two)
        self.assertEqual(run("query", "--db", database, "--format", "csv", count).text, "n\r\n2\r\n")


@for_images(1, 2, 4)
class Refusals(Case):
    def setUp(self):
        self.place = self.folder / self.id().rpartition(".")[2]
        self.place.mkdir()
        self.database = self.place / "db"

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def build(self, *words, given=b""):
        return run("build", "--db", self.database, "--images", self.images, *words, given=given)

    def assertNothingIsLeft(self):
        self.assertEqual(os.listdir(self.place), [])

    def test_a_malformed_line_is_told_with_its_place_and_nothing_is_left(self):
        bad = self.write("bad.nt", GOOD * 3 + '<http://ex.org/a> <http://ex.org/p> "no end .\n' + GOOD)
        ended = self.build(bad)
        self.assertSays(ended, 1, f"{bad}:4:37: ")
        self.assertEqual(ended.errors.count("bad.nt:4:"), 1, ended.errors)
        self.assertNothingIsLeft()

    def test_so_it_is_in_every_syntax(self):
        texts = {"bad.nq": (GOOD + "<http://ex.org/a> nonsense <http://ex.org/b> .\n", "bad.nq:2:19: "),
                 "bad.ttl": ("@prefix ex: <http://ex.org/> .\nex:a ex:p\n  ex:b ; nix:da 1 .\n", "bad.ttl:3:"),
                 "bad.trig": ("@prefix ex: <http://ex.org/> .\nex:g { ex:a ex:p ex:b .\n", "bad.trig:"),
                 "bad.rdf": (sample_data.PEOPLE_RDF_XML.replace("</rdf:RDF>", "</rdf:RDR>"), "bad.rdf:14:")}
        for name, (text, place) in texts.items():
            with self.subTest(name):
                self.assertSays(self.build(self.write(name, text)), 1, place)
                self.assertNothingIsLeft()

    def test_the_place_is_right_in_standard_input_and_compressed_files_too(self):
        text = (GOOD * 5000 + "oh\n" + GOOD).encode()
        self.assertSays(self.build("--format", "nt", "-", given=text), 1, ":5001:1: ")
        path = self.folder / "bad.nt.gz"
        path.write_bytes(gzip.compress(text))
        self.assertSays(self.build(path), 1, "bad.nt.gz:5001:1: ")
        self.assertNothingIsLeft()

    def test_skip_counts_and_keeps_the_rejects(self):
        bad = self.write("some.nt", GOOD + "one\n" + GOOD.replace("/b", "/c") + "<two> .\n")
        rejects = self.folder / f"rejects{self.images}.nt"
        ended = self.build("--on-error", "skip", "--rejects", rejects, bad)
        self.assertSays(ended, SKIPPED, "2 malformed statements skipped")
        self.assertEqual(dump(self.database), sorted([GOOD.strip(), GOOD.replace("/b", "/c").strip()]))
        kept = rejects.read_text()
        self.assertIn("\none\n", kept)
        self.assertIn("\n<two> .\n", kept)
        self.assertIn("some.nt:2:1", kept)
        self.assertIn("some.nt:4:", kept)

    def test_a_literal_as_subject_is_an_error_or_a_reject(self):
        bad = self.write("subject.nt", '<urn:a> <urn:p> "1" .\n"lit" <urn:b> "x" .\n')
        self.assertSays(self.build(bad), 1, f"{bad}:2:1: ", "a literal cannot be a subject", "--on-error skip")
        self.assertNothingIsLeft()
        self.assertSays(self.build("--on-error", "skip", bad), SKIPPED, "1 malformed statement skipped")
        self.assertEqual(dump(self.database), ['<urn:a> <urn:p> "1" .'])

    def test_the_rest_of_a_file_of_broken_xml_is_counted_apart_and_kept(self):
        people = [f'<rdf:Description rdf:about="urn:{i}"><e:p>{i}</e:p></rdf:Description>\n' for i in range(3000)]
        people[28] = people[28].replace("</e:p>", "</e:q>")
        root = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="urn:e:">\n'
        bad = self.write("broken.rdf", root + "".join(people) + "</rdf:RDF>\n")
        rejects = self.folder / f"rest{self.images}"
        ended = self.build("--on-error", "skip", "--rejects", rejects, bad, self.write("fine.nt", GOOD))
        self.assertSays(ended, SKIPPED, f"the rest of {bad} could not be read, from line 30: XML: Opening and ending tag mismatch")
        self.assertNotIn("malformed statement", ended.errors)
        self.assertEqual(len(dump(self.database)), 28 + 1)
        kept = rejects.read_text()
        self.assertTrue(kept.startswith(f"# the rest of {bad} could not be read, from line 30: "), kept[:200])
        self.assertIn("".join(people[28:]) + "</rdf:RDF>\n", kept)

    def test_a_stray_file_is_told_before_the_others_are_read(self):
        folder = self.folder / f"stray{self.images}"
        folder.mkdir()
        (folder / "a.nt").write_text(GOOD * 20 + "malformed\n")
        stray = folder / "catalog-v001.xml"
        stray.write_text('<?xml version="1.0"?>\n<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">\n'
                         '<uri name="a" uri="b"/></catalog>\n')
        self.assertSays(self.build(folder), 1, f"{stray}:2:", "--on-error skip")
        page = folder / "page.ttl"
        page.write_text("<!DOCTYPE html>\n<html><body>404</body></html>\n")
        stray.unlink()
        self.assertSays(self.build(folder), 1, f"{page}:1:1: this is a web page (HTML), not Turtle")
        self.assertNothingIsLeft()
        stray.write_text("<catalog xmlns='urn:x' prefer='public'/>")
        ended = self.build("--on-error", "skip", folder)
        self.assertSays(ended, SKIPPED, "1 malformed statement skipped", f"the rest of {stray} could not be read, from line 1",
                        f"the rest of {page} could not be read, from line 1: this is a web page")
        self.assertEqual(dump(self.database), [GOOD.strip()])

    def test_files_of_unknown_syntax_in_a_folder_are_listed(self):
        folder = self.folder / f"mixed{self.images}"
        folder.mkdir()
        for name in ("a.hdt", "b.zip", "c.zip", "LICENSE", ".hidden"):
            (folder / name).write_text("x")
        self.assertSays(self.build(folder), 1, "no RDF files in the folder", "left out: 4 files (.hdt, .zip, LICENSE)")
        (folder / "d.nt").write_text(GOOD)
        self.assertSays(self.build(folder), 0, "left out: 4 files (.hdt, .zip, LICENSE)")

    def test_a_relative_iri_in_ntriples_is_malformed_unless_there_is_a_base(self):
        relative = self.write("relative.nt", "<> <http://ex.org/p> <x> .\n")
        self.assertSays(self.build(relative), 1, "relative.nt:1:1: ")
        self.assertNothingIsLeft()
        self.assertSays(self.build("--base", "http://base.org/d/", relative), 0)
        self.assertEqual(dump(self.database), ["<http://base.org/d/> <http://ex.org/p> <http://base.org/d/x> ."])

    def test_a_damaged_compressed_file_is_told(self):
        path = self.folder / "cut.nt.gz"
        path.write_bytes(gzip.compress(GOOD.encode() * 1000)[:-20])
        self.assertSays(self.build(path), 1, "cut.nt.gz")
        self.assertNothingIsLeft()

    def test_inputs_that_cannot_be_read_are_told(self):
        empty = self.folder / "empty-folder"
        empty.mkdir(exist_ok=True)
        for words, part in ((["nowhere.nt"], "nowhere.nt"), ([self.write("odd.doc", "")], "odd.doc"),
                            ([empty], "empty-folder")):
            with self.subTest(part):
                self.assertSays(self.build(*words), 1, part)
                self.assertNothingIsLeft()

    def test_an_existing_database_stays_unless_it_is_to_be_replaced(self):
        old, new = self.write("old.nt", GOOD), self.write("new.nt", GOOD.replace("/b", "/c"))
        bad = self.write("bad2.nt", "nonsense\n")
        self.assertSays(self.build(old), 0)
        self.assertSays(self.build(new), 1, "--replace")
        self.assertSays(self.build("--replace", bad), 1, "bad2.nt:1:1")
        self.assertEqual(dump(self.database), [GOOD.strip()])
        self.assertSays(self.build("--replace", new), 0)
        self.assertEqual(dump(self.database), [GOOD.replace("/b", "/c").strip()])
        self.assertEqual(os.listdir(self.place), ["db"])

    def test_a_database_that_is_served_is_not_replaced(self):
        old, new = self.write("old.nt", GOOD), self.write("new.nt", GOOD.replace("/b", "/c"))
        self.assertSays(self.build("--replace", old), 0)
        with serving(self.database, self.images) as server:
            self.assertSays(self.build("--replace", new), 1, "in use by process", "serve on 127.0.0.1")
            self.assertEqual(ask(server, "ASK { ?s ?p ?o }").status, 200)
        self.assertSays(self.build("--replace", new), 0)
        self.assertEqual(dump(self.database), [GOOD.replace("/b", "/c").strip()])

    def test_a_folder_that_holds_no_database_is_never_replaced(self):
        self.database.mkdir()
        (self.database / "thesis.txt").write_text("dear")
        good = self.write("good.nt", GOOD)
        self.assertSays(self.build("--replace", good), 1, str(self.database))
        self.assertEqual((self.database / "thesis.txt").read_text(), "dear")

    def test_too_little_memory_is_told(self):
        file = self.folder / "large.nt"
        sample_data.write_university(file, departments=30)
        ended = self.build("--memory", "8M", file)
        self.assertSays(ended, 1, "memory")
        self.assertNothingIsLeft()

    def test_enough_memory_is_enough(self):
        file = self.folder / "enough.nt"
        lines = sample_data.write_university(file, departments=3)
        self.assertSays(self.build("--memory", "256M", file), 0)
        self.assertGreater(len(dump(self.database)), lines * 0.9)


class Memory(Case):
    """A build in memory needs 64 bytes a quad of a named graph and one shard more; with less it uses temporary files."""

    def test_named_graphs_are_built_with_any_memory(self):
        quads, file = 300_000, self.folder / "named.nq"
        with open(file, "w") as lines:
            for i in range(quads):
                lines.write(f"<urn:s:{i % 1000}> <urn:p:{i // 1000 % 10}> <urn:o:{i // 10000}> <urn:g:{i % 5}> .\n")
        for memory in (20, 23.5, 24, 24.5, 25, 26, 28, 40):
            with self.subTest(f"{memory}M"):
                ended = run("build", "--db", self.folder / "db", "--replace", "--images", 1, "--memory",
                            f"{memory * 1024:.0f}K", file)
                self.assertSays(ended, 0, f"{quads} quads")


if __name__ == "__main__":
    unittest.main()
