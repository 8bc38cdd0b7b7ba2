#!/usr/bin/env python3
"""16, 32 and 64 images on a few cores, in groups: the answers of one image, bounded messages, and no time-outs."""

import json
import math
import time
import unittest

from program import Case, build, run, serving

QUERIES = {
    "counts by class": "SELECT ?c (COUNT(DISTINCT ?x) AS ?n) { ?x a ?c ; ?p ?o . ?o a ?d } GROUP BY ?c ORDER BY ?c",
    "a triangle": "SELECT (COUNT(*) AS ?n) { ?x ?p ?y . ?y ?q ?z . ?x ?r ?z FILTER(isIRI(?y) && ?p != ?q) }",
    "different": "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?p ?c { ?x ?p ?y . ?y a ?c } }",
    "sorted": "SELECT ?x ?name { ?x ?p ?name FILTER(isLiteral(?name)) } ORDER BY DESC(?name) ?x OFFSET 1000 LIMIT 100",
    "a path": "SELECT (COUNT(*) AS ?n) { ?x (<urn:none>|!a)+ <http://www.University0.edu> }",
}
UPDATE = "INSERT { ?x <urn:seen> ?y } WHERE { ?y a ?c . ?x ?p ?y . FILTER(?p != <urn:seen>) }"
LARGE_BLOCK_BYTES = 32768
MOST_ROUNDS = 5  # of an exchange: chunks of rows
SEEN = "SELECT (COUNT(*) AS ?n) { ?x <urn:seen> ?y }"


def operators(plan):
    yield plan
    for part in plan.get("inputs", []):
        yield from operators(part)


class ManyImages(Case):
    @classmethod
    def prepare(cls):
        build(cls.folder / "lubm", options=["--lubm", "1"])
        cls.expected = {name: cls.answer(query) for name, query in QUERIES.items()}

    @classmethod
    def answer(cls, query, *options, environment=None):
        ended = run("query", "--db", cls.folder / "lubm", "--format", "tsv", *options, query, environment=environment)
        assert ended.status == 0, ended.errors
        return ended.text

    def assertAnswers(self, name, *options, environment=None):
        self.assertEqual(self.answer(QUERIES[name], *options, environment=environment), self.expected[name], name)

    def test_as_one_image_in_groups_and_in_one(self):
        for images, group_size in ((16, 4), (16, 16), (32, 8), (64, 16)):
            with self.subTest(images=images, group_size=group_size):
                self.assertAnswers("counts by class", "--images", str(images),
                                   environment={"QUADRILLE_GROUP_SIZE": str(group_size)})

    def test_an_image_sends_one_message_for_each_of_its_partners_and_exchange(self):
        for images, group_size in ((16, 4), (32, 8), (32, 2)):
            groups = images // group_size
            ended = run("query", "--db", self.folder / "lubm", "--images", images, "--explain", "profile", "--format",
                        "json", QUERIES["counts by class"], environment={"QUADRILLE_GROUP_SIZE": str(group_size)})
            self.assertEqual(ended.status, 0, ended.errors)
            profile = json.loads(ended.text)
            self.assertEqual((profile["images_used"], profile["groups_used"]), (images, groups))
            a_round = images * math.ceil(groups / group_size)
            moves = [its for its in operators(profile["plan"]) if its["operator"] == "Exchange"]
            self.assertEqual(len(moves), 3)
            for its in moves:
                alone = its["message_bytes"] / LARGE_BLOCK_BYTES  # large blocks are messages of their own
                self.assertLessEqual(its["messages"], MOST_ROUNDS * a_round + alone, f"{images} images in groups of {group_size}")

    def test_a_server_shares_the_work_among_all_and_takes_updates(self):
        build(self.folder / "served", options=["--lubm", "1"])
        with serving(self.folder / "served", 16, environment={"QUADRILLE_GROUP_SIZE": "4"}) as server:
            until = time.monotonic() + 120
            while "quads in 16 shards" not in server.errors and time.monotonic() < until:
                time.sleep(0.1)
            self.assertIn("quads in 16 shards", server.errors)

            def output(*words):
                ended = run(words[0], "--db", self.folder / "served", *words[1:])
                self.assertEqual(ended.status, 0, ended.errors)
                return ended.text
            for name, query in QUERIES.items():
                self.assertEqual(output("query", "--format", "tsv", query), self.expected[name], name)
            output("update", UPDATE)
            seen = output("query", "--format", "tsv", SEEN)
        build(self.folder / "alone", options=["--lubm", "1"])
        with serving(self.folder / "alone"):
            self.assertEqual(run("update", "--db", self.folder / "alone", UPDATE).status, 0)
            self.assertEqual(run("query", "--db", self.folder / "alone", "--format", "tsv", SEEN).text, seen)
        self.assertIn("is whole", run("check", "--db", self.folder / "served").text)


if __name__ == "__main__":
    unittest.main()
