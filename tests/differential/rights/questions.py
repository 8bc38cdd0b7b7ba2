"""Queries in which graphs matter: those of the generators, within GRAPH and with datasets; DESCRIBE; and fixed ones.

    query = grow_question(dice, world)    -> a Query
    family = grow_questions(dice, world)  -> a Family of queries that differ in constants (prepared.py)
"""

import urllib.parse
from dataclasses import dataclass, replace
from typing import Optional

import dataset
import prepared
from grow_patterns import Patterns
from grow_queries import grow_query
from patterns import Group, InGraph, Union
from queries import Construct, Dataset, Query, Select
from servers import SECONDS
from terms import Iri, Variable
from tree import Node
from world import FOREIGN, PSEUDO

GRAPHS = [*dataset.GRAPHS, Iri("g9")]


@dataclass(frozen=True)
class Describe(Node):
    terms: tuple  # variables and IRIs
    where: Optional[Group]
    at_least = {"terms": 1}
    optional = ("where",)

    def text(self, dataset=""):
        where = self.where.text() if self.where else ""
        return f"DESCRIBE {' '.join(one.text() for one in self.terms)} {dataset} {where}"


@dataclass(frozen=True)
class Written(Node):
    """A query as text, with a place for its dataset."""
    before: str
    after: str

    def text(self, dataset=""):
        return f"{self.before} {dataset} {self.after}"


def _algorithm(name, settings, pattern=""):
    words = " ; ".join(f"<quadrille:algorithm/{word}> {value}" for word, value in settings)
    return f"{{ SERVICE <quadrille:algorithm/{name}> {{ [] {words} {'. ' if pattern else ''}{pattern} }} }}"


EDGES = [("predicate", "<p>"), ("vertex", "?v")]
NAMED_EDGES = [("source", "?a"), ("target", "?b"), ("vertex", "?v")]
# Queries that an engine may answer from counts, statistics, caches and lists of names, without reading quads. Some call
# algorithms, whose graphs the server keeps. Others have names that are refused unless data have them (docs/foreign-names.md).
FIXED = [Written(*text.split(" @ ")) for text in (
    "SELECT * @ { GRAPH ?g { ?s ?p ?o } }",
    "SELECT * @ { ?s ?p ?o }",
    "SELECT * @ { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }",
    "SELECT (COUNT(*) AS ?n) @ { ?s ?p ?o }",
    "SELECT (COUNT(*) AS ?n) @ { GRAPH ?g { ?s ?p ?o } }",
    "SELECT (COUNT(*) AS ?n) @ { GRAPH ?g { ?s <p> ?o } }",
    "SELECT (COUNT(DISTINCT ?g) AS ?n) @ { GRAPH ?g { } }",
    "SELECT (COUNT(DISTINCT ?p) AS ?n) @ { GRAPH ?g { ?s ?p ?o } }",
    "SELECT (COUNT(*) AS ?n) @ { GRAPH <g1> { ?s ?p ?o } }",
    "SELECT DISTINCT ?g @ { GRAPH ?g { } }",
    "SELECT DISTINCT ?g @ { GRAPH ?g { ?s ?p ?o } }",
    "SELECT DISTINCT ?p @ { GRAPH ?g { ?s ?p ?o } }",
    "SELECT DISTINCT ?p @ { ?s ?p ?o }",
    "SELECT DISTINCT ?o @ { GRAPH ?g { ?s <p> ?o } }",
    "SELECT ?g (COUNT(*) AS ?n) @ { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
    "SELECT ?p (COUNT(*) AS ?n) @ { GRAPH ?g { ?s ?p ?o } } GROUP BY ?p",
    "SELECT ?p (COUNT(DISTINCT ?s) AS ?n) @ { ?s ?p ?o } GROUP BY ?p",
    "ASK @ { GRAPH <g1> { } }",
    "ASK @ { GRAPH <g2> { ?s ?p ?o } }",
    "ASK @ { GRAPH ?g { ?s <p> ?o } }",
    "SELECT * @ { GRAPH ?g { ?s (<p>|!<p>)* ?o } }",
    "SELECT * @ { ?s (<p>|!<p>)+ ?o }",
    "SELECT * @ { GRAPH ?g { ?s <p>/<q> ?o . ?s !(<r>|^<p>) ?z } }",
    "SELECT * @ { ?s <p> ?o FILTER EXISTS { GRAPH ?g { ?o ?q ?s } } }",
    "SELECT * @ { GRAPH ?g { ?s <p> ?o } MINUS { ?s <q> ?o } }",
    "SELECT * @ { GRAPH ?g { ?s <p> ?o . ?o <q> ?z . ?z <r> ?s } }",
    "SELECT * @ { GRAPH ?g { ?s ?p ?o FILTER(?o > 1) } }",
    "SELECT * @ { GRAPH ?g { ?s ?p ?o FILTER STRSTARTS(STR(?o), 'a') } }",
    "SELECT * @ { GRAPH ?g { ?a <p> ?b } GRAPH ?h { ?b <q> ?c } FILTER(?g != ?h) }",
    "SELECT ?s ?o @ { GRAPH ?g { ?s <n> ?o } } ORDER BY ?o ?s ?g",
    "SELECT * @ { VALUES ?g { <g1> <g2> <g9> } GRAPH ?g { ?s ?p ?o } }",
    "SELECT * @ { GRAPH ?g { ?s <p> ?o } OPTIONAL { GRAPH <g3> { ?s <q> ?z } } }",
    "SELECT * @ " + _algorithm("pagerank", [*EDGES, ("score", "?x")]),
    "SELECT * @ " + _algorithm("bfs", [*EDGES, ("start", "<a>"), ("direction", '"both"'), ("depth", "?x")]),
    "SELECT (COUNT(DISTINCT ?x) AS ?n) @ " + _algorithm("wcc", [*EDGES, ("component", "?x")]),
    "SELECT * @ " + _algorithm("pagerank", [*NAMED_EDGES, ("score", "?x")], "{ GRAPH ?g { ?a <p> ?b } }"),
    "SELECT * @ " + _algorithm("bfs", [*NAMED_EDGES, ("start", "<b>"), ("depth", "?x")], "{ GRAPH <g1> { ?a (<q>|<r>) ?b } }"),
    f"SELECT * @ {{ ?s <{FOREIGN.name}> ?o }}",
    f"SELECT * @ {{ GRAPH ?g {{ ?s <{FOREIGN.name}> ?o }} }}",
    f"SELECT * @ {{ GRAPH <{PSEUDO.name}> {{ ?s ?p ?o }} }}",
    f"SELECT * FROM <{PSEUDO.name}> @ {{ ?s ?p ?o }}",
)]
DESCRIBED = [Describe((Iri("a"),), None), Describe((Iri("b"), Iri("g1")), None)]


def grow_question(dice, world):
    chosen = dice.weighted([(5, "fixed"), (2, "described"), (20, "grown")])
    if chosen == "fixed":
        form = dice.choice(FIXED)
    elif chosen == "described":
        form = _described(dice, world)
    else:
        form = _with_graphs(dice, grow_query(dice, world.vocabulary, world.quads).form)
    return Query(form, _dataset(dice))


def grow_questions(dice, world):
    family = prepared.grow_family(dice, world.vocabulary, world.quads)
    form = _with_graphs(dice, family.query.form)
    return replace(family, query=replace(family.query, form=form, dataset=_dataset(dice)))


def _dataset(dice):
    if dice.chance(0.65):
        return None
    default, named = (dice.some(0, 3, lambda: dice.choice(GRAPHS)) for _ in range(2))
    return Dataset(default, named if default or named else (GRAPHS[0],), dice.chance(0.5))


def _described(dice, world):
    if dice.chance(0.3):
        return dice.choice(DESCRIBED)
    where, variables = Patterns(dice, world.vocabulary, world.quads).group(2)
    names = [name for name, kind in variables.items() if kind == "node"]
    terms = [Variable(name) for name in dice.sample(names, min(len(names), dice.randint(1, 2)))]
    return Describe(tuple(terms) or (Iri("a"),), _in_graphs(dice, where) if dice.chance(0.4) else where)


def _with_graphs(dice, form):
    return replace(form, where=_in_graphs(dice, form.where)) if dice.chance(0.4) else form


def _in_graphs(dice, where):
    name = Variable(dice.choice(("g", "g", "h"))) if dice.chance(0.7) else dice.choice(GRAPHS)
    inside = InGraph(name, where)
    return Group((Union((where, Group((inside,)))),)) if dice.chance(0.25) else Group((inside,))


def makes_graph(query):
    return isinstance(query.form, (Construct, Describe))


def unsliced(query):
    """Without LIMIT and OFFSET, whose choice of rows is free."""
    is_sliced = isinstance(query.form, Select) and query.form.is_sliced()
    return replace(query, form=query.form.unsliced()) if is_sliced else query


def accepted(query):
    return "application/n-triples" if makes_graph(query) else "application/sparql-results+json"


def form_of(query, **options):
    """The body of a POST that asks it."""
    form = [("query", query.request_text()), ("timeout", SECONDS), *options.items()]
    if query.dataset and query.dataset.by_protocol:
        form += [("default-graph-uri", one.full()) for one in query.dataset.default]
        form += [("named-graph-uri", one.full()) for one in query.dataset.named]
    return urllib.parse.urlencode(form)
