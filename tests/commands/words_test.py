#!/usr/bin/env python3
"""The command line: help, exit statuses, and one database from its build to `info`."""

import json
import os
import pty
import re
import select
import shlex
import subprocess
import unittest

import sample_data
from program import PROGRAM, Case, build, die_with_the_test, run, serving


class Words(Case):
    def test_every_command_explains_itself(self):
        for command in ("build", "serve", "query", "dump", "info", "check", "backup", "restore"):
            with self.subTest(command):
                help_of = run(command, "--help")
                self.assertEqual(help_of.status, 0)
                self.assertIn("--db", help_of.text)
                self.assertIn("Examples:", help_of.text)
                self.assertEqual(help_of.errors, "")
        self.assertIn("quadrille build --db", run("--help").text)

    def test_words_that_make_no_command_have_status_1_and_a_reason(self):
        for words in ([], ["bild"], ["build"], ["build", "--db", "x"], ["serve", "--db", "x", "--port", "70000"],
                      ["serve", "--db", "x", "--timeout", "0"], ["query", "--db", "x"],
                      ["query", "--db", "x", "-f", "y", "ASK {}"], ["query", "--db", "x", "--format", "doc", "ASK {}"],
                      ["dump", "--db", "x", "--format", "rdf"], ["info"], ["build", "--db", "x", "--images", "0", "y"],
                      ["build", "--db", "x", "--memory", "much", "y"], ["build", "--db", "x", "--frobnicate", "y"]):
            with self.subTest(words):
                ended = run(*words)
                self.assertSays(ended, 1, "")
                self.assertTrue(ended.errors.strip())
                self.assertEqual(ended.output, b"")

    def test_a_database_that_is_not_there(self):
        place = self.folder / "nowhere"
        for words in (["serve"], ["query", "ASK {}"], ["dump"], ["info"], ["query", "--images", "2", "ASK {}"],
                      ["serve", "--images", "2"]):
            with self.subTest(words):
                self.assertSays(run(words[0], "--db", place, *words[1:]), 1, f"no database at {place}")
                self.assertFalse(place.exists())


    def test_a_missing_database_is_named_with_the_whole_command(self):
        data = self.folder / "some data.ttl"
        data.write_text("<urn:a> <urn:b> 1 .")
        refused = run("build", "some data.ttl", folder=self.folder)
        self.assertSays(refused, 1, "a database is missing", "\nDid you mean: quadrille build --db DIR 'some data.ttl'\n")
        build(self.folder / "people", data)
        for words in (["info"], ["dump"], ["query", "ASK {}"]):
            with self.subTest(words):
                refused = run(words[0], "people", *words[1:], folder=self.folder)
                meant = re.search(r"\nDid you mean: quadrille (.*)\n", refused.errors)[1]
                ended = run(*shlex.split(meant), folder=self.folder)
                self.assertEqual(ended.status, 0, ended.errors)
        self.assertSays(run("serve", "people", folder=self.folder), 1, "quadrille serve --db people\n")


class FromBuildToInfo(Case):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "people.nt"
        cls.data.write_text(sample_data.PEOPLE)
        cls.database = cls.folder / "people"
        cls.built = build(cls.database, cls.data)

    def test_build_shows_what_comes_next(self):
        shown = re.search(r"next: quadrille (serve --db \S+)\n  or: quadrille (query .*)\n$", self.built.errors)
        self.assertEqual(shown[1], f"serve --db {self.database}")
        self.assertEqual(len(run(*shlex.split(shown[2])).lines), 6)

    def test_query_has_its_text_in_a_word_a_file_or_standard_input(self):
        text = "SELECT ?p ?name { ?p <http://ex.org/name> ?name } ORDER BY ?p"
        wanted = '?p\t?name\n<http://ex.org/ann>\t"Ann"@en\n<http://ex.org/cid>\t"C\u00efd \\"the\\" third"\n'
        file = self.folder / "names.rq"
        file.write_text(text)
        for words, given in ([[text], b""], [["-f", file], b""], [["-f", "-"], text.encode()],
                             [["--images", "2", "-f", "-"], text.encode()]):
            with self.subTest(words):
                ended = run("query", "--db", self.database, "--format", "tsv", *words, given=given)
                self.assertEqual((ended.status, ended.text), (0, wanted), ended.errors)

    def test_query_writes_tsv_and_turtle_unless_it_is_told_otherwise(self):
        select = "SELECT ?age { ?s <http://ex.org/age> ?age }"
        asked = lambda *words: run("query", "--db", self.database, *words).text
        self.assertEqual(asked(select), "?age\n42\n")
        self.assertEqual(asked(select, "--format", "csv"), "age\r\n42\r\n")
        self.assertEqual(json.loads(asked(select, "--format", "json"))["results"]["bindings"][0]["age"]["value"], "42")
        self.assertIn("<sparql xmlns=", asked(select, "--format", "xml"))
        graph = "CONSTRUCT WHERE { ?s <http://ex.org/age> ?age }"
        line = '<http://ex.org/bob> <http://ex.org/age> "42"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
        self.assertEqual(asked(graph, "--format", "nt"), line)
        self.assertIn("42", asked(graph))
        self.assertNotIn("{", asked(graph))

    def test_query_answers_many_files_and_prints_a_line_for_each(self):
        queries, out = self.folder / "queries", self.folder / "out/answers"
        queries.mkdir()
        for name, text in {"ask": "ASK {}", "wrong": "SELECT * {\n ?s ?p", "all": "SELECT * { ?s ?p ?o }",
                           "graph": "CONSTRUCT WHERE { ?s <http://ex.org/knows> ?o }"}.items():
            (queries / f"{name}.rq").write_text(text)
        listed = self.folder / "queries.txt"
        listed.write_text(f"# these\n{queries}/graph.rq\n\n{queries}/wrong.rq\n")
        words = ["--output-dir", out, queries / "all.rq", queries / "ask.rq", "--list", listed]
        where = ["--db", self.database]
        with serving(self.database) as server:
            ended = [run("query", *place, *words) for place in (where, ["--server", f"http://127.0.0.1:{server.port}"])]
        ended += [run("query", *where, "--images", images, *words) for images in (1, 2)]
        for one in ended:
            lines = [line.split("\t") for line in one.lines]
            self.assertEqual([(line[0], line[1], line[4]) for line in lines],
                             [("ok", "5", f"{queries}/all.rq"), ("ok", "1", f"{queries}/ask.rq"), ("ok", "2", f"{queries}/graph.rq"),
                              ("failed", "-", f"{queries}/wrong.rq")], one.errors)
            for line, ending in zip(lines, ("all.tsv", "ask.tsv", "graph.ttl")):
                self.assertEqual((line[5], int(line[2]), line[6]), (str(out / ending), (out / ending).stat().st_size, "-"))
            self.assertEqual(lines[3][5], "-")
            self.assertIn("line 2, column 7", lines[3][6])
            self.assertEqual(one.status, 1)
        self.assertEqual(sorted(os.listdir(out)), ["all.tsv", "ask.tsv", "graph.ttl"])
        self.assertEqual((out / "ask.tsv").read_text(), "true\n")
        good = run("query", *where, "--format", "csv", "--output-dir", out, queries / "all.rq")
        self.assertEqual((good.status, good.lines[0].split("\t")[:3]), (0, ["ok", "5", str((out / "all.csv").stat().st_size)]))
        self.assertSays(run("query", *where, "--output-dir", out, queries / "all.rq", out / "all.rq"), 1, "same name")
        self.assertSays(run("query", *where, "--output-dir", "/proc/none", queries / "all.rq"), 1, "/proc/none")

    def test_update_runs_many_files_in_order_and_stops_at_a_failure(self):
        database = self.folder / "changed"
        build(database, self.data)
        files = [self.folder / name for name in ("first.ru", "wrong.ru", "last.ru")]
        for file, text in zip(files, ("INSERT DATA { <urn:a> <urn:b> 1, 2 }", "INSERT DATA {", "DELETE WHERE { <urn:a> ?p ?o }")):
            file.write_text(text)
        def columns(*words):
            ended = run("update", "--db", database, *words, "-f", *files)
            return ended.status, [line.split("\t")[:3] for line in ended.lines]
        with serving(database):
            self.assertEqual(columns(), (1, [["ok", "2", "0"], ["failed", "-", "-"]]))
            self.assertEqual(columns("--keep-going"), (1, [["ok", "0", "0"], ["failed", "-", "-"], ["ok", "0", "2"]]))
        self.assertEqual(columns("--keep-going", "--images", "2"), (1, [["ok", "2", "0"], ["failed", "-", "-"], ["ok", "0", "2"]]))
        self.assertEqual(columns(), (1, [["ok", "2", "0"], ["failed", "-", "-"]]))

    def test_query_has_hints_for_a_person_if_there_are_no_rows(self):
        query = "SELECT ?nmae { ?s <http://ex.org/nmae> ?name }"
        hints = ("quadrille: no rows: <http://ex.org/nmae> is not a predicate of the data; did you mean <http://ex.org/name>?\r\n"
                 "quadrille: no rows: ?nmae is used, but is in no pattern; did you mean ?name?\r\n")
        self.assertEqual(run("query", "--db", self.database, query).errors, "")
        self.assertEqual(self.messages_at_terminal("query", "--db", self.database, query), hints)
        self.assertEqual(self.messages_at_terminal("query", "--db", self.database, "-f", "-", given=query), hints)
        self.assertEqual(self.messages_at_terminal("query", "--db", self.database, "SELECT * { ?s ?p ?o }"), "")
        with serving(self.database):
            self.assertEqual(self.messages_at_terminal("query", "--db", self.database, query), hints)
            self.assertEqual(self.messages_at_terminal("query", "--db", self.database, "--format", "json", query), "")

    def messages_at_terminal(self, *words, given=""):
        """Standard error of a command that has a terminal for it."""
        ours, theirs = pty.openpty()
        ended = subprocess.run([PROGRAM, *map(str, words)], input=given.encode(), stdout=subprocess.PIPE, stderr=theirs,
                               preexec_fn=die_with_the_test)
        self.assertEqual(ended.returncode, 0)
        shown = b""
        while select.select([ours], [], [], 0)[0]:
            shown += os.read(ours, 1 << 12)
        os.close(theirs)
        os.close(ours)
        return shown.decode()

    def test_query_tells_what_is_wrong_in_a_query(self):
        query = lambda *words: run("query", "--db", self.database, *words)
        self.assertSays(query("SELECT * {\n ?s ?p }"), 1, "line 2, column 8")
        self.assertSays(query("-f", self.folder / "none.rq"), 1, "none.rq")
        self.assertSays(query("ASK {}", "--format", "turtle"), 1, "turtle")
        self.assertSays(query("SELECT * { SERVICE <http://ex.org/> {} }"), 1, "SERVICE")
        self.assertSays(query("--timeout", "1", sample_data.endless(14)), 1, "time limit of 1 s; set a longer one with --timeout")

    def test_dump_writes_every_quad(self):
        file = self.folder / "out.nq"
        for words in ([], ["--format", "nt"], ["--images", "2"]):
            with self.subTest(words):
                self.assertEqual(sorted(run("dump", "--db", self.database, *words).lines), sample_data.PEOPLE_LINES)
        self.assertEqual(run("dump", "--db", self.database, "--output", file).status, 0)
        self.assertEqual(sorted(file.read_text().splitlines()), sample_data.PEOPLE_LINES)
        self.assertSays(run("dump", "--db", self.database, "--output", self.folder / "no/such/file"), 1, "no/such/file")

    def test_dump_as_ntriples_does_not_lose_named_graphs_silently(self):
        data, database = self.folder / "two.nq", self.folder / "two"
        data.write_text(sample_data.TWO_GRAPHS)
        build(database, data)
        self.assertSays(run("dump", "--db", database, "--format", "nt"), 1, "named graphs")
        self.assertEqual(sorted(run("dump", "--db", database).lines), sorted(sample_data.TWO_GRAPHS.splitlines()))

    def test_info_counts(self):
        self.assertIn("5 in the default graph", run("info", "--db", self.database).text)
        told = json.loads(run("info", "--db", self.database, "--json").text)
        self.assertEqual(told["quads"]["default_graph"], 5)
        self.assertEqual(told["images_at_build"], 1)

    def test_a_full_disk_is_an_error(self):
        self.assertSays(run("dump", "--db", self.database, "--output", "/dev/full"), 1, "/dev/full")
        for images in (1, 2):
            for words in (["query", "--images", images, "SELECT * { ?s ?p ?o }"], ["dump", "--images", images], ["info"]):
                with self.subTest(words):
                    ended = run(words[0], "--db", self.database, *words[1:], wrapper=["sh", "-c", '"$@" > /dev/full', "sh"])
                    self.assertSays(ended, 1, "standard output")

    def test_a_reader_that_leaves_early_ends_the_command_silently(self):
        data, database = self.folder / "many.nt", self.folder / "many"
        sample_data.write_university(data, departments=2)
        build(database, data)
        for images in (1, 2):
            for words in (["query", "--images", images, "SELECT * { ?s ?p ?o }"], ["dump", "--images", images]):
                with self.subTest(words):
                    ended = run(words[0], "--db", database, *words[1:],
                                wrapper=["bash", "-c", '"$@" | head -1; exit ${PIPESTATUS[0]}', "sh"])
                    self.assertEqual((ended.status, ended.errors, len(ended.lines)), (0, "", 1))
        with serving(database) as server:
            for words in (["query", "SELECT * { ?s ?p ?o }"], ["dump"], ["dump", "--server", f"http://127.0.0.1:{server.port}"]):
                with self.subTest(words):
                    where = [] if "--server" in words else ["--db", database]
                    ended = run(words[0], *where, *words[1:],
                                wrapper=["bash", "-c", '"$@" | head -1; exit ${PIPESTATUS[0]}', "sh"])
                    self.assertEqual((ended.status, ended.errors, len(ended.lines)), (0, "", 1))


if __name__ == "__main__":
    unittest.main()
