"""Graphs for the tests of whole-graph algorithms, as data and as questions.

Graph("web", 5, [(0, 1, 2.5)])       vertices 0..4, edges with weights; edges may repeat, be loops, or be missing
Question(graph, "sssp", {"start": [0]}, weighted=True, direction="in").block()     the SERVICE block
View(question)                       the graph that the algorithm sees, by the rules of docs/algorithms.md
"""

import gzip
import random
import re
import struct
from dataclasses import dataclass, field

G = "http://g/"
XSD = "http://www.w3.org/2001/XMLSchema#"
PREFIXES = f"PREFIX algo: <quadrille:algorithm/> PREFIX g: <{G}>\n"
COLUMNS = {"bfs": ("vertex", "depth", "parent"), "sssp": ("vertex", "distance", "parent"), "wcc": ("vertex", "component"),
           "pagerank": ("vertex", "score"), "betweenness": ("vertex", "score"),
           "triangles": ("vertex", "through", "coefficient"), "scc": ("vertex", "component"),
           "forest": ("source", "target", "weight"), "kcore": ("vertex", "core"), "connectivity": (None, "hops"),
           "labelpropagation": ("vertex", "community"),
           "degree": ("vertex", "value"), "closeness": ("vertex", "value"), "similarity": ("vertex", "other", "score"),
           "badrank": ("vertex", "score"), "trianglelist": ("first", "second", "third"),
           "walks": ("walk", "step", "vertex"), "influence": ("vertex", "place", "spread")}
COMBINED = {"sum": lambda a, b: a + b, "minimum": min, "maximum": max, "separate": min}  # separate: of shortest paths
IGNORE_DIRECTION = ("wcc", "triangles", "trianglelist", "forest", "kcore")  # lists and counts of triangles without a mode


def vertex(number):
    return f"<{G}v{number}>"


def number_of(iri):
    return int(re.fullmatch(rf"<?{G}v(\d+)>?", iri)[1])


def weight_literal(weight, number):
    """The weight as an integer, a decimal or a double."""
    texts = [f'"{weight}"^^<{XSD}decimal>', f'"{weight}E0"^^<{XSD}double>']
    if weight == int(weight):
        texts.append(f'"{int(weight)}"^^<{XSD}integer>')
    return texts[number % len(texts)]


@dataclass
class Graph:
    name: str
    vertices: int
    edges: list = field(default_factory=list)
    plain: bool = False  # its edges are triples of one predicate, without weights

    def lines(self):
        """N-Quads: an edge is a thing with from, to and weight, and a triple; a vertex has `in`."""
        graph = f"<{G}{self.name}>"
        for number in range(self.vertices):
            yield f"{vertex(number)} <{G}in> {graph} {graph} ."
        for number, (source, target, weight) in enumerate(self.edges):
            if self.plain:
                yield f"{vertex(source)} <{G}links-{self.name}> {vertex(target)} ."
                continue
            edge = f"<{G}{self.name}/{number}>"
            yield f"{edge} <{G}from> {vertex(source)} {graph} ."
            yield f"{edge} <{G}to> {vertex(target)} {graph} ."
            yield f"{edge} <{G}weight> {weight_literal(weight, number)} {graph} ."
            yield f"{vertex(source)} <{G}links-{self.name}> {vertex(target)} ."


def random_graph(name, seed, vertices, edges, hub=0.0):
    """Sources and targets at random, loops and repeated edges included; the share `hub` of the edges is at vertex 0."""
    dice = random.Random(f"{seed} {name}")
    found = []
    for _ in range(edges):
        source, target = dice.randrange(vertices), dice.randrange(vertices)
        if dice.random() < hub:
            source, target = dice.choice([(0, target), (source, 0)])
        found.append((source, target, dice.randint(1, 40) / 4))
        if dice.random() < 0.1:
            found.append((*dice.choice([(source, target), (target, source), (source, source)]), dice.randint(1, 40) / 4))
    return Graph(name, vertices + vertices // 10, found)


def read_network(path):
    """A network in the binary form of graph-tool, and whether it is directed."""
    bytes_ = gzip.open(path).read()
    at = 8 + 8 + struct.unpack_from("<Q", bytes_, 8)[0]
    directed, vertices = struct.unpack_from("<BQ", bytes_, at)
    at += 9
    size, form = next((size, form) for size, form in ((1, "B"), (2, "H"), (4, "I"), (8, "Q")) if vertices < 1 << 8 * size)
    edges = []
    for source in range(vertices):
        (count,) = struct.unpack_from("<Q", bytes_, at)
        edges += [(source, target, 1.0) for target in struct.unpack_from(f"<{count}{form}", bytes_, at + 8)]
        at += 8 + count * size
    return Graph(re.sub(r"\W", "-", path.name.partition(".")[0]), vertices, edges, plain=True), bool(directed)


@dataclass
class Question:
    graph: Graph
    algorithm: str
    parameters: dict = field(default_factory=dict)  # vertices are numbers, in a list
    weighted: bool = False
    direction: str = "out"
    parallel: str = "sum"
    columns: tuple = ()  # others than COLUMNS

    def settings(self):
        yield f"algo:predicate g:links-{self.graph.name}" if self.graph.plain else "algo:source ?from ; algo:target ?to"
        yield "algo:node ?node"
        yield f'algo:direction "{self.direction}"'
        if self.weighted:
            yield f'algo:weight ?weight ; algo:parallel "{self.parallel}"'
        for name, value in self.parameters.items():
            yield f"algo:{name} {', '.join(map(vertex, value)) if isinstance(value, list) else value}"
        for column, variable in zip(self.columns or COLUMNS[self.algorithm], ("?v", "?x", "?y")):
            if column:
                yield f"algo:{column} {variable}"

    def block(self):
        graph = f"GRAPH g:{self.graph.name}"
        weight = " ; g:weight ?weight" if self.weighted else ""
        edges = "" if self.graph.plain else f"{{ {graph} {{ ?edge g:from ?from ; g:to ?to{weight} }} }} "
        return (f"SERVICE algo:{self.algorithm} {{ [] {' ; '.join(self.settings())} . "
                f"{edges}{{ {graph} {{ ?node g:in g:{self.graph.name} }} }} }}")

    def select(self):
        return PREFIXES + f"SELECT ?v ?x ?y {{ {self.block()} }}"

    def __str__(self):
        return f"{self.graph.name}: {self.block()}"


class View:
    """The arcs along which an algorithm goes, each once, with its weight; `undirected`: both arcs of each edge."""

    def __init__(self, question):
        self.question = question
        ignores = question.algorithm in IGNORE_DIRECTION and "mode" not in question.parameters
        self.undirected = question.direction == "both" or ignores
        self.vertices = list(range(question.graph.vertices))
        self.arcs = {}
        combine = COMBINED[question.parallel] if question.weighted else min
        for source, target, weight in question.graph.edges:
            if question.direction == "in":
                source, target = target, source
            for arc in {(source, target), (target, source)} if self.undirected else [(source, target)]:
                its = weight if question.weighted else 1.0
                self.arcs[arc] = combine(self.arcs[arc], its) if arc in self.arcs else its

    def starts(self, name="start"):
        return self.question.parameters[name]


def union_of(questions):
    """One query for the answers of all questions: rows of (?case, ?v, ?x, ?y)."""
    parts = (f"{{ BIND({number} AS ?case) {question.block()} }}" for number, question in enumerate(questions))
    return PREFIXES + "SELECT ?case ?v ?x ?y {\n" + "\nUNION ".join(parts) + "\n}\n"


def cell(text):
    """A term of an answer in TSV: the number of a vertex, a number, or None."""
    if not text:
        return None
    return number_of(text) if text.startswith("<") else float(text)


def rows_by_case(lines, questions):
    """[{vertex: its other cells}] of the answer to union_of(), of the first cases; of forests and similarities {(vertex, vertex): (value,)}."""
    found = [{} for _ in questions]
    for line in lines:
        case, *row = line.split("\t")
        if int(case) >= len(questions):
            continue
        v, x, y = map(cell, row)
        key, values = ((v, x), (y,)) if questions[int(case)].algorithm in ("forest", "similarity") else (v, (x, y))
        assert key not in found[int(case)], f"case {case}: two rows for {key}"
        found[int(case)][key] = values
    return found
