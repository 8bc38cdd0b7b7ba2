#!/usr/bin/env python3
"""Databases in earlier formats: `check` finds no damage, they answer queries and accept updates, and a compaction writes
them in today's format.

formats/runs-1.tar.gz   a twentieth of LUBM(1), 5,973 quads, by the last program that wrote runs of version 1
"""

import hashlib
import pathlib
import struct
import tarfile
import unittest

from program import Case, build, for_images, run, serving

OLD = pathlib.Path(__file__).parent / "formats/runs-1.tar.gz"
SHA256_OF_SORTED_TRIPLES = "13c61e5962992b3a41ce476f88fe5f73d045bc3323ce002904a1f316b27b0c36"
PREFIXES = ("PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> "
            "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> ")
QUERIES = [PREFIXES + query for query in (
    "SELECT ?x { ?x a ub:GraduateStudent ; ub:takesCourse "
    "<http://www.Department0.University0.edu/GraduateCourse0> } ORDER BY ?x",
    "SELECT ?n ?e { <http://www.Department0.University0.edu/FullProfessor3> ub:name ?n ; ub:emailAddress ?e }",
    "SELECT ?x ?n { ?x ub:advisor ?a . ?a ub:name ?n } ORDER BY ?x",
    "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p ORDER BY ?p",
    "SELECT ?s ?c ?t { ?s ub:takesCourse ?c . ?t ub:teacherOf ?c . ?s ub:advisor ?t } ORDER BY ?s ?c")]
INSERT = "INSERT DATA { <urn:new> <urn:p> 1 , 2 }"
DELETE = ("DELETE DATA { <http://www.Department0.University0.edu/FullProfessor3> "
          "<http://swat.cse.lehigh.edu/onto/univ-bench.owl#name> 'FullProfessor3' }")


def run_versions(database):
    """Of the first run of each shard."""
    found = set()
    for path in database.glob("generation-*/shard-*.runs"):
        mark, version = struct.unpack_from("<4sH", path.read_bytes(), 64)
        assert mark == b"QRUN", path
        found.add(version)
    return found


@for_images(1, 2)
class RunsOfVersion1(Case):
    def setUp(self):
        self.database = self.folder / self.id().rpartition(".")[2] / "format-1"
        with tarfile.open(OLD) as archive:
            archive.extractall(self.database.parent)

    def output(self, *words):
        ended = run(words[0], "--db", self.database, *words[1:])
        self.assertEqual(ended.status, 0, ended.errors)
        return ended.output

    def triples(self):
        return self.output("dump", "--format", "nt", "--sorted")

    def answers(self):
        return [self.output("query", "--images", self.images, "--format", "tsv", query) for query in QUERIES]

    def test_they_are_whole_and_hold_what_was_loaded(self):
        self.assertEqual(run_versions(self.database), {1})
        self.assertIn(b"is whole", self.output("check", "--images", self.images))
        self.assertEqual(hashlib.sha256(self.triples()).hexdigest(), SHA256_OF_SORTED_TRIPLES)

    def test_they_answer_as_a_new_database_of_the_same_triples(self):
        old = self.answers()
        self.assertGreater(min(map(len, old)), 20)
        triples = self.database.parent / "triples.nt"
        triples.write_bytes(self.triples())
        self.database = self.database.parent / "new"
        build(self.database, triples, images=self.images)
        self.assertEqual(run_versions(self.database), {3})
        self.assertEqual(self.answers(), old)

    def test_updates_and_a_compaction_that_writes_all_shards_in_the_new_format(self):
        with serving(self.database, self.images):
            self.output("update", INSERT)
            self.output("update", DELETE)
            before, answers = self.triples(), self.answers()
            self.assertEqual(len(before.splitlines()), 5973 + 2 - 1)
            self.output("compact")
            self.assertEqual((self.triples(), self.answers()), (before, answers))
        self.assertEqual(run_versions(self.database), {3})
        self.assertEqual((self.triples(), self.answers()), (before, answers))
        self.assertIn(b"is whole", self.output("check"))


if __name__ == "__main__":
    unittest.main()
