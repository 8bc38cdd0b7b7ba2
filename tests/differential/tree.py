"""Queries and data as trees, which are generated, written as text, and made smaller if answers differ.

A node is a frozen dataclass; its fields are nodes, tuples of nodes, None, or plain values. `smaller(node)` yields trees
that are a step smaller, the largest steps first. It does not depend on SPARQL: if a tree is no longer a query, both
engines refuse it, so it shows no difference.
"""

from dataclasses import fields, replace


class Node:
    sort = None    # nodes of one sort may stand in each other's places
    at_least = {}  # {name of a field that is a tuple: how many it must keep}
    optional = ()  # names of fields that may be None

    def text(self):
        raise NotImplementedError(type(self).__name__)

    def simpler(self):
        """Other nodes that are possible here, according to the class."""
        return ()

    def children(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (one for one in value if isinstance(one, Node))


def descendants(node):
    """All nodes below, the upper ones first."""
    level = list(node.children())
    while level:
        yield from level
        level = [below for one in level for below in one.children()]


def smaller(node):
    """Trees like this, a step smaller: here first, then within its children."""
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            yield from (replace(node, **{field.name: left}) for left in _thinned(value, node.at_least.get(field.name, 0)))
    if node.sort:
        yield from (below for below in descendants(node) if below.sort == node.sort)
    yield from node.simpler()
    yield from (replace(node, **{name: None}) for name in node.optional if getattr(node, name) is not None)
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            yield from (replace(node, **{field.name: one}) for one in smaller(value))
        elif isinstance(value, tuple):
            for place, child in enumerate(value):
                if isinstance(child, Node):
                    yield from (replace(node, **{field.name: (*value[:place], one, *value[place + 1:])})
                                for one in smaller(child))


def _thinned(items, at_least):
    """The tuples without halves, quarters, ... single items (delta debugging: Zeller and Hildebrandt, 2002)."""
    size = len(items)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(items), size):
            left = items[:start] + items[start + size:]
            if len(left) >= at_least:
                yield left
    if len(items) == 1 and at_least == 0:
        yield ()


def rewritten(node, change, leave=()):
    """The tree with every node replaced by change(node), from the leaves up; change returns nodes that it does not change.

    `leave`: classes whose nodes are not changed, nor the nodes below them.
    """
    if isinstance(node, leave):
        return node
    changes = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            changes[field.name] = rewritten(value, change, leave)
        elif isinstance(value, tuple):
            changes[field.name] = tuple(rewritten(one, change, leave) if isinstance(one, Node) else one for one in value)
    return change(replace(node, **changes) if changes else node)


def size(node, known=None):
    """The number of nodes in the text; quick also if rewriting has put one node in many places."""
    known = {} if known is None else known
    if id(node) not in known:
        known[id(node)] = 1 + sum(size(child, known) for child in node.children())
    return known[id(node)]
