"""Expressions as nodes. All are written in brackets; the parser has its own tests of precedence."""

from dataclasses import dataclass
from typing import Optional

from terms import Literal, integer
from tree import Node


class Expression(Node):
    sort = "expression"

    def simpler(self):
        for one in (Value(integer(1)), Value(Literal("true", "boolean")), Value(Literal("a"))):
            if len(one.text()) < len(self.text()):
                yield one


@dataclass(frozen=True)
class Value(Expression):
    """A variable or a constant."""
    term: Node

    def text(self):
        return self.term.text()


@dataclass(frozen=True)
class Unary(Expression):
    operator: str
    inner: Node

    def text(self):
        return f"({self.operator} {self.inner.text()})"


@dataclass(frozen=True)
class Binary(Expression):
    left: Node
    operator: str
    right: Node

    def text(self):
        return f"({self.left.text()} {self.operator} {self.right.text()})"


@dataclass(frozen=True)
class Call(Expression):
    function: str  # as written: UCASE, or <IRI> of a cast
    arguments: tuple

    def text(self):
        return f"{self.function}({', '.join(one.text() for one in self.arguments)})"


@dataclass(frozen=True)
class In(Expression):
    inner: Node
    among: tuple
    negated: bool

    def text(self):
        word = "NOT IN" if self.negated else "IN"
        return f"({self.inner.text()} {word} ({', '.join(one.text() for one in self.among)}))"


@dataclass(frozen=True)
class Exists(Expression):
    group: Node
    negated: bool

    def text(self):
        return f"{'NOT EXISTS' if self.negated else 'EXISTS'} {self.group.text()}"


@dataclass(frozen=True)
class Aggregate(Expression):
    function: str
    distinct: bool
    inner: Optional[Node]  # None: *
    separator: Optional[str] = None

    def text(self):
        inner = self.inner.text() if self.inner else "*"
        separator = "" if self.separator is None else f"; SEPARATOR={Literal(self.separator).text()}"
        return f"{self.function}({'DISTINCT ' if self.distinct else ''}{inner}{separator})"
