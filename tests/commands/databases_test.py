#!/usr/bin/env python3
"""Several databases of one server (serve --databases ROOT): their paths, creating and dropping, rights, damage,
commands, kill -9, and the listeners of other groups.

QUADRILLE_SEED=N   chooses the moments of the kills
"""

import atexit
import concurrent.futures
import contextlib
import functools
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import tempfile
import threading
import time
import types
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, run, serving
from sparql_client import JSON, CutOff, request

UPDATE = {"Content-Type": "application/sparql-update"}
QUERY = {"Content-Type": "application/sparql-query"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TURTLE = {"Content-Type": "text/turtle"}
RULES = {"Content-Type": "application/sparql-rl"}
RULE = "RULE { ?x <urn:follows> ?y } WHERE { ?x <urn:stated> ?y }"
LONG = sample_data.endless(4)  # of some thousand quads
LONG_UPDATE = f"INSERT {{ <urn:a> <urn:n> ?n }} WHERE {{ {{ {LONG} }} }}"
RESERVED = ("sparql", "query", "update", "data", "rules", "why", "algorithms", "jobs", "admin", "health", "metrics",
            "ready")
COUNT = "SELECT (COUNT(*) AS ?o) { ?s ?p ?v }"
SEED = int(os.environ.get("QUADRILLE_SEED", "1"))
GROUPS = {"QUADRILLE_GROUP_SIZE": "1"}
# Removes `--db FOLDER` from the words of a Server, whose first ones these are.
WITHOUT_DB = ("sh", "-c", 'program=$1; shift 4; exec "$program" serve "$@"', "sh")


def lines(name, count):
    return "".join(f'<urn:{name}{n}> <urn:of> "{n}" .\n' for n in range(count))


@functools.cache
def built(name, count):
    """A database with so many quads, made once for a run; tests copy it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-databases-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    build(folder / name, "--format", "nt", "-", given=lines(name, count).encode())
    return folder / name


def sparql(path, text, **more):
    """The path of a query: of the database at `path`, or of the default one if that is empty."""
    return f"{path}/sparql?" + urllib.parse.urlencode({"query": text, **more})


def outcome(server, *words, **more):
    """The status of the answer; None if the connection ended before its end."""
    try:
        return request(server, *words, **more).status
    except (CutOff, ConnectionError, http.client.HTTPException):
        return None


def folders(root):
    """The names of the folders in a folder."""
    return sorted(path.name for path in root.iterdir() if path.is_dir())


class Databases(Case):
    """The default database is `main`; ROOT has those of `built`, with so many quads each."""

    images = 1
    built = {"people": 3, "places": 5}

    @classmethod
    def prepare(cls):
        cls.root = cls.folder / "root"
        cls.root.mkdir()
        for name, count in cls.built.items():
            shutil.copytree(built(name, count), cls.root / name)

    @classmethod
    def served(cls, *options, **more):
        return serving(cls.folder / "main", cls.images, options=("--create", "--databases", cls.root, *options), **more)

    @classmethod
    def serve_all_tests(cls, *options, **more):
        cls.server = cls.enterClassContext(cls.served(*options, **more))

    def until(self, happened, seconds=15):
        end = time.monotonic() + patience(seconds)
        while not (found := happened()):
            self.assertLess(time.monotonic(), end, "it has not happened in time")
            time.sleep(0.02)
        return found

    def call(self, method, path, body=None, headers=None, status=200, server=None):
        answer = request(server or self.server, method, path, body, headers)
        self.assertEqual(answer.status, status, f"{method} {path}: {answer.text[:1000]}")
        return answer

    def administer(self, method, path, status=200):
        """A request of the server's owner, below /NAME/admin."""
        return self.call(method, path, headers=self.server.authorization, status=status)

    @property
    def predicate(self):
        """One for each test, so that tests share databases."""
        return f"urn:{self._testMethodName}"

    def insert(self, path, number, server=None):
        text = f"INSERT DATA {{ <urn:s> <{self.predicate}> {number} }}"
        return self.call("POST", f"{path}/update", text, UPDATE, server=server)

    def values(self, path, text=None, server=None):
        text = text or f"SELECT ?o {{ <urn:s> <{self.predicate}> ?o }} ORDER BY ?o"
        answer = self.call("GET", sparql(path, text), headers={"Accept": JSON}, server=server)
        return [row["o"] for row in answer.bindings]

    def number(self, path):
        (found,) = self.values(path, COUNT)
        return int(found)

    def create(self, name, status=201, server=None):
        answer = self.call("PUT", f"/admin/databases/{name}", status=status, server=server)
        return json.loads(answer.text) if status == 201 else answer.text

    def drop(self, name, status=200, server=None):
        return self.call("DELETE", f"/admin/databases/{name}", status=status, server=server)

    def listed(self, server=None, headers=None):
        """{name: entry}"""
        entries = json.loads(self.call("GET", "/admin/databases", headers=headers, server=server).text)["databases"]
        names = [entry["name"] for entry in entries]
        self.assertEqual(names, sorted(set(names)))
        return dict(zip(names, entries))

    def health(self, path):
        return json.loads(self.call("GET", f"{path}/health").text)

    def running(self):
        """{id: entry} of the running requests."""
        return {row["id"]: row for row in json.loads(self.call("GET", "/admin/queries").text)["queries"]}

    def fill(self, path, count=3000):
        """Puts so many quads that LONG does not end."""
        answer = request(self.server, "POST", f"{path}/data?default", lines("filled", count), TURTLE)
        self.assertLess(answer.status, 300, answer.text)

    @contextlib.contextmanager
    def in_background(self, *requests):
        """Sends requests (id, method, path, body, headers); yields the futures of their statuses once all run."""
        with concurrent.futures.ThreadPoolExecutor(len(requests)) as pool:
            futures = [pool.submit(outcome, self.server, method, path, body, {**headers, "X-Request-Id": name})
                       for name, method, path, body, headers in requests]
            names = {name for name, *_ in requests}
            try:
                self.until(lambda: names <= set(self.running()) or any(one.done() for one in futures))
                self.assertEqual([one.result() for one in futures if one.done()], [])
                yield futures
            finally:
                for name in names:
                    request(self.server, "DELETE", f"/admin/queries/{name}")

    def job(self, path, server=None):
        return json.loads(self.call("GET", path, server=server).text)

    def figures(self):
        """{name: quads} of the metrics."""
        text = self.call("GET", "/metrics", headers=self.server.authorization).text
        found = re.findall(r'^quadrille_quads\{database="([^"]*)"\} (\S+)$', text, re.MULTILINE)
        self.assertEqual(len(found), len(dict(found)))
        return {name: float(quads) for name, quads in found}

    def hidden(self):
        """Folders of ROOT that are being made or removed."""
        return [path.name for path in self.root.iterdir() if path.name.startswith(".")]


class Starting(Databases):
    built = {"people": 3}

    def serve(self, *words):
        return run("serve", "--port", 0, *words, timeout=30)

    def test_a_root_that_is_no_folder_is_refused(self):
        file = self.folder / "file"
        file.write_text("")
        for place in (file, self.folder / "nowhere"):
            ended = self.serve("--db", self.folder / "refused", "--create", "--databases", place)
            self.assertSays(ended, 1, str(place))
        self.assertFalse((self.folder / "nowhere").exists())

    def test_two_databases_of_one_name_are_refused(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        ended = self.serve("--db", elsewhere / "people", "--create", "--databases", self.root)
        self.assertSays(ended, 1, "people", str(self.root))

    def test_without_db_the_default_is_a_folder_of_the_root(self):
        root = self.folder / "alone"
        root.mkdir()
        for number in (1, 2):
            with serving(root / "default", options=("--databases", root), wrapper=WITHOUT_DB) as self.server:
                self.assertTrue((root / "default" / "manifest.json").exists())
                self.assertEqual(len(self.values("")), number - 1)
                self.insert("", number)
                self.insert("/default", number)
                self.assertEqual(self.values(""), self.values("/default"))
                self.assertEqual([(its["name"], its["default"]) for its in self.listed().values()], [("default", True)])
                self.drop("default", status=409)
                self.assertEqual(self.server.stop()[0], 0)

    def test_folders_without_a_database_are_no_databases(self):
        root = self.folder / "others"
        shutil.copytree(self.root / "people", root / "people")
        (root / "notes").mkdir()
        (root / "notes" / "a.txt").write_text("")
        (root / "file").write_text("")
        with serving(self.folder / "beside", options=("--create", "--databases", root)) as self.server:
            self.assertEqual(list(self.listed()), ["beside", "people"])
            for name in ("notes", "file"):
                self.assertIn(name, self.call("GET", sparql(f"/{name}", "ASK {}"), status=404).text)
        self.assertTrue((root / "notes" / "a.txt").exists())

    def test_half_made_and_half_removed_folders_are_removed(self):
        root = self.folder / "halves"
        shutil.copytree(self.root / "people", root / "people")
        for name in ("one.building-999999999", ".dropped-1-one"):
            shutil.copytree(self.root / "people", root / name)
        for name in ("two.building-999999999", ".dropped-2-two"):
            shutil.copytree(self.root / "people", root / name)
            (root / name / "manifest.json").unlink()
        (root / "three.building-999999999").mkdir()
        with serving(self.folder / "whole", options=("--create", "--databases", root)) as self.server:
            self.assertEqual(list(self.listed()), ["people", "whole"])
            self.until(lambda: folders(root) == ["people"])
            self.assertEqual(self.number("/people"), 3)

    def test_a_server_of_one_database_makes_none(self):
        with serving(self.folder / "single", options=("--create",)) as self.server:
            self.assertIn("--databases", self.create("people", status=501))
            self.insert("", 1)
            self.assertEqual(self.values(""), ["1"])

    def test_a_read_only_server_makes_and_drops_none(self):
        shutil.copytree(built("fixed", 2), self.folder / "fixed")
        with serving(self.folder / "fixed", options=("--databases", self.root, "--read-only")) as self.server:
            self.assertIn("--read-only", self.create("more", status=403))
            self.assertIn("--read-only", self.drop("people", status=403).text)
            self.assertEqual((self.number(""), self.number("/people")), (2, 3))
            self.call("POST", "/people/update", "CLEAR ALL", UPDATE, status=403)
        self.assertTrue((self.root / "people" / "manifest.json").exists())
        self.assertFalse((self.root / "more").exists())


@for_images(1, 2)
class Paths(Databases):
    @classmethod
    def prepare(cls):
        super().prepare()
        cls.log = cls.folder / "queries.log"
        cls.audit = cls.folder / "audit.log"
        cls.serve_all_tests("--query-log", cls.log, "--audit-log", cls.audit, "--log-format", "json")

    def test_each_has_its_own_data(self):
        for number, path in enumerate(("", "/people", "/places")):
            self.insert(path, number)
            text = f"INSERT DATA {{ <urn:s> <{self.predicate}> {number + 10} }}"
            self.call("POST", f"{path}/sparql", urllib.parse.urlencode({"update": text}), FORM)
        for number, path in enumerate(("", "/people", "/places")):
            self.assertEqual(self.values(path), [str(number), str(number + 10)])
        for name, count in self.built.items():
            text = f"SELECT (COUNT(*) AS ?o) {{ ?s <urn:of> ?v FILTER(STRSTARTS(STR(?s), 'urn:{name}')) }}"
            self.assertEqual(self.values(f"/{name}", text), [str(count)])

    def test_the_default_is_at_both_paths(self):
        self.insert("", 1)
        self.insert("/main", 2)
        self.assertEqual(self.values(""), ["1", "2"])
        self.assertEqual(self.values("/main"), ["1", "2"])
        self.assertEqual(self.health("")["quads"], self.health("/main")["quads"])

    def test_query_takes_queries_alone(self):
        for path in ("", "/main", "/people"):
            text = urllib.parse.urlencode({"query": "ASK {}"})
            for words in (("GET", f"{path}/query?{text}", None, {}), ("POST", f"{path}/query", text, FORM),
                          ("POST", f"{path}/query", "ASK {}", QUERY)):
                *words, headers = words
                answer = self.call(*words, {**headers, "Accept": JSON})
                self.assertTrue(json.loads(answer.text)["boolean"])
            change = f"INSERT DATA {{ <urn:s> <{self.predicate}> 1 }}"
            for body, headers in ((change, UPDATE), (urllib.parse.urlencode({"update": change}), FORM)):
                refused = request(self.server, "POST", f"{path}/query", body, headers)
                self.assertIn(refused.status, (400, 403, 405, 415), refused.text)
            self.assertEqual(self.values(path), [])

    def test_graphs(self):
        self.call("PUT", "/people/data?graph=urn:g", "<urn:a> <urn:b> 1 .", TURTLE, status=201)
        self.assertIn("urn:a", self.call("GET", "/people/data?graph=urn:g").text)
        for path in ("", "/places"):
            self.call("GET", f"{path}/data?graph=urn:g", status=404)
        self.call("PUT", "/people/data/a/graph", "<urn:a> <urn:c> 2 .", TURTLE, status=201)
        self.assertIn("urn:c", self.call("GET", "/people/data/a/graph").text)
        for path in ("", "/places"):
            self.call("GET", f"{path}/data/a/graph", status=404)
        self.call("DELETE", "/people/data?graph=urn:g")
        self.call("GET", "/people/data?graph=urn:g", status=404)

    def test_rules_and_proofs(self):
        for path in ("/people", "/places"):
            self.call("POST", f"{path}/update", "INSERT DATA { <urn:a> <urn:stated> <urn:b> }", UPDATE)
        checked = self.call("POST", "/people/rules/check", RULE, RULES).text
        self.assertEqual(checked, self.call("POST", "/rules/check", RULE, RULES).text)
        self.call("PUT", "/people/rules/mine.srl", RULE, RULES, status=201)
        self.assertIn("mine.srl", self.call("GET", "/people/rules").text)
        self.assertIn("urn:follows", self.call("GET", "/people/rules/mine.srl").text)
        self.call("GET", "/people/rules/status")
        proof = "why?" + urllib.parse.urlencode({"quad": "<urn:a> <urn:follows> <urn:b> ."})
        self.assertIn("urn:stated", self.call("GET", f"/people/{proof}").text)
        self.assertEqual(self.values("/people", "SELECT ?o { <urn:a> <urn:follows> ?o }"), ["urn:b"])
        for path in ("", "/places"):
            self.assertNotIn("mine.srl", self.call("GET", f"{path}/rules").text)
            self.call("GET", f"{path}/rules/mine.srl", status=404)
            self.call("GET", f"{path}/{proof}", status=404)
            self.assertEqual(self.values(path, "SELECT ?o { <urn:a> <urn:follows> ?o }"), [])
        self.call("DELETE", "/people/rules/mine.srl")
        self.assertEqual(self.values("/people", "SELECT ?o { <urn:a> <urn:follows> ?o }"), [])

    def test_the_page_and_the_description(self):
        for path in ("/people", "/main"):
            page = self.call("GET", f"{path}/", headers={"Accept": "text/html"})
            self.assertTrue(page.type.startswith("text/html"), page.type)
            self.call("GET", f"{path}/sparql", headers={"Accept": "text/turtle"})
            led = self.call("GET", f"{path}/?query=ASK%7B%7D", headers={"Accept": "*/*"}, status=308)
            self.assertEqual(led.headers["location"], f"{path}/sparql?query=ASK%7B%7D")
            self.assertIn(f"is {path}/data here", self.call("GET", f"{path}/get?default", status=404).text)
            self.assertIn(f"{path}/sparql", self.call("POST", path, "query=ASK{}", UPDATE, status=404).text)
        self.assertEqual(self.call("GET", "/people/algorithms").text, self.call("GET", "/algorithms").text)

    def test_health_and_readiness_are_those_of_the_database(self):
        for path in ("", "/main", "/people", "/places"):
            self.assertEqual(self.call("GET", f"{path}/ready").text, "ready\n")
        before = {path: self.health(path)["quads"] for path in ("", "/people", "/places")}
        self.insert("/people", 1)
        after = {path: self.health(path)["quads"] for path in ("", "/people", "/places")}
        self.assertEqual(after, {**before, "/people": before["/people"] + 1})

    def test_a_compaction_is_one_of_the_database(self):
        before = {path: self.health(path)["generation"] for path in ("", "/people", "/places")}
        self.insert("/people", 1)
        self.administer("POST", "/people/admin/compact?kind=rebuild")
        after = {path: self.health(path)["generation"] for path in ("", "/people", "/places")}
        self.assertEqual(after, {**before, "/people": before["/people"] + 1})
        self.assertEqual(self.values("/people"), ["1"])

    def test_a_backup_has_the_database(self):
        self.insert("/places", 7)
        target, restored = self.folder / "backup", self.folder / "restored"
        self.administer("POST", "/places/admin/backup?" + urllib.parse.urlencode({"target": target}))
        ended = run("restore", target, "--db", restored)
        self.assertEqual(ended.status, 0, ended.errors)
        found = run("query", "--db", restored, "--format", "csv", f"SELECT ?o {{ ?s <{self.predicate}> ?o }}")
        self.assertEqual(found.lines, ["o", "7"], found.errors)

    def test_addresses_of_the_server_are_at_the_root_alone(self):
        for method, path in (("GET", "metrics"), ("GET", "admin/log"), ("POST", "admin/stop"), ("POST", "admin/reload"),
                             ("GET", "admin/settings"), ("GET", "admin/queries"), ("GET", "admin/databases"),
                             ("PUT", "admin/databases/more"), ("GET", "nowhere")):
            for name in ("people", "main"):
                self.administer(method, f"/{name}/{path}", status=404)
        self.assertIsNone(self.server.wait(0))
        self.assertFalse((self.root / "more").exists())
        for path in ("/metrics", "/admin/log", "/admin/settings", "/admin/queries"):
            self.administer("GET", path)

    def test_an_unknown_database_is_named(self):
        for method, path, headers in (("GET", sparql("/nobody", "ASK {}"), {}), ("GET", "/nobody/", {}),
                                      ("GET", "/nobody/jobs", {}), ("GET", "/nobody/ready", {}),
                                      ("GET", "/nobody/health", {}), ("POST", "/nobody/update", UPDATE),
                                      ("POST", "/nobody/jobs", QUERY), ("PUT", "/nobody/data?default", TURTLE),
                                      ("GET", "/People/query?query=ASK%7B%7D", {})):
            name = path.split("/")[1]
            self.assertIn(name, self.call(method, path, "" if headers else None, headers, status=404).text)
        self.administer("POST", "/nobody/admin/compact", status=404)
        self.assertFalse((self.root / "nobody").exists())

    def test_jobs(self):
        self.insert("/people", 5)
        ids = {}
        for path in ("", "/main", "/people", "/places"):
            text = f"SELECT ?o {{ ?s <{self.predicate}> ?o }}"
            answer = self.call("POST", f"{path}/jobs", text, {**QUERY, "Accept": "text/csv"}, status=202)
            ids[path] = json.loads(answer.text)["id"]
            self.assertEqual(answer.headers["location"], f"{path}/jobs/{ids[path]}")
        for path, id in ids.items():
            self.until(lambda: self.job(f"{path}/jobs/{id}?wait=10")["state"] == "done")
            result = self.call("GET", f"{path}/jobs/{id}/result").text.split()
            self.assertEqual(result, ["o", "5"] if path == "/people" else ["o"])
            mine = {other for other in ids if (other or "/main") == (path or "/main")}
            listed = {job["id"] for job in json.loads(self.call("GET", f"{path}/jobs").text)["jobs"]}
            self.assertEqual(listed & set(ids.values()), {ids[other] for other in mine})
            for other in ids.keys() - mine:
                self.call("GET", f"{other}/jobs/{id}", status=404)
                self.call("GET", f"{other}/jobs/{id}/result", status=404)
                self.call("DELETE", f"{other}/jobs/{id}", status=404)
        for path, id in ids.items():
            self.call("DELETE", f"{path}/jobs/{id}", status=204)

    def test_an_update_that_runs_as_a_job(self):
        text = f"INSERT DATA {{ <urn:s> <{self.predicate}> 6 }}"
        path = self.call("POST", "/places/jobs", text, UPDATE, status=202).headers["location"]
        self.until(lambda: self.job(f"{path}?wait=10")["state"] == "done")
        self.assertEqual([self.values(one) for one in ("", "/people", "/places")], [[], [], ["6"]])
        self.call("DELETE", path, status=204)

    def test_the_list_and_the_figures(self):
        listed = self.listed()
        self.assertEqual(list(listed), ["main", "people", "places"])
        self.assertEqual(self.figures(), {name: entry["quads"] for name, entry in listed.items()})
        for name, entry in listed.items():
            self.assertEqual((entry["state"], entry["default"]), ("serving", name == "main"))
            self.assertEqual(entry["quads"], self.health(f"/{name}")["quads"])
            self.assertEqual(json.loads(self.call("GET", f"/admin/databases/{name}").text), entry)
        for name in self.built:
            self.assertEqual(listed[name]["path"], f"/{name}")
            self.assertNotIn("reason", listed[name])
        self.assertIn("nobody", self.call("GET", "/admin/databases/nobody", status=404).text)

    def test_running_requests_and_logs_name_the_database(self):
        self.fill("/people")
        self.fill("")
        with self.in_background(("of-people", "GET", sparql("/people", LONG, timeout="1min"), None, {}),
                                ("of-main", "GET", sparql("", LONG, timeout="1min"), None, {}),
                                ("change", "POST", "/people/update", LONG_UPDATE, UPDATE)) as (query, other, change):
            found = self.running()
            self.assertEqual({name: found[name]["database"] for name in ("of-people", "of-main", "change")},
                             {"of-people": "people", "of-main": "main", "change": "people"})
            for name in ("of-people", "of-main", "change"):
                self.call("DELETE", f"/admin/queries/{name}", status=202)
            self.assertEqual([future.result(patience(10)) for future in (query, other, change)], [503] * 3)
        self.call("GET", sparql("/places", "ASK {}"), headers={"X-Request-Id": "short"})
        text = f"INSERT DATA {{ <urn:s> <{self.predicate}> 1 }}"
        self.call("POST", "/places/update", text, {**UPDATE, "X-Request-Id": "write"})
        self.call("GET", sparql("/main", "ASK {}"), headers={"X-Request-Id": "default"})
        wanted = {"of-people": "people", "of-main": "main", "change": "people", "short": "places", "write": "places",
                  "default": "main"}

        def logged():
            entries = [json.loads(line) for line in self.log.read_text().splitlines()]
            return {entry["id"]: entry["database"] for entry in entries if entry["id"] in wanted}

        self.until(lambda: len(logged()) == len(wanted))
        self.assertEqual(logged(), wanted)
        audited = [json.loads(line) for line in self.audit.read_text().splitlines()]
        writes = [entry for entry in audited if entry["event"] == "write" and entry.get("id") in ("write", "change")]
        self.assertEqual({(entry["id"], entry["database"]) for entry in writes},
                         {("write", "places"), ("change", "people")})

    def test_an_update_does_not_wait_for_one_of_another_database(self):
        self.fill("/people")
        with self.in_background(("long", "POST", "/people/update", LONG_UPDATE, UPDATE)) as (long,):
            for path in ("/places", ""):
                began = time.monotonic()
                self.insert(path, 1)
                self.assertLess(time.monotonic() - began, patience(2))
                self.assertEqual(self.values(path), ["1"])
            self.assertFalse(long.done())
            self.assertIn("long", self.running())
            self.call("DELETE", "/admin/queries/long", status=202)
            self.assertEqual(long.result(patience(10)), 503)
        self.assertEqual(self.values("/people", "SELECT ?o { <urn:a> <urn:n> ?o }"), [])


@for_images(1, 2)
class Creating(Databases):
    built = {"people": 3, "early": 2}

    @classmethod
    def prepare(cls):
        super().prepare()
        cls.serve_all_tests()

    def test_a_new_database_is_empty_and_works(self):
        made = self.create("new")
        self.assertEqual((made["name"], made["state"], made["path"]), ("new", "serving", "/new"))
        self.assertTrue((self.root / "new" / "manifest.json").exists())
        self.until(lambda: self.hidden() == [])
        self.assertEqual(self.call("GET", "/new/ready").text, "ready\n")
        self.assertEqual(self.number("/new"), 0)
        self.insert("/new", 1)
        self.assertEqual(self.values("/new"), ["1"])
        self.assertEqual((self.values(""), self.values("/people")), ([], []))
        entry = self.listed()["new"]
        self.assertEqual((entry["state"], entry["default"], entry["quads"]), ("serving", False, 1))
        self.assertEqual(self.figures()["new"], 1)
        self.administer("POST", "/new/admin/compact")
        self.assertEqual(self.values("/new"), ["1"])
        self.drop("new")
        self.assertNotIn("new", self.figures())

    def test_one_that_is_served_is_not_made_again(self):
        quads = self.number("/people")
        for name in ("people", "main"):
            self.assertIn(name, self.create(name, status=409))
        self.assertEqual(self.number("/people"), quads)

    def test_names(self):
        self.until(lambda: self.hidden() == [])
        before = sorted(self.root.iterdir())
        for name in (*RESERVED, "-x", ".x", "_x", "a%20b", "a%0Ab", "%C3%BC", "x" * 65, "a$b", ".new-x",
                     "people.building-7", "people.replaced-7"):
            self.create(name, status=400)
        for name in ("..%2Fx", "a%2Fb"):
            self.assertIn(request(self.server, "PUT", f"/admin/databases/{name}").status, (400, 404))
        self.assertEqual(sorted(self.root.iterdir()), before)
        self.assertFalse((self.folder / "x").exists())
        for name in ("x" * 64, "0", "A.b_c-d", "Sparql"):
            self.assertEqual(self.create(name)["path"], f"/{name}")
            self.insert(f"/{name}", 1)
            self.assertEqual(self.values(f"/{name}"), ["1"])
            self.drop(name)

    def test_a_folder_that_has_a_database_is_opened(self):
        build(self.root / "later", "--format", "nt", "-", given=lines("later", 4).encode(), images=self.images)
        self.assertNotIn("later", self.listed())
        made = self.create("later")
        self.assertEqual((made["name"], made["state"], made["path"]), ("later", "serving", "/later"))
        self.assertEqual(self.number("/later"), 4)
        self.insert("/later", 1)
        self.assertEqual(self.values("/later"), ["1"])

    def test_a_restored_database_is_opened(self):
        target = self.folder / "backup"
        self.insert("/people", 9)
        self.administer("POST", "/people/admin/backup?" + urllib.parse.urlencode({"target": target}))
        ended = run("restore", target, "--db", self.root / "again")
        self.assertEqual(ended.status, 0, ended.errors)
        self.create("again")
        self.assertEqual(self.values("/again"), ["9"])
        self.insert("/again", 10)
        self.assertEqual(self.values("/people"), ["9"])
        self.call("POST", "/people/update", f"DELETE WHERE {{ <urn:s> <{self.predicate}> ?o }}", UPDATE)

    def test_several_at_once(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(lambda _: outcome(self.server, "PUT", "/admin/databases/one"), range(8)))
            self.assertEqual(sorted(statuses), [201] + [409] * 7)
            names = [f"many{number}" for number in range(8)]
            statuses = list(pool.map(lambda name: outcome(self.server, "PUT", f"/admin/databases/{name}"), names))
            self.assertEqual(statuses, [201] * 8)
            for number, name in enumerate(names):
                self.insert(f"/{name}", number)
            self.assertEqual([self.values(f"/{name}") for name in names], [[str(number)] for number in range(8)])
            statuses = list(pool.map(lambda name: outcome(self.server, "DELETE", f"/admin/databases/{name}"), names))
            self.assertEqual(statuses, [200] * 8)
        self.assertEqual([name for name in self.listed() if name.startswith("many")], [])

    def test_a_dropped_one_is_gone_and_can_be_made_again(self):
        for _ in range(2):
            self.create("short")
            self.assertEqual(self.number("/short"), 0)
            self.assertEqual(json.loads(self.call("GET", "/short/jobs").text)["jobs"], [])
            self.insert("/short", 1)
            self.call("POST", "/short/jobs", "ASK {}", QUERY, status=202)
            self.assertEqual(json.loads(self.drop("short").text), {"dropped": "short"})
            for path in (sparql("/short", "ASK {}"), "/short/", "/short/jobs", "/short/ready"):
                self.assertIn("short", self.call("GET", path, status=404).text)
            self.assertNotIn("short", self.listed())
            self.assertFalse((self.root / "short").exists())
            self.until(lambda: self.hidden() == [])

    def test_what_cannot_be_dropped(self):
        quads = self.number("/people")
        self.assertIn("nobody", self.drop("nobody", status=404).text)
        self.assertIn("main", self.drop("main", status=409).text)
        self.call("POST", "/admin/databases/people", status=405)
        self.assertEqual(self.number("/people"), quads)

    def test_a_drop_of_one_of_the_start_leaves_long_queries_of_others_alone(self):
        self.create("long")
        self.fill("/long")
        with self.in_background(*[(f"long-{n}", "GET", sparql("/long", LONG, timeout="1min"), None, {})
                                  for n in range(4)]) as clients:
            self.assertEqual(self.number("/early"), 2)
            self.drop("early")
            self.assertEqual(len([one for one in self.running().values() if one["database"] == "long"]), 4)
            self.drop("long")
            for client in clients:
                self.assertNotEqual(client.result(patience(10)), 200)
        self.assertGreaterEqual(self.number("/people"), 3)

    def test_a_drop_ends_a_compaction_that_waits(self):
        for name in ("one", "two"):
            self.create(name)
            self.fill(f"/{name}")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            asked = [pool.submit(outcome, self.server, "POST", f"/{name}/admin/compact?kind=rebuild", None,
                                 self.server.authorization) for name in ("one", "two")]
            self.drop("two")
            self.assertIn(asked[1].result(patience(20)), (200, 404, 503))
            self.assertIn(asked[0].result(patience(20)), (200, 503))
        self.drop("one")

    def test_a_drop_ends_what_runs_there(self):
        self.create("busy")
        self.fill("/busy")
        job = self.call("POST", "/busy/jobs", LONG, QUERY, status=202).headers["location"]
        self.until(lambda: self.job(job)["state"] == "running")
        with self.in_background(("query", "GET", sparql("/busy", LONG, timeout="1min"), None, {}),
                                ("update", "POST", "/busy/update", LONG_UPDATE, UPDATE)) as clients:
            began = time.monotonic()
            self.drop("busy")
            self.assertLess(time.monotonic() - began, patience(5))
            for client in clients:
                self.assertNotEqual(client.result(patience(10)), 200)
        self.assertEqual(self.running().keys() & {"query", "update"}, set())
        self.call("GET", job, status=404)
        self.assertFalse((self.root / "busy").exists())
        self.create("busy")
        self.assertEqual(self.number("/busy"), 0)
        self.assertEqual(json.loads(self.call("GET", "/busy/jobs").text)["jobs"], [])
        self.insert("/people", 1)
        self.assertEqual(self.values("/people"), ["1"])

    def test_a_drop_under_load(self):
        """Clients write, read and ask for one database until it is gone; those of another one notice nothing."""
        self.create("loaded")
        ends = time.monotonic() + patience(20)
        gone = threading.Event()
        seen = [[] for _ in range(4)]

        others = []

        def write(path, statuses):
            text = f"INSERT DATA {{ <urn:o> <urn:p> {len(statuses)} }}"
            statuses.append(outcome(self.server, "POST", f"{path}/update", text, UPDATE))

        def work(number):
            while time.monotonic() < ends and 404 not in seen[number]:
                if number % 2:
                    seen[number].append(outcome(self.server, "GET", sparql("/loaded", COUNT)))
                else:
                    write("/loaded", seen[number])

        def work_elsewhere():
            while not gone.is_set():
                write("/people", others)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        beside = threading.Thread(target=work_elsewhere)
        for thread in [*threads, beside]:
            thread.start()
        try:
            self.until(lambda: min(map(len, seen)) > 5)
            self.drop("loaded")
        finally:
            for thread in threads:
                thread.join()
            gone.set()
            beside.join()
            self.call("POST", "/people/update", "DELETE WHERE { <urn:o> <urn:p> ?o }", UPDATE)
        for statuses in seen:
            self.assertEqual((statuses[0], statuses[-1]), (200, 404))
            self.assertLessEqual(set(statuses), {200, 404, 503, None})
        self.assertEqual(set(others), {200})


class Rights(Databases):
    USERS = {"ann": "read:people", "bo": "editors", "cy": "admin:people", "max": "admin:main", "fay": "admin:fresh",
             "eve": "admin"}

    @classmethod
    def prepare(cls):
        super().prepare()
        cls.access = cls.folder / "access.toml"
        cls.tokens, cls.users = {}, {}
        cls.command("role", "add", "editors", "--grant", "write:people")
        for name, role in cls.USERS.items():
            cls.command("user", "add", name, "--role", role, "--no-password")
            cls.tokens[name] = cls.folder / f"{name}.token"
            cls.tokens[name].write_text(cls.command("token", "add", "--user", name))
            cls.tokens[name].chmod(0o600)
            cls.users[name] = {"Authorization": "Bearer " + cls.tokens[name].read_text().strip()}
        cls.serve_all_tests("--access", cls.access, "--backup-target", cls.folder / "backups")

    @classmethod
    def command(cls, *words):
        ended = run("access", *words, "--access", cls.access)
        assert ended.status == 0, ended.errors
        return ended.text

    def statuses(self, method, path, body=None, headers=None):
        """{user: status}"""
        return {name: request(self.server, method, path, body, {**(headers or {}), **its}).status
                for name, its in self.users.items()}

    def allowed(self, method, path, body=None, headers=None, status=200):
        """The users whose request has this status; that of all others is 403."""
        found = self.statuses(method, path, body, headers)
        self.assertLessEqual(set(found.values()), {status, 403}, f"{method} {path}")
        return {name for name, its in found.items() if its == status}

    def test_reading(self):
        for path in ("/people/sparql?query=ASK%7B%7D", "/people/query?query=ASK%7B%7D", "/people/data?default",
                     "/people/jobs"):
            self.assertEqual(self.allowed("GET", path), {"ann", "bo", "cy", "eve"}, path)
        for path in ("/sparql?query=ASK%7B%7D", "/main/sparql?query=ASK%7B%7D", "/query?query=ASK%7B%7D"):
            self.assertEqual(self.allowed("GET", path), {"max", "eve"}, path)
        self.assertEqual(self.allowed("GET", "/places/sparql?query=ASK%7B%7D"), {"eve"})
        refused = self.call("GET", "/places/sparql?query=ASK%7B%7D", headers=self.users["ann"], status=403)
        self.assertIn("places", refused.text)
        for path in ("/people/sparql?query=ASK%7B%7D", "/places/data?default"):
            self.call("GET", path, status=401)

    def test_writing(self):
        text = f"INSERT DATA {{ <urn:s> <{self.predicate}> 1 }}"
        self.assertEqual(self.allowed("POST", "/people/update", text, UPDATE), {"bo", "cy", "eve"})
        self.assertEqual(self.allowed("POST", "/people/sparql", text, UPDATE), {"bo", "cy", "eve"})
        self.assertEqual(self.allowed("POST", "/update", text, UPDATE), {"max", "eve"})
        self.assertEqual(self.allowed("POST", "/places/update", text, UPDATE), {"eve"})
        found = self.allowed("POST", "/people/data?default", "<urn:a> <urn:b> 1 .", TURTLE)
        self.assertEqual(found, {"bo", "cy", "eve"})
        self.call("POST", "/people/update", text, UPDATE, status=401)

    def test_administration_of_one(self):
        self.assertEqual(self.allowed("POST", "/people/admin/compact"), {"cy", "eve"})
        self.assertEqual(self.allowed("POST", "/places/admin/compact"), {"eve"})
        self.assertEqual(self.allowed("POST", "/main/admin/compact"), {"max", "eve"})
        self.assertEqual(self.allowed("POST", "/admin/compact"), {"max", "eve"})

    def test_administration_of_the_server(self):
        for method, path in (("GET", "/admin/settings"), ("GET", "/admin/log"), ("POST", "/admin/reload")):
            self.assertEqual(self.allowed(method, path), {"eve"}, path)
        for name in set(self.users) - {"eve"}:
            self.call("POST", "/admin/stop", headers=self.users[name], status=403)
        self.assertIsNone(self.server.wait(0))

    def test_the_server_is_stopped(self):
        root = self.folder / "stopped"
        root.mkdir()
        options = ("--create", "--databases", root, "--access", self.access)
        with serving(self.folder / "second", options=options) as server:
            self.call("POST", "/admin/stop", headers=self.users["cy"], status=403, server=server)
            self.assertLess(request(server, "POST", "/admin/stop", headers=self.users["eve"]).status, 300)
            self.assertEqual(server.wait(patience(10)), 0)

    def test_each_sees_its_own(self):
        seen = {name: list(self.listed(headers=its)) for name, its in self.users.items() if name != "fay"}
        one, every = ["people"], ["main", "people", "places"]
        self.assertEqual(seen, {"ann": one, "bo": one, "cy": one, "max": ["main"], "eve": every})
        self.call("GET", "/admin/databases/people", headers=self.users["ann"])
        hidden = request(self.server, "GET", "/admin/databases/places", headers=self.users["ann"])
        self.assertIn(hidden.status, (403, 404))
        self.call("GET", "/admin/databases", headers={"Authorization": "Bearer qdt_wrong"}, status=401)

    def test_creating_and_dropping(self):
        for name in set(self.users) - {"fay", "eve"}:
            self.call("PUT", "/admin/databases/fresh", headers=self.users[name], status=403)
        self.assertFalse((self.root / "fresh").exists())
        self.call("PUT", "/admin/databases/other", headers=self.users["fay"], status=403)
        for name in ("fay", "eve"):
            self.call("PUT", "/admin/databases/fresh", headers=self.users[name], status=201)
            self.assertEqual(list(self.listed(headers=self.users["fay"])), ["fresh"])
            for other in set(self.users) - {"fay", "eve"}:
                self.call("DELETE", "/admin/databases/fresh", headers=self.users[other], status=403)
            self.call("POST", "/fresh/update", "INSERT DATA { <urn:a> <urn:b> 1 }", {**UPDATE, **self.users["fay"]})
            self.call("DELETE", "/admin/databases/fresh", headers=self.users[name])
        for name in ("ann", "bo", "max", "fay"):
            self.call("DELETE", "/admin/databases/people", headers=self.users[name], status=403)
        self.call("GET", "/people/sparql?query=ASK%7B%7D", headers=self.users["ann"])

    def test_jobs_of_others(self):
        answer = self.call("POST", "/people/jobs", "ASK {}", {**QUERY, **self.users["bo"]}, status=202)
        path = answer.headers["location"]
        id = path.rpartition("/")[2]
        for name, sees in (("bo", True), ("cy", True), ("eve", True), ("ann", False)):
            jobs = json.loads(self.call("GET", "/people/jobs", headers=self.users[name]).text)["jobs"]
            self.assertEqual(id in [job["id"] for job in jobs], sees, name)
        self.call("GET", path, headers=self.users["max"], status=403)
        self.call("POST", "/places/jobs", "ASK {}", {**QUERY, **self.users["bo"]}, status=403)

    def test_a_backup_goes_to_a_folder_of_the_database(self):
        for target, allowed in (("orders/x", {"eve"}), ("x", {"eve"}), ("people/x", {"cy", "eve"})):
            path = "/people/admin/backup?" + urllib.parse.urlencode({"target": self.folder / "backups" / target})
            self.assertEqual(self.allowed("POST", path), allowed, target)

    def test_the_metrics_of_a_database_need_its_right(self):
        self.assertIn('quadrille_quads{database="people"}', self.call("GET", "/metrics", headers=self.users["eve"]).text)
        text = self.call("GET", "/metrics", headers=self.users["max"]).text
        self.assertIn('quadrille_quads{database="main"}', text)
        self.assertNotIn("people", text)

    def test_commands_with_tokens(self):
        at = ("--server", f"http://127.0.0.1:{self.server.port}")
        self.assertSays(run("create", "made", *at), 1, "--token-file")
        self.assertSays(run("create", "made", *at, "--token-file", self.tokens["cy"]), 1, "admin")
        self.assertFalse((self.root / "made").exists())
        self.assertSays(run("create", "made", *at, "--token-file", self.tokens["eve"]), 0)
        self.assertIn("made", self.listed())
        self.assertSays(run("drop", "made", *at, "--token-file", self.tokens["cy"]), 1, "admin")
        self.assertSays(run("drop", "made", *at, "--token-file", self.tokens["eve"]), 0)
        self.assertNotIn("made", self.listed())


@for_images(2)
class Damage(Databases):
    built = {"whole": 3}
    DAMAGES = {"cut": "shard-0003.runs", "zeroed": "vocabulary-0002.terms", "unreadable": "manifest.json",
               "mended": "shard-0001.runs", "hopeless": "manifest.json"}

    @classmethod
    def prepare(cls):
        super().prepare()
        for name, file in cls.DAMAGES.items():
            shutil.copytree(cls.root / "whole", cls.root / name)
            (path,) = (cls.root / name).rglob(file)
            content = path.read_bytes()
            path.write_bytes(bytes(len(content)) if name == "zeroed" else content[:len(content) // 2])
        cls.serve_all_tests()

    def test_the_others_are_served(self):
        self.assertEqual(self.call("GET", "/ready").text, "ready\n")
        self.assertEqual(self.number("/whole"), 3)
        for path in ("", "/whole"):
            self.insert(path, 1)
            self.assertEqual(self.values(path), ["1"])
        self.create("beside")
        self.insert("/beside", 2)
        self.drop("beside")

    def test_every_request_of_a_damaged_one_has_the_reason(self):
        for name in ("cut", "zeroed", "unreadable"):
            entry = self.listed()[name]
            self.assertEqual((entry["state"], entry["default"], entry["path"]), ("damaged", False, f"/{name}"))
            self.assertIn(self.DAMAGES[name], entry["reason"])
            self.assertNotIn("quads", entry)
            self.assertEqual(json.loads(self.call("GET", f"/admin/databases/{name}").text), entry)
            for method, path, body, headers in (
                    ("GET", sparql(f"/{name}", "ASK {}"), None, {}),
                    ("GET", f"/{name}/query?query=ASK%7B%7D", None, {}),
                    ("POST", f"/{name}/update", "CLEAR ALL", UPDATE), ("GET", f"/{name}/data", None, {}),
                    ("PUT", f"/{name}/data?default", "", TURTLE), ("GET", f"/{name}/", None, {}),
                    ("GET", f"/{name}/rules", None, {}), ("GET", f"/{name}/jobs", None, {}),
                    ("POST", f"/{name}/jobs", "ASK {}", QUERY), ("GET", f"/{name}/health", None, {}),
                    ("GET", f"/{name}/ready", None, {}),
                    ("POST", f"/{name}/admin/compact", None, self.server.authorization)):
                self.assertIn(self.DAMAGES[name], self.call(method, path, body, headers, status=503).text)
            self.assertIn(entry["reason"], self.call("GET", sparql(f"/{name}", "ASK {}"), status=503).text)

    def test_the_start_names_them(self):
        for name in self.DAMAGES:
            self.assertIn(name, self.server.errors)

    def test_a_damaged_one_stays_damaged_until_it_is_mended(self):
        self.assertGreaterEqual(request(self.server, "PUT", "/admin/databases/mended").status, 400)
        self.assertEqual(self.listed()["mended"]["state"], "damaged")
        (good,) = (self.root / "whole").rglob(self.DAMAGES["mended"])
        shutil.copy(good, self.root / "mended" / good.relative_to(self.root / "whole"))
        self.assertIn(request(self.server, "PUT", "/admin/databases/mended").status, (200, 201))
        self.assertEqual(self.listed()["mended"]["state"], "serving")
        self.assertEqual(self.number("/mended"), 3)
        self.insert("/mended", 1)
        self.assertEqual(self.values("/mended"), ["1"])

    def test_a_damaged_one_is_dropped(self):
        self.drop("hopeless")
        self.assertFalse((self.root / "hopeless").exists())
        self.call("GET", sparql("/hopeless", "ASK {}"), status=404)
        self.create("hopeless")
        self.assertEqual(self.number("/hopeless"), 0)


class Commands(Databases):
    @classmethod
    def prepare(cls):
        super().prepare()
        shutil.copytree(cls.root, cls.folder / "unserved")
        cls.serve_all_tests()

    def command(self, *words, status=0, **more):
        ended = run(*words, **more)
        self.assertEqual(ended.status, status, ended.errors)
        return ended

    def test_create_and_drop(self):
        self.command("create", "made", "--databases", self.root)
        self.assertEqual(self.number("/made"), 0)
        self.insert("/made", 1)
        self.assertIn("made", self.command("create", "made", "--databases", self.root, status=1).errors)
        self.command("drop", "made", "--databases", self.root)
        self.call("GET", "/made/ready", status=404)
        self.assertFalse((self.root / "made").exists())
        self.assertIn("made", self.command("drop", "made", "--databases", self.root, status=1).errors)
        self.assertIn("main", self.command("drop", "main", "--databases", self.root, status=1).errors)
        self.command("create", "admin", "--databases", self.root, status=1)

    def test_they_need_a_server(self):
        root = self.folder / "unserved"
        for words in (("create", "made"), ("drop", "people")):
            self.assertIn("server", self.command(*words, "--databases", root, status=1).errors)
        self.assertEqual(folders(root), ["people", "places"])
        self.command("create", "made", status=1)
        ended = self.command("create", "made", "--server", "http://127.0.0.1:9", status=1)
        self.assertIn("does not answer", ended.errors)

    def test_commands_find_the_server_of_a_database(self):
        count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
        for name in ("people", "places", "created"):
            if name == "created":
                self.create(name)
            db = ("--db", self.root / name)
            before = self.number(f"/{name}")
            self.command("update", *db, f"INSERT DATA {{ <urn:s> <{self.predicate}> 1 }}")
            self.assertEqual(self.values(f"/{name}"), ["1"])
            self.insert(f"/{name}", 2)
            self.assertEqual(self.command("query", *db, "--format", "csv", count).lines, ["n", str(before + 2)])
            self.command("load", *db, "--format", "nt", "-", given=lines(f"loaded-{name}", 4).encode())
            self.assertEqual(self.number(f"/{name}"), before + 6)
            self.assertEqual(len(self.command("dump", *db).lines), before + 6)
            generation = self.health(f"/{name}")["generation"]
            self.command("compact", *db)
            self.assertGreater(self.health(f"/{name}")["generation"], generation)
            target = self.folder / f"backup-{name}"
            self.command("backup", *db, target)
            self.command("check", "--backup", target)
            self.assertIn(f":{self.server.port}", self.command("info", *db).text)
        self.assertEqual(self.values(""), [])
        self.drop("created")


@for_images(1, 2)
class Kills(Databases):
    ROUNDS = 2
    WRITTEN = ("main", "people", "places")

    def setUp(self):
        self.acknowledged = dict.fromkeys(self.WRITTEN, 0)
        self.there = {}  # name: whether it is there; None while that is not acknowledged
        self.refused = []

    def test_what_is_acknowledged_is_there_afterwards(self):
        dice = random.Random(SEED)
        for number in range(self.ROUNDS):
            seconds = dice.uniform(0, 0.7)
            with self.subTest(f"seed {SEED}, kill {number} after {seconds:.3f} s"), self.served() as self.server:
                self.check()
                self.work_until_the_kill(seconds, number)
        with self.subTest(f"seed {SEED}, at the end"), self.served() as self.server:
            self.check()
            self.assertEqual(self.refused, [])

    def check(self):
        for name, most in self.acknowledged.items():
            found = sorted(int(value) for value in self.values(f"/{name}"))
            self.assertIn(len(found), (most, most + 1), name)  # the last one may have been on its way
            self.assertEqual(found, list(range(1, len(found) + 1)), name)
            self.acknowledged[name] = len(found)
        listed = self.listed()
        self.assertEqual({entry["state"] for entry in listed.values()}, {"serving"})
        for name, there in self.there.items():
            if there is not None:
                self.assertEqual(name in listed, there, name)
            if name in listed:
                self.insert(f"/{name}", 1)
        self.until(lambda: self.hidden() == [])
        self.assertEqual(folders(self.root), sorted(set(listed) - {"main"}))

    def work_until_the_kill(self, seconds, number):
        threads = [threading.Thread(target=self.write, args=(name,)) for name in self.WRITTEN]
        threads.append(threading.Thread(target=self.create_and_drop, args=(f"round{number}",)))
        before = dict(self.acknowledged)
        for thread in threads:
            thread.start()
        try:
            self.until(lambda: self.refused or (self.there.get(f"round{number}-1") is False and
                                                all(self.acknowledged[name] > before[name] + 2 for name in before)), 30)
            time.sleep(seconds)
        finally:
            for image in self.server.images().values():
                image.kill()
            for thread in threads:
                thread.join()
        self.server.wait(patience(10))

    def answered(self, wanted, *words):
        """False: the server has died."""
        status = outcome(self.server, *words)
        if status not in (wanted, None):
            self.refused.append((status, *words))
        return status == wanted

    def write(self, name):
        while True:
            number = self.acknowledged[name] + 1
            text = f"INSERT DATA {{ <urn:s> <{self.predicate}> {number} }}"
            if not self.answered(200, "POST", f"/{name}/update", text, UPDATE):
                return
            self.acknowledged[name] = number

    def create_and_drop(self, prefix):
        authorization = self.server.authorization
        for number in range(1000):
            name = f"{prefix}-{number}"
            self.there[name] = None
            if not self.answered(201, "PUT", f"/admin/databases/{name}", None, authorization):
                return
            self.there[name] = True
            if number % 2:
                self.there[name] = None
                if not self.answered(200, "DELETE", f"/admin/databases/{name}", None, authorization):
                    return
                self.there[name] = False


class Groups(Databases):
    """Two listeners, each of a group of its own."""

    images = 2

    @classmethod
    def prepare(cls):
        super().prepare()
        cls.serve_all_tests("--listen", "all", environment=GROUPS)
        cls.listeners = [types.SimpleNamespace(port=port, authorization=cls.server.authorization)
                         for _, port in sorted(cls.server.listeners().items())]

    def others(self):
        """(one listener, another one)"""
        first, second = self.listeners
        return ((first, second), (second, first))

    def test_each_listener_serves_all(self):
        for number, (one, other) in enumerate(self.others()):
            for path in ("", "/main", "/people", "/places"):
                self.assertEqual(self.call("GET", f"{path}/ready", server=one).text, "ready\n")
                text = f"INSERT DATA {{ <urn:of{path}> <{self.predicate}> {number} }}"
                self.call("POST", f"{path}/update", text, UPDATE, server=one)
                text = f"SELECT ?o {{ <urn:of{path}> <{self.predicate}> ?o }}"
                self.assertIn(str(number), self.values(path, text, server=other))
            self.assertIn("nobody", self.call("GET", "/nobody/ready", status=404, server=one).text)
            self.call("GET", "/people/metrics", headers=one.authorization, status=404, server=one)
        first, second = (self.listed(server=one) for one in self.listeners)
        self.assertEqual(first, second)

    def test_one_that_is_made_at_a_listener_is_at_all(self):
        for one, other in self.others():
            for _ in range(2):  # the name comes again
                self.assertEqual(self.create("made", server=one)["path"], "/made")
                self.assertEqual(self.values("/made", server=other), [])
                for number, (writer, reader) in enumerate(self.others()):
                    self.insert("/made", number, server=writer)
                    self.assertEqual(self.values("/made", server=reader), [str(its) for its in range(number + 1)])
                self.create("made", status=409, server=other)
                self.drop("made", server=other)
                for listener in self.listeners:
                    self.assertIn("made", self.call("GET", sparql("/made", "ASK {}"), status=404, server=listener).text)
                    self.assertNotIn("made", self.listed(server=listener))

    def test_jobs(self):
        for number, (one, other) in enumerate(self.others()):
            self.insert("/places", number, server=one)
            text = f"SELECT (COUNT(*) AS ?n) {{ ?s <{self.predicate}> ?o }}"
            answer = self.call("POST", "/places/jobs", text, {**QUERY, "Accept": "text/csv"}, status=202, server=one)
            path = answer.headers["location"]
            self.assertTrue(path.startswith("/places/jobs/"), path)
            for listener in (other, one):
                self.until(lambda: self.job(f"{path}?wait=10", listener)["state"] == "done")
                result = self.call("GET", f"{path}/result", server=listener).text.split()
                self.assertEqual(result, ["n", str(number + 1)])
                self.assertEqual(json.loads(self.call("GET", "/people/jobs", server=listener).text)["jobs"], [])
            self.call("DELETE", path, status=204, server=other)

    def test_compactions(self):
        for one, other in self.others():
            self.insert("/people", one.port, server=one)
            self.call("POST", "/people/admin/compact?kind=rebuild", headers=one.authorization, server=one)
            self.assertIn(str(one.port), self.values("/people", server=other))

    def test_a_listener_sees_what_another_one_has_acknowledged(self):
        stale, ends = [], time.monotonic() + 1.5
        counts = dict.fromkeys(("/main", "/people", "/places"), 0)

        def write_and_read(path):
            dice = random.Random(path)
            while time.monotonic() < ends and not stale:
                counts[path] += 1
                self.insert(path, counts[path], server=dice.choice(self.listeners))
                found = self.values(path, f"SELECT (MAX(?n) AS ?o) {{ <urn:s> <{self.predicate}> ?n }}",
                                    server=dice.choice(self.listeners))
                if found != [str(counts[path])]:
                    stale.append((path, counts[path], found))

        with concurrent.futures.ThreadPoolExecutor(len(counts)) as pool:
            list(pool.map(write_and_read, counts))
        self.assertEqual(stale, [])
        self.assertGreater(min(counts.values()), 2)


if __name__ == "__main__":
    unittest.main()
