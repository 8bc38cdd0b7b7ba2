#!/usr/bin/env python3
"""`--rdf-star`: dumps of older systems, whose quoted triples become reifiers, one for each different triple of a load."""

import unittest

from program import Case, build, for_images, run, serving

LINES = """<http://e/ann> <http://e/knows> <http://e/bob> .
<< <http://e/ann> <http://e/knows> <http://e/bob> >> <http://e/since> "2019" .
<<<http://e/ann> <http://e/knows> <http://e/bob>>> <http://e/source> <http://e/hr> .
<< << <http://e/ann> <http://e/knows> <http://e/bob> >> <http://e/since> "2019" >> <http://e/by> _:x .
<http://e/carl> <http://e/says> << _:x <http://e/knows> <http://e/bob> >> .
"""
MORE = """PREFIX : <http://e/>
<< :ann :knows :bob >> :certainty 0.9 .
:ann :knows :bob {| :place "here" |} .
:dave :says << _:x :knows :bob >> .
"""
# Rows: the reifiers of a triple, and the properties of each.
REIFIERS = """PREFIX : <http://e/> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT (COUNT(DISTINCT ?r) AS ?reifiers) (COUNT(DISTINCT ?t) AS ?triples) { ?r rdf:reifies ?t }"""
ANN = """PREFIX : <http://e/> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT (COUNT(DISTINCT ?r) AS ?reifiers) (COUNT(DISTINCT ?p) AS ?properties) { ?r rdf:reifies <<( :ann :knows :bob )>> ; ?p ?o }"""


@for_images(1, 2, 3)
class RdfStar(Case):
    @classmethod
    def prepare(cls):
        for name, text in (("a.nt", LINES), ("b.ttl", MORE), ("c.nt", LINES)):
            (cls.folder / name).write_text(text)
        cls.files = [cls.folder / name for name in ("a.nt", "b.ttl", "c.nt")]

    def numbers(self, database, query):
        told = run("query", "--db", database, "--format", "csv", query)
        self.assertEqual(told.status, 0, told.errors)
        return tuple(map(int, told.lines[1].split(",")))

    def test_equal_triples_of_all_files_have_one_reifier(self):
        database = self.folder / "db"
        build(database, *self.files, images=self.images, options=["--rdf-star", "--replace"])
        # With :since, :source, :certainty, :place and rdf:reifies.
        self.assertEqual(self.numbers(database, ANN), (1, 5))
        # Of the triple, of the one about it, and of that with _:x in each file.
        self.assertEqual(self.numbers(database, REIFIERS), (5, 5))
        self.assertEqual(run("check", "--db", database).status, 0)

    def test_so_do_those_of_the_ranges_of_a_file(self):
        line = '<< <http://e/ann> <http://e/knows> <http://e/bob> >> <http://e/n> "{}" .\n'
        filler = f'<http://e/a> <http://e/b> "{"x" * 200}" .\n' * 50_000
        large = self.folder / "large.nt"
        large.write_text(line.format(1) + filler + line.format(2) + filler + line.format(3))
        database = self.folder / "ranges"
        build(database, large, images=self.images, options=["--rdf-star", "--replace"])
        self.assertEqual(self.numbers(database, REIFIERS), (1, 1))
        self.assertEqual(self.numbers(database, 'SELECT (COUNT(?o) AS ?n) { ?r <http://e/n> ?o }'), (3,))

    def test_quads_keep_the_reifier_in_their_graph(self):
        data = self.folder / "d.nq"
        data.write_text("".join(f'<< <http://e/s> <http://e/p> "o" >> <http://e/q> "{n}" <http://e/g{n}> .\n' for n in (1, 2)))
        database = self.folder / "quads"
        build(database, data, images=self.images, options=["--rdf-star", "--replace"])
        told = run("dump", "--db", database, "--sorted")
        self.assertEqual(len(told.lines), 4, told.text)
        self.assertEqual(len({line.split()[0] for line in told.lines}), 1, told.text)

    def test_a_load_does_the_same(self):
        for options in ([], ["served"]):
            database = self.folder / f"loaded{len(options)}"
            build(database, "-", images=self.images, options=["--format", "nt"])
            words = ["load", "--db", database, "--rdf-star", *self.files]
            if options:
                with serving(database, self.images):
                    told = run(*words)
            else:
                told = run(*words)
            self.assertSays(told, 0)
            self.assertEqual(self.numbers(database, ANN), (1, 5))
            self.assertEqual(self.numbers(database, REIFIERS), (5, 5))

    def test_without_the_option_the_error_names_it(self):
        told = run("build", "--db", self.folder / "refused", "--images", self.images, self.files[0])
        self.assertSays(told, 1, f"{self.files[0]}:2:1: ", "--rdf-star")


if __name__ == "__main__":
    unittest.main()
