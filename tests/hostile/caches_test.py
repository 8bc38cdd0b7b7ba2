#!/usr/bin/env python3
"""The caches of a server with little memory stay within their limit for all queries."""

import json
import os
import random
import unittest

import hostile  # noqa: F401: finds the modules below
from program import Case, build, for_images, serving
from sparql_client import CSV, ask, health

MEMORY_MB = 96  # of all images together
NAMES = {"adjacency_indexes", "class_bitmaps", "compressed_texts", "graphs", "prepared_queries"}
THINGS = 20_000


def data():
    """Things with a class, a friend, and a text that is stored compressed: 12 MB of texts."""
    words = ["lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "adipiscing", "elit"]
    random.seed(7)
    for number in range(THINGS):
        thing, friend = f"<http://x/t{number}>", f"<http://x/t{random.randrange(THINGS)}>"
        text = f"{number} " + " ".join(random.choices(words, k=100))
        yield f"{thing} <http://x/kind> <http://x/K{number % 3}> ; <http://x/knows> {friend} ; <http://x/text> \"{text}\" ."


@for_images(1, 2)
class Caches(Case):
    @classmethod
    def prepare(cls):
        (cls.folder / "things.ttl").write_text("\n".join(data()) + "\n")
        build(cls.folder / "db", cls.folder / "things.ttl", images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=["--memory", f"{MEMORY_MB}M"]))

    def health(self):
        return json.loads(health(self.server).text)

    def assertWithinLimits(self):
        caches = self.health()["caches"]
        total = caches.pop("total")
        self.assertEqual(set(caches), NAMES)
        for name, cache in caches.items():
            self.assertLessEqual(cache["bytes"], cache["most_bytes"], name)
        self.assertEqual(total["bytes"], sum(cache["bytes"] for cache in caches.values()))
        self.assertLessEqual(sum(cache["most_bytes"] for cache in caches.values()), total["most_bytes"])
        self.assertLessEqual(total["most_bytes"], (MEMORY_MB << 20) // self.images // 8)
        return caches

    def ask(self, text):
        answer = ask(self.server, text, CSV, timeout=60)
        self.assertEqual(answer.status, 200, answer.text)
        self.assertWithinLimits()

    def test_they_fill_their_limits_and_no_more(self):
        at_rest = self.health()["heap_used_bytes"]
        limits = self.assertWithinLimits()
        for first in range(0, THINGS, 1000):  # all texts
            self.ask(f"SELECT ?t {{ ?x <http://x/text> ?t FILTER(CONTAINS(?t, 'lorem')) }} OFFSET {first} LIMIT 1000")
        for number in range(120):  # queries of many kinds, each three times
            variables = " ".join(f"?v{number}_{i}" for i in range(number % 30))
            for thing in range(3):
                self.ask(f"SELECT ?a{number} {variables} {{ <http://x/t{thing}> <http://x/knows> ?a{number} }}")
        for kind in range(3):  # look-ups of many things
            for _ in range(12):
                self.ask(f"SELECT (COUNT(*) AS ?n) {{ ?x <http://x/knows> ?y . ?y <http://x/kind> <http://x/K{kind}> . "
                         "?y <http://x/knows> ?z }")
        for kind in range(30):  # graphs of algorithms
            self.ask("PREFIX algo: <quadrille:algorithm/> SELECT (COUNT(*) AS ?n) { SERVICE algo:wcc { [] algo:source ?x ; "
                     f"algo:target ?y ; algo:vertex ?v . {{ ?x <http://x/knows> ?y FILTER(?y != <http://x/t{kind}>) }} }} }}")
        caches = self.assertWithinLimits()
        self.assertGreater(caches["graphs"]["bytes"], limits["graphs"]["most_bytes"] / 2)
        # In several groups each image reads its share of the texts; these are image 0's.
        least = 8 if os.environ.get("QUADRILLE_GROUP_SIZE") else 2
        self.assertGreater(caches["compressed_texts"]["bytes"], limits["compressed_texts"]["most_bytes"] / least)
        self.assertGreater(caches["prepared_queries"]["bytes"], limits["prepared_queries"]["most_bytes"] / 2)
        self.assertEqual(self.health()["heap_used_bytes"], at_rest, "the limits were reserved at the start")


if __name__ == "__main__":
    unittest.main()
