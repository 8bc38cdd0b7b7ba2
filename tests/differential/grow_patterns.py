"""Random graph patterns, each with its visible variables, as {name: kind of its values}.

So that patterns have solutions, a query has a witness: each new variable gets a term, and most triples are made from
quads of the data, with variables in place of the terms that are their witnesses.
"""

import dataset
from expressions import Call, Value
from grow_expressions import Expressions
from patterns import Annotated, Bind, Filter, Group, InGraph, Minus, Nested, Opt, Row, SubSelect, Triple, Union, Values
from paths import Step, grow_path
from terms import Blank, Iri, Literal, TripleTerm, Variable, has_blank

NAMES = {"node": "abce", "number": ("n1", "n2"), "text": ("t1", "t2"), "tagged": ("l1", "l2"), "date": ("d1", "d2"),
         "truth": ("b1",), "triple": ("r1", "r2"), "any": ("v1", "v2"), "predicate": ("w", "a")}


class Patterns:
    def __init__(self, dice, vocabulary, quads=()):
        self.dice, self.vocabulary, self.quads = dice, vocabulary, quads
        self.fresh = 0
        self.witness = {}   # {name of a variable: term}
        self.graph = None   # in which patterns are matched now
        self.select = None  # grows a subselect: (depth) -> (Select, variables); set by grow_queries

    def fresh_variable(self, stem="x"):
        self.fresh += 1
        return Variable(f"{stem}{self.fresh}")

    def group(self, depth, outer=None):
        """`outer`: variables of the surrounding place that conditions here may use."""
        dice, parts, variables = self.dice, [], {}
        for _ in range(dice.weighted([(1, 0), (6, 1), (5, 2), (1, 3)])):
            parts.append(self._triple(variables))
        for _ in range(dice.weighted([(2, 0), (4, 1), (3, 2), (1, 3)]) if depth > 0 else 0):
            parts.append(self._part(depth, variables))
        if dice.chance(0.3 if depth > 0 else 0.15):
            parts.append(self._filter(depth, {**(outer or {}), **variables}))
        if dice.chance(0.1):
            dice.shuffle(parts)
        return Group(tuple(parts)), variables

    def expressions(self, variables, depth):
        exists = (lambda: self.group(depth - 1, variables)[0]) if depth > 0 else None
        return Expressions(self.dice, self.vocabulary, variables, exists)

    # --- parts of a group: each adds its bindings to `variables` ---

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
        name, around = self.graph_name(variables), self.graph
        self.graph = self.witness.get(name.name) if isinstance(name, Variable) else name
        group, inside = self.group(depth - 1)
        self.graph = around
        _add(variables, inside)
        return InGraph(name, group)

    def graph_name(self, variables):
        if self.dice.chance(0.6):
            name = self.dice.choice("ggghab")
            _add(variables, {name: "node"})
            self.witness.setdefault(name, self.dice.choice(dataset.GRAPHS))
            return Variable(name)
        return self.dice.choice((self.vocabulary.graphs or dataset.GRAPHS) if self.dice.chance(0.9) else dataset.GRAPHS)

    def _filter(self, depth, variables):
        condition = self.expressions(variables, depth).truth(self.dice.randint(1, 3))
        if self.dice.chance(0.4):
            condition = Call("COALESCE", (condition, Value(Literal("true", "boolean"))))
        return Filter(condition)

    def _bind(self, depth, variables):
        kind = self.dice.choice(("number", "text", "truth", "date", "term", *(["triple"] if self.vocabulary.triples else [])))
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
        kinds = [self.dice.choice(("node", "node", "number", "text", "any", *(["triple"] if "triple" in self.vocabulary.literals else []))) for _ in range(self.dice.randint(1, 2))]
        names = {self.dice.choice(NAMES[kind]): kind for kind in kinds}
        _add(variables, names)

        def cell(name, kind):
            if self.dice.chance(0.2):
                return "UNDEF"
            if name in self.witness and not has_blank(self.witness[name]) and self.dice.chance(0.5):
                return self.witness[name]
            return self.dice.choice(self.vocabulary.iris()) if kind == "node" else self.vocabulary.literal(self.dice, kind)

        rows = self.dice.some(0, 4, lambda: Row(tuple(cell(name, kind) for name, kind in names.items())))
        return Values(tuple(map(Variable, names)), rows)

    def _subselect(self, depth, variables):
        select, inside = self.select(depth - 1)
        _add(variables, inside)
        return SubSelect(select)

    # --- triples ---

    def _triple(self, variables):
        dice = self.dice
        if dice.chance(0.15):
            path = grow_path(dice, [*dataset.EDGES, *dataset.KINDS] if dice.chance(0.2) else self.vocabulary.edges())
            ends = [self.dice.choice(self.vocabulary.nodes) for _ in range(2)]
            return Triple(self._end(variables, ends[0], "node"), path, self._end(variables, ends[1], "node"))
        quads = [quad for quad in self.quads if quad.graph == self.graph]
        if not quads or dice.chance(0.05):
            quads = dataset.grow_quads(dice, self.vocabulary) or quads
        if not quads:
            return Triple(Variable("a"), Variable("w"), Variable("v1"))
        quad = dice.choice(quads)
        kind = self._kind(quad.predicate, quad.object)
        if isinstance(quad.object, TripleTerm):
            if dice.chance(0.35):
                return self._annotated(variables, quad, quads)
            if dice.chance(0.6):
                subject = self._end(variables, quad.subject, "node")
                return Triple(subject, Step(quad.predicate), self._triple_term(variables, quad.object))
        subject = self._end(variables, quad.subject, "node")
        predicate, object_ = Step(quad.predicate), self._end(variables, quad.object, kind)
        if dice.chance(0.1):
            predicate = self._end(variables, quad.predicate, "predicate")
            _add(variables, {object_.name: "any"} if isinstance(object_, Variable) else {})
        return Triple(subject, predicate, object_)

    @staticmethod
    def _kind(predicate, object_):
        if isinstance(object_, TripleTerm):
            return "triple"
        kind = dataset.KINDS.get(predicate, "node")
        return "any" if isinstance(object_, Literal) and kind == "node" else kind

    def _triple_term(self, variables, term):
        """The term with variables in some places, at any depth."""
        subject = self._end(variables, term.subject, "node")
        predicate = self._end(variables, term.predicate, "predicate") if self.dice.chance(0.2) else term.predicate
        if isinstance(term.object, TripleTerm) and self.dice.chance(0.7):
            return TripleTerm(subject, predicate, self._triple_term(variables, term.object))
        return TripleTerm(subject, predicate, self._end(variables, term.object, self._kind(term.predicate, term.object)))

    def _annotated(self, variables, quad, quads):
        """A quad whose object is a triple term, in the short forms."""
        term = self._triple_term(variables, quad.object)
        others = [one for one in quads if one.subject == quad.subject and one.predicate != dataset.REIFIES]
        about = None
        if others and self.dice.chance(0.8):
            other = self.dice.choice(others)
            about = Triple(term.subject, other.predicate, self._end(variables, other.object, self._kind(other.predicate, other.object)))
        reifier = self._end(variables, quad.subject, "node") if about is None or self.dice.chance(0.5) else None
        if isinstance(reifier, Blank):
            reifier = None
        is_stated = about is None or self.dice.chance(0.5)
        return Annotated(term.subject, term.predicate, term.object, reifier, about, is_stated)

    def _end(self, variables, term, kind):
        """A variable whose witness is the term, or the term."""
        dice = self.dice
        if dice.chance(0.12) and not has_blank(term):
            return term if dice.chance(0.9) else dice.choice(dataset.NOWHERE)
        if dice.chance(0.03) and kind != "predicate":
            return Blank(self.fresh_variable("y").name)
        known = [name for name, other in self.witness.items() if other == term]
        free = [name for name in NAMES[kind] if name not in self.witness]
        if known and (not free or dice.chance(0.8)):
            name = dice.choice(known)
        elif free or dice.chance(0.1):
            name = dice.choice(free or NAMES[kind])
            self.witness.setdefault(name, term)
        else:
            return Blank(self.fresh_variable("y").name) if has_blank(term) else term
        _add(variables, {name: "node" if kind == "predicate" else kind})
        return Variable(name)

    def template(self, variables, has_blank):
        """A triple of CONSTRUCT, INSERT or DELETE: mostly a valid one."""
        def term(*kinds):
            names = [name for name, kind in variables.items() if kind in kinds and kind != "computed"]
            if has_blank and self.dice.chance(0.1):
                return Blank(self.dice.choice(("k1", "k2")))
            return Variable(self.dice.choice(names)) if names and self.dice.chance(0.85) else self.dice.choice(self.vocabulary.iris())

        predicate = self.dice.choice(self.vocabulary.edges() if self.dice.chance(0.8) else list(dataset.KINDS))
        object_ = term(*dict.fromkeys(variables.values()))
        for _ in range(self.dice.choice((1, 1, 2)) if self.vocabulary.triples and self.dice.chance(0.4) else 0):
            object_ = TripleTerm(term("node"), self.dice.choice(dataset.EDGES), object_)
        return Triple(term("node"), Step(predicate), object_)


def _add(variables, more):
    """A variable that is bound in two ways is of any kind; computed stays computed."""
    for name, kind in more.items():
        known = variables.get(name, kind)
        variables[name] = kind if known == kind else "computed" if "computed" in (known, kind) else "any"
