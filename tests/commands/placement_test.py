#!/usr/bin/env python3
"""Memory by policy (--place, --placement): the same answers wherever structures are, errors before any work, and a tier
that fills up fails a request and nothing else. QUADRILLE_GROUP_SIZE cuts the images into groups."""

import os
import pathlib
import random
import subprocess
import unittest

from program import Case, build, for_images, run, serving
from sparql_client import TSV, ask, request

SEED = int(os.environ.get("QUADRILLE_SEED") or random.SystemRandom().randrange(1 << 30))
VERTICES = 5_000
EDGES = 130_000  # lists of more than 256 KB: smaller arrays stay in the arena
IS_ROOT = os.geteuid() == 0
HUGE_PAGES = pathlib.Path("/proc/sys/vm/nr_hugepages")
WANTED_HUGE_PAGES = 128

PREFIX = "PREFIX algo: <quadrille:algorithm/> PREFIX g: <http://g.org/> "
CALL = PREFIX + "SELECT * { SERVICE algo:%s { [] algo:predicate g:p ; %s } } ORDER BY ?v LIMIT 200"
QUERIES = [
    PREFIX + "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }",
    PREFIX + "SELECT ?s ?n { ?s g:name ?n FILTER(CONTAINS(?n, '77')) } ORDER BY ?s",
    PREFIX + "SELECT ?a (COUNT(*) AS ?n) { ?a g:p ?b . ?b g:p ?c } GROUP BY ?a ORDER BY DESC(?n) ?a LIMIT 20",
    CALL % ("pagerank", "algo:vertex ?v ; algo:score ?x"),
    CALL % ("wcc", "algo:vertex ?v ; algo:component ?x"),
    CALL % ("bfs", "algo:start g:v1 ; algo:vertex ?v ; algo:depth ?x"),
    CALL % ("triangles", "algo:direction 'both' ; algo:vertex ?v ; algo:through ?x"),
    CALL % ("influence", "algo:k 3 ; algo:epsilon 0.5 ; algo:probability 0.02 ; algo:vertex ?v ; algo:place ?x"),
    CALL % ("louvain", "algo:vertex ?v ; algo:community ?x"),
]
UPDATES = [
    PREFIX + "INSERT { ?a g:p g:new } WHERE { ?a g:p g:v1 }",
    PREFIX + "DELETE { g:v2 g:p ?b } INSERT { g:v2 g:p g:v3 } WHERE { g:v2 g:p ?b }",
]

EXPECTED = []  # answers without a policy, for any number of images


def data():
    print(f"QUADRILLE_SEED={SEED}")
    choose = random.Random(SEED)
    names = [f'<http://g.org/v{v}> <http://g.org/name> "name {v}" .\n' for v in range(VERTICES)]
    edges = {(choose.randrange(VERTICES), int(VERTICES * choose.random() ** 2)) for _ in range(EDGES)}
    return "".join(names) + "".join(f"<http://g.org/v{a}> <http://g.org/p> <http://g.org/v{b}> .\n" for a, b in sorted(edges))


def places(tier, *structures):
    return [word for structure in structures for word in ("--place", f"{structure}={tier}")]


ALL = ("base", "dictionary", "levels", "arena", "analytics")


def bytes_in(folder, server):
    """The memory that the images of a server have in unnamed files of a folder."""
    found = {}
    for process in server.images().values():
        for entry in pathlib.Path(f"/proc/{process.pid}/fd").iterdir():
            try:
                status = os.stat(entry)
                if os.readlink(entry).startswith(f"{folder}/"):
                    found[status.st_ino] = status.st_blocks * 512
            except FileNotFoundError:
                pass
    return sum(found.values())


def answer(server, query):
    told = ask(server, query, TSV)
    assert told.status == 200, told.text
    return told.text


def change(server, update):
    return request(server, "POST", "/sparql", update, {"Content-Type": "application/sparql-update"})


def reserve_huge_pages(count):
    try:
        HUGE_PAGES.write_text(str(count))
    except OSError:  # a container, as a rule
        return False
    return int(HUGE_PAGES.read_text()) >= count


@for_images(1, 2, 4)
class Policies(Case):
    @classmethod
    def prepare(cls):
        cls.file = cls.folder / "graph.nt"
        cls.file.write_text(data())
        cls.tier = (cls.folder / "tier").resolve()
        cls.tier.mkdir()

    def answers(self, options):
        """Answers before and after updates, and of the next generation. Builds the database anew."""
        database = self.folder / f"db{self.images}"
        build(database, self.file, images=2, options=("--replace",))
        found = []
        with serving(database, images=self.images, options=("--memory", "600M", *options)) as server:
            found += [answer(server, query) for query in QUERIES]
            self.used = bytes_in(self.tier, server)
            for update in UPDATES:
                self.assertEqual(change(server, update).status, 200)
            found += [answer(server, query) for query in QUERIES]
            compacted = run("compact", "--db", database)
            self.assertEqual(compacted.status, 0, compacted.errors)
            found += [answer(server, query) for query in QUERIES]
        return found

    def expect_same(self, options):
        if not EXPECTED:
            EXPECTED.extend(self.answers(()))
        for number, (answer, expected) in enumerate(zip(self.answers(options), EXPECTED, strict=True)):
            self.assertEqual(answer, expected, QUERIES[number % len(QUERIES)])

    def test_files(self):
        self.expect_same(places(f"file:{self.tier}", *ALL))
        self.assertGreater(self.used, 4 << 20)
        self.assertEqual(list(self.tier.iterdir()), [], "files without names")

    def test_graphs_alone_in_files(self):
        policy = self.folder / "policy"
        policy.write_text(f"# graphs\nanalytics-csr=file:{self.tier}\nbase=dram\n")
        self.expect_same(["--placement", policy])
        self.assertGreater(self.used, 512 << 10)

    def test_nodes(self):
        self.expect_same(places("numa:0", "base", "levels", "arena") + places("numa:interleave", "dictionary", "analytics"))

    @unittest.skipUnless(IS_ROOT, "only root can reserve pages of 2 MB")
    def test_huge_pages(self):
        before = int(HUGE_PAGES.read_text())
        try:
            if not reserve_huge_pages(before + WANTED_HUGE_PAGES):
                self.skipTest("this system has no free memory for pages of 2 MB")
            self.expect_same(places("huge", *ALL))
        finally:
            reserve_huge_pages(before)


class Errors(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "graph.nt"
        file.write_text(data())
        cls.database = cls.folder / "db"
        build(cls.database, file)

    def expect_error(self, place, *words):
        for command in (("query", QUERIES[0]), ("serve", "--port", "0", "--images", "2")):
            ended = run(command[0], "--db", self.database, *command[1:], "--place", place)
            self.assertEqual(ended.status, 1, ended.errors)
            for word in words:
                self.assertIn(word, ended.errors)
            self.assertEqual(ended.output, b"")

    def test_what_is_missing_is_named_before_any_work(self):
        self.expect_error("base=file:/no/such/folder", "base", "/no/such/folder", "make it")
        self.expect_error("analytics=file:/proc", "analytics", "file:/proc", "right to write")
        self.expect_error("levels=numa:77", "levels", "numa:77", "node 77", "nodes are: 0")
        self.expect_error("heap=dram", "heap", "analytics-csr")
        self.expect_error("base=tape", "base=tape", "numa:interleave")
        if int(HUGE_PAGES.read_text()) == 0:
            self.expect_error("arena=huge", "arena", "huge", "0 pages", "vm.nr_hugepages")

    def test_a_served_database_has_its_own_placement(self):
        with serving(self.database) as server:
            ended = run("query", "--db", self.database, QUERIES[0], "--place", "base=dram")
            self.assertEqual(ended.status, 1)
            self.assertIn("placement", ended.errors)
            self.assertGreater(server.port, 0)

    @unittest.skipUnless(IS_ROOT, "only root can mount a small file system")
    def test_a_full_file_system_fails_one_request(self):
        tier = self.folder / "small"
        tier.mkdir()
        mounted = ("unshare", "-m", "sh", "-c", f"mount -t tmpfs -o size=24m none {tier} && exec \"$@\"", "sh")
        if subprocess.run([*mounted, "true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("no mount here")
        with serving(self.database, options=places(f"file:{tier}", "arena"), wrapper=mounted) as server:
            large = PREFIX + "SELECT DISTINCT ?a ?c ?d { ?a g:p ?b . ?b g:p ?c . ?c g:p ?d } ORDER BY ?d ?c LIMIT 5"
            told = ask(server, large, TSV)
            self.assertEqual(told.status, 507, told.text)
            self.assertIn("memory", told.text)
            self.assertEqual(answer(server, QUERIES[0]).splitlines()[0], "?n")
        full = run("query", "--db", self.database, QUERIES[0], *places(f"file:{tier}", "base"),
                   wrapper=("unshare", "-m", "sh", "-c", f"mount -t tmpfs -o size=4m none {tier} && exec \"$@\"", "sh"))
        self.assertEqual(full.status, 1)
        self.assertIn("free space there", full.errors)


if __name__ == "__main__":
    unittest.main()
