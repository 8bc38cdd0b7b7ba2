"""What other libraries say about the steps of random walks: {vertex: probability} of a step from `at` after `before`.

chi_squared() compares counted steps with them; sampled_igraph() compares them with the walks of igraph, which are of first order.
"""

import collections
import math
import random

import igraph
import numpy

from algorithm_oracles import as_igraph, as_networkx


def factors(view):
    p, q = (view.question.parameters[name] for name in "pq")
    return 1 / p, 1 / q


def probabilities_networkx(view):
    graph, (back, far) = as_networkx(view), factors(view)

    def of_step(before, at):
        found = {to: edge["weight"] * (back if to == before else 1 if graph.has_edge(before, to) else far)
                 for to, edge in graph[at].items()}
        return {to: weight / sum(found.values()) for to, weight in found.items()}

    return of_step


def probabilities_igraph(view):
    """By rows of the matrix of weights."""
    graph, (back, far) = as_igraph(view), factors(view)
    weights = numpy.zeros((graph.vcount(), graph.vcount()))
    for edge in graph.es:
        weights[edge.source, edge.target] = edge["weight"]
        if view.undirected:
            weights[edge.target, edge.source] = edge["weight"]

    def of_step(before, at):
        row = weights[at] * numpy.where(weights[before] > 0, 1, far)
        row[before] = weights[at, before] * back
        return {int(to): float(row[to] / row.sum()) for to in numpy.nonzero(row)[0]}

    return of_step


def chi_squared(counts, of_step):
    """The distance of counts {(before, at): {to: number}} from probabilities, in standard deviations of its distribution."""
    distance, freedom = 0.0, 0
    for (before, at), seen in counts.items():
        right, steps = of_step(before, at), sum(seen.values())
        assert set(seen) <= set(right), f"steps from {at} that are no edges: {set(seen) - set(right)}"
        if min(right.values()) * steps < 8:
            continue
        distance += sum((seen.get(to, 0) - share * steps) ** 2 / (share * steps) for to, share in right.items())
        freedom += len(right) - 1
    return (distance - freedom) / math.sqrt(2 * max(freedom, 1)), freedom


def sampled_igraph(view, counts, length):
    """The same distance for first steps {at: {to: number}} from those of as many walks of igraph."""
    igraph.set_random_number_generator(random.Random(view.question.parameters["seed"]))
    graph, theirs = as_igraph(view), collections.defaultdict(collections.Counter)
    for start in view.vertices:
        for _ in range(view.question.parameters["walks"]):
            walk = graph.random_walk(start, length, weights="weight")
            for at, to in zip(walk, walk[1:]):
                theirs[at][to] += 1
    distance, freedom = 0.0, 0
    for at, seen in counts.items():
        if view.undirected and (at, at) in view.arcs:  # a loop counts twice there
            continue
        mine, others = sum(seen.values()), sum(theirs[at].values())
        both = {to: seen.get(to, 0) + theirs[at][to] for to in set(seen) | set(theirs[at])}
        if not others or min(both.values()) < 16:
            continue
        distance += sum((seen.get(to, 0) * math.sqrt(others / mine) - theirs[at][to] * math.sqrt(mine / others)) ** 2 / all_
                        for to, all_ in both.items())
        freedom += len(both) - 1
    return (distance - freedom) / math.sqrt(2 * max(freedom, 1)), freedom
