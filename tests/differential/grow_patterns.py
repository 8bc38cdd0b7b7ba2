"""Random graph patterns. Each `grow` hands back the node and its visible variables, as {name: kind of what it is bound to}."""

import dataset
from grow_expressions import Expressions
from patterns import Bind, Filter, Group, InGraph, Minus, Nested, Opt, Row, SubSelect, Triple, Union, Values
from paths import Step, grow_path
from terms import Blank, Variable

NAMES = {"node": "abce", "number": ("n1", "n2"), "text": ("t1", "t2"), "tagged": ("l1", "l2"), "date": ("d1", "d2"),
         "truth": ("b1",), "any": ("v1", "v2")}


class Patterns:
    def __init__(self, dice, vocabulary):
        self.dice, self.vocabulary = dice, vocabulary
        self.fresh = 0
        self.select = None  # grows a subselect: (depth) -> (Select, variables); set by grow_queries

    def fresh_variable(self, stem="x"):
        self.fresh += 1
        return Variable(f"{stem}{self.fresh}")

    def group(self, depth, outer=None):
        """`outer`: variables of the place around that conditions in here may look at."""
        dice, parts, variables = self.dice, [], {}
        for _ in range(dice.weighted([(1, 0), (5, 1), (5, 2), (2, 3)])):
            parts.append(self._triple(variables))
        for _ in range(dice.weighted([(2, 0), (4, 1), (3, 2), (1, 3)]) if depth > 0 else 0):
            parts.append(self._part(depth, variables))
        if dice.chance(0.35 if depth > 0 else 0.2):
            parts.append(self._filter(depth, {**(outer or {}), **variables}))
        if dice.chance(0.1):
            dice.shuffle(parts)
        return Group(tuple(parts)), variables

    def expressions(self, variables, depth):
        exists = (lambda: self.group(depth - 1, variables)[0]) if depth > 0 else None
        return Expressions(self.dice, self.vocabulary, variables, exists)

    # --- parts of a group: each adds what it binds to `variables` ---

    def _part(self, depth, variables):
        table = [(5, self._optional), (4, self._union), (2, self._minus), (3, self._filter), (3, self._bind), (2, self._values),
                 (2, self._nested), (3, self._in_graph), (2, self._triple_again)]
        if self.select:
            table.append((2, self._subselect))
        return self.dice.weighted(table)(depth, variables)

    def _triple_again(self, depth, variables):
        return self._triple(variables)

    def _optional(self, depth, variables):
        group, inside = self.group(depth - 1, dict(variables))
        _add(variables, inside)
        return Opt(group)

    def _union(self, depth, variables):
        grown = self.dice.some(2, 3, lambda: self.group(depth - 1))
        for _, inside in grown:
            _add(variables, inside)
        return Union(tuple(group for group, _ in grown))

    def _minus(self, depth, variables):
        return Minus(self.group(depth - 1)[0])

    def _nested(self, depth, variables):
        group, inside = self.group(depth - 1)
        _add(variables, inside)
        return Nested(group)

    def _in_graph(self, depth, variables):
        group, inside = self.group(depth - 1)
        _add(variables, inside)
        return InGraph(self.graph_name(variables), group)

    def graph_name(self, variables):
        if self.dice.chance(0.6):
            name = self.dice.choice("ggghab")
            _add(variables, {name: "node"})
            return Variable(name)
        return self.dice.choice(self.vocabulary.graphs + dataset.GRAPHS[:1])

    def _filter(self, depth, variables):
        return Filter(self.expressions(variables, depth).truth(self.dice.randint(1, 3)))

    def _bind(self, depth, variables):
        kind = self.dice.choice(("number", "text", "truth", "date", "term"))
        value = self.expressions(variables, depth).of(kind, self.dice.randint(0, 3))
        free = [name for name in NAMES["node"] if name not in variables]
        if kind == "term" and free and self.dice.chance(0.4):
            name = self.dice.choice(free)
        else:
            name = self.fresh_variable().name
        variables[name] = {"number": "computed", "term": "any"}.get(kind, kind)
        return Bind(value, Variable(name))

    def _values(self, depth, variables):
        return self.values(variables)

    def values(self, variables):
        kinds = [self.dice.choice(("node", "node", "number", "text", "any")) for _ in range(self.dice.randint(1, 2))]
        names = {self.dice.choice(NAMES[kind]): kind for kind in kinds}
        _add(variables, names)

        def cell(kind):
            if self.dice.chance(0.2):
                return "UNDEF"
            return self.dice.choice(self.vocabulary.iris()) if kind == "node" else self.vocabulary.literal(self.dice, kind)

        rows = self.dice.some(0, 3, lambda: Row(tuple(cell(kind) for kind in names.values())))
        return Values(tuple(map(Variable, names)), rows)

    def _subselect(self, depth, variables):
        select, inside = self.select(depth - 1)
        _add(variables, inside)
        return SubSelect(select)

    # --- triples ---

    def _triple(self, variables):
        dice = self.dice
        if dice.chance(0.15):
            path = grow_path(dice, [*dataset.EDGES, *dataset.KINDS] if dice.chance(0.2) else dataset.EDGES)
            return Triple(self._node(variables), path, self._node(variables))
        predicate = dice.choice(dataset.EDGES if dice.chance(0.5) else list(dataset.KINDS))
        kind = dataset.KINDS.get(predicate, "node")
        object_ = self._node(variables) if kind == "node" else self._literal(variables, kind)
        if dice.chance(0.08):
            name = dice.choice(("w", "a"))
            _add(variables, {name: "node", **({object_.name: "any"} if isinstance(object_, Variable) else {})})
            return Triple(self._node(variables), Variable(name), object_)
        return Triple(self._node(variables), Step(predicate), object_)

    def _node(self, variables):
        dice = self.dice
        if dice.chance(0.75):
            name = dice.choice(NAMES["node"])
            _add(variables, {name: "node"})
            return Variable(name)
        if dice.chance(0.15):
            return Blank(self.fresh_variable("y").name)
        return dice.choice(dataset.NOWHERE if dice.chance(0.03) else self.vocabulary.iris())

    def _literal(self, variables, kind):
        dice = self.dice
        if dice.chance(0.8):
            name = dice.choice(NAMES["node"] if dice.chance(0.05) else NAMES[kind])
            _add(variables, {name: kind})
            return Variable(name)
        return self.vocabulary.literal(dice, kind)


def _add(variables, more):
    """A variable that is bound in two ways is of any kind; computed stays computed."""
    for name, kind in more.items():
        known = variables.get(name, kind)
        variables[name] = kind if known == kind else "computed" if "computed" in (known, kind) else "any"
