#!/usr/bin/env python3
"""The same data gives the same answers, byte by byte, for any number of images of build and query."""

import shutil
import unittest

import sample_data
from program import Case, build, run, serving
from sparql_client import CSV, JSON, NTRIPLES, TSV, XML, ask

UB = sample_data.UB
PREFIXES = f"PREFIX ub: <{UB}> PREFIX ex: <http://ex.org/>\n"
# Ordered so that every answer is one sequence of bytes.
QUESTIONS = [
    "SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o",
    "SELECT ?s ?t { ?s ub:advisor ?t . ?s ub:takesCourse ?c . ?t ub:teacherOf ?c } ORDER BY ?s ?t",
    "SELECT ?t (COUNT(*) AS ?n) (SUM(?age) AS ?sum) (AVG(?age) AS ?mean) (MIN(?name) AS ?first) "
    "{ ?s ub:advisor ?t ; ub:age ?age ; ub:name ?name } GROUP BY ?t ORDER BY DESC(?n) ?t LIMIT 40",
    "SELECT DISTINCT ?age { ?s ub:age ?age } ORDER BY ?age",
    "SELECT ?s ?email { ?s a ub:Student OPTIONAL { ?s ub:emailAddress ?email FILTER(CONTAINS(?email, '7@')) } } "
    "ORDER BY ?s",
    "SELECT ?t { ?t a ub:FullProfessor MINUS { ?s ub:advisor ?t ; ub:age 20 } } ORDER BY ?t",
    "SELECT ?x ?label { { ?x ub:name ?n } UNION { ?x ub:emailAddress ?n } BIND(CONCAT('<', ?n, '>') AS ?label) } "
    "ORDER BY ?label ?x OFFSET 100 LIMIT 200",
    "SELECT ?d (COUNT(DISTINCT ?t) AS ?n) { ?s ub:memberOf ?d ; ub:advisor ?t FILTER EXISTS { ?s ub:age 19 } } "
    "GROUP BY ?d HAVING(?n > 1) ORDER BY ?d",
    "SELECT ?s ?n { VALUES (?s ?n) { (ex:ann 1) (ex:bob UNDEF) } ?s ex:knows ?o } ORDER BY ?s",
    "ASK { ?s ub:age 29 . ?s ub:takesCourse ?c }",
]
GRAPHS = ["CONSTRUCT { ?t ub:advises ?s } { ?s ub:advisor ?t }", "DESCRIBE <http://ex.org/bob>",
          "CONSTRUCT { ?s ub:firstOf [ ub:is ?c ] } { ?s ub:takesCourse ?c ; ub:age 18 }"]


class Agreement(Case):
    @classmethod
    def prepare(cls):
        cls.university = cls.folder / "university.nt"
        sample_data.write_university(cls.university, departments=4, students=200)
        cls.people = cls.folder / "people.ttl"
        cls.people.write_text(sample_data.PEOPLE_TURTLE)
        cls.graphs = cls.folder / "graphs.nq"
        cls.graphs.write_text(sample_data.TWO_GRAPHS)
        cls.databases = {images: cls.folder / f"built-by-{images}" for images in (1, 2, 4)}
        for images, place in cls.databases.items():
            build(place, cls.university, cls.people, cls.graphs, images=images)

    def test_dumps_are_the_same(self):
        wanted = sorted({*self.university.read_text().splitlines(), *sample_data.PEOPLE_LINES,
                         *sample_data.TWO_GRAPHS.splitlines()})
        for built_by, place in self.databases.items():
            for images in (1, 2, 4):
                with self.subTest(built_by=built_by, images=images):
                    self.assertEqual(sorted(run("dump", "--db", place, "--images", images).lines), wanted)

    def answers(self, server):
        for query in QUESTIONS:
            for accept in (JSON, XML, *(() if query.startswith("ASK") else (CSV, TSV))):
                yield query, ask(server, PREFIXES + query, accept)
        for query in GRAPHS:
            answer = ask(server, PREFIXES + query, NTRIPLES)
            blank = "[" in query  # names of blank nodes are free
            lines = [" ".join("_:" if word.startswith("_:") else word for word in line.split(" ")) if blank else line
                     for line in answer.text.splitlines()]
            answer.text = sorted(lines)
            yield query, answer

    def test_answers_are_the_same_for_every_number_that_builds_and_serves(self):
        wanted = None
        for built_by, images in ((1, 1), (4, 1), (4, 3), (1, 2), (2, 4), (4, 4), (1, 8)):
            with serving(self.databases[built_by], images) as server:
                found = list(self.answers(server))
            wanted = wanted or found
            for (query, right), (_, answer) in zip(wanted, found):
                with self.subTest(query, built_by=built_by, images=images, type=answer.type):
                    self.assertEqual(answer.status, 200, answer.text)
                    self.assertEqual(answer.text, right.text)

    def test_the_files_of_builds_with_the_same_shards_are_the_same(self):
        def shards(place):
            return {path.name: path.read_bytes() for path in place.glob("*/*.runs")}

        self.assertEqual(shards(self.databases[2]), shards(self.databases[4]))

    def test_a_database_can_be_copied_and_moved(self):
        moved = self.folder / "elsewhere"
        shutil.copytree(self.databases[2], moved)
        count = PREFIXES + "SELECT (COUNT(*) AS ?n) { ?s a ub:Student }"
        self.assertEqual(run("query", "--db", moved, "--format", "csv", count).text, "n\r\n800\r\n")


if __name__ == "__main__":
    unittest.main()
