"""Reads the file of edges that quadrille-bench graph --write makes (edge_file.hpp), and measures calls."""

import json
import statistics
import time

import numpy

KERNELS = ["bfs", "sssp", "wcc", "pagerank", "betweenness", "triangles", "closeness", "scc", "kcore", "louvain", "leiden"]
BETWEENNESS_SOURCES = 4
MOST_SEARCHED = 65536  # closeness searches from every node


class Edges:
    def __init__(self, path):
        numbers = numpy.fromfile(path, dtype=numpy.uint32)
        self.nodes, count, sources, _ = map(int, numbers[:4])
        self.sources = [int(one) for one in numbers[4:4 + sources]]
        rows = numbers[4 + sources:].reshape(count, 3)
        self.source, self.target, self.weight = (numpy.ascontiguousarray(rows[:, column]) for column in range(3))

    def directed(self):
        """Sources and targets for scc: an edge goes to its lesser node if the sum of both is odd."""
        odd = (self.source + self.target) % 2 == 1
        return numpy.where(odd, self.target, self.source), numpy.where(odd, self.source, self.target)


def measure(calls, seconds):
    """Calls each once, as long as the time lasts; the median in ms, the number of runs, and the first result."""
    times, first, end = [], None, time.monotonic() + seconds
    for place, call in enumerate(calls):
        began = time.monotonic()
        result = call()
        times.append((time.monotonic() - began) * 1e3)
        if place == 0:
            first = result
        if time.monotonic() > end:
            break
    return {"ms": statistics.median(times), "runs": len(times)}, first


class Record:
    """The figures of one peer; written after each kernel, so that they survive the end of the time."""

    def __init__(self, name, version, path):
        self.all = {"name": name, "version": version, "kernels": {}}
        self.path = path
        self.write()

    def add(self, kernel, figures, how, answer=None):
        self.all["kernels"][kernel] = {**figures, "how": how, "answer": answer}
        self.write()

    def write(self):
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.all, file, indent=2)


def measure_all(record, edges, options, kernels):
    """`kernels`: by name (how, call of a source or of nothing, answer of a result). A failure leaves out that kernel."""
    for kernel in KERNELS:
        if kernel not in kernels or (options.only and kernel not in options.only):
            continue
        if kernel == "closeness" and edges.nodes > MOST_SEARCHED:
            continue
        how, call, answer = kernels[kernel]
        if kernel in ("bfs", "sssp"):
            calls = [lambda source=source: call(source) for source in edges.sources]
        else:
            calls = [call] * options.trials
        try:
            figures, first = measure(calls, options.seconds)
            record.add(kernel, figures, how, answer(first) if answer else None)
        except Exception as error:  # of the library; the table shows it
            record.add(kernel, {"failed": f"{type(error).__name__}: {str(error)[:200]}"}, how)
