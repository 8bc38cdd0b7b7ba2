"""The data of a round: quads of the default graph and of named ones, each of which has terms that only it has.

A mark is a text that occurs in some IRIs and literals of one graph, and in the names of some graphs. No query has it, so
an answer may have it only if the user can read a quad with it.
"""

import dataclasses
from dataclasses import dataclass

import dataset
from dataset import Quad, grow_quads, grow_vocabulary
from terms import Blank, Iri, Literal

AT_MOST = 45
TERMS = Iri("terms")
FOREIGN, PSEUDO = Iri("bif:contains"), Iri("urn:x-arq:UnionGraph")  # names that mean something in other systems


@dataclass(frozen=True)
class World:
    vocabulary: dataset.Vocabulary
    quads: tuple    # without marks, for the generators
    planted: tuple  # with marks, or names that no grown query has
    terms: tuple    # each constant of queries in a graph of its own, or none: then the data lack some of the constants
    late: tuple     # of these, the ones that are added after the data have been folded into the base
    marks: tuple
    folded: str     # merge, rebuild, or "", not at all

    def all(self):
        return (*self.quads, *self.planted, *self.terms)

    def first_lines(self):
        late = set(self.late)
        return lines_of(quad for quad in self.all() if quad not in late)

    def late_lines(self):
        return lines_of(self.late)

    def part(self, rights):
        """With only the graphs that a user can read."""
        chosen = {name: tuple(quad for quad in getattr(self, name) if rights.holds(name_of(quad.graph)))
                  for name in ("quads", "planted", "terms", "late")}
        return dataclasses.replace(self, **chosen)


def lines_of(quads):
    """N-Quads."""
    return "".join(quad.line() + "\n" for quad in quads)


def name_of(graph):
    """The graph of a Quad, as users.py names it."""
    return None if graph is None else graph.text() if isinstance(graph, Blank) else graph.full()


def grow_world(dice):
    graphs = dice.sample(dataset.GRAPHS, dice.choice((1, 2, 3, 3)))
    vocabulary = dataclasses.replace(grow_vocabulary(dice), graphs=graphs)
    marks = [f"hidden{dice.getrandbits(32):08x}" for _ in range(8)]
    secret = [Iri(dice.choice(("s", "g2")) + mark) for mark in marks[:dice.randint(0, 2)]]
    places = [None, None, *graphs, *graphs, *secret] + ([Blank("named")] if dice.chance(0.1) else [])
    quads = []
    for quad in grow_quads(dice, vocabulary, AT_MOST):
        quads.append(dataclasses.replace(quad, graph=dice.choice(places)))
        if dice.chance(0.3):
            quads.append(dataclasses.replace(quad, graph=dice.choice(places)))
    unmarked = [graph for graph in (None, *graphs) if dice.chance(0.2)]
    marked = [graph for graph in dict.fromkeys(places) if graph not in unmarked]
    planted = [quad for graph, mark in zip(marked, marks[2:]) for quad in _marked_quads(dice, vocabulary, graph, mark)]
    planted += [quad for quad in quads if quad.graph in secret]
    if dice.chance(0.3):
        planted.append(Quad(dice.choice(vocabulary.nodes), FOREIGN, dice.choice(vocabulary.nodes), dice.choice(places)))
    if dice.chance(0.15):
        planted.append(Quad(dice.choice(vocabulary.nodes), dice.choice(dataset.EDGES), dice.choice(vocabulary.nodes), PSEUDO))
    quads = [quad for quad in quads if quad.graph not in secret]
    folded = dice.choice(("", "", "", "", "merge", "rebuild"))
    late = [quad for quad in (*quads, *planted) if folded and not _has_blank_nodes(quad) and dice.chance(0.3)]
    terms = tuple(_quads_of_terms(vocabulary)) if dice.chance(0.5) else ()
    return World(vocabulary, *(tuple(dict.fromkeys(some)) for some in (quads, planted, terms, late)), tuple(marks), folded)


def _quads_of_terms(vocabulary):
    iris = [*vocabulary.iris(), *dataset.EDGES, *dataset.KINDS, *dataset.GRAPHS, *dataset.NOWHERE]
    for term in (*iris, *(literal for pool in vocabulary.literals.values() for literal in pool)):
        yield Quad(TERMS, TERMS, term, TERMS)


def _marked_quads(dice, vocabulary, graph, mark):
    node = dice.choice(vocabulary.nodes)
    yield Quad(Iri(mark), dice.choice(dataset.EDGES), node, graph)
    if dice.chance(0.5):
        yield Quad(node, dice.choice(dataset.EDGES), Iri(mark), graph)
    if dice.chance(0.5):
        yield Quad(Iri(mark), dice.choice([*dataset.KINDS]), Literal(mark), graph)
    if dice.chance(0.3):
        yield Quad(node, Iri(mark + "/predicate"), dice.choice(vocabulary.nodes), graph)


def _has_blank_nodes(quad):
    return any(isinstance(term, Blank) for term in (quad.subject, quad.object, quad.graph))
