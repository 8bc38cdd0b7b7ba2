"""Makes a case that shows a difference smaller for as long as the same difference is there."""

import time

from tree import smaller

SECONDS = 90


def shrink(case, differs):
    """`differs(case)`: whether it shows the difference still. Greedy: the first smaller tree that does is the next."""
    until, tried = time.monotonic() + SECONDS, set()
    while (found := _first(case, differs, tried, until)) is not None:
        case = found
    return case


def _first(case, differs, tried, until):
    for one in smaller(case):
        if time.monotonic() > until:
            return None
        if one not in tried:
            tried.add(one)
            if differs(one):
                return one
    return None
