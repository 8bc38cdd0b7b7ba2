"""graph-tool: the kernels that it has."""

import graph_tool
import graph_tool.centrality
import graph_tool.clustering
import graph_tool.topology
import numpy

from edges import BETWEENNESS_SOURCES, Edges, Record, measure_all


def run(options):
    graph_tool.openmp_set_num_threads(options.threads)
    edges = Edges(options.edges)
    graph = graph_tool.Graph(directed=False)
    graph.add_vertex(edges.nodes)
    weight = graph.new_edge_property("int")
    graph.add_edge_list(numpy.column_stack([edges.source, edges.target, edges.weight]).astype(numpy.int64),
                        eprops=[weight])
    directed = graph_tool.Graph()
    directed.add_vertex(edges.nodes)
    directed.add_edge_list(numpy.column_stack(edges.directed()).astype(numpy.int64))
    topology, centrality = graph_tool.topology, graph_tool.centrality
    pivots = numpy.array(edges.sources[:BETWEENNESS_SOURCES])
    reached = lambda distances: int(numpy.count_nonzero(distances.a < 2**31 - 1))
    measure_all(Record("graph-tool", graph_tool.__version__.split(" ")[0], options.json), edges, options, {
        "bfs": ("shortest_distance", lambda source: topology.shortest_distance(graph, source=source), reached),
        "sssp": ("shortest_distance with weights",
                 lambda source: topology.shortest_distance(graph, source=source, weights=weight), reached),
        "wcc": ("label_components", lambda: topology.label_components(graph), lambda found: len(found[1])),
        "pagerank": ("pagerank", lambda: centrality.pagerank(graph, damping=0.85, epsilon=options.tolerance), None),
        "betweenness": ("betweenness with pivots", lambda: centrality.betweenness(graph, pivots=pivots), None),
        "triangles": ("local_clustering", lambda: graph_tool.clustering.local_clustering(graph), None),
        "closeness": ("closeness, within components", lambda: centrality.closeness(graph), None),
        "scc": ("label_components", lambda: topology.label_components(directed), lambda found: len(found[1])),
        "kcore": ("kcore_decomposition", lambda: topology.kcore_decomposition(graph), lambda found: int(found.a.max())),
    })
