"""The text of a file of plans, and the differences between two of them."""

import difflib

HEADER = """\
# Plans that the optimizer chooses for the queries of {set}: README.md of this folder describes the format.
# Written by `tests/plans/plans_test.py {set} --rewrite`.
"""


def sections(trees):
    """(where, tree), places with the same plan together."""
    places = {}
    for where, tree in trees.items():
        places.setdefault(tree, []).append(where)
    return [("; ".join(where), tree) for tree, where in places.items()]


def plan_file_text(name, plans):
    text = HEADER.format(set=name)
    for query, chosen in plans.items():
        text += f"\nquery {query}\n"
        for where, tree in sections(chosen.trees):
            text += f"on {where}\n{tree}\n"
    return text


def by_query(text):
    """Query name -> lines of its part of the file."""
    parts = (part.splitlines() for part in text.split("\nquery ")[1:])
    return {name: [line for line in lines if line] for name, *lines in parts}


def differences(checked_in, chosen, name):
    """A text, empty if there are none: for each query whose plan has changed, the removed (-) and added (+) lines."""
    before, now, text = by_query(checked_in), by_query(chosen), []
    for query in {**before, **now}:
        lines = difflib.unified_diff(before.get(query, []), now.get(query, []), lineterm="", n=1000)
        changed = list(lines)[3:]  # after ---, +++ and @@
        if changed:
            text += [f"query {query}: in {name} (-), chosen now (+)", *changed, ""]
    return "\n".join(text)
