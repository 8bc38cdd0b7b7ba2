"""Queries that differ only in constants: a served database prepares them once (parser/prepared_query.hpp) and caches their
join orders. They are written without BASE, because a text with BASE is not prepared.

    family = grow_family(dice, vocabulary, quads)
    for query in family.queries(): ...    each of them the Query of one variant
"""

import re
from dataclasses import dataclass, replace

import dataset
from expressions import Exists, Value
from grow_queries import grow_query
from patterns import Row, Triple
from paths import Step
from queries import Query
from terms import BASE, Iri, Literal, TripleTerm
from tree import Node, descendants, rewritten

VARIANTS = 5   # the last one differs from the others in what belongs to the key too: predicates, what is within EXISTS
QUESTIONS = 7  # of one family: the first two find nothing that has been prepared
PREFIX = "e:"


@dataclass(frozen=True)
class Slot(Node):
    """The place of a constant: its term in each of the variants."""
    terms: tuple
    at_least = {"terms": VARIANTS}

    def text(self):
        return self.terms[0].text()


@dataclass(frozen=True)
class PrefixedIri(Iri):
    def text(self):
        return PREFIX + self.name if re.fullmatch("[a-z][a-z0-9]*", self.name) else self.absolute()


@dataclass(frozen=True)
class Unbased(Query):
    """A query whose text has no BASE: its IRIs are absolute or have a prefix."""
    has_prefix: bool = False

    def request_text(self):
        kind = PrefixedIri if self.has_prefix else Iri
        query = rewritten(self, lambda node: kind(node.name if self.has_prefix else node.full()) if isinstance(node, Iri) else node)
        return (f"PREFIX {PREFIX} <{BASE}> " if self.has_prefix else "") + query.sent_text()

    def based(self):
        return Query(self.form, self.dataset)


@dataclass(frozen=True)
class Family(Node):
    query: Unbased  # with slots
    asked: tuple    # numbers of variants, in this order
    at_least = {"asked": 1}

    def text(self):
        return self.query.text()

    def slots(self):
        return [node for node in descendants(self) if isinstance(node, Slot)]

    def queries(self):
        return (rewritten(self.query, lambda node: node.terms[variant] if isinstance(node, Slot) else node) for variant in self.asked)


def grow_family(dice, vocabulary, quads):
    query = grow_query(dice, vocabulary, quads)
    grower = _Slots(dice, vocabulary)
    form = rewritten(query.form, grower.open, leave=(Exists,))
    form = rewritten(form, lambda node: rewritten(node, grower.kept) if isinstance(node, Exists) else node)
    form = rewritten(form, lambda node: Step(grower.kept_slot(node.predicate)) if isinstance(node, Step) else node)
    asked = dice.sample(range(VARIANTS), VARIANTS) + dice.choices(range(VARIANTS - 1), k=QUESTIONS - VARIANTS)
    return Family(Unbased(form, query.dataset, dice.chance(0.3)), tuple(asked))


class _Slots:
    def __init__(self, dice, vocabulary):
        self.dice, self.vocabulary = dice, vocabulary
        self.literals = sorted({one for pool in vocabulary.literals.values() for one in pool if isinstance(one, Literal)}, key=repr)

    def open(self, node):
        return _with_slots(node, self._open_slot)

    def kept(self, node):
        return _with_slots(node, self.kept_slot)

    def _open_slot(self, term):
        return Slot((term, *(self._other(term) for _ in range(VARIANTS - 1))))

    def kept_slot(self, term):
        if isinstance(term, Slot):
            return term
        return Slot((term,) * (VARIANTS - 1) + (self._other(term),))

    def _other(self, term):
        if isinstance(term, Iri):
            known = term in dataset.EDGES or term in dataset.KINDS
            return self.dice.choice(dataset.EDGES if known else [*self.vocabulary.iris(), *self.vocabulary.iris(), dataset.NOWHERE[0]])
        return self.dice.choice([one for one in self.literals if _token(one) == _token(term)] or [term])


def _with_slots(node, slot):
    """With slots in place of the constants directly below, where terms are allowed."""
    def place(term):
        return slot(term) if isinstance(term, Iri) or isinstance(term, Literal) and _token(term) else term

    if isinstance(node, (Triple, TripleTerm)):
        return replace(node, subject=place(node.subject), object=place(node.object))
    if isinstance(node, Value):
        return replace(node, term=place(node.term))
    return Row(tuple(map(place, node.cells))) if isinstance(node, Row) else node


def _token(literal):
    """The kind of its token, if it can be a parameter.

    With another start the result of IRI() would depend on the base, which differs between the engines.
    """
    if literal.datatype == "string":
        return None if literal.language or literal.form == BASE else "string"
    for kind, form in (("integer", "[0-9]+"), ("decimal", r"[0-9]*\.[0-9]+")):
        if literal.datatype == kind and re.fullmatch(form, literal.text()):
            return kind
    return None
