"""Strongly connected components of a directed graph: {vertex: [(target, kind)]}."""

from collections import deque


def components(graph):
    """The sets of vertices that reach each other, of more than one; Tarjan's, without recursion."""
    index, low, open_, stack, found = {}, {}, set(), [], []
    for root in list(graph):
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        open_.add(root)
        walk = [(root, iter(graph.get(root, ())))]
        while walk:
            vertex, edges = walk[-1]
            for target, _ in edges:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    open_.add(target)
                    walk.append((target, iter(graph.get(target, ()))))
                    break
                if target in open_:
                    low[vertex] = min(low[vertex], index[target])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[vertex])
                if low[vertex] == index[vertex]:
                    knot = set()
                    while not knot or vertex not in knot:
                        knot.add(stack.pop())
                    open_ -= knot
                    if len(knot) > 1:
                        found.append(knot)
    return found


def path(graph, source, target):
    """The shortest path as [(vertex, kind of the edge from it)]; [] if source is target, None if there is none."""
    before, ahead = {source: None}, deque([source])
    while ahead:
        vertex = ahead.popleft()
        if vertex == target:
            break
        for following, kind in graph.get(vertex, ()):
            if following not in before:
                before[following] = (vertex, kind)
                ahead.append(following)
    if target not in before:
        return None
    steps = []
    while before[target] is not None:
        target, kind = before[target]
        steps.append((target, kind))
    return steps[::-1]
