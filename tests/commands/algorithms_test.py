#!/usr/bin/env python3
"""Whole-graph algorithms against networkx, igraph, networkit and SPARQL itself, on random graphs and published networks;
the same answers, byte by byte, for any number and grouping of images.

QUADRILLE_SEED=n replays the graphs of a seed; QUADRILLE_LONG=1 takes more and larger ones.
"""

import collections
import os
import pathlib
import random
import sys
import unittest

try:
    import algorithm_oracles as oracles
except ImportError as error:
    message = f"{error}: tests/requirements.txt; ./test installs it in build/venv"
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit(message)
    print(f"skipped: {message}")
    sys.exit(77)

import algorithm_graphs as graphs
import walk_oracles
from algorithm_graphs import Question, View
from program import Case, build, for_images, run, serving
from sparql_client import TSV, ask, request

LONG = os.environ.get("QUADRILLE_LONG") == "1"
SEED = int(os.environ.get("QUADRILLE_SEED") or random.SystemRandom().randrange(1 << 30))
# (images, images of a group)
LAYOUTS = ((1, None), (2, None), (4, None), (2, 1), (4, 1), (4, 2), (4, 3))
NETWORKS = pathlib.Path(os.environ.get("QUADRILLE_NETWORKS") or pathlib.Path(__file__).parents[2] / "build/networks")


def grouped(size):
    return {"QUADRILLE_GROUP_SIZE": str(size)} if size else {}


def questions_about(graph, dice):
    """Of each algorithm some, with settings at random."""
    directions = ("out", "in", "both")
    some = lambda count: dice.sample(range(graph.vertices), min(count, graph.vertices))
    for direction in directions:
        for weighted in (False, True):
            yield Question(graph, "pagerank", {"tolerance": "1e-12", "iterations": "2000"}, weighted, direction)
            yield Question(graph, "betweenness", {}, weighted, direction, dice.choice(("sum", "minimum", "maximum")))
    yield Question(graph, "pagerank", {"tolerance": "1e-12", "iterations": 2000, "damping": 0.6}, True, dice.choice(directions))
    yield Question(graph, "betweenness", {"normalised": "true"}, False, dice.choice(directions))
    yield from measures_of(graph, dice, directions)
    yield from influences_of(graph, dice, directions)
    yield Question(graph, "wcc", {}, False, dice.choice(directions))
    yield Question(graph, "triangles", {}, False, dice.choice(directions))
    yield Question(graph, "kcore", {}, False, dice.choice(directions))
    yield Question(graph, "forest", {}, False, dice.choice(directions))
    for kind in ("minimum", "maximum"):
        yield Question(graph, "forest", {"kind": f'"{kind}"'}, True, dice.choice(directions), dice.choice(("sum", "minimum", "maximum")))
    for direction in directions:
        yield Question(graph, "scc", {}, False, direction)
        yield Question(graph, "labelpropagation", {"steps": dice.randint(1, 12)}, False, direction)
    for mode in range(5):
        direction = dice.choice(directions)
        yield Question(graph, "triangles", {"mode": mode}, False, direction)
        yield Question(graph, "triangles", {"mode": mode}, False, direction, columns=("vertex", "in", "out"))
    if not graph.vertices:
        return
    for direction in directions:
        yield Question(graph, "bfs", {"start": some(1)}, False, direction)
        yield Question(graph, "bfs", {"start": some(3)}, False, direction)
        yield Question(graph, "connectivity", {"start": some(1), "end": some(1)}, False, direction)
        yield Question(graph, "connectivity", {"start": some(2), "end": some(3)}, False, direction)
        yield Question(graph, "sssp", {"start": some(1)}, False, direction)
        for parallel in ("sum", "minimum", "maximum", "separate"):
            yield Question(graph, "sssp", {"start": some(2)}, True, direction, parallel)
    yield Question(graph, "similarity", {"measure": dice.choice(('"adamicadar"', '"cosine"')), "first": some(3), "second": some(5)},
                   False, dice.choice(directions))
    yield Question(graph, "badrank", {"tolerance": "1e-13", "iterations": 2000, "spam": some(2)}, True, dice.choice(directions))
    yield Question(graph, "badrank", {"tolerance": "1e-13", "iterations": 2000, "follow": 0.6, "jump": 0.3, "spam": some(2),
                                      "trusted": some(3)}, False, dice.choice(directions))
    yield Question(graph, "bfs", {"start": some(2), "depth": 2}, False, dice.choice(directions))
    yield Question(graph, "sssp", {"start": some(1), "delta": 0.75}, True, "out")
    yield Question(graph, "pagerank", {"tolerance": "1e-12", "iterations": 2000, "personal": some(3)}, False, dice.choice(directions))


def measures_of(graph, dice, directions):
    any_of = lambda *words: dice.choice(words)
    yield Question(graph, "degree", {}, False, "both")
    yield Question(graph, "degree", {"normalised": any_of("true", "false")}, True, any_of(*directions), any_of("sum", "minimum"))
    for direction in directions:
        yield Question(graph, "closeness", {"harmonic": "true"} if direction == any_of(*directions) else {}, False, direction)
    yield Question(graph, "closeness", {"normalised": "false"}, False, any_of(*directions))
    yield Question(graph, "closeness", {"harmonic": any_of("true", "false")}, True, any_of(*directions), any_of("sum", "maximum"))
    for measure in ("jaccard", "overlap", "cosine", "adamicadar"):
        yield Question(graph, "similarity", {"measure": f'"{measure}"', "top": any_of(1, 3, 10)}, False, any_of(*directions))


def influences_of(graph, dice, directions):
    settings = lambda **others: {"k": dice.randint(1, 5), "epsilon": 0.13 if LONG else 0.3, "seed": dice.randint(0, 99), **others}
    for probability in (0.03, dice.choice((0.1, 0.3))):
        yield Question(graph, "influence", settings(probability=probability), False, dice.choice(directions))
    yield Question(graph, "influence", settings(probability=1, model='"LT"'), False, dice.choice(directions))
    yield Question(graph, "influence", settings(model='"LT"'), True, dice.choice(directions), dice.choice(("sum", "maximum")))


def lists_about(graph, dice):
    """Lists of triangles: rows of three vertices, instead of a row for each vertex."""
    yield Question(graph, "trianglelist")
    for mode in range(5):
        yield Question(graph, "trianglelist", {"mode": mode}, False, dice.choice(("out", "in", "both")))


def walks_about(graph, dice, walks=2, length=8):
    for weighted, p, q in ((False, 1, 1), (True, 1, 1), (True, 0.3, 2.5), (False, 4, 0.25)):
        yield Question(graph, "walks", {"length": length, "walks": walks, "p": p, "q": q, "seed": dice.randrange(1000)}, weighted,
                       dice.choice(("out", "in", "both")), dice.choice(("sum", "minimum")))


class Judged(Case):
    def assertValues(self, question, found, column, right, tolerance=0.0):
        self.assertEqual(set(found), set(right), f"{question}: its vertices")
        for vertex, row in found.items():
            self.assertAlmostEqual(row[column], right[vertex], delta=tolerance * max(1, abs(right[vertex])),
                                   msg=f"vertex {vertex} of {question}")

    def judge(self, question, found):
        view = View(question)
        if question.algorithm == "similarity":
            return self.judge_similarity(view, found)
        if question.algorithm == "influence":
            return self.judge_influence(view, found)
        if question.algorithm == "triangles" and "mode" in question.parameters:
            self.judge_roles(view, found)
            return
        tolerance = {"pagerank": 1e-8, "badrank": 1e-8, "betweenness": 1e-9, "closeness": 1e-11, "degree": 1e-11}.get(question.algorithm, 0.0)
        large = question.graph.vertices > 10_000 and not LONG  # networkx takes long
        for oracle in oracles.ORACLES[question.algorithm][large:]:
            with self.subTest(oracle.__name__, question=str(question)):
                self.assertValues(question, found, 0, oracle(view), tolerance)
        if question.algorithm == "triangles":
            for oracle in oracles.ORACLES["coefficients"][large:]:
                with self.subTest(oracle.__name__, question=str(question)):
                    self.assertValues(question, found, 1, oracle(view), 1e-12)
        if question.algorithm in ("bfs", "sssp"):
            with self.subTest("parents", question=str(question)):
                self.judge_parents(view, found)

    def judge_similarity(self, view, found):
        """The pairs that were asked for, or the best others of each vertex; of equal ones the least."""
        parameters = view.question.parameters
        for oracle in oracles.SIMILARITIES[parameters["measure"].strip('"')]:
            with self.subTest(oracle.__name__, question=str(view.question)):
                right = oracle(view)
                if "first" in parameters:
                    pairs = {(u, v) for u in parameters["first"] for v in parameters["second"] if u != v}
                else:
                    pairs = set()
                    for vertex in view.vertices:
                        others = sorted((v for u, v in right if u == vertex), key=lambda v: (-round(right[vertex, v], 9), str(v)))
                        pairs.update((vertex, other) for other in others[:parameters["top"]])
                self.assertEqual(set(found), pairs, f"its pairs: {view.question}")
                for pair, (score,) in found.items():
                    self.assertAlmostEqual(score, right.get(pair, 0), delta=1e-11, msg=f"{pair} of {view.question}")

    def judge_influence(self, view, found):
        """The spread is that of simulated cascades, and within epsilon of greedy's."""
        question, parameters = view.question, view.question.parameters
        seeds = sorted(found, key=lambda vertex: found[vertex][0])
        with self.subTest("influence", question=str(question)):
            self.assertEqual([found[vertex][0] for vertex in seeds], list(range(1, min(parameters["k"], len(view.vertices)) + 1)))
            if not seeds:
                return
            worlds = oracles.Worlds(view, 2000, SEED)
            spread = worlds.spread_numpy(seeds)
            self.assertAlmostEqual(found[seeds[-1]][1], spread, delta=parameters["epsilon"] * spread)
            greedy = oracles.Worlds(view, 1000 if LONG else 100, SEED + 1).greedy_igraph(parameters["k"])
            self.assertGreaterEqual(spread, (1 - parameters["epsilon"]) * worlds.spread_numpy(greedy))

    def judge_roles(self, view, found):
        question = view.question
        with self.subTest("roles", question=str(question)):
            for oracle in (oracles.counted_roles_numpy, oracles.counted_roles_igraph):
                right = oracle(view)
                for column, name in enumerate((question.columns or graphs.COLUMNS["triangles"])[1:]):
                    if name != "coefficient":
                        role = ("through", "in", "out").index(name)
                        self.assertValues(question, found, column, {vertex: row[role] for vertex, row in right.items()})
        if question.columns:
            return
        for oracle in oracles.ORACLES["directed coefficients"][question.parameters["mode"] > 1:]:
            with self.subTest(oracle.__name__, question=str(question)):
                self.assertValues(question, found, 1, oracle(view), 1e-12)

    def judge_parents(self, view, found):
        """The parent is the least vertex before it on a shortest path; starts have none."""
        before = {}
        for (source, target), weight in view.arcs.items():
            before.setdefault(target, []).append((source, weight))
        for vertex, (distance, parent) in found.items():
            may_be = [source for source, weight in before.get(vertex, []) if source in found and
                      found[source][0] + weight == distance]
            wanted = None if vertex in view.starts() else min(may_be, key=str)
            self.assertEqual(parent, wanted, f"the parent of {vertex}: {view.question}")


class RandomGraphs(Judged):
    @classmethod
    def prepare(cls):
        print(f"QUADRILLE_SEED={SEED}", flush=True)
        cls.graphs = [graphs.Graph("empty", 3), graphs.Graph("loop", 1, [(0, 0, 2.5)]),
                      graphs.random_graph("tiny", SEED, 5, 6), graphs.random_graph("sparse", SEED, 120, 110),
                      graphs.random_graph("dense", SEED, 40, 500), graphs.random_graph("hub", SEED, 150, 400, hub=0.4)]
        if LONG:
            cls.graphs += [graphs.random_graph(f"more{number}", SEED, 10 + 20 * number, 70 * number, hub=0.1 * (number % 3))
                           for number in range(1, 12)]
        file = cls.folder / "graphs.nq"
        cls.walked = graphs.random_graph("walked", SEED, 12, 60)
        file.write_text("".join(line + "\n" for graph in [*cls.graphs, cls.walked] for line in graph.lines()))
        build(cls.folder / "db", file, images=4)
        dice = random.Random(SEED)
        cls.questions = [question for graph in cls.graphs for question in questions_about(graph, dice)]
        cls.lists = [question for graph in cls.graphs for question in lists_about(graph, dice)]
        cls.walks = [question for graph in cls.graphs for question in walks_about(graph, dice)]
        cls.asked = cls.questions + cls.lists + cls.walks
        cls.file = cls.folder / "all.rq"
        cls.file.write_text(graphs.union_of(cls.asked))
        cls.answers = {layout: cls.answer_of(*layout) for layout in LAYOUTS}

    @classmethod
    def answer_of(cls, images, group_size):
        """The sorted lines of the answers to all questions; a failure instead."""
        try:
            ended = run("query", "--db", cls.folder / "db", "--images", images, "--file", cls.file, "--format", "tsv",
                        environment=grouped(group_size), timeout=600 if LONG else 180)
        except AssertionError as error:
            return error
        return sorted(ended.lines[1:]) if ended.status == 0 else AssertionError(ended.errors)

    def test_every_layout_has_the_same_answer_byte_by_byte(self):
        for layout in LAYOUTS:
            with self.subTest(layout=layout):
                if isinstance(self.answers[layout], AssertionError):
                    raise self.answers[layout]
                differ = set(self.answers[layout]) ^ set(self.answers[LAYOUTS[0]])
                cases = sorted({int(line.split("\t")[0]) for line in differ})
                asked = str(self.asked[cases[0]]) if cases else ""
                self.assertFalse(differ, asked + "\n" + "\n".join(sorted(differ)[:10]))

    def test_the_answers_are_those_of_other_libraries(self):
        for question, found in zip(self.questions, graphs.rows_by_case(self.answers[LAYOUTS[0]], self.questions)):
            self.judge(question, found)

    def test_lists_of_triangles_are_those_of_other_libraries(self):
        rows = {}
        for line in self.answers[LAYOUTS[0]]:
            case, *cells = line.split("\t")
            if 0 <= int(case) - len(self.questions) < len(self.lists):
                rows.setdefault(int(case), []).append(tuple(map(graphs.number_of, cells)))
        for case, question in enumerate(self.lists, len(self.questions)):
            kind = "directed list" if "mode" in question.parameters else "list"
            for oracle in oracles.ORACLES[kind]:
                with self.subTest(oracle.__name__, question=str(question)):
                    self.assertEqual(sorted(rows.get(case, [])), sorted(oracle(View(question))))

    def test_steps_of_walks_have_the_probabilities_of_other_libraries(self):
        dice = random.Random(SEED)
        questions = list(walks_about(self.walked, dice, walks=100, length=30))
        file = self.folder / "walks.rq"
        file.write_text(graphs.union_of(questions))
        ended = run("query", "--db", self.folder / "db", "--images", 2, "--file", file, "--format", "tsv")
        walks = [{} for _ in questions]
        for line in ended.lines[1:]:
            case, walk, step, vertex = line.split("\t")
            walks[int(case)].setdefault(int(walk), {})[int(step)] = graphs.number_of(vertex)
        for question, found in zip(questions, walks):
            with self.subTest(question=str(question)):
                self.judge_walks(View(question), [[walk[step] for step in range(len(walk))] for walk in found.values()])

    def judge_walks(self, view, walks):
        parameters = view.question.parameters
        self.assertEqual(len(walks), len(view.vertices) * parameters["walks"])
        for walk in walks:
            self.assertTrue(len(walk) == parameters["length"] or not any(source == walk[-1] for source, _ in view.arcs))
        counts, first = {}, {}
        for walk in walks:
            for at, to in zip(walk, walk[1:]):
                self.assertIn((at, to), view.arcs)
                first.setdefault(at, collections.Counter())[to] += 1
            for before, at, to in zip(walk, walk[1:], walk[2:]):
                counts.setdefault((before, at), collections.Counter())[to] += 1
        for oracle in (walk_oracles.probabilities_networkx, walk_oracles.probabilities_igraph):
            distance, freedom = walk_oracles.chi_squared(counts, oracle(view))
            self.assertLess(abs(distance), 6, f"{oracle.__name__}, {freedom} degrees of freedom")
        if parameters["p"] == parameters["q"] == 1:
            distance, freedom = walk_oracles.sampled_igraph(view, first, parameters["length"] - 1)
            self.assertLess(abs(distance), 6, f"walks of igraph, {freedom} degrees of freedom")

    def test_a_server_answers_each_question_alone_likewise(self):
        whole = {}
        for line in self.answers[LAYOUTS[0]]:
            whole.setdefault(int(line.split("\t")[0]), []).append(line.partition("\t")[2])
        for images, group_size in ((1, None), (4, 3)):
            with serving(self.folder / "db", images, environment=grouped(group_size)) as server:
                for case, question in enumerate(self.asked):
                    answer = ask(server, question.select(), TSV)
                    self.assertEqual(answer.status, 200, f"{question}: {answer.text}")
                    self.assertEqual(sorted(answer.text.splitlines()[1:]), sorted(whole.get(case, [])), str(question))

    def test_paths_and_counts_of_sparql_find_the_same(self):
        with serving(self.folder / "db", 2) as server:
            for graph in self.graphs[2:]:
                links = f"<{graphs.G}links-{graph.name}>"
                count = {"bfs": f"{graphs.vertex(0)} {links}* ?v",
                         "wcc": f"{graphs.vertex(0)} ({links}|^{links})* ?v"}
                starts = {"bfs": f"algo:start {graphs.vertex(0)}", "wcc": "algo:component ?c"}
                for algorithm, path in count.items():
                    block = (f"SERVICE algo:{algorithm} {{ [] algo:predicate {links} ; algo:node {graphs.vertex(0)} ; "
                             f"algo:vertex ?v ; {starts[algorithm]} }}")
                    if algorithm == "wcc":
                        block += " " + block.replace("?v", graphs.vertex(0))
                    with self.subTest(algorithm, graph=graph.name):
                        self.assertSameVertices(server, block, path)
                with self.subTest("triangles", graph=graph.name):
                    self.assertSameTriangles(server, links)

    def assertSameVertices(self, server, block, path):
        asked = [ask(server, f"{graphs.PREFIXES} SELECT DISTINCT ?v {{ {pattern} }} ORDER BY ?v", TSV) for pattern in (block, path)]
        self.assertEqual([answer.status for answer in asked], [200, 200], asked[0].text)
        self.assertEqual(asked[0].text, asked[1].text)

    def assertSameTriangles(self, server, links):
        """All walks of three different vertices, each triangle six times."""
        step = lambda a, b: f"{{ SELECT DISTINCT {a} {b} {{ {a} {links}|^{links} {b} FILTER({a} != {b}) }} }}"
        walks = ask(server, f"SELECT (COUNT(*) / 6 AS ?n) {{ {step('?a', '?b')} {step('?b', '?c')} {step('?c', '?a')} }}")
        block = f"SERVICE algo:triangles {{ [] algo:predicate {links} ; algo:through ?n }}"
        corners = ask(server, f"{graphs.PREFIXES} SELECT (SUM(?n) / 3 AS ?all) {{ {block} }}")
        self.assertEqual(float(corners.bindings[0]["all"]), float(walks.bindings[0]["n"]))


@for_images(1, 2)
class ChangedData(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nt"
        file.write_text("".join(f"<{graphs.G}v{n}> <{graphs.G}p> <{graphs.G}v{n + 1}> .\n" for n in (1, 2, 4, 5)))
        build(cls.folder / "db", file, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images))

    def update(self, text):
        answer = request(self.server, "POST", "/update", graphs.PREFIXES + text, {"Content-Type": "application/sparql-update"})
        self.assertEqual(answer.status, 200, answer.text)

    def components(self):
        answer = ask(self.server, graphs.PREFIXES + "SELECT ?v ?c { SERVICE algo:wcc { [] algo:predicate g:p ; "
                     "algo:vertex ?v ; algo:component ?c } } ORDER BY ?v", TSV)
        self.assertEqual(answer.status, 200, answer.text)
        return [tuple(graphs.number_of(term) for term in line.split("\t")) for line in answer.text.splitlines()[1:]]

    def test_a_run_sees_the_updates_before_it_and_updates_store_results(self):
        self.assertEqual(self.components(), [(1, 1), (2, 1), (3, 1), (4, 4), (5, 4), (6, 4)])
        self.update("INSERT DATA { g:v3 g:p g:v4 . g:v0 g:p g:v6 }")
        self.assertEqual(self.components(), [(number, 0) for number in range(7)])
        self.update("DELETE DATA { g:v2 g:p g:v3 }")
        self.assertEqual(self.components(), [(0, 0), (1, 1), (2, 1), (3, 0), (4, 0), (5, 0), (6, 0)])
        self.update("INSERT { GRAPH g:results { ?v g:component ?c } } WHERE { SERVICE algo:wcc { [] algo:predicate g:p ; "
                    "algo:vertex ?v ; algo:component ?c } }")
        stored = ask(self.server, f"SELECT ?c (COUNT(*) AS ?n) {{ GRAPH <{graphs.G}results> {{ ?v <{graphs.G}component> ?c }} }} "
                                  "GROUP BY ?c ORDER BY ?c")
        self.assertEqual([(row["c"], row["n"]) for row in stored.bindings], [(graphs.G + "v0", "5"), (graphs.G + "v1", "2")])


@unittest.skipUnless(NETWORKS.is_dir(), f"{NETWORKS} is missing: scripts/fetch-networks")
class Networks(Judged):
    """The networks that Debian's python3-graph-tool has."""

    small = ("adjnoun", "celegansneural", "dolphins", "football", "karate", "lesmis", "netscience", "polbooks", "polblogs",
             "serengeti-foodweb", "power", "email-Enron")

    @classmethod
    def prepare(cls):
        cls.networks = {}
        for path in sorted(NETWORKS.glob("*.gt.gz")):
            if LONG or path.name.partition(".")[0] in cls.small:
                graph, directed = graphs.read_network(path)
                cls.networks[graph.name] = (graph, "out" if directed else "both")
        file = cls.folder / "networks.nq"
        with file.open("w") as out:
            for graph, _ in cls.networks.values():
                out.writelines(line + "\n" for line in graph.lines())
        build(cls.folder / "db", file, images=2)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", 2))

    def ask_rows(self, question):
        answer = ask(self.server, question.select(), TSV)
        self.assertEqual(answer.status, 200, answer.text)
        return graphs.rows_by_case(["0\t" + line for line in answer.text.splitlines()[1:]], [question])[0]

    def test_the_answers_are_those_of_other_libraries(self):
        for graph, direction in self.networks.values():
            start = graph.edges[0][0]
            kinds = {"bfs": {"start": [start]}, "sssp": {"start": [start]}, "wcc": {}, "triangles": {}, "scc": {}, "kcore": {},
                     "forest": {}, "labelpropagation": {}, "connectivity": {"start": [start], "end": [graph.vertices - 1]},
                     "pagerank": {"tolerance": "1e-12", "iterations": 2000}}
            if graph.vertices < 600:
                kinds |= {"betweenness": {}, "closeness": {}, "degree": {}, "similarity": {"measure": '"jaccard"', "top": 10},
                          "influence": {"k": 5, "epsilon": 0.13 if LONG else 0.3}}
            questions = [Question(graph, algorithm, parameters, False, direction) for algorithm, parameters in kinds.items()]
            if graph.vertices < 600 and direction == "out":
                questions.append(Question(graph, "triangles", {"mode": 1}, False, direction))
            for question in questions:
                self.judge(question, self.ask_rows(question))

    def test_known_values_of_email_enron(self):
        graph, direction = self.networks["email-Enron"]
        triangles = self.ask_rows(Question(graph, "triangles", {}, False, direction))
        self.assertEqual(len(triangles), 36_692)
        self.assertEqual(sum(through for through, _ in triangles.values()) / 3, 727_044)
        self.assertAlmostEqual(sum(share for _, share in triangles.values()) / 36_692, 0.4970, delta=0.00005)
        sizes = {}
        for component, _ in self.ask_rows(Question(graph, "wcc", {}, False, direction)).values():
            sizes[component] = sizes.get(component, 0) + 1
        self.assertEqual(max(sizes.values()), 33_696)
        cores = self.ask_rows(Question(graph, "kcore", {}, False, direction))
        self.assertEqual(max(core for core, _ in cores.values()), 43)

    def test_polblogs_has_688_strong_components(self):
        graph, direction = self.networks["polblogs"]
        names = {name for name, _ in self.ask_rows(Question(graph, "scc", {}, False, direction)).values()}
        self.assertEqual(len(names), 688)


if __name__ == "__main__":
    unittest.main()
