"""Compares two answers to one query, as far as SPARQL defines them, and describes the difference."""

import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "conformance"))

import compare

import order
from cells import number, replaced, settled
from queries import Select

MOST_BLANK_NODES = 30


def differ(query, ours, theirs, forms):
    """A short text, the same for differences of the same kind; None where the answers agree.

    `theirs` is the answer to the query without LIMIT and OFFSET (unsliced), because their choice of rows is free. `forms`:
    the peer's forms of literals (known_faults.peers_forms).
    """
    if ours.kind != "rows":
        return {"quads": "quads", "fault": "a fault"}.get(ours.kind, ours.kind)
    select = query.form if isinstance(query.form, Select) else None
    (our_names, our_rows), (their_names, their_rows) = ours.what, theirs.what
    if sorted(our_names) != sorted(their_names):
        return "other variables"
    if our_names:
        places = [our_names.index(name) for name in their_names]
        our_rows = [tuple(replaced(row[place], forms) for place in places) for row in our_rows]
    found = _settled(select, their_names, our_rows)
    expected = _settled(select, their_names, their_rows)
    if select and select.is_sliced():
        if difference := _slice(select, found, expected):
            return difference
    elif not _same(found, expected):
        return "other rows"
    if select and select.keys:
        return order.fault(select, their_names, found, expected)
    return None


def differ_in_quads(ours, theirs, forms):
    if ours.kind != "quads":
        return ours.kind
    found = [tuple(settled(replaced(cell, forms)) for cell in row) for row in ours.what]
    expected = [tuple(map(settled, row)) for row in theirs.what]
    return None if _same(found, expected) else "other quads"


def _same(found, expected):
    """Up to a renaming of blank nodes; only by their kind if there are very many."""
    blanks = {cell for row in found for cell in compare.flat(row) if cell and cell[0] == "b"}
    return compare.same(found, expected) if len(blanks) <= MOST_BLANK_NODES else _kinds(found) == _kinds(expected)


def _kinds(rows):
    return Counter(tuple("blank" if cell and cell[0] == "b" else cell for cell in compare.flat(row)) for row in rows)


def _settled(select, names, rows):
    """With cells that SPARQL leaves free in one form: GROUP_CONCAT is of any order, MIN and MAX one of equal numbers."""
    joined = select.shown_by("GROUP_CONCAT") if select else {}
    extremes = select.shown_by("MIN") | select.shown_by("MAX") if select else {}

    def one(name, cell):
        if name in joined and cell:
            return ("letters", *sorted(cell[1]))
        if name in extremes and number(cell) is not None:
            return ("number", repr(float(number(cell))))
        return settled(cell)

    return [tuple(one(name, cell) for name, cell in zip(names, row)) if names else row for row in rows]


def _slice(select, found, expected):
    """The number of rows is right, and all are rows of the whole answer; blank nodes are compared only by their kind."""
    offset, limit = select.offset or 0, select.limit
    size = max(0, len(expected) - offset)
    if len(found) != (size if limit is None else min(limit, size)):
        return "another number of rows"

    return None if _kinds(found) <= _kinds(expected) else "rows from elsewhere"
