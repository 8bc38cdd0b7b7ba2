"""Requests that change data, and their generation: updates of all kinds, LOAD, and writes of the Graph Store Protocol.

    write = Writes(dice, world, user, folder).grow()
"""

from dataclasses import dataclass, replace
from typing import Optional

import dataset
from dataset import grow_quads
from grow_patterns import Patterns
from paths import Step
from patterns import Group, InGraph, Triple
from terms import Blank, Iri, Variable
from tree import Node
from updates import Data, Management, Modify, Template, Update, Updates
from world import lines_of, name_of

UNKNOWN = Iri("g9")


@dataclass(frozen=True)
class Managed(Management):
    """As Management, and CREATE, with or without SILENT."""
    silent: bool = True
    at_least = {"places": 2}

    def text(self):
        text = super().text() if self.verb != "CREATE" else f"CREATE SILENT GRAPH {self.places[0].text()}"
        return text if self.silent else text.replace(" SILENT", "", 1)


@dataclass(frozen=True)
class Load(Node):
    """LOAD of a file that the servers can read. `quads`: what it holds; the names of their graphs count only in a dataset."""
    file: str
    quads: frozenset         # not a tuple, which shrinking would make smaller, and not the file
    is_dataset: bool         # N-Quads, otherwise N-Triples
    into: Optional[Node]
    silent: bool
    optional = ("into",)

    def text(self):
        into = f" INTO GRAPH {self.into.text()}" if self.into else ""
        return f"LOAD {'SILENT ' if self.silent else ''}<{self.file}>{into}"


@dataclass(frozen=True)
class StoreWrite(Node):
    """PUT, POST or DELETE of the Graph Store, or PATCH with an update."""
    method: str
    target: object           # DEFAULT, ALL, or an IRI
    documents: tuple = ()    # tuples of quads: more than one are sent as a multipart body
    is_dataset: bool = False
    update: Optional[Update] = None

    def text(self):
        said = self.update.text() if self.update else " and ".join(self.bodies())
        return f"# {self.method} {self.path()}  {'N-Quads' if self.is_dataset else 'N-Triples'}\n{said}"

    def path(self):
        if self.target == "ALL":
            return "/data"
        return "/data?default" if self.target == "DEFAULT" else f"/data?graph={self.target.full()}"

    def bodies(self):
        return [document_text(quads, self.is_dataset) for quads in self.documents]


def document_text(quads, is_dataset):
    return lines_of(quad if is_dataset else replace(quad, graph=None) for quad in quads)


class Writes(Updates):
    """Of a user. Careful ones name only graphs that he may write, if there are any."""

    def __init__(self, dice, world, user, folder):
        self.all_quads = tuple(quad for quad in world.quads if not isinstance(quad.graph, Blank))
        super().__init__(dice, world.vocabulary, self.all_quads)
        self.user, self.folder, self.number = user, folder, 0
        self.known = [None, *dataset.GRAPHS]
        self.writable = [graph for graph in [*self.known, UNKNOWN] if user.write.holds(name_of(graph))]

    def grow(self):
        self.is_careful = bool(self.writable) and self.dice.chance(0.8)
        self.quads = [quad for quad in self.all_quads if not self.is_careful or quad.graph in self.writable]
        readable = [quad for quad in self.all_quads if self.user.read.holds(name_of(quad.graph))]
        self.patterns = Patterns(self.dice, self.vocabulary, readable if self.dice.chance(0.7) else self.all_quads)
        self.may_insert_blank_nodes = True
        return self._store_write() if self.dice.chance(0.3) else Update(self.dice.some(1, 3, self.operation))

    def operation(self):
        return self.dice.weighted([(3, self._insert_data), (3, self._delete_data), (3, self._delete_where), (9, self._modify),
                                   (5, self._management), (2, self._load), (1, self._delete_constants)])()

    # --- graphs ---

    def _place(self):
        """None or an IRI."""
        return self.dice.choice(self.writable if self.is_careful else self.known)

    def _graph(self):
        named = [graph for graph in self.writable if graph]
        return self.dice.choice(named) if self.is_careful and named else super()._graph()

    def _placed(self, things):
        """Quads or templates, in graphs that he may write if he is careful."""
        return tuple(replace(one, graph=self._place()) if self.is_careful and one.graph not in self.writable
                     and not isinstance(one.graph, Variable) else one for one in things)

    # --- operations ---

    def _data(self, words, has_blank):
        data = super()._data(words, has_blank)
        return replace(data, templates=self._placed(data.templates))

    def _delete_where(self):
        data = super()._delete_where()
        return replace(data, templates=self._placed(data.templates))

    def _modify(self):
        modify = super()._modify()
        if modify.with_:
            return modify
        return replace(modify, delete=self._placed(modify.delete), insert=self._placed(modify.insert))

    def _delete_constants(self):
        """A DELETE in whatever graphs the pattern finds, of a quad whose terms may be only in other graphs, or nowhere."""
        graph = Variable("g")
        terms = [self.dice.choice([*self.vocabulary.iris(), *dataset.NOWHERE]) for _ in range(2)]
        there = Triple(Variable("a"), Step(self.dice.choice(dataset.EDGES)), Variable("b"))
        quad = Triple(terms[0], Step(self.dice.choice([*dataset.EDGES, Iri("new")])), terms[1])
        return Modify(None, (Template(graph, (quad,)),), (), (), (), Group((InGraph(graph, Group((there,))),)))

    def _management(self):
        verb = self.dice.choice(("CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "COPY"))
        if verb == "CREATE":
            places = (self._graph(),)
        elif verb in ("CLEAR", "DROP"):
            place = self._place() or "DEFAULT"
            places = (self.dice.choice(("NAMED", "ALL", place, place, place)),)
        else:
            places = (self._source(verb) or "DEFAULT", self._place() or "DEFAULT")
        return Managed(verb, places, self.dice.chance(0.5))

    def _source(self, verb):
        if verb == "MOVE" and self.dice.chance(0.7):
            return self._place()
        return self.dice.choice([*self.known, UNKNOWN])

    def _load(self):
        is_dataset = self.dice.chance(0.4)
        into = None if is_dataset and self.dice.chance(0.9) else self._place()
        self.number += 1
        file = self.folder / f"{self.user.name}-{self.number}.{'nq' if is_dataset else 'nt'}"
        quads = self._placed(self._some_quads())
        file.write_text(document_text(quads, is_dataset))
        if self.dice.chance(0.1):
            file.unlink()
        return Load(f"file://{file}", frozenset(quads), is_dataset, into, self.dice.chance(0.4))

    def _some_quads(self):
        there = self.dice.sample(self.quads, min(len(self.quads), self.dice.randint(0, 4)))
        return tuple(dict.fromkeys([*there, *grow_quads(self.dice, self.vocabulary, 4)]))

    def _store_write(self):
        method = self.dice.choice(("PUT", "PUT", "POST", "POST", "DELETE", "PATCH"))
        target = self._place() or "DEFAULT"
        if method == "DELETE":
            return StoreWrite(method, target)
        if method == "PATCH":
            return StoreWrite(method, target, update=Update(self.dice.some(1, 2, self._confined)))
        if self.dice.chance(0.3):
            target = "ALL"
        is_dataset = target == "ALL" and self.dice.chance(0.9) or self.dice.chance(0.05)
        number = 1 if target == "ALL" else self.dice.choice((1, 1, 1, 2))
        documents = tuple(self._placed(self._some_quads()) for _ in range(number))
        return StoreWrite(method, target, documents, is_dataset)

    def _confined(self):
        """An operation that names no graph to be changed."""
        operation = self.dice.choice((self._insert_data, self._delete_data, self._modify, self._modify))()
        if isinstance(operation, Data):
            return replace(operation, templates=tuple(replace(one, graph=None) for one in operation.templates))
        delete, insert = (tuple(replace(one, graph=None) for one in templates) for templates in (operation.delete, operation.insert))
        return replace(operation, with_=None, delete=delete, insert=insert)
