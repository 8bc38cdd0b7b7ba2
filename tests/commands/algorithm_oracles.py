"""What other libraries find: ORACLES[algorithm] is a list of functions of a View, which return {vertex: value}.

Two for each algorithm, of networkx, igraph and networkit; where one of them treats a case otherwise than docs/algorithms.md
says (ranks of vertices without edges, loops), a few lines of numpy stand in.
"""

import collections
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


def degree_networkx(view):
    graph = as_networkx(view)
    counted = graph.degree(weight="weight") if view.undirected else graph.out_degree(weight="weight")
    return by_others(view, dict(counted))


def degree_igraph(view):
    weights = "weight" if view.arcs else None
    return by_others(view, dict(enumerate(as_igraph(view).strength(mode="out", loops=True, weights=weights))))


def by_others(view, degrees):
    """Divided by the number of other vertices, if the question says so."""
    if view.question.parameters.get("normalised") != "true":
        return degrees
    others = len(view.vertices) - 1
    return {vertex: degree / others if others else 1 for vertex, degree in degrees.items()}


def closeness_networkx(view):
    weight = "weight" if view.question.weighted else None
    if view.question.parameters.get("harmonic") == "true":
        return networkx.harmonic_centrality(as_networkx(view), distance=weight)
    improved = view.question.parameters.get("normalised") != "false"
    return networkx.closeness_centrality(as_networkx(view), distance=weight, wf_improved=improved)


def closeness_igraph(view):
    graph = as_igraph(view)
    weights = "weight" if view.question.weighted and view.arcs else None
    if not view.vertices:
        return {}
    if view.question.parameters.get("harmonic") == "true":
        return dict(enumerate(0 if math.isnan(value) else value * (len(view.vertices) - 1)
                              for value in graph.harmonic_centrality(mode="in", weights=weights, normalized=True)))
    values = graph.closeness(mode="in", weights=weights, normalized=True)
    if view.question.parameters.get("normalised") != "false":
        sizes = graph.neighborhood_size(order=len(view.vertices), mode="in")
        values = [value * (size - 1) / max(1, len(view.vertices) - 1) for value, size in zip(values, sizes)]
    return {vertex: 0 if math.isnan(value) else value for vertex, value in enumerate(values)}


def neighbour_matrix(view):
    matrix = numpy.zeros((len(view.vertices), len(view.vertices)))
    for source, target in view.arcs:
        matrix[source, target] = source != target
    return matrix


def scores_above_0(matrix):
    """{(u, v): score} of all pairs of different vertices with common neighbours."""
    return {(int(u), int(v)): matrix[u, v] for u, v in zip(*numpy.nonzero(matrix)) if u != v}


def similarity_numpy(view, measure):
    links = neighbour_matrix(view)
    common = links @ links.T
    sizes = links.sum(axis=1)
    if measure == "adamicadar":
        shares = 1 / numpy.log(numpy.maximum(2, links.sum(axis=0)))
        return scores_above_0((links * shares) @ links.T)
    by = {"jaccard": sizes[:, None] + sizes - common, "overlap": numpy.minimum.outer(sizes, sizes),
          "cosine": numpy.sqrt(numpy.outer(sizes, sizes))}[measure]
    return scores_above_0(common / numpy.where(common > 0, by, 1))


def jaccard_igraph(view):
    if not view.vertices:
        return {}
    return scores_above_0(numpy.array(as_igraph(view, loops=False).simplify().similarity_jaccard(mode="out", loops=False)))


def jaccard_numpy(view):
    return similarity_numpy(view, "jaccard")


def overlap_sets(view):
    sets = {vertex: set() for vertex in view.vertices}
    for source, target in view.arcs:
        if source != target:
            sets[source].add(target)
    return {(u, v): len(sets[u] & sets[v]) / min(len(sets[u]), len(sets[v]))
            for u in sets for v in sets if u != v and sets[u] & sets[v]}


def overlap_numpy(view):
    return similarity_numpy(view, "overlap")


def cosine_networkit(view):
    """Of undirected graphs."""
    if not view.undirected:
        return similarity_numpy(view, "cosine")
    index = networkit.linkprediction.NeighborhoodDistanceIndex(graph := as_networkit(view, loops=False))
    return {(u, v): index.run(u, v) for u, v in similarity_numpy(view, "cosine") if graph.degree(u)}


def cosine_numpy(view):
    return similarity_numpy(view, "cosine")


def adamicadar_networkx(view):
    """Of undirected graphs."""
    if not view.undirected:
        return similarity_numpy(view, "adamicadar")
    graph = as_networkx(view)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return {(u, v): score for u, v, score in networkx.adamic_adar_index(graph, similarity_numpy(view, "adamicadar"))}


def adamicadar_numpy(view):
    return similarity_numpy(view, "adamicadar")


def teleports_of_badrank(view):
    parameters = view.question.parameters
    follow, jump = parameters.get("follow", 0.84), parameters.get("jump", 0.01)
    home = numpy.full(len(view.vertices), (1 - follow - jump) / (1 - follow) / len(view.vertices))
    home[parameters["spam"]] += jump / (1 - follow) / len(parameters["spam"])
    return follow, home


def from_0_to_1(scores):
    least, greatest = min(scores), max(scores)
    return dict(enumerate((score - least) / (greatest - least or 1) for score in scores))


def badrank_networkx(view):
    """Of graphs without trusted vertices."""
    if "trusted" in view.question.parameters:
        return badrank_numpy(view)
    follow, home = teleports_of_badrank(view)
    scores = networkx.pagerank(as_networkx(view).to_directed().reverse(), alpha=follow, tol=1e-14, max_iter=10000,
                               personalization=dict(enumerate(home)))
    return from_0_to_1([scores[vertex] for vertex in view.vertices])


def badrank_numpy(view):
    follow, home = teleports_of_badrank(view)
    links = numpy.zeros((len(view.vertices), len(view.vertices)))
    for (source, target), weight in view.arcs.items():
        links[source, target] = weight
    out = links.sum(axis=0)
    links /= numpy.where(out > 0, out, 1)
    moves = follow * (links + numpy.outer(home, out == 0))
    start = (1 - follow) * home
    for vertex in view.question.parameters.get("trusted", []):
        moves[vertex], start[vertex] = 0, 0
    scores = numpy.linalg.solve(numpy.eye(len(home)) - moves, start)
    return from_0_to_1(list(scores / (scores.sum() or 1)))


def scc_networkx(view):
    return named_by_least(networkx.strongly_connected_components(as_networkx(view).to_directed()))


def scc_igraph(view):
    return named_by_least(as_igraph(view, directed=True).connected_components(mode="strong"))


def ranked_edges(view):
    """The edges without loops in the order in which a forest prefers them: as (lesser end, greater end)."""
    sign = -1 if view.question.parameters.get("kind") == '"maximum"' else 1
    edges = {tuple(sorted(arc, key=str)): weight for arc, weight in view.arcs.items() if arc[0] != arc[1]}
    return edges, sorted(edges, key=lambda edge: (sign * edges[edge], *map(str, edge)))


def forest_networkx(view):
    edges, ranked = ranked_edges(view)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((*edge, rank) for rank, edge in enumerate(ranked))
    chosen = (tuple(sorted(edge, key=str)) for edge in networkx.minimum_spanning_edges(graph, data=False))
    return {edge: edges[edge] for edge in chosen}


def forest_igraph(view):
    edges, ranked = ranked_edges(view)
    graph = igraph.Graph(n=len(view.vertices), edges=ranked)
    chosen = graph.spanning_tree(weights=list(range(len(ranked))), return_tree=False)
    return {ranked[edge]: edges[ranked[edge]] for edge in chosen}


def kcore_networkx(view):
    graph = as_networkx(view)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return networkx.core_number(graph)


def kcore_igraph(view):
    return dict(enumerate(as_igraph(view, loops=False).coreness()))


def connectivity_networkx(view):
    ends = view.starts("end")
    hops = [depths[end] for start in view.starts() for end in ends
            for depths in [networkx.single_source_shortest_path_length(as_networkx(view), start)] if end in depths]
    return {None: min(hops)} if hops else {}


def connectivity_igraph(view):
    rows = as_igraph(view).distances(source=view.starts(), target=view.starts("end"), mode="out")
    hops = min(min(row) for row in rows)
    return {None: hops} if hops < math.inf else {}


def labels_of_the_specification(view):
    """No library has labels that all change at the same time (tests/commands/graphalytics_test.py has published ones)."""
    lists = {vertex: [] for vertex in view.vertices}
    for source, target in view.arcs:
        lists[source].append(target)
        if not view.undirected:
            lists[target].append(source)
    labels = {vertex: vertex for vertex in view.vertices}
    for _ in range(view.question.parameters.get("steps", 10)):
        counts = {vertex: collections.Counter(labels[other] for other in others) for vertex, others in lists.items()}
        labels = {vertex: min(count, key=lambda label: (-count[label], str(label))) if count else labels[vertex]
                  for vertex, count in counts.items()}
    return labels


def rows_of_mode(mode, acyclic, cyclic):
    """Of all triangles that are not cyclic, and of all rotations of cyclic ones: rows of three vertices."""
    rows = list(acyclic) if mode <= 2 else []
    if mode in (0, 3):
        rows += cyclic
    elif mode != 2:
        rows += (row for row in cyclic if str(row[0]) == min(map(str, row)))
    return rows


def triangle_rows_igraph(view, mode=None):
    """Rows of `trianglelist`: through, in, out; cyclic ones in the direction of the arcs."""
    graph = as_igraph(view, loops=False, directed=True)
    graph.simplify()
    arcs = igraph.Graph(n=3, edges=[(2, 0), (0, 1), (2, 1)], directed=True)
    ring = igraph.Graph(n=3, edges=[(0, 1), (1, 2), (2, 0)], directed=True)
    found = [map(tuple, graph.get_subisomorphisms_vf2(pattern)) for pattern in (arcs, ring)] if view.arcs else ((), ())
    return rows_of_mode(view.question.parameters["mode"] if mode is None else mode, *map(list, found))


def triangle_rows_networkx(view):
    graph = as_networkx(view).to_directed()
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    walks = [(a, b, c) for a in graph for b in graph[a] for c in graph[b] if c != a]
    return rows_of_mode(view.question.parameters["mode"], [(b, c, a) for a, b, c in walks if graph.has_edge(a, c)],
                        [(a, b, c) for a, b, c in walks if graph.has_edge(c, a)])


def undirected_triangle_rows(view):
    """Triangles without directions: their vertices in order."""
    return [tuple(sorted(row, key=str)) for row in as_igraph(view, loops=False).list_triangles()]


def undirected_triangle_rows_networkx(view):
    graph = as_networkx(view)
    return [tuple(clique) for clique in (sorted(clique, key=str) for clique in networkx.enumerate_all_cliques(graph))
            if len(clique) == 3]


def links_of(view):
    links = numpy.zeros((len(view.vertices), len(view.vertices)))
    for source, target in view.arcs:
        links[source, target] = source != target
    return links


def roles_numpy(view):
    """{vertex: triangles in which it is through, in, out, and cyclic ones}"""
    links = links_of(view)
    closed = (links @ links) * links
    through = ((links @ links.T) * links).sum(axis=0)
    cyclic = numpy.diag(links @ links @ links)
    return dict(enumerate(zip(through, closed.sum(axis=0), closed.sum(axis=1), cyclic)))


def counted_roles_numpy(view):
    """{vertex: (through, in, out)} of the mode."""
    mode = view.question.parameters["mode"]
    acyclic, times = int(mode <= 2), {0: 3, 1: 1, 2: 0, 3: 3, 4: 1}[mode]
    return {vertex: (through * acyclic + cyclic * times, into * acyclic, out * acyclic)
            for vertex, (through, into, out, cyclic) in roles_numpy(view).items()}


def counted_roles_igraph(view):
    """The same from igraph's lists of triangles."""
    mode = view.question.parameters["mode"]
    roles = {vertex: [0, 0, 0] for vertex in view.vertices}
    for kind in (2, 3, 4):  # not cyclic; cyclic with rotations and without
        if kind == 2 and mode > 2 or kind == 3 and mode not in (0, 3) or kind == 4 and mode not in (1, 4):
            continue
        for row in triangle_rows_igraph(view, kind):
            for role, vertex in enumerate(row):
                roles[vertex][role if kind == 2 else 0] += 1
    return {vertex: tuple(found) for vertex, found in roles.items()}


def directed_coefficients_networkx(view):
    """Of modes 0 and 1: Fagiolo's."""
    graph = as_networkx(view).to_directed()
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return networkx.clustering(graph)


def directed_coefficients_numpy(view):
    mode = view.question.parameters["mode"]
    links = links_of(view)
    into, out, both = links.sum(axis=0), links.sum(axis=1), numpy.diag(links @ links)
    possible_cyclic = into * out - both
    possible = (into + out) * (into + out - 1) - 2 * both - possible_cyclic
    found = {}
    for vertex, (*acyclic, cyclic) in roles_numpy(view).items():
        part = (sum(acyclic) if mode <= 2 else 0) + (cyclic if mode != 2 else 0)
        of = (possible[vertex] if mode <= 2 else 0) + (possible_cyclic[vertex] if mode != 2 else 0)
        found[vertex] = part / of if of else 0.0
    return found


class Worlds:
    """Cascades of influence: in each world every edge is live or not, with the probabilities of the model."""

    def __init__(self, view, worlds, seed):
        self.view = view
        self.arcs = sorted((arc for arc in view.arcs if arc[0] != arc[1]), key=lambda arc: (arc[1], arc[0]))
        dice = numpy.random.default_rng(seed)
        parameters = view.question.parameters
        weights = numpy.array([view.arcs[arc] if view.question.weighted else parameters.get("probability", 0.1) for arc in self.arcs])
        if parameters.get("model") != '"LT"':
            self.live = dice.random((worlds, len(self.arcs))) < weights
            return
        self.live = numpy.zeros((worlds, len(self.arcs)), dtype=bool)
        for target in view.vertices:  # a loop is an edge that may be chosen
            into = [number for number, arc in enumerate(self.arcs) if arc[1] == target]
            loop = view.arcs.get((target, target), 0) if view.question.weighted else ((target, target) in view.arcs) * parameters.get("probability", 0.1)
            sums = numpy.cumsum(weights[into]) / max(1, sum(weights[into]) + loop)
            chosen = numpy.searchsorted(sums, dice.random(worlds), side="right")
            for world in numpy.nonzero(chosen < len(into))[0]:
                self.live[world, into[chosen[world]]] = True

    def spread_numpy(self, seeds):
        """Of the seeds, the mean of all worlds."""
        active = numpy.zeros((len(self.live), len(self.view.vertices)), dtype=bool)
        active[:, seeds] = True
        sources, targets = (numpy.array(ends, dtype=int) for ends in zip(*self.arcs)) if self.arcs else ([], [])
        begins = numpy.nonzero(numpy.diff(targets, prepend=-1))[0]
        while self.arcs:
            before = active.sum()
            active[:, targets[begins]] |= numpy.logical_or.reduceat(active[:, sources] & self.live, begins, axis=1)
            if active.sum() == before:
                break
        return active.sum() / len(self.live)

    def greedy_igraph(self, count):
        """Seeds, each the one that adds most to the vertices that are reached in all worlds."""
        reached = collections.defaultdict(set)
        for number, live in enumerate(self.live):
            world = igraph.Graph(n=len(self.view.vertices), edges=[arc for arc, is_live in zip(self.arcs, live) if is_live], directed=True)
            for vertex, others in enumerate(world.neighborhood(order=len(self.view.vertices), mode="out")):
                reached[vertex].update((number, other) for other in others)
        seeds = []
        while len(seeds) < min(count, len(self.view.vertices)):
            best = max(reached, key=lambda vertex: len(reached[vertex]))
            seeds.append(best)
            gone = reached.pop(best)
            for others in reached.values():
                others -= gone
        return seeds


ORACLES = {"bfs": [bfs_networkx, bfs_networkit], "sssp": [sssp_networkx, sssp_igraph], "wcc": [wcc_networkx, wcc_networkit],
           "pagerank": [pagerank_networkx, pagerank_igraph],
           "betweenness": [betweenness_networkx, betweenness_igraph], "triangles": [triangles_networkx, triangles_networkit],
           "coefficients": [coefficients_networkx, coefficients_igraph], "scc": [scc_networkx, scc_igraph],
           "forest": [forest_networkx, forest_igraph], "kcore": [kcore_networkx, kcore_igraph],
           "connectivity": [connectivity_networkx, connectivity_igraph], "labelpropagation": [labels_of_the_specification],
           "degree": [degree_networkx, degree_igraph], "closeness": [closeness_networkx, closeness_igraph],
           "badrank": [badrank_networkx, badrank_numpy],
           "directed coefficients": [directed_coefficients_networkx, directed_coefficients_numpy],
           "list": [undirected_triangle_rows, undirected_triangle_rows_networkx],
           "directed list": [triangle_rows_igraph, triangle_rows_networkx]}
SIMILARITIES = {"jaccard": [jaccard_igraph, jaccard_numpy], "overlap": [overlap_sets, overlap_numpy],
                "cosine": [cosine_networkit, cosine_numpy], "adamicadar": [adamicadar_networkx, adamicadar_numpy]}
