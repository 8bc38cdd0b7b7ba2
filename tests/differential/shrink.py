"""Makes a case that shows a difference smaller, as long as it shows the same difference."""

import time

from tree import smaller

SECONDS = 90


def shrink(case, differs):
    """`differs(case)`: True if it still shows the difference. Greedy: the first such smaller tree is the next."""
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
