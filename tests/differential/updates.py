"""Updates as nodes, and their generation. The resulting datasets are compared."""

from dataclasses import dataclass
from typing import Optional

import dataset
from grow_patterns import Patterns
from patterns import Group, Triple
from paths import Step
from terms import Variable, has_blank
from tree import Node


@dataclass(frozen=True)
class Template(Node):
    """Triples of INSERT, DELETE and their DATA, in one graph."""
    graph: Optional[Node]  # None: the default graph; or an IRI or a variable
    triples: tuple
    optional = ("graph",)

    def text(self):
        triples = " ".join(one.text() for one in self.triples)
        return f"GRAPH {self.graph.text()} {{ {triples} }}" if self.graph else triples


def _braces(templates):
    return "{ " + " ".join(one.text() for one in templates) + " }"


@dataclass(frozen=True)
class Data(Node):
    """INSERT DATA, DELETE DATA, DELETE WHERE."""
    words: str
    templates: tuple

    def text(self):
        return f"{self.words} {_braces(self.templates)}"


@dataclass(frozen=True)
class Modify(Node):
    with_: Optional[Node]
    delete: tuple
    insert: tuple
    using: tuple
    using_named: tuple
    where: Group
    optional = ("with_",)

    def text(self):
        words = [f"WITH {self.with_.text()}"] if self.with_ else []
        words += [f"DELETE {_braces(self.delete)}"] if self.delete else []
        words += [f"INSERT {_braces(self.insert)}"] if self.insert or not self.delete else []
        words += [f"USING {one.text()}" for one in self.using] + [f"USING NAMED {one.text()}" for one in self.using_named]
        return " ".join([*words, "WHERE", self.where.text()])


@dataclass(frozen=True)
class Management(Node):
    """CLEAR, DROP of `places[0]`; ADD, MOVE, COPY from places[0] to places[1]. A place is DEFAULT, NAMED, ALL or an IRI."""
    verb: str
    places: tuple

    def text(self):
        graph = "GRAPH " if self.verb in ("CLEAR", "DROP") else ""
        places = [place if isinstance(place, str) else graph + place.text() for place in self.places]
        return f"{self.verb} SILENT {' TO '.join(places)}"


@dataclass(frozen=True)
class Update(Node):
    operations: tuple
    at_least = {"operations": 1}

    def text(self):
        return " ; ".join(one.text() for one in self.operations)

    sent_text = text


def grow_update(dice, vocabulary, quads):
    return Update(dice.some(1, 3, Updates(dice, vocabulary, quads).operation))


class Updates:
    def __init__(self, dice, vocabulary, quads):
        self.dice, self.vocabulary, self.quads = dice, vocabulary, quads
        self.patterns = Patterns(dice, vocabulary, quads)
        self.may_insert_blank_nodes = True  # a label may stand in one INSERT DATA of a request

    def operation(self):
        return self.dice.weighted([(2, self._insert_data), (2, self._delete_data), (2, self._delete_where), (6, self._modify),
                                   (2, self._management)])()

    def _graph(self):
        return self.dice.choice(dataset.GRAPHS)

    def _data(self, words, may_have_blank):
        there = self.dice.sample(self.quads, min(len(self.quads), self.dice.randint(0, 3)))
        quads = [one for one in (*there, *dataset.grow_quads(self.dice, self.vocabulary, 3))
                 if may_have_blank or not any(has_blank(term) for term in (one.subject, one.object))]
        return Data(words, tuple(Template(one.graph, (Triple(one.subject, Step(one.predicate), one.object),)) for one in quads))

    def _insert_data(self):
        may_have_blank, self.may_insert_blank_nodes = self.may_insert_blank_nodes, False
        return self._data("INSERT DATA", may_have_blank)

    def _delete_data(self):
        return self._data("DELETE DATA", False)

    def _delete_where(self):
        """A DELETE WHERE: its templates are its pattern, so they have no paths and no blank nodes."""
        templates = []
        for quad in self.dice.sample(self.quads, min(len(self.quads), self.dice.randint(1, 2))):
            ends = [Variable(name) if self.dice.chance(0.7) or has_blank(term) else term
                    for name, term in (("a", quad.subject), (self.dice.choice("bab"), quad.object))]
            graph = Variable("g") if quad.graph and self.dice.chance(0.3) else quad.graph
            templates.append(Template(graph, (Triple(ends[0], Step(quad.predicate), ends[1]),)))
        return Data("DELETE WHERE", tuple(templates))

    def _template(self, variables, has_blank=False):
        graph = None
        if self.dice.chance(0.4):
            graph = self._graph() if self.dice.chance(0.7) or "g" not in variables else Variable("g")
        return Template(graph, self.dice.some(1, 2, lambda: self.patterns.template(variables, has_blank)))

    def _modify(self):
        where, variables = self.patterns.group(2)
        delete = self.dice.some(0, 2, lambda: self._template(variables))
        insert = self.dice.some(0 if delete else 1, 2, lambda: self._template(variables, has_blank=True))
        using, using_named = (), ()
        if self.dice.chance(0.2):
            using, using_named = self.dice.some(0, 2, self._graph), self.dice.some(0, 2, self._graph)
        return Modify(self._graph() if self.dice.chance(0.25) else None, delete, insert, using, using_named, where)

    def _management(self):
        if self.dice.chance(0.5):
            return Management(self.dice.choice(("CLEAR", "DROP")), (self.dice.choice(("DEFAULT", "NAMED", "ALL", self._graph(), self._graph())),))
        places = ("DEFAULT", self._graph(), self._graph())
        return Management(self.dice.choice(("ADD", "MOVE", "COPY")), tuple(self.dice.choice(places) for _ in range(2)))
