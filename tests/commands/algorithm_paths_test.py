#!/usr/bin/env python3
"""Paths between vertices against networkx and igraph, on random graphs and published networks; the same answers, byte by
byte, for any number and grouping of images.

QUADRILLE_SEED=n replays the graphs of a seed; QUADRILLE_LONG=1 takes more of them.
"""

import os
import pathlib
import random
import sys
import unittest

try:
    import algorithm_oracles as oracles
    import networkx
except ImportError as error:
    message = f"{error}: tests/requirements.txt; ./test installs it in build/venv"
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit(message)
    print(f"skipped: {message}")
    sys.exit(77)

import algorithm_graphs as graphs
from algorithm_graphs import Question, View
from program import Case, build, run

LONG = os.environ.get("QUADRILLE_LONG") == "1"
SEED = int(os.environ.get("QUADRILLE_SEED") or random.SystemRandom().randrange(1 << 30))
LAYOUTS = ((1, None), (2, None), (4, None), (2, 1), (4, 1), (4, 2), (4, 3))  # (images, images of a group)
NETWORKS = pathlib.Path(os.environ.get("QUADRILLE_NETWORKS") or pathlib.Path(__file__).parents[2] / "build/networks")
COLUMNS = "?path ?step ?from ?to ?length"


class PathQuestion(Question):
    def settings(self):
        if self.graph.plain:
            yield f"algo:predicate g:links-{self.graph.name}"
        yield "algo:source ?from ; algo:target ?to ; algo:node ?node"
        yield f'algo:direction "{self.direction}"'
        if self.weighted:
            yield "algo:weight ?weight"
        for name, value in self.parameters.items():
            yield f"algo:{name} {', '.join(map(graphs.vertex, value)) if isinstance(value, list) else value}"
        yield "algo:path ?path ; algo:step ?step ; algo:length ?length"

    def mode(self):
        return self.parameters.get("mode", '"shortest"').strip('"')


def union_of(questions):
    parts = (f"{{ BIND({number} AS ?case) {question.block()} }}" for number, question in enumerate(questions))
    return graphs.PREFIXES + f"SELECT ?case {COLUMNS} {{\n" + "\nUNION ".join(parts) + "\n}\n"


def paths_by_case(lines, cases):
    """For each case [(length, vertices)] in the order of the numbers; paths hang together."""
    steps = [{} for _ in range(cases)]
    for line in lines:
        case, path, step, source, target, length = line.split("\t")
        steps[int(case)].setdefault(int(path), {})[int(step)] = (graphs.number_of(source), graphs.number_of(target), float(length))
    found = []
    for by_path in steps:
        assert sorted(by_path) == list(range(len(by_path))), sorted(by_path)
        found.append([])
        for _, by_step in sorted(by_path.items()):
            rows = [row for _, row in sorted(by_step.items())]
            assert sorted(by_step) == list(range(len(rows)))
            assert all(before[1] == after[0] for before, after in zip(rows, rows[1:])), rows
            found[-1].append((rows[0][2], [rows[0][0]] + [target for _, target, _ in rows]))
    return found


def length_of(view, path):
    return sum(view.arcs[arc] for arc in zip(path, path[1:]))


def in_order(view, paths):
    """[(length, vertices)] by length, number of steps, and names of vertices."""
    return sorted(((length_of(view, path), list(path)) for path in paths), key=lambda one: (one[0], len(one[1]), [str(v) for v in one[1]]))


def all_networkx(view, start, end, longest):
    graph = oracles.as_networkx(view)
    return in_order(view, networkx.all_simple_paths(graph, start, end, cutoff=longest))


def all_igraph(view, start, end, longest):
    graph = oracles.as_igraph(view, loops=False)
    return in_order(view, graph.get_all_simple_paths(start, end, maxlen=-1 if longest is None else longest))


def all_shortest_networkx(view, start, end):
    graph = oracles.as_networkx(view)
    if not networkx.has_path(graph, start, end):
        return []
    return in_order(view, networkx.all_shortest_paths(graph, start, end, weight="weight"))


def all_shortest_igraph(view, start, end):
    graph = oracles.as_igraph(view, loops=False)
    found = graph.get_all_shortest_paths(start, end, weights="weight" if view.arcs else None)
    return in_order(view, {tuple(path) for path in found})


def shortest_networkx(view, start, end, k):
    """Lengths alone: of equal paths it may take others."""
    graph = oracles.as_networkx(view)
    if not networkx.has_path(graph, start, end):
        return []
    paths = networkx.shortest_simple_paths(graph, start, end, weight="weight")
    return [length_of(view, path) for path, _ in zip(paths, range(k))]


def shortest_igraph(view, start, end, k):
    graph = oracles.as_igraph(view, loops=False)
    paths = graph.get_k_shortest_paths(start, end, k=k, weights="weight" if view.arcs else None)
    return sorted(length_of(view, path) for path in paths if path)


class Judged(Case):
    def judge(self, question, found):
        view = View(question)
        (start,), (end,) = question.parameters["start"], question.parameters["end"]
        for length, path in found:
            self.assertEqual((path[0], path[-1], len(set(path))), (start, end, len(path)), str(question))
            self.assertEqual(length_of(view, path), length, str(question))
        self.assertEqual(found, in_order(view, [path for _, path in found]), f"{question}: the order")
        self.assertEqual(len({tuple(path) for _, path in found}), len(found), f"{question}: no path twice")
        if question.mode() == "simple":
            longest = question.parameters.get("longest")
            wanted = [all_networkx(view, start, end, longest), all_igraph(view, start, end, longest)]
        elif question.mode() == "allShortest":
            wanted = [all_shortest_networkx(view, start, end), all_shortest_igraph(view, start, end)]
        else:
            k = question.parameters.get("k", 1)
            wanted = [shortest_networkx(view, start, end, k), shortest_igraph(view, start, end, k)]
            found = [length for length, _ in found]
        for oracle, right in zip(("networkx", "igraph"), wanted):
            with self.subTest(oracle, question=str(question)):
                self.assertEqual(found, right)


def questions_about(graph, dice, small):
    """From one vertex to another, in each direction."""
    for direction in ("out", "in", "both"):
        start, end = dice.sample(range(graph.vertices), 2)
        ends = {"start": [start], "end": [end]}
        weighted = dice.random() < 0.5
        yield PathQuestion(graph, "paths", ends | {"k": dice.choice((1, 2, 12))}, weighted, direction, "minimum")
        yield PathQuestion(graph, "paths", ends | {"mode": '"allShortest"'}, not weighted, direction, "minimum")
        if small:
            yield PathQuestion(graph, "paths", ends | {"mode": '"simple"'}, False, direction)
        yield PathQuestion(graph, "paths", ends | {"mode": '"simple"', "longest": 3}, False, direction)


def questions_of_networks(dice):
    for name in ("dolphins", "polblogs"):
        graph, directed = graphs.read_network(NETWORKS / f"{name}.gt.gz")
        for _ in range(3):
            start, end = dice.sample(range(graph.vertices), 2)
            ends, direction = {"start": [start], "end": [end]}, "out" if directed else "both"
            yield PathQuestion(graph, "paths", ends | {"k": 10}, False, direction)
            yield PathQuestion(graph, "paths", ends | {"mode": '"allShortest"'}, False, direction)


class RandomGraphs(Judged):
    @classmethod
    def prepare(cls):
        print(f"QUADRILLE_SEED={SEED}", flush=True)
        dice = random.Random(SEED)
        small = [graphs.random_graph("tiny", SEED, 5, 8), graphs.random_graph("small", SEED, 8, 16)]
        large = [graphs.random_graph("sparse", SEED, 60, 120), graphs.random_graph("hub", SEED, 80, 240, hub=0.3)]
        if LONG:
            large += [graphs.random_graph(f"more{number}", SEED, 40 * number, 150 * number) for number in range(1, 9)]
        cls.questions = [question for graph in small + large for question in questions_about(graph, dice, graph in small)]
        cls.questions += questions_of_networks(dice) if NETWORKS.is_dir() else []
        of_all = {question.graph.name: question.graph for question in cls.questions}
        file = cls.folder / "graphs.nq"
        file.write_text("".join(line + "\n" for graph in of_all.values() for line in graph.lines()))
        build(cls.folder / "db", file, images=4)
        cls.file = cls.folder / "all.rq"
        cls.file.write_text(union_of(cls.questions))
        cls.answers = {layout: cls.answer_of(*layout) for layout in LAYOUTS}

    @classmethod
    def answer_of(cls, images, group_size):
        """The sorted lines of the answers to all questions; a failure instead."""
        environment = {"QUADRILLE_GROUP_SIZE": str(group_size)} if group_size else {}
        try:
            ended = run("query", "--db", cls.folder / "db", "--images", images, "--file", cls.file, "--format", "tsv",
                        environment=environment, timeout=120)
        except AssertionError as error:
            return error
        return sorted(ended.lines[1:]) if ended.status == 0 else AssertionError(ended.errors)

    def test_every_layout_has_the_same_answer_byte_by_byte(self):
        for layout in LAYOUTS:
            with self.subTest(layout=layout):
                if isinstance(self.answers[layout], AssertionError):
                    raise self.answers[layout]
                self.assertEqual(self.answers[layout], self.answers[LAYOUTS[0]])

    def test_the_paths_are_those_of_other_libraries(self):
        for question, found in zip(self.questions, paths_by_case(self.answers[LAYOUTS[0]], len(self.questions))):
            self.judge(question, found)


if __name__ == "__main__":
    unittest.main(warnings="ignore")  # igraph warns where there is no path
