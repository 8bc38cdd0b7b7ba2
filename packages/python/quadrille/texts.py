"""Texts of queries and updates: values for their variables, and which of the two a text is."""

import re
from typing import Mapping

from .terms import BlankNode, Term, n3

# Parts of a text in which ? and $ begin no variable, and variables.
PART = re.compile(r'''"""(?:[^"\\]|\\.|"(?!""))*""" | \'\'\'(?:[^'\\]|\\.|'(?!\'\'))*\'\'\' | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'
                      | <[^<>"{}|^`\\\x00-\x20]*> | \#[^\n\r]* | \\. | [?$](?P<variable>\w+)''', re.VERBOSE | re.DOTALL)
PROLOGUE = re.compile(r"(?:\s+|\#[^\n\r]*|BASE\s*<[^>]*>|PREFIX\s*[^\s:]*:\s*<[^>]*>)*", re.IGNORECASE)
QUERY = re.compile(r"SELECT|ASK|CONSTRUCT|DESCRIBE", re.IGNORECASE)


def in_text(value: Term) -> str:
    """A blank node is the one of the database, by its label."""
    return f"<{value}>" if isinstance(value, BlankNode) else n3(value)


def with_bindings(text: str, bindings: Mapping[str, Term]) -> str:
    """The text with a value in place of each variable of `bindings`, wherever it occurs.

    Values are written as terms, so what a user has typed cannot change the query. A variable that the text does not have is a
    ValueError.
    """
    values = {name: in_text(value) for name, value in bindings.items()}
    seen = set()

    def part(found: "re.Match[str]") -> str:
        name = found["variable"]
        if name not in values:
            return found[0]
        seen.add(name)
        return values[name]

    bound = PART.sub(part, text)
    missing = sorted(set(values) - seen)
    if missing:
        raise ValueError(f"the text has no variable ?{missing[0]}")
    return bound


def is_query(text: str) -> bool:
    """SELECT, ASK, CONSTRUCT or DESCRIBE; everything else is an update."""
    prologue = PROLOGUE.match(text)
    return bool(prologue and QUERY.match(text, prologue.end()))
