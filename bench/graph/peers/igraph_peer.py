"""igraph: the kernels that it has. It uses one thread."""

import igraph
import numpy

from edges import BETWEENNESS_SOURCES, Edges, Record, measure_all


def run(options):
    edges = Edges(options.edges)
    graph = igraph.Graph(n=edges.nodes, edges=numpy.column_stack([edges.source, edges.target]))
    directed = igraph.Graph(n=edges.nodes, edges=numpy.column_stack(edges.directed()), directed=True)
    weights = edges.weight.astype(float).tolist()
    reached = lambda rows: sum(1 for one in rows[0] if one < float("inf"))
    measure_all(Record("igraph", igraph.__version__, options.json), edges, options, {
        "bfs": ("distances without weights", lambda source: graph.distances(source=[source]), reached),
        "sssp": ("distances, Dijkstra", lambda source: graph.distances(source=[source], weights=weights), reached),
        "wcc": ("connected_components", lambda: graph.connected_components(mode="weak"), len),
        "pagerank": ("PRPACK, to 1e-10", lambda: graph.pagerank(implementation="prpack"), None),
        "betweenness": ("betweenness with sources",
                        lambda: graph.betweenness(sources=edges.sources[:BETWEENNESS_SOURCES]), None),
        "triangles": ("transitivity_local_undirected", lambda: graph.transitivity_local_undirected(mode="zero"), None),
        "closeness": ("closeness, within components", lambda: graph.closeness(), None),
        "scc": ("connected_components", lambda: directed.connected_components(mode="strong"), len),
        "kcore": ("coreness", graph.coreness, max),
        "louvain": ("community_multilevel", graph.community_multilevel, lambda found: found.modularity),
        "leiden": ("community_leiden", lambda: graph.community_leiden(objective_function="modularity"),
                   lambda found: found.modularity),
    })
