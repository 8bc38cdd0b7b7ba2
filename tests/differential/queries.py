"""Whole queries as nodes: SELECT, ASK, CONSTRUCT, with their dataset and modifiers."""

from dataclasses import dataclass, replace
from typing import Optional

from expressions import Aggregate
from patterns import Group
from terms import BASE
from tree import Node


@dataclass(frozen=True)
class Item(Node):
    """An item of SELECT or GROUP BY: a variable, or an expression with its name."""
    value: Optional[Node]
    variable: Node
    optional = ("value",)

    def text(self):
        return f"({self.value.text()} AS {self.variable.text()})" if self.value else self.variable.text()


@dataclass(frozen=True)
class Key(Node):
    """A key of ORDER BY. Its values are also returned, as `shown`, so that the judge sees them."""
    value: Node
    descends: bool
    shown: Node

    def text(self):
        return f"{'DESC' if self.descends else 'ASC'}({self.value.text()})"


@dataclass(frozen=True)
class Select(Node):
    kept: str        # "", DISTINCT or REDUCED
    items: tuple     # empty: *
    where: Group
    groups: tuple = ()
    having: tuple = ()
    keys: tuple = ()
    limit: Optional[int] = None
    offset: Optional[int] = None
    values: Optional[Node] = None
    optional = ("limit", "offset", "values")

    def text(self, dataset=""):
        words = ["SELECT", self.kept, " ".join(item.text() for item in self.items) or "*", dataset, self.where.text()]
        if self.groups:
            words += ["GROUP BY", *(item.text() for item in self.groups)]
        if self.having:
            words += ["HAVING", *(f"({one.text()})" for one in self.having)]
        if self.keys:
            words += ["ORDER BY", *(key.text() for key in self.keys)]
        words += [] if self.limit is None else [f"LIMIT {self.limit}"]
        words += [] if self.offset is None else [f"OFFSET {self.offset}"]
        words += [self.values.text()] if self.values else []
        return " ".join(word for word in words if word)

    def unsliced(self):
        return self.but(limit=None, offset=None)

    def but(self, **changes):
        return replace(self, **changes)

    def simpler(self):
        if self.kept:
            yield self.but(kept="")

    def is_sliced(self):
        return self.limit is not None or self.offset is not None

    def shown_by(self, function):
        """Names of the columns that are such an aggregate."""
        return {item.variable.name for item in self.items
                if isinstance(item.value, Aggregate) and item.value.function == function}


@dataclass(frozen=True)
class Ask(Node):
    where: Group

    def text(self, dataset=""):
        return f"ASK {dataset} {self.where.text()}"


@dataclass(frozen=True)
class Construct(Node):
    template: tuple
    where: Group

    def text(self, dataset=""):
        return f"CONSTRUCT {{ {' '.join(one.text() for one in self.template)} }} {dataset} WHERE {self.where.text()}"


@dataclass(frozen=True)
class Dataset(Node):
    """The graphs that a query names: by FROM, or by the protocol."""
    default: tuple
    named: tuple
    by_protocol: bool

    def text(self):
        return " ".join([f"FROM {one.text()}" for one in self.default] + [f"FROM NAMED {one.text()}" for one in self.named])


@dataclass(frozen=True)
class Query(Node):
    form: Node
    dataset: Optional[Dataset] = None
    optional = ("dataset",)

    def text(self):
        """As one text, with its dataset."""
        return self.form.text(self.dataset.text() if self.dataset else "")

    def sent_text(self):
        """The text sent when the protocol carries the dataset."""
        return self.form.text() if self.dataset and self.dataset.by_protocol else self.text()

    def request_text(self):
        """The text sent without it."""
        return f"BASE <{BASE}> {self.sent_text()}"

    def simpler(self):
        if self.dataset and self.dataset.by_protocol:
                yield replace(self, dataset=replace(self.dataset, by_protocol=False))
