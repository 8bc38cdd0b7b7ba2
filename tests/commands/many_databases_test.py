#!/usr/bin/env python3
"""200 small databases of one server: the time of a create and of a start, memory, and that each has its own data."""

import concurrent.futures
import json
import re
import statistics
import time
import unittest
import urllib.parse

from program import Case, for_images, patience, serving
from sparql_client import JSON, request

DATABASES = 200
UPDATE = {"Content-Type": "application/sparql-update"}
EVERYTHING = "SELECT ?o { ?s ?p ?o }"
# Goals on an idle machine: 100 ms and 5 s. The limits leave room for busy ones.
MOST_CREATE_S = 0.3
MOST_START_S = 15
MOST_BYTES = 1 << 20  # of a database and an image
CLIENTS = 4


def name_of(number):
    return f"db{number:03}"


@for_images(2)
class ManyDatabases(Case):
    @classmethod
    def prepare(cls):
        cls.root = cls.folder / "root"
        cls.root.mkdir()
        options = ("--create", "--databases", cls.root)
        with serving(cls.folder / "main", cls.images, options=options) as cls.server:
            cls.look_up("main")
            cls.memory_alone = cls.memory()
            authorization = cls.server.authorization
            cls.create_seconds = [cls.create(number, authorization) for number in range(DATABASES)]
            cls.for_all(cls.write)
            cls.memory_made = cls.memory()
            status, cls.stop_seconds = cls.server.stop(seconds=patience(30))
            assert status == 0, cls.server.errors
        began = time.monotonic()
        cls.server = cls.enterClassContext(serving(cls.folder / "main", cls.images, options=options))
        while request(cls.server, "GET", "/ready").status != 200:
            assert time.monotonic() - began < patience(60), cls.server.errors
            time.sleep(0.01)
        cls.start_seconds = time.monotonic() - began
        cls.found = cls.for_all(lambda number: cls.look_up(name_of(number)))
        cls.memory_started = cls.memory()

    @classmethod
    def for_all(cls, work):
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            return list(pool.map(work, range(DATABASES)))

    @classmethod
    def create(cls, number, authorization):
        answer = request(cls.server, "PUT", f"/admin/databases/{name_of(number)}", headers=authorization)
        assert answer.status == 201, answer
        return answer.seconds

    @classmethod
    def write(cls, number):
        text = f"INSERT DATA {{ <urn:database> <urn:has> {number} }}"
        answer = request(cls.server, "POST", f"/{name_of(number)}/update", text, UPDATE)
        assert answer.status == 200, answer

    @classmethod
    def look_up(cls, name):
        path = f"/{name}/sparql?" + urllib.parse.urlencode({"query": EVERYTHING})
        answer = request(cls.server, "GET", path, headers={"Accept": JSON})
        assert answer.status == 200, answer
        return [row["o"] for row in answer.bindings]

    @classmethod
    def memory(cls):
        """Resident bytes of each image."""
        text = request(cls.server, "GET", "/metrics", headers=cls.server.authorization).text
        found = re.findall(r'^quadrille_image_resident_memory_bytes\{image="\d+"\} (\S+)$', text, re.MULTILINE)
        assert len(found) == cls.images, text
        return [float(one) for one in found]

    def bytes_of_one(self, memory):
        """The resident memory of one database in the image that has the most."""
        return max(now - before for now, before in zip(memory, self.memory_alone)) / DATABASES

    def test_a_create_takes_little_time(self):
        median = statistics.median(self.create_seconds)
        print(f"\ncreate: median {1000 * median:.1f} ms, longest {1000 * max(self.create_seconds):.1f} ms; "
              f"the last 20: median {1000 * statistics.median(self.create_seconds[-20:]):.1f} ms")
        self.assertLess(median, patience(MOST_CREATE_S))

    def test_a_start_takes_little_time(self):
        print(f"\nstart: ready after {self.start_seconds:.2f} s; end after {self.stop_seconds:.2f} s")
        self.assertLess(self.start_seconds, patience(MOST_START_S))

    def test_each_takes_little_memory(self):
        for when, memory in (("made", self.memory_made), ("opened", self.memory_started)):
            print(f"\nmemory of a database that was {when}: {self.bytes_of_one(memory) / 1024:.0f} KiB an image")
            self.assertLess(self.bytes_of_one(memory), MOST_BYTES, when)

    def test_each_has_its_own_data_after_the_restart(self):
        self.assertEqual(self.found, [[str(number)] for number in range(DATABASES)])
        self.assertEqual(self.look_up("main"), [])

    def test_all_are_listed(self):
        entries = json.loads(request(self.server, "GET", "/admin/databases").text)["databases"]
        self.assertEqual([entry["name"] for entry in entries], [*map(name_of, range(DATABASES)), "main"])
        self.assertEqual({entry["state"] for entry in entries}, {"serving"})
        text = request(self.server, "GET", "/metrics", headers=self.server.authorization).text
        shown = dict(re.findall(r'^quadrille_quads\{database="([^"]+)"\} (\S+)$', text, re.MULTILINE))
        self.assertEqual({name: float(quads) for name, quads in shown.items()},
                         {**{name_of(number): 1 for number in range(DATABASES)}, "main": 0})

    def test_a_look_up_does_not_depend_on_the_others(self):
        began = time.monotonic()
        for _ in range(50):
            self.assertEqual(self.look_up(name_of(DATABASES - 1)), [str(DATABASES - 1)])
        seconds = (time.monotonic() - began) / 50
        print(f"\nlook-up: {1000 * seconds:.1f} ms")
        self.assertLess(seconds, patience(0.1))


if __name__ == "__main__":
    unittest.main()
