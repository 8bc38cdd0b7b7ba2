#!/usr/bin/env python3
"""LDBC Graphalytics: its example and validation graphs, by its rules: BFS, SSSP and CDLP are exact, WCC up to the names
of components, PR and LCC within 0.01 %.

LCC of a directed graph counts the directions of edges between neighbours, which `triangles` does not, so undirected graphs
alone have it here. The graphs are in the shared folder (QUADRILLE_SHARED, by default ../shared).
"""

import math
import os
import pathlib
import sys
import unittest

import algorithm_graphs as graphs
from program import Case, build, for_images, serving
from sparql_client import TSV, ask

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = pathlib.Path(os.environ.get("QUADRILLE_SHARED") or ROOT.parent / "shared") / "bench/graphalytics/validation-graphs"
NAMES = {"bfs": "BFS", "sssp": "SSSP", "wcc": "WCC", "pr": "PR", "lcc": "LCC", "cdlp": "CDLP"}
ITERATIONS = {"example": 2, "pr-dir": 100, "pr-undir": 26}  # of the published ranks
STEPS = {"example-dir-cdlp": 2, "example-undir-cdlp": 2, "cdlp-dir": 5, "cdlp-undir": 5}  # of the published labels
RELATIVE = 0.0001


def iri_of(number):
    """The order of these terms is that of the numbers."""
    return f"<{graphs.G}v{number:09d}>"


def numbers(path):
    return [line.split() for line in path.read_text().splitlines() if line.strip()]


def adjacency(path):
    """Vertices and edges of lines `vertex neighbour neighbour ...`."""
    lines = numbers(path)
    return ([int(words[0]) for words in lines], [(int(words[0]), int(other), None) for words in lines for other in words[1:]])


def weighted(path):
    """Vertices and edges of the files .v and .e."""
    edges = [(int(source), int(target), weight) for source, target, weight in numbers(path.with_suffix(".e"))]
    return [int(words[0]) for words in numbers(path.with_suffix(".v"))], edges


def sets():
    """(name, algorithm, is undirected, vertices, edges, published values by vertex)"""
    for algorithm, name in NAMES.items():
        for kind in ("dir", "undir"):
            if (algorithm, kind) == ("lcc", "dir"):
                continue
            example = f"example-{kind}ected"
            read, file = (weighted, f"{example}.e") if algorithm == "sssp" else (adjacency, f"{example}-input")
            yield f"example-{kind}-{algorithm}", algorithm, kind, read(FOLDER / "example" / file), f"example/{example}-{name}"
            file = f"{kind}-input.e" if algorithm == "sssp" else f"{kind}-input"
            yield f"{algorithm}-{kind}", algorithm, kind, read(FOLDER / algorithm / file), f"{algorithm}/{kind}-output"


@for_images(1, 2)
class Graphalytics(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "graphs.nq"
        with file.open("w") as out:
            for name, _, _, (vertices, edges), output in sets():
                listed = {int(words[0]) for words in numbers(FOLDER / output)}
                for line in cls.lines(name, {*vertices, *listed}, edges):
                    out.write(line + "\n")
        build(cls.folder / "db", file, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images))

    @staticmethod
    def lines(name, vertices, edges):
        graph = f"<{graphs.G}{name}>"
        for number in sorted(vertices):
            yield f"{iri_of(number)} <{graphs.G}in> {graph} {graph} ."
        for number, (source, target, weight) in enumerate(edges):
            edge = f"<{graphs.G}{name}/{number}>"
            yield f"{edge} <{graphs.G}from> {iri_of(source)} {graph} ."
            yield f"{edge} <{graphs.G}to> {iri_of(target)} {graph} ."
            if weight:
                yield f'{edge} <{graphs.G}weight> "{weight}"^^<{graphs.XSD}double> {graph} .'

    def find(self, name, algorithm, kind, column, parameters=""):
        has_weights = algorithm == "sssp"
        block = (f"SERVICE algo:{algorithm} {{ [] algo:source ?from ; algo:target ?to ; algo:node ?node ; algo:vertex ?v ; "
                 f'algo:direction "{"both" if kind == "undir" else "out"}" {"; algo:weight ?w" * has_weights} '
                 f"{parameters} ; algo:{column} ?x . "
                 f"{{ GRAPH g:{name} {{ ?e g:from ?from ; g:to ?to {'; g:weight ?w' * has_weights} }} }} "
                 f"{{ GRAPH g:{name} {{ ?node g:in g:{name} }} }} }}")
        answer = ask(self.server, f"{graphs.PREFIXES} SELECT ?v ?x {{ {block} }}", TSV)
        self.assertEqual(answer.status, 200, f"{block}: {answer.text}")
        cells = [line.split("\t") for line in answer.text.splitlines()[1:]]
        return {graphs.number_of(vertex): graphs.cell(value) for vertex, value in cells}

    def published(self, output, read):
        return {int(vertex): read(value) for vertex, value in numbers(FOLDER / output)}

    def test_bfs_and_sssp_are_exact(self):
        for name, algorithm, kind, _, output in sets():
            if algorithm not in ("bfs", "sssp"):
                continue
            with self.subTest(name):
                wanted = {vertex: value for vertex, value in self.published(output, float).items()
                          if not math.isinf(value) and value < 2 ** 62}
                start = next(vertex for vertex, value in wanted.items() if value == 0)
                column = "depth" if algorithm == "bfs" else "distance"
                found = self.find(name, algorithm, kind, column, f"; algo:start {iri_of(start)}")
                # The published distances have 16 digits, which are one too few to tell all doubles apart.
                self.assertEqual({vertex: f"{value:.15e}" for vertex, value in found.items()},
                                 {vertex: f"{value:.15e}" for vertex, value in wanted.items()})

    def test_labels_are_exact(self):
        for name, algorithm, kind, _, output in sets():
            if algorithm == "cdlp":
                with self.subTest(name):
                    found = self.find(name, "labelpropagation", kind, "community", f"; algo:steps {STEPS[name]}")
                    self.assertEqual(found, self.published(output, int))

    def test_components_are_equal_up_to_their_names(self):
        for name, algorithm, kind, _, output in sets():
            if algorithm == "wcc":
                with self.subTest(name):
                    wanted, found = self.published(output, int), self.find(name, "wcc", kind, "component")
                    self.assertEqual(set(found), set(wanted))
                    pairs = {(found[vertex], wanted[vertex]) for vertex in wanted}
                    self.assertEqual((len({ours for ours, _ in pairs}), len({theirs for _, theirs in pairs})),
                                     (len(pairs), len(pairs)))

    def test_ranks_and_coefficients_are_within_a_ten_thousandth(self):
        for name, algorithm, kind, _, output in sets():
            if algorithm not in ("pr", "lcc"):
                continue
            with self.subTest(name):
                rounds = ITERATIONS.get(name, ITERATIONS["example"])
                found = self.find(name, "pagerank", kind, "score", f"; algo:iterations {rounds} ; algo:tolerance 0") \
                    if algorithm == "pr" else self.find(name, "triangles", kind, "coefficient")
                wanted = self.published(output, float)
                self.assertEqual(set(found), set(wanted))
                for vertex, value in wanted.items():
                    self.assertAlmostEqual(found[vertex], value, delta=RELATIVE * value, msg=f"vertex {vertex}")


if __name__ == "__main__":
    if not FOLDER.is_dir():
        if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
            sys.exit(f"{FOLDER} is missing (QUADRILLE_SHARED names the shared folder)")
        print(f"skipped: {FOLDER} is missing (QUADRILLE_SHARED names the shared folder)")
        sys.exit(77)
    unittest.main()
