"""NetworKit: the kernels that it has."""

import networkit
import numpy

from edges import BETWEENNESS_SOURCES, Edges, Record, measure_all


def ran(algorithm):
    algorithm.run()
    return algorithm


def page_rank(graph, tolerance):
    algorithm = networkit.centrality.PageRank(graph, 0.85, tolerance,
                                              distributeSinks=networkit.centrality.SinkHandling.DistributeSinks)
    algorithm.norm = networkit.centrality.Norm.L1_NORM
    return ran(algorithm)


def run(options):
    networkit.setNumberOfThreads(options.threads)
    edges = Edges(options.edges)
    columns = (edges.weight.astype(numpy.float64),
               (edges.source.astype(numpy.uint64), edges.target.astype(numpy.uint64)))
    weighted = networkit.GraphFromCoo(columns, n=edges.nodes, weighted=True)
    graph = networkit.GraphFromCoo(columns[1], n=edges.nodes)
    directed = networkit.GraphFromCoo(tuple(column.astype(numpy.uint64) for column in edges.directed()), n=edges.nodes,
                                      directed=True)
    distance, centrality, community = networkit.distance, networkit.centrality, networkit.community
    modularity = lambda one: community.Modularity().getQuality(one.getPartition(), graph)
    reached = lambda algorithm: int(numpy.count_nonzero(numpy.array(algorithm.getDistances()) < 1e300))
    measure_all(Record("NetworKit", networkit.__version__, options.json), edges, options, {
        "bfs": ("BFS, one thread", lambda source: ran(distance.BFS(graph, source, storePaths=False)), reached),
        "sssp": ("Dijkstra, one thread", lambda source: ran(distance.Dijkstra(weighted, source, storePaths=False)),
                 reached),
        "wcc": ("ConnectedComponents, one thread", lambda: ran(networkit.components.ConnectedComponents(graph)),
                lambda one: one.numberOfComponents()),
        "pagerank": ("PageRank, L1", lambda: page_rank(graph, options.tolerance), None),
        "betweenness": ("EstimateBetweenness, parallel, random sources",
                        lambda: ran(centrality.EstimateBetweenness(graph, BETWEENNESS_SOURCES, parallel=True)), None),
        "triangles": ("LocalClusteringCoefficient, turbo",
                      lambda: ran(centrality.LocalClusteringCoefficient(graph, True)), None),
        "closeness": ("Closeness, generalized",
                      lambda: ran(centrality.Closeness(graph, True, centrality.ClosenessVariant.Generalized)), None),
        "scc": ("StronglyConnectedComponents, one thread",
                lambda: ran(networkit.components.StronglyConnectedComponents(directed)), lambda one: one.numberOfComponents()),
        "kcore": ("CoreDecomposition, parallel", lambda: ran(centrality.CoreDecomposition(graph, enforceBucketQueueAlgorithm=False)),
                  lambda one: one.maxCoreNumber()),
        "louvain": ("PLM", lambda: ran(community.PLM(graph)), modularity),
        "leiden": ("ParallelLeiden", lambda: ran(community.ParallelLeiden(graph)), modularity),
    })
