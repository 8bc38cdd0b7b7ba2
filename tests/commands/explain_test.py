#!/usr/bin/env python3
"""EXPLAIN: the plan of a query and the cost of running it, over HTTP and on the command line, as text and as JSON."""

import json
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, run, serving
from sparql_client import JSON, ask, request

NAMES = "PREFIX ex: <http://ex.org/> SELECT ?s ?name { ?s ex:name ?name }"
FRIENDS = """PREFIX ex: <http://ex.org/>
SELECT ?name (COUNT(?other) AS ?others) { ?s ex:knows/ex:knows? ?other OPTIONAL { ?s ex:name ?name } FILTER(?s != ?other) }
GROUP BY ?name HAVING (COUNT(?other) > 0) ORDER BY DESC(?others) LIMIT 5"""
ENDLESS = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"VALUES ?v{i} {{ {'1 ' * 100} }}" for i in range(9)) + " }"
PLAIN, ANY_JSON = "text/plain; charset=utf-8", "application/json"

OF_PLANS = {"operator", "details", "distribution", "estimated_rows", "inputs"}
OF_PROFILES = OF_PLANS | {"rows", "most_rows", "own_ms", "ms", "exchanged_bytes", "messages", "message_bytes",
                          "memory_bytes", "most_memory_bytes"}


def operators(tree):
    yield tree
    for below in tree["inputs"]:
        yield from operators(below)


def find(document, name):
    return [one for one in operators(document["plan"]) if one["operator"] == name]


class OfPeople(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        cls.database = cls.folder / "db"
        build(cls.database, file, images=cls.images)


@for_images(1, 2, 4)
class Explain(OfPeople):
    @classmethod
    def prepare(cls):
        super().prepare()
        cls.server = cls.enterClassContext(serving(cls.database, cls.images))

    def explained(self, query, kind="profile", **parameters):
        answer = ask(self.server, query, ANY_JSON, explain=kind, **parameters)
        self.assertEqual((answer.status, answer.type), (200, ANY_JSON), answer.text)
        return json.loads(answer.text)

    def test_a_plan_names_operators_and_what_they_work_on(self):
        document = self.explained(NAMES, "plan")
        self.assertEqual((document["explain"], document["images"]), ("plan", self.images))
        self.assertEqual(set(document), {"explain", "images", "images_used", "groups_used", "state", "time_ms", "prepared", "plan"})
        self.assertEqual(set(document["time_ms"]), {"parse", "plan"})
        for one in operators(document["plan"]):
            self.assertEqual(set(one), OF_PLANS)
        (scan,) = find(document, "IndexScan")
        self.assertEqual(scan["details"]["pattern"], "?s ex:name ?name")
        self.assertIn(scan["details"]["index"], ("pso(ex:name)", "pos(ex:name)"))
        self.assertEqual(scan["estimated_rows"], 2)

    def test_a_profile_counts_rows_time_and_the_answer(self):
        document = self.explained(NAMES)
        self.assertEqual(set(document), {"explain", "images", "images_used", "groups_used", "state", "time_ms", "prepared", "answer",
                                         "memory", "network", "plan"})
        for one in operators(document["plan"]):
            self.assertEqual(set(one), OF_PROFILES)
            self.assertLessEqual(one["most_rows"], one["rows"])
            self.assertLessEqual(one["own_ms"], one["ms"] + 0.001)
        (scan,) = find(document, "IndexScan")
        self.assertEqual(scan["rows"], 2)
        answer = ask(self.server, NAMES, JSON)
        self.assertEqual(document["answer"], {"rows": 2, "bytes": len(answer.text.encode()), "format": "json"})
        self.assertEqual(document["time_ms"].keys(), {"parse", "plan", "run"})

    def test_a_look_up_uses_one_image_however_they_are_grouped(self):
        for change in (None, "INSERT DATA { <http://ex.org/new> <http://ex.org/name> 'New' }",
                       "DELETE DATA { <http://ex.org/new> <http://ex.org/name> 'New' }"):
            if change:
                answer = request(self.server, "POST", "/update", change, {"Content-Type": "application/sparql-update"})
                self.assertEqual(answer.status, 200, answer.text)
            document = self.explained("SELECT ?s ?o { ?s <http://ex.org/name> 'New' . ?s <http://ex.org/name> ?o }")
            self.assertEqual((document["images_used"], document["groups_used"]), (1, 1))
            self.assertEqual(sum(one["messages"] for one in operators(document["plan"])), 0)
            self.assertEqual(document["answer"]["rows"], 1 if change and change.startswith("INSERT") else 0)

    def test_every_kind_of_operator_is_explained(self):
        for query in (FRIENDS, "ASK { ?s ?p 42 }", "DESCRIBE <http://ex.org/ann>", "CONSTRUCT WHERE { ?s ?p ?o }",
                      "SELECT DISTINCT ?s { { ?s ?p 42 } UNION { ?s <http://ex.org/name> ?o MINUS { ?s ?p 1 } } }",
                      "SELECT * { GRAPH ?g { ?s ?p ?o } VALUES ?s { UNDEF <http://ex.org/ann> } }",
                      "SELECT * { GRAPH ?g { } }", "SELECT * { ?s <none> ?o }",
                      "SELECT * { ?s (<http://ex.org/knows>|!<http://ex.org/name>)+ ?o BIND(STRLEN(STR(?o)) AS ?n) "
                      "FILTER(?n IN (1, 2) || EXISTS { ?o ?p ?q }) } ORDER BY ?n"):
            for kind in ("plan", "profile"):
                with self.subTest(query=query, kind=kind):
                    document = self.explained(query, kind)
                    text = ask(self.server, query, "text/plain", explain=kind)
                    self.assertEqual((text.status, text.type), (200, PLAIN))
                    self.assertTrue(text.text.startswith(kind))
                    for one in operators(document["plan"]):
                        self.assertIn(one["operator"], text.text)
                        self.assertNotIn("[", one["details"].get("index", ""))

    def test_a_profile_of_construct_names_the_places_of_triples(self):
        document = self.explained("PREFIX ex: <http://ex.org/> CONSTRUCT { ?s ex:called ?n } { ?s ex:name ?n }")
        (distinct,) = find(document, "Distinct")
        self.assertEqual(distinct["details"]["columns"], "?subject ?predicate ?object")
        self.assertEqual(find(document, "ConstructTriples")[0]["details"]["template"], "?s ex:called ?n")
        self.assertEqual(document["answer"]["rows"], 2)

    def test_a_plan_is_not_run(self):
        self.assertEqual(self.explained(ENDLESS, "plan", timeout=5)["explain"], "plan")

    def test_a_profile_ends_at_its_time_limit(self):
        answer = ask(self.server, ENDLESS, "text/plain", explain="profile", timeout=0.5)
        self.assertEqual(answer.status, 503, answer.text)

    def test_errors_keep_their_statuses(self):
        for status, parameters, query in ((400, {"explain": "plan"}, "SELECT {"), (400, {"explain": "please"}, NAMES),
                                          (406, {"explain": "plan", "format": "csv"}, NAMES),
                                          (400, {"explain": ["plan", "plan"]}, NAMES)):
            with self.subTest(parameters):
                self.assertEqual(ask(self.server, query, None, **parameters).status, status)
        self.assertEqual(ask(self.server, NAMES, "text/csv", explain="plan").status, 406)
        form = urllib.parse.urlencode({"update": "CLEAR ALL", "explain": "plan"})
        answer = request(self.server, "POST", "/sparql", form, {"Content-Type": "application/x-www-form-urlencoded"})
        self.assertEqual(answer.status, 400)
        self.assertIn("queries", answer.text)

    def test_it_is_asked_for_in_all_ways_of_the_protocol(self):
        form = urllib.parse.urlencode({"query": NAMES, "explain": "plan", "format": "json"})
        as_form = request(self.server, "POST", "/sparql", form, {"Content-Type": "application/x-www-form-urlencoded"})
        as_body = request(self.server, "POST", "/sparql?explain=plan&format=json", NAMES,
                          {"Content-Type": "application/sparql-query"})
        for answer in (as_form, as_body, ask(self.server, NAMES, None, explain="plan", format="json")):
            self.assertEqual((answer.status, answer.type), (200, ANY_JSON), answer.text)
        for accept in (None, "*/*", "text/html, */*;q=0.5"):
            self.assertEqual(ask(self.server, NAMES, accept, explain="plan").type, PLAIN)

    def command(self, *words):
        ended = run("query", "--db", self.database, *words)
        self.assertEqual(ended.status, 0, ended.errors)
        return ended.text

    def test_the_command_of_a_served_database_asks_its_server(self):
        document = json.loads(self.command("--explain", "profile", "--format", "json", NAMES))
        self.assertEqual((document["images"], document["answer"]["rows"]), (self.images, 2))
        self.assertTrue(self.command("--profile", NAMES).startswith("profile on "))
        self.assertTrue(self.command("--explain", "plan", NAMES).startswith("plan on "))
        self.assertSays(run("query", "--db", self.database, "--explain", "plan", "--format", "csv", NAMES), 1, "text/plain")


@for_images(1, 2, 4)
class ExplainAlone(OfPeople):
    def command(self, *words):
        ended = run("query", "--db", self.database, "--images", self.images, *words)
        self.assertEqual((ended.status, ended.errors), (0, ""))
        return ended.text

    def test_the_command_explains_as_a_server_does(self):
        document = json.loads(self.command("--explain", "profile", "--format", "json", FRIENDS))
        self.assertEqual((document["images"], document["images_used"]), (self.images, self.images))
        answer = self.command("--format", "json", FRIENDS)
        self.assertEqual(document["answer"]["rows"], len(json.loads(answer)["results"]["bindings"]))
        self.assertEqual(document["answer"]["bytes"], len(answer.encode()))
        self.assertTrue(self.command("--profile", NAMES).startswith(f"profile on {self.images} image"))
        self.assertNotIn("own ms", self.command("--explain", "plan", NAMES))


@for_images(1, 2, 4)
class DefaultPrefixes(Case):
    QUERY = "SELECT ?n { ?s foaf:name ?n }"
    UPDATE = "INSERT DATA { <http://ex.org/a> foaf:name 'A' }"

    @classmethod
    def prepare(cls):
        (cls.folder / "data.nt").write_text('<http://ex.org/b> <http://xmlns.com/foaf/0.1/name> "B" .\n')
        build(cls.folder / "db", cls.folder / "data.nt", images=cls.images)

    def update(self, server, **parameters):
        form = urllib.parse.urlencode({"update": self.UPDATE, **parameters})
        return request(server, "POST", "/update", form, {"Content-Type": "application/x-www-form-urlencoded"})

    def test_they_are_off_unless_the_server_or_the_request_says_otherwise(self):
        for options, usual in (((), 400), (("--default-prefixes",), 200)):
            with self.subTest(options), serving(self.folder / "db", self.images, options=options) as server:
                for parameters, status in (({}, usual), ({"default_prefixes": "on"}, 200),
                                           ({"default_prefixes": "off"}, 400), ({"default_prefixes": "yes"}, 400)):
                    answer = ask(server, self.QUERY, **parameters)
                    self.assertEqual(answer.status, status, answer.text)
                    changed = self.update(server, **{name.replace("_", "-"): word for name, word in parameters.items()})
                    self.assertEqual(changed.status, status, changed.text)
                self.assertIn("PREFIX foaf: <http://xmlns.com/foaf/0.1/>",
                              ask(server, self.QUERY, default_prefixes="off").text)
                declared = ask(server, "PREFIX foaf: <http://other/> " + self.QUERY, default_prefixes="on")
                self.assertEqual(declared.bindings, [])
                for command, text in (("query", self.QUERY), ("update", self.UPDATE)):
                    self.assertEqual(run(command, "--db", self.folder / "db", "--default-prefixes", text).status, 0)
                    self.assertEqual(run(command, "--db", self.folder / "db", text).status, 0 if usual == 200 else 1)

    def test_own_ones_come_from_a_file(self):
        file = self.folder / "own.ttl"
        file.write_text("@prefix ex: <http://ex.org/> .\nPREFIX f: <http://xmlns.com/foaf/0.1/>\n")
        query = "SELECT ?n { ex:b f:name ?n ; foaf:name ?n FILTER(?n = 'B') }"
        update = "INSERT DATA { ex:own f:name 'O' }"
        alone = run("query", "--db", self.folder / "db", "--images", self.images, "--default-prefixes", file, query)
        self.assertEqual((alone.status, alone.text), (0, '?n\n"B"\n'), alone.errors)
        with serving(self.folder / "db", self.images) as server:
            by_server = run("query", "--db", self.folder / "db", "--default-prefixes", file, query)
            self.assertEqual((by_server.status, by_server.text), (0, alone.text), by_server.errors)
            self.assertEqual(run("update", "--db", self.folder / "db", f"--default-prefixes={file}", update).status, 0)
            for command, text in (("query", "SELECT ?n {\n ex:b f:name }"), ("update", "INSERT DATA {\n ex:b f:name }")):
                wrong = run(command, "--db", self.folder / "db", "--default-prefixes", file, text)
                self.assertSays(wrong, 1, "line 2, column")
            self.assertEqual(ask(server, query).status, 400)
        with serving(self.folder / "db", self.images, options=["--default-prefixes", file]) as server:
            self.assertEqual(ask(server, query).status, 200)
            long = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g f:name ?h }"  # in a lane, by all images
            self.assertEqual(ask(server, long).status, 200)
            self.assertEqual(ask(server, query, default_prefixes="off").status, 400)
            form = urllib.parse.urlencode({"update": update})
            told = request(server, "POST", "/update", form, {"Content-Type": "application/x-www-form-urlencoded"})
            self.assertEqual(told.status, 200, told.text)
        file.write_text("PREFIX ex: <http://ex.org/>\nPREFIX no\n")
        for words in (["query", query], ["serve", "--port", "0"]):
            wrong = run(words[0], "--db", self.folder / "db", "--images", self.images, "--default-prefixes", file, *words[1:])
            self.assertSays(wrong, 1, "own.ttl:2:")
        missing = run("query", "--db", self.folder / "db", "--default-prefixes", self.folder / "none.ttl", query)
        self.assertSays(missing, 1, "none.ttl")

    def test_the_command_takes_them(self):
        plain = run("query", "--db", self.folder / "db", "--images", self.images, self.QUERY)
        self.assertSays(plain, 1, "foaf:", "PREFIX foaf: <http://xmlns.com/foaf/0.1/>")
        ended = run("query", "--db", self.folder / "db", "--images", self.images, "--default-prefixes", self.QUERY)
        self.assertEqual(ended.lines[0], "?n")
        self.assertIn('"B"', ended.lines)


if __name__ == "__main__":
    unittest.main()
