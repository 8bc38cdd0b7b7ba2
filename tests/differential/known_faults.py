"""Known faults of the peer: known_faults.md describes each with its place in the recommendation.

A fault is a change that removes the feature in which the peer fails, and keeps the rest of the case. It explains a
difference if it changes the case, and both engines agree on the changed case. So it does not hide errors with other
causes. Most changes only rewrite the case with the same meaning: these must not change our own answer either.
"""

import itertools
import re
from dataclasses import replace
from functools import lru_cache, reduce

import cells
import pyoxigraph
from dataset import GRAPHS, Quad
from expressions import Aggregate, Binary, Call, Exists, In, Unary, Value
from kinds import may_be
from paths import Alternative, Inverse, NotOneOf, Path, Repeated, Sequence, Step
from patterns import Bind, Filter, Group, InGraph, Minus, Nested, Opt, Row, SubSelect, Triple, Union, Values
from queries import Dataset, Item, Select
from terms import BASE, XSD, Blank, Iri, Literal, Variable, integer
from tree import descendants, rewritten, size
from updates import Data, Management, Modify, Template, Update

NO_GRAPH = Iri("g9")
MOST_NODES = 20_000  # an expression may be written many times
MOST_TRIES = 150
FRESH = ("path", "end_")  # prefixes of variables that changes write for expressions without a name


def explains(case, agree, thorough=True):
    """The names of the known faults that explain a difference, or None.

    `agree(base, changed)`: True if the engines agree on `changed` and, if `base` is not None, our answer equals that to
    `base`: changes with the same meaning (SAME_IN_OTHER_WORDS) must not change our own answer.
    All changes together may make a query too large: then, if `thorough`, few of them at a time are tried.
    """
    names = _names(case)
    if not names:
        return None
    if _works(case, names, agree):
        return " and ".join(_fewest(case, names, agree) if thorough else names)
    few = itertools.chain.from_iterable(itertools.combinations(names, count) for count in (1, 2, 3)) if thorough else ()
    return next((" and ".join(some) for some in itertools.islice(few, MOST_TRIES) if _works(case, some, agree)), None)


def _names(case):
    """The names of the changes that affect the case, or the result of earlier changes: added quads may meet another fault."""
    names, changed = [], case
    for name, change in CHANGES.items():
        further = changed if size(changed) > MOST_NODES else change(changed)
        if further != changed or change(case) != case:
            names.append(name)
        changed = further
    return names


def _fewest(case, names, agree):
    for name in list(names):
        others = [one for one in names if one != name]
        if others and _works(case, others, agree):
            names = others
    return names


def _works(case, names, agree):
    base = _changed(case, [name for name in names if name not in SAME_IN_OTHER_WORDS])
    changed = _changed(base, [name for name in names if name in SAME_IN_OTHER_WORDS])
    return changed is not None and agree(base if changed != base else None, changed)


def _changed(case, names):
    """The case with these changes; None if it is too large."""
    for name in names:
        if case is None or size(case) > MOST_NODES:
            return None
        case = CHANGES[name](case)
    return case if case is None or size(case) <= MOST_NODES else None


# --- lexical forms ---


@lru_cache(maxsize=None)
def peers_form(literal):
    """The literal as the peer stores it."""
    store, name = pyoxigraph.Store(), pyoxigraph.NamedNode("x:x")
    datatype = pyoxigraph.NamedNode(literal.type_iri())
    if not literal.language:
        store.add(pyoxigraph.Quad(name, name, pyoxigraph.Literal(literal.form, datatype=datatype)))
        (kept,) = (quad.object for quad in store)
        if (kept.value, kept.datatype.value) != (literal.form, literal.type_iri()):
            return Literal(kept.value, kept.datatype.value.removeprefix(XSD))
    return literal


def _lexical_forms(case):
    return rewritten(case, lambda node: peers_form(node) if isinstance(node, Literal) else node)


def peers_forms(case):
    """{cell: the peer's cell} for the literals of a case that the peer rewrites."""
    literals = {node for node in descendants(case) if isinstance(node, Literal)}
    return {_cell(one): _cell(peers_form(one)) for one in literals if peers_form(one) != one}


def _cell(literal):
    return ("l", literal.form, literal.type_iri(), literal.language)


def _other_types(case):
    """Types without operators in SPARQL become a type that no engine supports."""
    def change(node):
        is_other = isinstance(node, Literal) and node.datatype in ("date", "time", "gYear", "duration", "dayTimeDuration")
        return replace(node, datatype=f"{BASE}{node.datatype}") if is_other else node

    return rewritten(case, change)


def _times_without_zone(case):
    def change(node):
        has_zone = isinstance(node, Literal) and re.search(r"(Z|[+-]\d\d:\d\d)$", node.form)
        return replace(node, form=node.form + "Z") if isinstance(node, Literal) and node.datatype == "dateTime" and not has_zone else node

    return rewritten(case, change)


# --- paths ---


def _empty_negated_set(case):
    def change(node):
        is_empty = isinstance(node, NotOneOf) and not node.forwards and not node.backwards
        return replace(node, forwards=(Iri("nowhere"),)) if is_empty else node

    return rewritten(case, change)


def _is_zero_length(path):
    return any(isinstance(node, Repeated) and node.times in "*?" for node in (path, *descendants(path)))


def _terms_outside_of_the_graph(case):
    """Terms from which zero-length paths of the case begin become nodes of every graph; a dataset without a default graph gets one."""
    paths = [node for node in descendants(case) if isinstance(node, Triple) and isinstance(node.predicate, Path)]
    ends = {end for path in paths if _is_zero_length(path.predicate) for end in (path.subject, path.object)
            if isinstance(end, (Iri, Literal))}
    if not ends:
        return case
    more = tuple(Quad(Iri("there"), Iri("there"), end, graph)
                 for end in sorted(ends, key=repr) for graph in (None, *GRAPHS, NO_GRAPH))
    inserted = Data("INSERT DATA", tuple(Template(one.graph, (Triple(one.subject, Step(one.predicate), one.object),)) for one in more))

    def change(node):
        if isinstance(node, Dataset) and not node.default:
            return replace(node, default=(NO_GRAPH,))
        if isinstance(node, Modify) and node.using_named and not node.using:
            return replace(node, using=(NO_GRAPH,))
        if isinstance(node, Update):  # what one operation takes away is there again for the next
            pairs = ((inserted, one) if isinstance(one, Modify) else (one,) for one in node.operations)
            return Update(tuple(itertools.chain.from_iterable(pairs)))
        return node

    return replace(rewritten(case, change), quads=tuple(dict.fromkeys(case.quads + more)))


def _duplicates(case):
    """Paths are spelled out as triples, UNION and FILTER (SPARQL 1.1 Query, 18.2.2.4 and 18.4), up to closures."""
    fresh = itertools.count()

    def spelled(subject, path, object_):
        if isinstance(path, Inverse):
            return spelled(object_, path.inner, subject)
        if isinstance(path, Alternative):
            return Union(tuple(Group((spelled(subject, part, object_),)) for part in path.parts))
        if isinstance(path, Sequence):
            ends = [subject, *(Variable(f"path{next(fresh)}") for _ in path.parts[1:]), object_]
            return Nested(Group(tuple(map(spelled, ends, path.parts, ends[1:]))))
        if isinstance(path, NotOneOf):
            sides = [none_of(subject, path.forwards, object_)] if path.forwards or not path.backwards else []
            return Union((*sides, *([none_of(object_, path.backwards, subject)] if path.backwards else [])))
        return Triple(subject, path, object_)

    def none_of(subject, predicates, object_):
        predicate = Variable(f"path{next(fresh)}")
        condition = In(Value(predicate), tuple(map(Value, predicates)), True)
        return Group((Triple(subject, predicate, object_), *([Filter(condition)] if predicates else [])))

    def change(node):
        if isinstance(node, Triple) and any(isinstance(one, (Alternative, NotOneOf))
                                            for one in (node.predicate, *descendants(node.predicate))):
            ends = [Variable(f"end_{end.label}") if isinstance(end, Blank) else end for end in (node.subject, node.object)]
            group = Group((spelled(ends[0], node.predicate, ends[1]),))
            names = tuple(Item(None, end) for end in dict.fromkeys(ends) if isinstance(end, Variable))
            return SubSelect(Select("", names or (Item(Value(integer(1)), Variable("there")),), group)) if hides else Nested(group)
        return node

    # If all variables are made distinct, those between the steps must not be visible.
    hides = any(isinstance(node, Select) and node.kept and not node.items
                or isinstance(node, Aggregate) and node.distinct and not node.inner for node in descendants(case))
    return rewritten(case, change)


def _different_solutions(case):
    """The input of COUNT(DISTINCT *) becomes a subselect, so that it has only the variables of the query."""
    def names(where):
        variables = dict.fromkeys(node for node in descendants(where) if isinstance(node, Variable))
        return tuple(Item(None, one) for one in variables if not one.name.startswith(FRESH))

    def change(node):
        counts = isinstance(node, Select) and any(isinstance(one, Aggregate) and one.distinct and not one.inner
                                                  for part in (*node.items, *node.having) for one in (part, *descendants(part)))
        return node.but(where=Group((SubSelect(Select("", names(node.where), node.where)),))) if counts else node

    return rewritten(case, change)


# --- datasets ---


def _empty_named_graphs(case):
    """The graphs that FROM NAMED, USING NAMED and DELETE name have a triple; graphs are dropped, not cleared."""
    def named(node):
        if isinstance(node, Dataset):
            return node.named
        if isinstance(node, Modify):
            return (*node.using_named, *(one.graph for one in node.delete))
        return tuple(one.graph for one in node.templates) if isinstance(node, Data) and node.words.startswith("DELETE") else ()

    graphs = dict.fromkeys(graph for node in descendants(case) for graph in named(node) if isinstance(graph, Iri))
    there = tuple(Quad(Iri("there"), Iri("there"), Iri("there"), graph) for graph in graphs)
    dropped = rewritten(case, lambda node: replace(node, verb="DROP") if isinstance(node, Management) and node.verb == "CLEAR" else node)
    return replace(dropped, quads=tuple(dict.fromkeys(case.quads + there)))


def _merged_graphs(case):
    """No two graphs of FROM have a triple in common, and none is named twice."""
    lists = [node.default if isinstance(node, Dataset) else node.using
             for node in descendants(case) if isinstance(node, (Dataset, Modify))]
    quads = case.quads
    for graphs in lists:
        seen = set()
        quads = tuple(quad for quad in quads if quad.graph not in graphs or not (_triple(quad) in seen or seen.add(_triple(quad))))

    def change(node):
        if isinstance(node, Dataset):
            return replace(node, default=tuple(dict.fromkeys(node.default)), named=tuple(dict.fromkeys(node.named)))
        if isinstance(node, Modify):
            return replace(node, using=tuple(dict.fromkeys(node.using)), using_named=tuple(dict.fromkeys(node.using_named)))
        return node

    return replace(rewritten(case, change), quads=quads)


def _graph_by_graph(case):
    """GRAPH ?g becomes a UNION over the graphs' names (SPARQL 1.1 Query, 18.6)."""
    names = (*GRAPHS, NO_GRAPH) if any(quad.graph == NO_GRAPH for quad in case.quads) else GRAPHS

    def branch(node, graph):
        def renamed(blank):
            return Blank(f"{blank.label}_{graph.name}") if isinstance(blank, Blank) else blank

        return Group((InGraph(node.graph, Group(())), InGraph(graph, rewritten(node.group, renamed)),
                      Values((node.graph,), (Row((graph,)),))))

    def change(node):
        if isinstance(node, InGraph) and isinstance(node.graph, Variable) and node.group.parts:
            return Union(tuple(branch(node, graph) for graph in names))
        return node

    return rewritten(case, change)


def _graphs_with_a_name(case):
    """GRAPH <g> { ... } first tests that the graph exists."""
    def change(node):
        if isinstance(node, InGraph) and isinstance(node.graph, Iri) and node.group.parts:
            return Nested(Group((InGraph(node.graph, Group(())), node)))
        return node

    return rewritten(case, change)


def _triple(quad):
    return quad.subject, quad.predicate, quad.object


# --- expressions ---


def _in_nothing(case):
    def change(node):
        return Value(Literal(str(node.negated).lower(), "boolean")) if isinstance(node, In) and not node.among else node

    return rewritten(case, change)


_TRUE, _FALSE = (Value(Literal(word, "boolean")) for word in ("true", "false"))
_ERROR = Binary(Value(integer(1)), "/", Value(integer(0)))
BOOLEAN, INTEGER, TIME = (Iri(XSD + name) for name in ("boolean", "integer", "dateTime"))


def _is_comparison(node):
    return isinstance(node, Binary) and node.operator in ("<", ">", "<=", ">=")


def _order_of_the_same(case):
    """A value compared with itself has an order if it is a number, text, boolean or time."""
    def has_order(value):
        datatype = Call("DATATYPE", (value,))
        cast = [Binary(Binary(datatype, "=", Value(one)), "&&", Binary(Call(one.text(), (Call("STR", (value,)),)), "=", value))
                for one in (BOOLEAN, TIME)]
        return reduce(lambda left, right: Binary(left, "||", right),
                      (Call("isNUMERIC", (value,)), Binary(datatype, "=", Value(Iri(XSD + "string"))), *cast))

    def change(node):
        if _is_comparison(node) and (may_be("odd", node.left, node.right) or may_be("iri", node.left, node.right)):
            same = Call("sameTerm", (node.left, node.right))
            return Call("IF", (same, Call("IF", (has_order(node.left), node, _ERROR)), node))
        return node

    return rewritten(case, change)


def _order_of_booleans(case):
    def is_boolean(value):
        return Binary(Call("DATATYPE", (value,)), "=", Value(BOOLEAN))

    def whole(value):
        return Call(INTEGER.text(), (value,))

    def change(node):
        if _is_comparison(node) and may_be("boolean", node.left, node.right):
            both = Binary(is_boolean(node.left), "&&", is_boolean(node.right))
            return Call("IF", (both, Binary(whole(node.left), node.operator, whole(node.right)), node))
        return node

    return rewritten(case, change)


def _order_of_nan(case):
    def is_nan(value):
        return Call("COALESCE", (Binary(value, "!=", value), _FALSE))

    def change(node):
        if _is_comparison(node) and may_be("number", node.left, node.right):
            numbers = Binary(Call("isNUMERIC", (node.left,)), "&&", Call("isNUMERIC", (node.right,)))
            one_is = Binary(is_nan(node.left), "||", is_nan(node.right))
            return Call("IF", (Binary(numbers, "&&", one_is), _FALSE, node))
        return node

    return rewritten(case, change)


def _order_of_tagged_text(case):
    def is_tagged(value):
        return Binary(Call("LANG", (value,)), "!=", Value(Literal("")))

    def change(node):
        tagged = [is_tagged(one) for one in (node.left, node.right) if may_be("tagged", one)] if _is_comparison(node) else []
        if tagged:
            return Call("IF", (reduce(lambda left, right: Binary(left, "||", right), tagged), _ERROR, node))
        return node

    return rewritten(case, change)


def _casts_of_tagged_text(case):
    def change(node):
        if isinstance(node, Call) and node.function.startswith("<" + XSD) and len(node.arguments) == 1:
            (value,) = node.arguments
            is_plain = Binary(Binary(Call("LANG", (value,)), "=", Value(Literal(""))), "||", Call("isIRI", (value,)))
            return Call("IF", (is_plain, node, _ERROR))
        return node

    return rewritten(case, change)


def _fractions_of_zero(case):
    """Zero is multiplied by a decimal, not divided."""
    decimal, zero = Value(Iri(XSD + "decimal")), Value(integer(0))

    def change(node):
        if not isinstance(node, Binary) or node.operator != "/" or not may_be("number", node.left, node.right):
            return node
        literals = [one.term.datatype for one in (node.left, node.right) if isinstance(one, Value) and isinstance(one.term, Literal)]
        if literals == ["integer", "integer"]:
            return node
        is_zero = Binary(Binary(node.left, "=", zero), "&&", Binary(node.right, "!=", zero))
        is_fraction = Binary(Call("DATATYPE", (node.right,)), "=", decimal)
        return Call("IF", (Binary(is_zero, "&&", is_fraction), Binary(node.left, "*", node.right), node))

    return rewritten(case, change)


def _brackets_of_iris(case):
    """IRI of a text with brackets is an error."""
    def change(node):
        if isinstance(node, Call) and node.function in ("IRI", "URI"):
            (value,) = node.arguments
            has_brackets = Call("REGEX", (Call("STR", (value,)), Value(Literal("\\[|\\]"))))
            return Call("IF", (has_brackets, _ERROR, node))
        return node

    return rewritten(case, change)


def _concatenated_terms(case):
    def change(node):
        is_joined = isinstance(node, Aggregate) and node.function == "GROUP_CONCAT"
        return replace(node, inner=Call("STR", (node.inner,))) if is_joined else node

    return rewritten(case, change)


def _replaced_nothing(case):
    def change(node):
        if isinstance(node, Call) and node.function == "REPLACE" and len(node.arguments) >= 3:
            matches_nothing = Call("REGEX", (Value(Literal("")), node.arguments[1], *node.arguments[3:]))
            return Call("IF", (matches_nothing, _ERROR, node))
        return node

    return rewritten(case, change)


def _wrong_replacements(case):
    def is_wrong(expression):
        literal = expression.term if isinstance(expression, Value) else None
        return isinstance(literal, Literal) and not re.fullmatch(r"(?:[^\\$]|\\[\\$]|\$[0-9])*", literal.form)

    def change(node):
        if isinstance(node, Call) and node.function == "REPLACE" and len(node.arguments) >= 3 and is_wrong(node.arguments[2]):
            return _ERROR
        return node

    return rewritten(case, change)


def _back_references(case):
    def change(node):
        has_pattern = isinstance(node, Call) and node.function in ("REGEX", "REPLACE") and len(node.arguments) > 1
        return _ERROR if has_pattern and re.search(r"\\\d", node.arguments[1].text()) else node

    return rewritten(case, change)


# --- syntax ---


def _blank_nodes_in_exists(case):
    """Blank nodes become variables, so they can also occur in an expression that another change writes several times."""
    def named(node):
        return Variable(f"{node.label}_blank") if isinstance(node, Blank) else node

    return rewritten(case, lambda node: rewritten(node, named) if isinstance(node, Exists) else node)


def _renamed_groups(case):
    def change(node):
        is_renamed = isinstance(node, Item) and isinstance(node.value, Value) and isinstance(node.value.term, Variable)
        return replace(node, value=Call("COALESCE", (node.value,))) if is_renamed else node

    return rewritten(case, change)


def _literals_that_begin_paths(case):
    """The ends of closures are bound by a UNION with a pattern without solutions, which the peer does not analyse."""
    def change(node):
        if not isinstance(node, Triple) or not isinstance(node.predicate, Repeated):
            return node
        ends = tuple(dict.fromkeys(end for end in (node.subject, node.object) if isinstance(end, Variable)))
        if not ends:
            return node
        text = Literal("")
        never = Group((Values(ends, (Row((text,) * len(ends)),)), Filter(Binary(Value(ends[0]), "!=", Value(text)))))
        return Union((Group((node,)), never))

    return rewritten(case, change)


# --- groups ---


def _bind_in_exists(case):
    """BIND in EXISTS gives its value to a separate variable."""
    def renamed(node):
        return replace(node, variable=Variable(node.variable.name + "_inside")) if isinstance(node, Bind) else node

    return rewritten(case, lambda node: rewritten(node, renamed) if isinstance(node, Exists) else node)


def _subqueries_in_exists(case):
    """What a subquery in EXISTS does not project has names of its own."""
    fresh = itertools.count()

    def change(node):
        if not isinstance(node, SubSelect) or not node.select.items:
            return node
        shown = {item.variable.name for item in node.select.items}
        mark = f"_inside{next(fresh)}"

        def renamed(one):
            return Variable(one.name + mark) if isinstance(one, Variable) and one.name not in shown else one

        return SubSelect(rewritten(node.select, renamed))

    return rewritten(case, lambda node: rewritten(node, change) if isinstance(node, Exists) else node)


def _groups_alone(case):
    """A group in braces or in GRAPH becomes a subselect, which is computed separately; filters of an OPTIONAL stay its condition."""
    def has_parts(group):
        return any(isinstance(part, (Filter, Opt, Minus, Bind, Nested, Union, Values)) for part in group.parts)

    def alone(group):
        return Group((SubSelect(Select("", (), group)),)) if has_parts(group) else group

    def change(node):
        if isinstance(node, InGraph):
            return SubSelect(Select("", (), Group((node,)))) if has_parts(node.group) else node
        if isinstance(node, Nested):
            return Nested(alone(node.group))
        if isinstance(node, Union):
            return Union(tuple(map(alone, node.groups)))
        if isinstance(node, Opt):
            filters = tuple(part for part in node.group.parts if isinstance(part, Filter))
            others = alone(Group(tuple(part for part in node.group.parts if not isinstance(part, Filter))))
            return Opt(Group((*others.parts, *filters)))
        return node

    return rewritten(case, change, leave=Exists)


def _minus_within(case):
    """The part of a group before a MINUS becomes a subselect, which is computed separately."""
    def change(node):
        if not isinstance(node, Group) or not any(isinstance(part, Minus) for part in node.parts):
            return node
        before = ()
        for part in node.parts:
            if isinstance(part, Minus) and not part.group.parts:
                continue  # removes nothing
            if not isinstance(part, Filter):
                before = (SubSelect(Select("", (), Group((*before, part)))),) if isinstance(part, Minus) else (*before, part)
        return Group((*before, *(part for part in node.parts if isinstance(part, Filter))))

    return rewritten(case, change)


# --- updates ---


def _sources_that_are_not_there(case):
    """Before ADD, MOVE and COPY of a graph it gets a triple."""
    if not isinstance(case.question, Update):
        return case
    there = Triple(Iri("there"), Step(Iri("there")), Iri("there"))
    operations = []
    for one in case.question.operations:
        if isinstance(one, Management) and len(one.places) == 2 and isinstance(one.places[0], Iri):
            operations.append(Data("INSERT DATA", (Template(one.places[0], (there,)),)))
        operations.append(one)
    return replace(case, question=Update(tuple(operations)))


CHANGES = {
    "blank nodes of EXISTS in arguments": _blank_nodes_in_exists,
    "lexical forms": _lexical_forms,
    "types beyond SPARQL's operators": _other_types,
    "times without a zone": _times_without_zone,
    "empty negated property set": _empty_negated_set,
    "zero-length paths from terms outside of the graph": _terms_outside_of_the_graph,
    "duplicates of paths": _duplicates,
    "literals that begin paths": _literals_that_begin_paths,
    "COUNT(DISTINCT *) of what has no name": _different_solutions,
    "duplicates of FROM": _merged_graphs,
    "named graphs without triples": _empty_named_graphs,
    "MINUS within other patterns": _minus_within,
    "groups that see what is bound outside": _groups_alone,
    "BIND in EXISTS": _bind_in_exists,
    "subqueries in EXISTS": _subqueries_in_exists,
    "GRAPH with a variable": _graph_by_graph,
    "GRAPH with a name": _graphs_with_a_name,
    "IN of nothing": _in_nothing,
    "order of what has none": _order_of_the_same,
    "order of booleans": _order_of_booleans,
    "order of text with a language": _order_of_tagged_text,
    "order of NaN": _order_of_nan,
    "fractions of zero": _fractions_of_zero,
    "brackets of IRIs": _brackets_of_iris,
    "casts of text with a language": _casts_of_tagged_text,
    "GROUP_CONCAT of what is no text": _concatenated_terms,
    "REPLACE of nothing": _replaced_nothing,
    "wrong replacements": _wrong_replacements,
    "back references": _back_references,
    "groups by a variable with another name": _renamed_groups,
    "a graph that is not there is moved": _sources_that_are_not_there,
}

SAME_IN_OTHER_WORDS = {
    "blank nodes of EXISTS in arguments", "empty negated property set", "duplicates of paths", "literals that begin paths",
    "COUNT(DISTINCT *) of what has no name", "MINUS within other patterns", "groups that see what is bound outside",
    "GRAPH with a variable", "GRAPH with a name", "IN of nothing", "order of what has none", "order of booleans",
    "order of text with a language", "order of NaN", "fractions of zero",
    "casts of text with a language", "GROUP_CONCAT of what is no text", "REPLACE of nothing", "groups by a variable with another name",
}
