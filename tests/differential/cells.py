"""Answers as rows of cells in the form of tests/conformance/compare.py; numbers whose spelling is free have one spelling."""

import json
import re
import sys
from decimal import Context, Decimal
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "conformance"))

from pyoxigraph import BlankNode, NamedNode, RdfFormat, Triple, parse
from terms import XSD

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
FLOATS = (XSD + "double", XSD + "float")
DERIVED = {XSD + name for name in ("byte", "short", "int", "long", "unsignedByte", "unsignedShort", "unsignedInt", "unsignedLong",
                                   "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger")}
EXACT = {XSD + "decimal": r"[+-]?(\d+(\.\d*)?|\.\d+)", **dict.fromkeys((XSD + "integer", *DERIVED), r"[+-]?\d+")}
DIGITS = Context(prec=12)  # quotients are not exact, and sums of doubles depend on their order


def of_term(term):
    """A term of pyoxigraph."""
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return ("i", term.value)
    if isinstance(term, BlankNode):
        return ("b", term.value)
    if isinstance(term, Triple):
        return ("t", of_term(term.subject), of_term(term.predicate), of_term(term.object))
    direction = f"--{term.direction}" if term.direction else ""
    return ("l", term.value, term.datatype.value, (term.language or "") + direction)


def of_json(term):
    """A term of an answer in JSON."""
    if term is None:
        return None
    if term["type"] == "uri":
        return ("i", term["value"])
    if term["type"] == "bnode":
        return ("b", term["value"])
    if term["type"] == "triple":
        return ("t", *(of_json(term["value"][place]) for place in ("subject", "predicate", "object")))
    language, direction = term.get("xml:lang", ""), term.get("its:dir", "")
    plain = RDF + ("dirLangString" if direction else "langString") if language else XSD + "string"
    return ("l", term["value"], term.get("datatype", plain), language + (f"--{direction}" if direction else ""))


def table(body):
    """Variables and rows of an answer in JSON; for ASK no variables and one cell."""
    answer = json.loads(body)
    if "boolean" in answer:
        return [], [(("boolean", answer["boolean"]),)]
    variables = answer["head"]["vars"]
    return variables, [tuple(of_json(row.get(name)) for name in variables) for row in answer["results"]["bindings"]]


def graph(body):
    return sorted({(of_term(one.subject), of_term(one.predicate), of_term(one.object))
                   for one in parse(body, RdfFormat.N_TRIPLES)})


def quads(body):
    return of_quads(parse(body, RdfFormat.N_QUADS))


def of_quads(found):
    rows = []
    for one in found:
        name = one.graph_name
        rows.append((of_term(one.subject), of_term(one.predicate), of_term(one.object),
                     of_term(name) if isinstance(name, (NamedNode, BlankNode)) else None))
    return sorted(rows, key=repr)


def replaced(cell, forms):
    """The cell as `forms` has it, and so are the parts of a triple term."""
    if cell and cell[0] == "t":
        return ("t", *(replaced(part, forms) for part in cell[1:]))
    return forms.get(cell, cell)


def settled(cell):
    """The cell with a number by its value."""
    if cell and cell[0] == "t":
        return ("t", *map(settled, cell[1:]))
    if not cell or cell[0] != "l":
        return cell
    value = number(cell)
    if value is None or cell[2] not in (*FLOATS, XSD + "decimal", XSD + "integer"):
        return cell
    if cell[2] in FLOATS:
        return ("l", repr(float(f"{value:.{6 if cell[2].endswith('float') else 10}g}")), cell[2], "")
    return ("l", str(DIGITS.create_decimal(value).normalize() + 0), cell[2], "")


def number(cell):
    """The value of a number, which Python can compare; None if it is not a number."""
    if not cell or cell[0] != "l":
        return None
    if cell[2] in FLOATS:
        try:
            return float(cell[1].replace("_", "x"))
        except ValueError:
            return None
    return Decimal(cell[1]) if cell[2] in EXACT and re.fullmatch(EXACT[cell[2]], cell[1]) else None
