"""Property paths as nodes, and their generation."""

from dataclasses import dataclass

from terms import Iri
from tree import Node


class Path(Node):
    sort = "path"


@dataclass(frozen=True)
class Step(Path):
    predicate: Iri

    def text(self):
        return self.predicate.text()


@dataclass(frozen=True)
class Inverse(Path):
    inner: Node

    def text(self):
        inner = self.inner.text()
        return f"^({inner})" if isinstance(self.inner, Inverse) else f"^{inner}"


@dataclass(frozen=True)
class Repeated(Path):
    inner: Node
    times: str  # * + ?

    def text(self):
        return f"({self.inner.text()}){self.times}"


@dataclass(frozen=True)
class Sequence(Path):
    parts: tuple
    at_least = {"parts": 1}

    def text(self):
        return f"({'/'.join(part.text() for part in self.parts)})"


@dataclass(frozen=True)
class Alternative(Path):
    parts: tuple
    at_least = {"parts": 1}

    def text(self):
        return f"({'|'.join(part.text() for part in self.parts)})"


@dataclass(frozen=True)
class NotOneOf(Path):
    forwards: tuple
    backwards: tuple

    def text(self):
        steps = [one.text() for one in self.forwards] + [f"^{one.text()}" for one in self.backwards]
        return f"!({'|'.join(steps)})"


def grow_path(dice, predicates, depth=3):
    def step():
        return Step(dice.choice(predicates))

    def below():
        return grow_path(dice, predicates, depth - 1)

    def none_of():
        forwards, backwards = (dice.some(0, 2, lambda: dice.choice(predicates)) for _ in range(2))
        is_empty = not forwards and not backwards and dice.chance(0.95)
        return NotOneOf((predicates[0],) if is_empty else forwards, backwards)

    if depth == 0:
        return step()
    return dice.weighted([
        (3, step),
        (2, lambda: Inverse(below() if dice.chance(0.3) else step())),
        (4, lambda: Repeated(below(), dice.choice("*+?"))),
        (3, lambda: Sequence(dice.some(2, 3, below))),
        (3, lambda: Alternative(dice.some(2, 3, below))),
        (2, none_of),
    ])()
