"""Random data: a default graph and named graphs, small and dense, so that random queries find something."""

from dataclasses import dataclass
from typing import Optional

import literals
from terms import Blank, Iri, TripleTerm, has_blank
from tree import Node

EDGES = [Iri(name) for name in "pqr"]
# A predicate has objects of one kind, so that expressions over them have mostly values: {IRI: kind}.
KINDS = {Iri("n"): "number", Iri("t"): "text", Iri("l"): "tagged", Iri("d"): "date", Iri("b"): "truth", Iri("v"): "any"}
REIFIES = Iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies")
STATES = [REIFIES, REIFIES, Iri("s")]  # their objects are triple terms
GRAPHS = [Iri(name) for name in ("g1", "g2", "g3")]
NOWHERE = [Iri("nowhere"), Iri("g9")]


@dataclass(frozen=True)
class Quad(Node):
    subject: Node
    predicate: Iri
    object: Node
    graph: Optional[Node]

    def triple(self):
        return f"{self.subject.text()} {self.predicate.text()} {self.object.text()} ."

    def line(self):
        """Of N-Quads."""
        terms = [self.subject, self.predicate, self.object] + ([self.graph] if self.graph else [])
        return " ".join(term.absolute() for term in terms) + " ."


@dataclass(frozen=True)
class Vocabulary:
    """The terms of the data of a round, and so the constants of its queries."""
    nodes: list     # IRIs and blank nodes
    literals: dict  # {kind: [Literal, ...]}; the kind "triple" has triple terms without blank nodes, if there are any
    graphs: list
    triples: list   # triple terms; two rounds in three have none

    def literal(self, dice, kind):
        return dice.choice(self.literals[dice.choice(list(self.literals)) if kind == "any" else kind])

    def edges(self):
        return [*EDGES, REIFIES] if self.triples else EDGES

    def iris(self):
        return [one for one in self.nodes if isinstance(one, Iri)]

    def has_blank_nodes(self):
        return len(self.iris()) < len(self.nodes)


def grow_vocabulary(dice):
    nodes = [Iri(name) for name in "abcd"[:dice.randint(2, 4)]]
    if dice.chance(0.2):
        nodes.append(Iri("straße/é"))
    if dice.chance(0.4):
        nodes += [Blank(f"x{number}") for number in range(dice.randint(1, 3))]
    chosen = {kind: dice.sample(pool, min(len(pool), dice.randint(3, 8))) for kind, pool in literals.PLAIN.items()}
    if dice.chance(0.15):
        for kind, pool in literals.ODD.items():
            chosen[kind] += dice.sample(pool, min(len(pool), 3))
    triples = []
    if dice.chance(0.35):
        triples = list(dice.some(2, 7, lambda: grow_triple(dice, nodes, chosen, 3)))
        if ground := [one for one in triples if not has_blank(one)]:
            chosen["triple"] = ground
    return Vocabulary(nodes, chosen, dice.sample(GRAPHS, dice.randint(0, 3)), triples)


def grow_triple(dice, nodes, literals_, depth):
    """A triple term; other ones up to `depth` deep are in it."""
    predicate = dice.choice([*EDGES, *KINDS])
    if depth > 1 and dice.chance(0.3):
        object_ = grow_triple(dice, nodes, literals_, depth - 1)
    elif predicate in EDGES:
        object_ = dice.choice(nodes)
    else:
        kind = KINDS[predicate]
        object_ = dice.choice(literals_[dice.choice(list(literals_)) if kind == "any" else kind])
    return TripleTerm(dice.choice(nodes), predicate, object_)


def grow_quads(dice, vocabulary, at_most=40):
    def quad():
        subject = dice.choice(vocabulary.nodes)
        stated = dice.choice(vocabulary.triples) if vocabulary.triples and dice.chance(0.45) else None
        if stated and dice.chance(0.3):
            subject, predicate, object_ = stated.subject, stated.predicate, stated.object
        elif stated:
            predicate, object_ = dice.choice(STATES), stated
        elif dice.chance(0.5):
            predicate, object_ = dice.choice(EDGES), dice.choice(vocabulary.nodes)
        else:
            predicate = dice.choice(list(KINDS))
            object_ = vocabulary.literal(dice, KINDS[predicate])
            if KINDS[predicate] == "any" and dice.chance(0.3):
                object_ = dice.choice(vocabulary.nodes)
        graph = dice.choice(vocabulary.graphs) if vocabulary.graphs and dice.chance(0.4) else None
        return Quad(subject, predicate, object_, graph)

    at_least = 0 if dice.chance(0.05) else at_most // 3
    return tuple(dict.fromkeys(dice.some(at_least, at_most, quad)))


def trig(quads):
    """The data as TriG, relative to BASE, one graph a line."""
    graphs = {}
    for quad in quads:
        graphs.setdefault(quad.graph, []).append(quad.triple())
    lines = ["  ".join(triples) for graph, triples in graphs.items() if graph is None]
    return lines + [f"{graph.text()} {{ {'  '.join(triples)} }}" for graph, triples in graphs.items() if graph]
