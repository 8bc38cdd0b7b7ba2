"""Compares answers as bags of rows: two are the same if a renaming of blank nodes makes them equal.

A row is a tuple; a cell is None (unbound), ("b", label), ("i", IRI), ("l", form, datatype, language and direction),
("t", subject, predicate, object), or any other tuple that must be equal. Graphs are rows of three cells.
"""

from collections import Counter
from decimal import Decimal, InvalidOperation

XSD = "http://www.w3.org/2001/XMLSchema#"


def same(found, expected, lax=False):
    found, expected = [flat(row) for row in found], [flat(row) for row in expected]
    if lax:
        counts = Counter(found)
        if any(count > Counter(expected)[row] for row, count in counts.items()):
            return False
        found, expected = sorted(set(found), key=repr), sorted(set(expected), key=repr)
    return len(found) == len(expected) and _matches(found, expected, {}, {})


def by_value(rows):
    """The rows with numbers in one spelling: results may have 2.0 where the suite has 2."""
    return [tuple(_number(cell) for cell in row) for row in rows]


def flat(row):
    """The row with the parts of a triple term in the place of each, so that its blank nodes are cells."""
    cells = []
    for cell in row:
        cells += [("t",), *flat(cell[1:])] if cell and cell[0] == "t" else [cell]
    return tuple(cells)


def _number(cell):
    if cell and cell[0] == "t":
        return ("t", *map(_number, cell[1:]))
    if not cell or cell[0] != "l":
        return cell
    try:
        if cell[2] in (XSD + "decimal", XSD + "integer"):
            return ("l", str(Decimal(cell[1]).normalize()), cell[2], "")
        if cell[2] in (XSD + "double", XSD + "float"):
            return ("l", str(float(cell[1])), cell[2], "")
    except (InvalidOperation, ValueError):
        pass
    return cell


def _blanks(row):
    return [cell for cell in row if cell and cell[0] == "b"]


def _refine(rows, fixed):
    """Colours of blank nodes, which differ only if the rows distinguish the nodes."""
    colours = {cell: fixed.get(cell, 0) for row in rows for cell in _blanks(row)}
    for _ in range(len(colours) + 1):
        seen = {cell: [] for cell in colours}
        for row in rows:
            coloured = repr([colours[cell] if cell in colours else cell for cell in row])
            for place, cell in enumerate(row):
                if cell in colours:
                    seen[cell].append((place, [at for at, other in enumerate(row) if other == cell], coloured))
        refined = {cell: hash((colours[cell], repr(sorted(seen[cell], key=repr)))) for cell in colours}
        if len(set(refined.values())) == len(set(colours.values())):
            return refined
        colours = refined
    return colours


def _matches(left, right, left_fixed, right_fixed):
    left_colours, right_colours = _refine(left, left_fixed), _refine(right, right_fixed)

    def coloured(rows, colours):
        return Counter(repr([("b", colours[cell]) if cell in colours else cell for cell in row]) for row in rows)

    if coloured(left, left_colours) != coloured(right, right_colours):
        return False
    shared = [colour for colour, count in Counter(left_colours.values()).items() if count > 1]
    if not shared:
        return True
    one = min(cell for cell, colour in left_colours.items() if colour == shared[0])
    mark = hash(("chosen", len(left_fixed)))
    return any(_matches(left, right, {**left_colours, one: mark}, {**right_colours, other: mark})
               for other, colour in right_colours.items() if colour == shared[0])
