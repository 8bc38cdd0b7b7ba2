"""The data of a server, read over HTTP: all quads, and parts of them along other access paths.

Blank nodes are named by their keys (area.py), as in the model.
"""

import http.client
import json
import re

from area import KEY, has_blank
from values import of_json

EVERYTHING = "SELECT ?g ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"


class Unreadable(Exception):
    """The server did not answer a query as it should."""


def rows_of(port, query):
    """Of the stated quads: what follows by rules is compared elsewhere (rules.py)."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("POST", "/sparql?infer=false", query.encode(), {
            "Content-Type": "application/sparql-query", "Accept": "application/sparql-results+json"})
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    if response.status != 200:
        raise Unreadable(f"HTTP {response.status} for {query}: {body.decode(errors='replace')}")
    return [{name: of_json(term) for name, term in row.items()} for row in json.loads(body)["results"]["bindings"]]


def read_quads(port):
    """(quads, {key: label}); raises Unreadable if a quad occurs twice or a key has two blank nodes."""
    rows = [(row.get("g", ""), row["s"], row["p"], row["o"]) for row in rows_of(port, EVERYTHING)]
    if len(rows) != len(set(rows)):
        raise Unreadable(f"quads come twice: {sorted(row for row in set(rows) if rows.count(row) > 1)[:5]}")
    keys = {}
    for _, subject, predicate, value in rows:
        if predicate == KEY:
            if keys.setdefault(subject, value[1:-1]) != value[1:-1]:
                raise Unreadable(f"{subject} has the keys {keys[subject]} and {value}")
    labels = {key: label for label, key in keys.items()}
    if len(labels) != len(keys):
        raise Unreadable("two blank nodes have the same key")
    return {named(row, keys) for row in rows}, labels


def named(quad, keys):
    def named_term(term):
        if not term.startswith("<<("):
            return f"_:{keys[term]}" if term in keys else term
        return re.sub(r"_:\w+", lambda label: f"_:{keys[label[0]]}" if label[0] in keys else label[0], term)
    return tuple(map(named_term, quad))


def differing_paths(port, quads, labels, dice):
    """Requests `quads` by predicate, by subject and by object; returns the first difference, or ''."""
    keys = {label: key for key, label in labels.items()}
    for at, name in ((2, "predicate"), (1, "subject"), (3, "object")):
        terms = sorted({quad[at] for quad in quads if not has_blank(quad[at])})
        terms = terms if at == 2 else dice.sample(terms, min(len(terms), 12))
        for some in (terms[first:first + 12] for first in range(0, len(terms), 12)):
            found = [named((row.get("g", ""), row["s"], row["p"], row["o"]), keys)
                     for row in rows_of(port, "SELECT ?g ?s ?p ?o { " + " UNION ".join(
                         pattern_of(at, term) for term in some) + " }")]
            expected = {quad for quad in quads if quad[at] in some}
            if sorted(found) != sorted(expected):
                return f"by {name}: {difference(expected, set(found)) or 'quads come twice'}"
    return ""


def pattern_of(at, term):
    words = [term if position == at else f"?{name}" for position, name in ((1, "s"), (2, "p"), (3, "o"))]
    bound = f"BIND({term} AS ?{'gspo'[at]})"
    return f"{{ {' '.join(words)} {bound} }} UNION {{ GRAPH ?g {{ {' '.join(words)} }} {bound} }}"


def difference(expected, found, most=6):
    """In words; '' if there is none."""
    parts = [f"{len(quads)} {what}: " + " | ".join(" ".join(quad).strip() for quad in sorted(quads)[:most])
             for what, quads in (("missing", expected - found), ("too many", found - expected)) if quads]
    return "; ".join(parts)
