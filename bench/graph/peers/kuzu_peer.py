"""Kuzu: a database of the edges in both directions, and its queries and algorithms; an answer is one number."""

import pathlib
import tempfile

import kuzu
import numpy

from edges import Edges, Record, measure_all

DEEPEST = 30  # Kuzu's limit for shortest paths, in steps; longer ones need more memory than a machine has


def load(connection, edges, place):
    nodes, rows = pathlib.Path(place, "nodes.csv"), pathlib.Path(place, "edges.csv")
    numpy.savetxt(nodes, numpy.arange(edges.nodes), fmt="%d")
    table = numpy.column_stack([edges.source, edges.target, edges.weight])
    numpy.savetxt(rows, numpy.concatenate([table, table[:, [1, 0, 2]]]), fmt="%d", delimiter=",")
    connection.execute("CREATE NODE TABLE Node(id INT64 PRIMARY KEY)")
    connection.execute("CREATE REL TABLE Edge(FROM Node TO Node, weight INT64)")
    connection.execute(f'COPY Node FROM "{nodes}" (header=false)')
    connection.execute(f'COPY Edge FROM "{rows}" (header=false)')
    connection.execute("CALL project_graph('All', ['Node'], ['Edge'])")


def run(options):
    edges = Edges(options.edges)
    with tempfile.TemporaryDirectory() as place:
        database = kuzu.Database(str(pathlib.Path(place, "db")), max_num_threads=options.threads)
        connection = kuzu.Connection(database, num_threads=options.threads)
        load(connection, edges, place)
        number = lambda query: connection.execute(query).get_next()[0]
        path = "MATCH (a:Node)-[e:Edge* {kind} 1..{deepest}]->(b:Node) WHERE a.id = {source} RETURN count(*) + 1"  # the source
        to_number = lambda found: found
        measure_all(Record("Kuzu", kuzu.__version__, options.json), edges, options, {
            "bfs": (f"SHORTEST 1..{DEEPEST}",
                    lambda source: number(path.format(kind="SHORTEST", deepest=DEEPEST, source=source)), to_number),
            "sssp": (f"WSHORTEST 1..{DEEPEST}",
                     lambda source: number(path.format(kind="WSHORTEST(weight)", deepest=DEEPEST, source=source)),
                     to_number),
            "wcc": ("weakly_connected_components",
                    lambda: number("CALL weakly_connected_components('All') RETURN count(DISTINCT group_id)"),
                    to_number),
            "pagerank": ("page_rank",
                         lambda: number(f"CALL page_rank('All', dampingFactor := 0.85, tolerance := {options.tolerance}) "
                                        "RETURN sum(rank)"), to_number),
        })
