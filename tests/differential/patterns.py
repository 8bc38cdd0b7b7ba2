"""Graph patterns as nodes."""

from dataclasses import dataclass, replace
from typing import Optional

from dataset import REIFIES
from terms import TripleTerm
from tree import Node


class Pattern(Node):
    sort = "pattern"


@dataclass(frozen=True)
class Triple(Pattern):
    subject: Node
    predicate: Node  # variable, IRI or path
    object: Node

    def text(self):
        return f"{self.subject.text()} {self.predicate.text()} {self.object.text()} ."


@dataclass(frozen=True)
class Annotated(Pattern):
    """A triple with its reifier and what this says (`about`): stated, with an annotation, or only referred to (<< >>)."""
    subject: Node
    predicate: Node  # no path
    object: Node
    reifier: Optional[Node]
    about: Optional[Triple]  # of which predicate and object are written
    is_stated: bool
    optional = ("reifier",)

    def text(self):
        triple = f"{self.subject.text()} {self.predicate.text()} {self.object.text()}"
        if self.reifier:
            triple += f" ~ {self.reifier.text()}"
        about = f"{self.about.predicate.text()} {self.about.object.text()}" if self.about else ""
        if not self.is_stated:
            return f"<< {triple} >> {about} ."
        return f"{triple} {{| {about} |}} ." if about else f"{triple} ."

    def simpler(self):
        yield Triple(self.subject, self.predicate, self.object)
        if self.reifier:
            yield Triple(self.reifier, REIFIES, TripleTerm(self.subject, self.predicate, self.object))
        if self.is_stated and self.about:
            yield replace(self, about=None)


@dataclass(frozen=True)
class Group(Pattern):
    parts: tuple
    sort = "group"

    def text(self):
        return "{ " + "".join(part.text() + " " for part in self.parts) + "}"


@dataclass(frozen=True)
class Nested(Pattern):
    """A group among the parts of another."""
    group: Group

    def text(self):
        return self.group.text()


@dataclass(frozen=True)
class Opt(Pattern):
    group: Group

    def text(self):
        return f"OPTIONAL {self.group.text()}"


@dataclass(frozen=True)
class Minus(Pattern):
    group: Group

    def text(self):
        return f"MINUS {self.group.text()}"


@dataclass(frozen=True)
class Union(Pattern):
    groups: tuple
    at_least = {"groups": 1}

    def text(self):
        return " UNION ".join(group.text() for group in self.groups)


@dataclass(frozen=True)
class InGraph(Pattern):
    graph: Node
    group: Group

    def text(self):
        return f"GRAPH {self.graph.text()} {self.group.text()}"


@dataclass(frozen=True)
class Filter(Pattern):
    condition: Node

    def text(self):
        return f"FILTER({self.condition.text()})"


@dataclass(frozen=True)
class Bind(Pattern):
    value: Node
    variable: Node

    def text(self):
        return f"BIND({self.value.text()} AS {self.variable.text()})"


@dataclass(frozen=True)
class Row(Node):
    cells: tuple  # terms, or the string UNDEF

    def text(self):
        return "(" + " ".join(cell if cell == "UNDEF" else cell.text() for cell in self.cells) + ")"

    def simpler(self):
        for place, cell in enumerate(self.cells):
            if cell != "UNDEF":
                yield Row((*self.cells[:place], "UNDEF", *self.cells[place + 1:]))


@dataclass(frozen=True)
class Values(Pattern):
    variables: tuple
    rows: tuple

    def text(self):
        names = " ".join(one.text() for one in self.variables)
        return f"VALUES ({names}) {{ {' '.join(row.text() for row in self.rows)} }}"

    def simpler(self):
        for place in range(len(self.variables)):
            yield Values(_without(self.variables, place), tuple(Row(_without(row.cells, place)) for row in self.rows))


@dataclass(frozen=True)
class SubSelect(Pattern):
    select: Node

    def text(self):
        return f"{{ {self.select.text()} }}"

    def simpler(self):
        yield Nested(self.select.where)


def _without(items, place):
    return items[:place] + items[place + 1:]

