"""The kinds of values that an expression can have, as far as its outermost operators show; so changes apply only if needed.

Kinds: iri, text, tagged, number, boolean, time, triple, and odd (blank nodes, ill-typed literals, types without operators).
"""

import cells
from expressions import Aggregate, Binary, Call, Exists, In, Unary, Value
from terms import XSD, Iri, Literal, TripleTerm

ANY = frozenset(("iri", "text", "tagged", "number", "boolean", "time", "triple", "odd"))
OF_LITERALS = {"integer": "number", "decimal": "number", "double": "number", "float": "number", "boolean": "boolean",
               "dateTime": "time"}
CALLS = {
    "number": ("ABS", "CEIL", "FLOOR", "ROUND", "STRLEN", "YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS",
               *(f"<{XSD}{name}>" for name in ("integer", "decimal", "double", "float"))),
    "text": ("STR", "LANG", "ENCODE_FOR_URI", "MD5", "SHA1", "SHA256", "SHA384", "SHA512", "TZ", f"<{XSD}string>"),
    "boolean": ("BOUND", "sameTerm", "isTRIPLE", "isIRI", "isURI", "isBLANK", "isLITERAL", "isNUMERIC", "REGEX", "CONTAINS", "STRSTARTS",
                "STRENDS", "LANGMATCHES", f"<{XSD}boolean>"),
    "iri": ("IRI", "URI", "DATATYPE"),
    "time": (f"<{XSD}dateTime>",),
    "tagged": ("STRLANG", "STRLANGDIR"),
    "triple": ("TRIPLE",),
}
OF_CALLS = {name: frozenset((kind,)) for kind, names in CALLS.items() for name in names}
OF_CALLS.update({name: frozenset(("text", "tagged")) for name in ("UCASE", "LCASE", "CONCAT", "SUBSTR", "STRBEFORE", "STRAFTER", "REPLACE")})
OF_AGGREGATES = {"COUNT": "number", "SUM": "number", "AVG": "number", "GROUP_CONCAT": "text"}


def kinds(node):
    if isinstance(node, (In, Exists)) or isinstance(node, Unary) and node.operator == "!":
        return frozenset(("boolean",))
    if isinstance(node, Unary):
        return frozenset(("number",))
    if isinstance(node, Binary):
        # The peer's times less times are durations.
        return frozenset(("number", "time", "odd") if node.operator in "+-*/" else ("boolean",))
    if isinstance(node, Aggregate):
        return frozenset((OF_AGGREGATES[node.function],)) if node.function in OF_AGGREGATES else ANY
    if isinstance(node, Call):
        return _of_call(node)
    return _of_term(node.term) if isinstance(node, Value) else ANY


def may_be(kind, *nodes):
    return all(kind in kinds(node) for node in nodes)


def _of_call(node):
    branches = {"IF": node.arguments[1:], "COALESCE": node.arguments}.get(node.function)
    if branches is not None:
        return frozenset().union(*map(kinds, branches))
    return OF_CALLS.get(node.function, ANY)


def _of_term(term):
    if isinstance(term, Iri):
        return frozenset(("iri",))
    if isinstance(term, TripleTerm):
        return frozenset(("triple",))
    if not isinstance(term, Literal):
        return ANY
    if term.datatype == "string":
        return frozenset(("tagged" if term.language else "text",))
    if cells.number(("l", term.form, term.type_iri(), "")) is not None:
        return frozenset(("number",))
    if term.datatype == "boolean" and term.form in ("true", "false", "1", "0"):
        return frozenset(("boolean",))
    return frozenset((OF_LITERALS.get(term.datatype, "odd"), "odd"))  # perhaps ill-typed
