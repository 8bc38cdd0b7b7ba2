"""Equality of quads and of expanded JSON-LD up to the labels of blank nodes. pyoxigraph reads both, independently of Quadrille."""

import io
import json
import re

from pyoxigraph import CanonicalizationAlgorithm, Dataset, Literal, NamedNode, Quad, RdfFormat, parse

FORMATS = {"nq": RdfFormat.N_QUADS, "jsonld": RdfFormat.JSON_LD}
MOST_LINES = 20  # of a message


class Failed(Exception):
    """An answer is not that of the test."""


def quads_of(text, name, **more):
    """Language tags are in lower case, as in the suites; pyoxigraph keeps the case of those in contexts."""
    try:
        return with_objects(parse(io.BytesIO(text), format=FORMATS[name], lenient=True, **more), lower_case)
    except SyntaxError as error:
        raise Failed(f"pyoxigraph cannot read {text[:500].decode(errors='replace')}: {error}") from error


def canonical(quads):
    dataset = Dataset(quads)
    dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    return sorted(map(str, dataset))


def has_graphs(quads):
    return any(str(quad.graph_name) != "DEFAULT" for quad in quads)


def with_objects(quads, change):
    return [Quad(quad.subject, quad.predicate, change(quad.object), quad.graph_name) for quad in quads]


def lower_case(term):
    is_tagged = isinstance(term, Literal) and term.language
    return Literal(term.value, language=term.language.lower(), direction=term.direction) if is_tagged else term


def without_directions(quads):
    """The suites drop base directions unless a test has the option rdfDirection; the server keeps them as RDF 1.2 does."""
    def plain(term):
        is_directed = isinstance(term, Literal) and term.direction is not None
        return Literal(term.value, language=term.language) if is_directed else term
    return with_objects(quads, plain)


def without_relative_iris(quads):
    """RDF has no IRIs without a scheme, so JSON-LD to RDF leaves out such quads."""
    def is_absolute(term):
        return not isinstance(term, NamedNode) or re.match(r"[A-Za-z][\w+.-]*:", term.value)
    return [quad for quad in quads if all(map(is_absolute, (quad.subject, quad.predicate, quad.object, quad.graph_name)))]


def expect_same(have, want):
    """`have` and `want` are lists of lines."""
    if have == want:
        return
    lines = [f"  {word} {line}" for word, some, others in (("have", have, want), ("want", want, have))
             for line in some if line not in others]
    raise Failed("other quads:\n" + "\n".join(lines[:MOST_LINES]))


def normal(value, in_list=False):
    """Expanded JSON-LD, sorted. All blank nodes have the same label here; canonical() compares which is which."""
    if isinstance(value, dict):
        return {key: normal(its, key == "@list") for key, its in sorted(value.items())}
    if isinstance(value, list):
        items = [normal(item) for item in value]
        return items if in_list else sorted(items, key=lambda item: json.dumps(item, sort_keys=True))
    return "_:b" if isinstance(value, str) and value.startswith("_:") else value


def expect_flat(document):
    """Each node of a flattened document is at the top, or at the top of a named graph; elsewhere are references."""
    def check(value):
        for item in value if isinstance(value, list) else [value]:
            if not isinstance(item, dict) or "@value" in item:
                continue
            if "@list" in item:
                check(item["@list"])
            elif set(item) != {"@id"}:
                raise Failed(f"a node within another one in a flattened document: {json.dumps(item)[:200]}")
    for node in document:
        if "@id" not in node:
            raise Failed(f"a node without @id in a flattened document: {json.dumps(node)[:200]}")
        expect_flat(node.get("@graph", []))
        for key, its in node.items():
            if not key.startswith("@"):
                check(its)
