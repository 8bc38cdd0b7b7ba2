#!/usr/bin/env python3
"""Upgrades and downgrades: the database of the last release opens and works, one in a newer format is refused.

formats/release-0.1.0.tar.gz   20 quads with rules (rdfs), and an update in the log, by version 0.1.0. Each release adds
                               its own: build, update, `tar --sort=name --owner=0 --group=0`
"""

import json
import pathlib
import tarfile
import unittest

from program import NEWEST_FORMAT, Case, for_images, run, serving

RELEASES = sorted((pathlib.Path(__file__).parent / "formats").glob("release-*.tar.gz"))
PREFIX = "PREFIX ex: <http://example.org/> "
ANSWERS = {  # SPARQL: rows as TSV, without the line of the names
    "SELECT ?x { ?x a ex:Thing } ORDER BY ?x": ["<http://example.org/kim>", "<http://example.org/tom>"],
    "SELECT ?n { ?x a ex:Animal ; ex:name ?n } ORDER BY ?n": ['"Kim"', '"Tom"', '"Tomás"@es'],
    "SELECT ?p ?o { GRAPH ex:notes { ?s ?p ?o } } ORDER BY ?p ?o": [
        "<http://example.org/eats>\t<http://example.org/fish>", "<http://example.org/eats>\t<http://example.org/fish>",
        "<http://example.org/price>\t12345678901234567890"],
    "SELECT ?w ?d ?l ?t ?m ?c ?s { ex:tom ex:weight ?w ; ex:born ?d ; ex:lives ?l ; ex:tame ?t ; ex:mass ?m ; ex:chip ?c ; ex:seen ?s }": [
        '4.5\t"2019-05-17"^^<http://www.w3.org/2001/XMLSchema#date>\t9\t"true"^^<http://www.w3.org/2001/XMLSchema#boolean>\t4.5e3\t"0017"^^<http://example.org/code>\t'
        '"2024-02-29T12:30:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>'],
    "SELECT ?n { ex:tom ex:friend/ex:name ?n }": ['"Jerry"'],
}


class Databases(Case):
    def database(self, archive):
        folder = self.folder / self.id().rpartition(".")[2]
        with tarfile.open(archive) as whole:
            whole.extractall(folder)
        return folder / archive.name.removesuffix(".tar.gz")

    def output(self, database, *words):
        ended = run(words[0], "--db", database, *words[1:])
        self.assertEqual(ended.status, 0, ended.errors)
        return ended.text

    def check_answers(self, database):
        for query, rows in ANSWERS.items():
            text = self.output(database, "query", "--format", "tsv", PREFIX + query)
            self.assertEqual(text.splitlines()[1:], rows, query)


@for_images(1, 2)
class OfReleases(Databases):
    def test_they_answer_change_and_compact_and_are_whole(self):
        self.assertTrue(RELEASES)
        for archive in RELEASES:
            with self.subTest(archive.name):
                database = self.database(archive)
                self.check_answers(database)
                with serving(database, self.images):
                    self.check_answers(database)
                    self.output(database, "update", PREFIX + "INSERT DATA { ex:ada a ex:Cat }")
                    animals = self.output(database, "query", PREFIX + "SELECT (COUNT(*) AS ?n) { ?x a ex:Animal }")
                    self.assertEqual(animals.split()[-1], "3")
                    self.output(database, "update", PREFIX + "DELETE DATA { ex:ada a ex:Cat }")
                    self.output(database, "compact", "--rebuild")
                self.check_answers(database)
                self.output(database, "check", "--images", self.images, "--closure")


class Newer(Databases):
    def test_a_newer_format_is_refused_with_what_to_do_and_nothing_changes(self):
        database = self.database(RELEASES[-1])
        file = database / "manifest.json"
        manifest = json.loads(file.read_text())
        manifest.update(format=NEWEST_FORMAT + 1, program_version="9.0.0")
        file.write_text(json.dumps(manifest))
        before = {path: path.read_bytes() for path in database.rglob("*") if path.is_file()}
        for words in (["query", "ASK {}"], ["update", "INSERT DATA { <urn:a> <urn:b> 1 }"], ["info"], ["check"], ["dump"],
                      ["compact"], ["serve", "--port", "0"], ["serve", "--create", "--port", "0"]):
            ended = run(words[0], "--db", database, *words[1:])
            self.assertNotEqual(ended.status, 0, words)
            self.assertIn("written by quadrille 9.0.0", ended.errors, words)
            self.assertIn("install that version or a later one", ended.errors, words)
            self.assertIn("'quadrille dump' the database", ended.errors, words)
        self.assertEqual({path: path.read_bytes() for path in database.rglob("*") if path.is_file()}, before)


if __name__ == "__main__":
    unittest.main()
