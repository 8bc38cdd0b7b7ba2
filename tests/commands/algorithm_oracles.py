"""What other libraries find: ORACLES[algorithm] is a list of functions of a View, which return {vertex: value}.

Two for each algorithm, of networkx, igraph and networkit; where one of them treats a case otherwise than docs/algorithms.md
says (ranks of vertices without edges, loops), a few lines of numpy stand in.
"""

import math

import igraph
import networkit
import networkx
import numpy

networkit.setNumberOfThreads(1)


def as_networkx(view):
    graph = networkx.Graph() if view.undirected else networkx.DiGraph()
    graph.add_nodes_from(view.vertices)
    graph.add_weighted_edges_from((source, target, weight) for (source, target), weight in view.arcs.items())
    return graph


def arcs_once(view, loops=True):
    """The arcs; of an undirected graph, one of each edge."""
    return {arc: weight for arc, weight in view.arcs.items()
            if (not view.undirected or arc[0] <= arc[1]) and (loops or arc[0] != arc[1])}


def as_igraph(view, loops=True, directed=None):
    arcs = view.arcs if directed else arcs_once(view, loops)
    graph = igraph.Graph(n=len(view.vertices), edges=list(arcs), directed=directed or not view.undirected)
    graph.es["weight"] = list(arcs.values())
    return graph


def as_networkit(view, loops=True):
    graph = networkit.Graph(len(view.vertices), weighted=True, directed=not view.undirected)
    for (source, target), weight in arcs_once(view, loops).items():
        graph.addEdge(source, target, weight)
    return graph


def nearest(distances_of_each_start):
    """The least distance of each vertex that is reached."""
    found = {}
    for distances in distances_of_each_start:
        for vertex, distance in distances.items():
            if distance < found.get(vertex, math.inf):
                found[vertex] = distance
    return found


def within_depth(view, depths):
    return {vertex: depth for vertex, depth in depths.items() if depth <= view.question.parameters.get("depth", math.inf)}


def bfs_networkx(view):
    graph = as_networkx(view)
    return within_depth(view, nearest(networkx.single_source_shortest_path_length(graph, start) for start in view.starts()))


def bfs_networkit(view):
    graph = as_networkit(view)
    each = []
    for start in view.starts():
        run = networkit.distance.BFS(graph, start, storePaths=False)
        run.run()
        each.append({vertex: depth for vertex, depth in enumerate(run.getDistances()) if depth < 1e300})
    return within_depth(view, nearest(each))


def sssp_networkx(view):
    return networkx.multi_source_dijkstra_path_length(as_networkx(view), set(view.starts()))


def sssp_igraph(view):
    rows = as_igraph(view).distances(source=view.starts(), weights="weight", mode="out")
    return nearest({vertex: distance for vertex, distance in enumerate(row) if distance < math.inf} for row in rows)


def named_by_least(groups):
    """{vertex: the member of its group whose IRI is least}"""
    return {vertex: least for group in groups for least in [min(group, key=str)] for vertex in group}


def wcc_networkx(view):
    return named_by_least(networkx.connected_components(as_networkx(view)))


def wcc_networkit(view):
    graph = as_networkit(view)  # an algorithm does not keep its graph alive
    run = networkit.components.ConnectedComponents(graph)
    run.run()
    return named_by_least(run.getComponents())


def pagerank_networkx(view):
    if not view.vertices:
        return {}
    personal = view.question.parameters.get("personal")
    graph = as_networkx(view)
    return networkx.pagerank(graph.to_directed(), alpha=view.question.parameters.get("damping", 0.85), tol=1e-13, max_iter=10000,
                             personalization=personal and dict.fromkeys(personal, 1.0))


def pagerank_numpy(view):
    count = len(view.vertices)
    links = numpy.zeros((count, count))
    for (source, target), weight in view.arcs.items():
        links[target, source] = weight
    out = links.sum(axis=0)
    links /= numpy.where(out > 0, out, 1)
    personal = view.question.parameters.get("personal", view.vertices)
    home = numpy.zeros(count)
    home[personal] = 1 / max(1, len(personal))
    damping = view.question.parameters.get("damping", 0.85)
    moves = damping * (links + numpy.outer(home, out == 0))
    return dict(enumerate(numpy.linalg.solve(numpy.eye(count) - moves, (1 - damping) * home)))


def pagerank_igraph(view):
    """Of graphs without a personal set: igraph spreads the rank of sinks evenly."""
    if "personal" in view.question.parameters or not view.vertices:
        return pagerank_numpy(view)
    graph = as_igraph(view, directed=True)
    return dict(enumerate(graph.pagerank(damping=view.question.parameters.get("damping", 0.85),
                                         weights="weight" if view.arcs else None)))


def pairs_of_others(view):
    others = (len(view.vertices) - 1) * (len(view.vertices) - 2)
    return max(1, others / 2 if view.undirected else others)


def shared_out(view, scores):
    """By the number of pairs, if the question says so."""
    by = pairs_of_others(view) if view.question.parameters.get("normalised") == "true" else 1
    return {vertex: score / by for vertex, score in scores}


def betweenness_networkx(view):
    graph = as_networkx(view)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    scores = networkx.betweenness_centrality(graph, normalized=False, weight="weight" if view.question.weighted else None)
    return shared_out(view, scores.items())


def betweenness_igraph(view):
    graph = as_igraph(view, loops=False)
    weights = "weight" if view.question.weighted and view.arcs else None
    return shared_out(view, enumerate(graph.betweenness(weights=weights)))


def triangles_networkx(view):
    graph = as_networkx(view)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return networkx.triangles(graph)


def triangles_networkit(view):
    graph = as_networkit(view, loops=False)
    graph.indexEdges()
    through = dict.fromkeys(view.vertices, 0)
    if not graph.numberOfEdges():
        return through
    run = networkit.sparsification.TriangleEdgeScore(graph)
    run.run()
    counts = run.scores()
    graph.forEdges(lambda u, v, weight, edge: through.update({u: through[u] + counts[edge], v: through[v] + counts[edge]}))
    return {vertex: twice // 2 for vertex, twice in through.items()}


def coefficients_networkx(view):
    graph = as_networkx(view)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return networkx.clustering(graph)


def coefficients_igraph(view):
    return dict(enumerate(as_igraph(view, loops=False).transitivity_local_undirected(mode="zero")))


ORACLES = {"bfs": [bfs_networkx, bfs_networkit], "sssp": [sssp_networkx, sssp_igraph], "wcc": [wcc_networkx, wcc_networkit],
           "pagerank": [pagerank_networkx, pagerank_igraph],
           "betweenness": [betweenness_networkx, betweenness_igraph], "triangles": [triangles_networkx, triangles_networkit],
           "coefficients": [coefficients_networkx, coefficients_igraph]}
