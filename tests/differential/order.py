"""Checks that rows are in the order of ORDER BY, as far as SPARQL 1.2 (15.1) defines it, without the peer."""

from cells import FLOATS, number
from expressions import Value
from terms import XSD

TRUTHS = {"false": 0, "0": 0, "true": 1, "1": 1}
KINDS = {"b": 1, "i": 2, "l": 3, "t": 4}


def compared(left, right):
    """-1, 0 or 1 if the order of two cells is defined, else None."""
    if left == right:
        return 0
    kinds = [KINDS.get(cell[0]) if cell else 0 for cell in (left, right)]
    if None in kinds:
        return None
    if kinds[0] != kinds[1]:
        return -1 if kinds[0] < kinds[1] else 1
    if kinds[0] == 2:
        return _sign(left[1], right[1])
    if kinds[0] == 4:
        signs = (compared(*parts) for parts in zip(left[1:], right[1:]))
        return next((sign for sign in signs if sign != 0), 0)
    return _literals(left, right) if kinds[0] == 3 else None


def _literals(left, right):
    numbers = number(left), number(right)
    if None not in numbers:
        if any(value != value for value in numbers):
            return None
        if any(cell[2] in FLOATS for cell in (left, right)):
            numbers = float(numbers[0]), float(numbers[1])
        return _sign(*numbers)
    if left[2] == right[2] == XSD + "string":
        return _sign(left[1], right[1])
    if left[2] == right[2] == XSD + "boolean" and {left[1], right[1]} <= TRUTHS.keys():
        return _sign(TRUTHS[left[1]], TRUTHS[right[1]])
    return None


def _sign(left, right):
    return (left > right) - (left < right)


def _before(keys, left, right):
    """-1, 0, 1 or None for two rows, by all keys; keys are (column, True if descending)."""
    for column, descends in keys:
        sign = compared(left[column], right[column])
        if sign != 0:
            return sign and (-sign if descends else sign)
    return 0


def _shows(select, key):
    """True if the column holds the key's values; a case that was made smaller may have lost it."""
    return key.value == Value(key.shown) or any((item.value, item.variable) == (key.value, key.shown) for item in select.items)


def fault(select, names, found, whole):
    """The fault in the order of `found`, which is a part of `whole`; None if there is none."""
    if any(key.shown.name not in names or not _shows(select, key) for key in select.keys):
        return None
    keys = [(names.index(key.shown.name), key.descends) for key in select.keys]
    for place, row in enumerate(found):
        if any(_before(keys, later, row) == -1 for later in found[place + 1:]):
            return "another order"
    offset = select.offset or 0
    for place, row in enumerate(found):
        signs = [_before(keys, other, row) for other in whole]
        if signs.count(-1) > offset + place or signs.count(1) > len(whole) - 1 - offset - place:
            return "rows of another place in the order"
    return None
