"""Random queries of every form."""

import dataset
from expressions import Aggregate, Call, Value
from grow_expressions import Expressions
from grow_patterns import Patterns
from queries import Ask, Construct, Dataset, Item, Key, Query, Select
from terms import Variable


def grow_query(dice, vocabulary, quads):
    grower = Queries(dice, vocabulary, quads)
    form = dice.weighted([(16, grower.select), (1, grower.ask), (2, grower.construct)])()
    return Query(form, grower.dataset() if dice.chance(0.15) else None)


class Queries:
    def __init__(self, dice, vocabulary, quads):
        self.dice, self.vocabulary = dice, vocabulary
        self.patterns = Patterns(dice, vocabulary, quads)
        self.patterns.select = self.subselect

    def dataset(self):
        graphs = dataset.GRAPHS
        return Dataset(self.dice.some(0, 2, lambda: self.dice.choice(graphs)),
                       self.dice.some(0, 2, lambda: self.dice.choice(graphs)) or (graphs[0],), self.dice.chance(0.5))

    def ask(self):
        return Ask(self.patterns.group(2)[0])

    def construct(self):
        group, variables = self.patterns.group(2)
        return Construct(self.dice.some(1, 3, lambda: self.patterns.template(variables, True)), group)

    def select(self):
        """At the top: with every modifier."""
        is_grouped = self.dice.chance(0.25)
        select, variables = self._grouped(2, is_top=True) if is_grouped else self._plain(self.dice.choice((1, 2, 2, 3)))
        if self.dice.chance(0.35):
            select = self._ordered(select, variables, is_grouped)
        if self.dice.chance(0.15):
            select = select.but(limit=self.dice.choice((0, 1, 2, 5, None)), offset=self.dice.choice((0, 1, 3, None)))
        if self.dice.chance(0.05) and not is_grouped:
            select = select.but(values=self.patterns.values(dict(variables)))
        return select

    def subselect(self, depth):
        select, variables = self._plain(depth) if self.dice.chance(0.6) else self._grouped(depth)
        exact = (not self.vocabulary.has_blank_nodes() and not self.vocabulary.triples
                 and "computed" not in variables.values())
        if exact and variables and select.items and self.dice.chance(0.3):
            select = select.but(keys=_total_order(variables), limit=self.dice.randint(0, 4), offset=self.dice.choice((None, 0, 1)))
        elif self.dice.chance(0.05):
            select = select.but(limit=self.dice.choice((0, 100000)))
        return select, variables

    # --- without and with groups: a Select, and the variables it shows ---

    def _plain(self, depth):
        group, variables = self.patterns.group(depth)
        if not variables or self.dice.chance(0.3):
            return Select(self._kept(variables), (), group), dict(variables)
        names = self.dice.sample(list(variables), self.dice.randint(1, len(variables)))
        items = [Item(None, Variable(name)) for name in names]
        shown = {name: variables[name] for name in names}
        if self.dice.chance(0.3):
            kind = self.dice.choice(("number", "text", "truth", "date", "term"))
            value = self.patterns.expressions(variables, depth).of(kind, self.dice.randint(1, 3))
            items.append(Item(value, self.patterns.fresh_variable()))
            shown[items[-1].variable.name] = {"number": "computed", "term": "any"}.get(kind, kind)
        return Select(self._kept(shown), tuple(items), group), shown

    def _kept(self, shown):
        """Equal numbers may have several forms, so DISTINCT has only values that are not computed."""
        return "DISTINCT" if "computed" not in shown.values() and self.dice.chance(0.25) else ""

    def _grouped(self, depth, is_top=False):
        group, variables = self.patterns.group(depth)
        exact = [name for name, kind in variables.items() if kind != "computed"]
        by = [Item(None, Variable(name)) for name in self.dice.sample(exact, min(len(exact), self.dice.choice((0, 1, 1, 2))))]
        kinds = {item.variable.name: variables[item.variable.name] for item in by}
        if self.dice.chance(0.2):
            kind = self.dice.choice(("text", "truth", "date", "term"))
            by.append(Item(self.patterns.expressions(variables, 0).of(kind, 2), self.patterns.fresh_variable("k")))
            kinds[by[-1].variable.name] = "any" if kind == "term" else kind
        aggregates = Aggregates(self.dice, variables, [item.variable.name for item in by])
        shown = self.dice.sample(list(kinds), self.dice.randint(0, len(kinds)))
        items = [Item(None, Variable(name)) for name in shown]
        kinds_shown = {name: kinds[name] for name in shown}
        for _ in range(self.dice.randint(0 if items else 1, 2)):
            items.append(Item(self._aggregated(aggregates, kinds, is_top), self.patterns.fresh_variable()))
            kinds_shown[items[-1].variable.name] = "computed"
        having = ()
        if self.dice.chance(0.2):
            having = (Expressions(self.dice, self.vocabulary, kinds, None, aggregates.number).truth(2),)
        return Select("", tuple(items), group, tuple(by), having), kinds_shown

    def _aggregated(self, aggregates, kinds, is_top):
        if is_top and self.dice.chance(0.5):
            return aggregates.shown()
        return Expressions(self.dice, self.vocabulary, kinds, None, aggregates.number).number(2)

    def _ordered(self, select, variables, is_grouped):
        names = [name for name in variables if name in {item.variable.name for item in select.items} or not select.items]
        keys, items = [], list(select.items)
        for _ in range(self.dice.randint(1, 3)):
            descends = self.dice.chance(0.4)
            if names and (is_grouped or not items or self.dice.chance(0.7)):
                variable = Variable(self.dice.choice(names))
                keys.append(Key(Value(variable), descends, variable))
            elif items and not is_grouped and select.kept == "" and names:
                shown = {name: kind for name, kind in variables.items() if name in names}
                value = Expressions(self.dice, self.vocabulary, shown).any(2)
                variable = self.patterns.fresh_variable("o")
                items.append(Item(value, variable))
                keys.append(Key(value if self.dice.chance(0.5) else Value(variable), descends, variable))
        return select.but(items=tuple(items), keys=tuple(keys))


class Aggregates:
    """Aggregates of one query; `by` are the names of its groups' variables."""

    def __init__(self, dice, variables, by):
        self.dice, self.variables, self.by = dice, variables, by

    def _names(self, *kinds):
        return [name for name, kind in self.variables.items() if kind in kinds or not kinds]

    def number(self, dice=None, kind=None):
        """A number whose value does not depend on the order of the solutions."""
        dice, distinct = self.dice, self.dice.chance(0.3)
        exact = [name for name, kind in self.variables.items() if kind != "computed"]
        numbers = self._names("number") + ([] if distinct else self._names("computed"))
        if numbers and dice.chance(0.5):
            return Aggregate(dice.choice(("SUM", "AVG")), distinct, Value(Variable(dice.choice(numbers))))
        if exact and dice.chance(0.7):
            return Aggregate("COUNT", distinct, Value(Variable(dice.choice(exact))))
        return Aggregate("COUNT", distinct and len(exact) == len(self.variables), None)

    def shown(self):
        """An aggregate that the judge can compare, when it is the whole expression."""
        dice, texts, numbers = self.dice, self._names("text"), self._names("number")
        table = [(2, self.number)]
        if texts:
            table.append((2, lambda: Aggregate("GROUP_CONCAT", dice.chance(0.4), Value(Variable(dice.choice(texts))),
                                               dice.choice((None, "|", "", ", ")))))
        if texts or numbers:
            table.append((2, lambda: Aggregate(dice.choice(("MIN", "MAX")), dice.chance(0.2),
                                               Value(Variable(dice.choice(texts or numbers))))))
        if self.by:
            table.append((1, lambda: Aggregate("SAMPLE", dice.chance(0.2), Value(Variable(dice.choice(self.by))))))
        return dice.weighted(table)()


def _total_order(variables):
    """Keys that distinguish all terms except blank nodes."""
    keys = []
    for name in variables:
        value = Value(Variable(name))
        keys += [Key(Call(function, (value,)), False, Variable(name)) for function in ("STR", "DATATYPE", "LANG")]
    return tuple(keys)
