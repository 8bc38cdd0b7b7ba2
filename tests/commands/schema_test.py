#!/usr/bin/env python3
"""The schema of the data, over HTTP, against one that is counted here: after updates, for users of some graphs, as RDF."""

import collections
import json
import os
import random
import sys
import unittest
import urllib.parse

try:
    import rdflib
except ImportError as error:  # images in groups are tested with the system's Python
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1" and "QUADRILLE_GROUP_SIZE" not in os.environ:
        sys.exit(f"{error}: tests/requirements.txt; ./test installs it in build/venv")
    rdflib = None

from program import Case, build, for_images, run, serving
from sparql_client import request

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
XSD = "http://www.w3.org/2001/XMLSchema#"
GRAPHS = ("", "urn:g", "urn:h")
SEED = int(os.environ.get("QUADRILLE_TEST_SEED", random.randrange(1 << 32)))


def random_triples(dice, number):
    """(subject, predicate, object); an object is an IRI, or (text, datatype)."""
    things = [f"urn:t{n}" for n in range(number // 3)]
    for _ in range(number):
        thing = dice.choice(things)
        kind = dice.random()
        if kind < 0.4:
            yield thing, TYPE, f"urn:C{min(dice.randrange(8), dice.randrange(8))}"
        elif kind < 0.7:
            yield thing, f"urn:link{dice.randrange(3)}", dice.choice(things)
        else:
            yield thing, f"urn:value{dice.randrange(3)}", (str(dice.randrange(30)), XSD + dice.choice(["integer", "string", "date9"]))


def text_of(term):
    return f"<{term}>" if isinstance(term, str) else f'"{term[0]}"^^<{term[1]}>'


def lines_of(triples, graph=""):
    return "".join(" ".join(map(text_of, (*triple, *([graph] if graph else [])))) + " .\n" for triple in sorted(triples, key=str))


def expected(triples):
    """What /schema says of them, as sets."""
    classes = collections.defaultdict(set)
    for subject, predicate, thing in triples:
        if predicate == TYPE:
            classes[subject].add(thing)
    predicates = collections.defaultdict(lambda: {"count": 0, "subjects": set(), "objects": set(), "ranges": collections.Counter()})
    combinations = collections.Counter()
    for subject, predicate, thing in triples:
        found = predicates[predicate]
        found["count"] += 1
        found["subjects"].add(subject)
        found["objects"].add(thing)
        if predicate == TYPE:
            continue
        ranges = [("datatype", thing[1])] if isinstance(thing, tuple) else [("range", its) for its in classes.get(thing) or [None]]
        for its in ranges:
            found["ranges"][its] += 1
            for of_class in classes.get(subject) or [None]:
                combinations[(of_class, predicate, *its)] += 1
    return {"classes": collections.Counter(its for of_thing in classes.values() for its in of_thing),
            "predicates": {iri: (its["count"], len(its["subjects"]), len(its["objects"]), dict(its["ranges"]))
                           for iri, its in predicates.items()},
            "combinations": combinations}


def range_of(found):
    kind = "datatype" if "datatype" in found else "range"
    return kind, found[kind]


def as_sets(schema):
    return {"classes": {one["iri"]: one["count"] for one in schema["classes"]},
            "predicates": {one["iri"]: (one["count"], one["subjects"], one["objects"],
                                        {range_of(its): its["count"] for its in one["ranges"]}) for one in schema["predicates"]},
            "combinations": {(one["class"], one["predicate"], *range_of(one)): one["count"] for one in schema["combinations"]}}


class Schema(Case):
    def ask(self, server, user=None, status=200, path="/schema", **parameters):
        headers = {"Authorization": f"Bearer {self.tokens[user]}"} if user else {}
        answer = request(server, "GET", f"{path}?{urllib.parse.urlencode(parameters)}", headers=headers)
        self.assertEqual(answer.status, status, answer.text)
        return answer.text

    def schema(self, server, user=None, **parameters):
        return json.loads(self.ask(server, user, **parameters))


@for_images(1, 2, 3)
class Counted(Schema):
    @classmethod
    def prepare(cls):
        print("seed", SEED)
        cls.dice = random.Random(SEED)
        cls.quads = {graph: set(random_triples(cls.dice, 600)) for graph in GRAPHS}
        data = cls.folder / "data.nq"
        data.write_text("".join(lines_of(triples, graph) for graph, triples in cls.quads.items()))
        build(cls.folder / "db", data, images=cls.images)
        cls.tokens, access = {}, cls.folder / "access.toml"
        for user, grant in {"all": "write", "default": "read:db:default", "both": "read:db:<urn:*>", "none": "metrics"}.items():
            for words in (("role", "add", user + "s", "--grant", grant), ("user", "add", user, "--role", user + "s", "--no-password")):
                assert run("access", *words, "--access", access).status == 0
            cls.tokens[user] = run("access", "token", "add", "--user", user, "--access", access).text.strip()
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=("--access", access)))

    def update(self, text):
        answer = request(self.server, "POST", "/update", text, {
            "Authorization": f"Bearer {self.tokens['all']}", "Content-Type": "application/sparql-update"})
        self.assertEqual(answer.status, 200, answer.text)
        return json.loads(answer.text)["version"]

    def check(self, triples, user="all", **parameters):
        schema = self.schema(self.server, user, **parameters)
        self.assertTrue(schema["exact"])
        self.assertEqual(schema["triples"], len(triples))
        self.assertEqual(as_sets(schema), expected(triples))
        for name in ("classes", "predicates", "combinations"):
            counts = [one["count"] for one in schema[name]]
            self.assertEqual(counts, sorted(counts, reverse=True))
        return schema

    def test_the_counts_are_those_of_the_data_also_after_updates(self):
        self.check(self.quads[""])
        self.check(self.quads["urn:g"], **{"default-graph-uri": "urn:g"})
        self.check(set().union(*self.quads.values()), **{"union-default-graph": "on"})
        for _ in range(2):
            gone = set(self.dice.sample(sorted(self.quads[""], key=str), 100))
            come = set(random_triples(self.dice, 100)) - self.quads[""]
            self.update(f"DELETE DATA {{ {lines_of(gone)} }}; INSERT DATA {{ {lines_of(come)} }}")
            self.quads[""] = (self.quads[""] - gone) | come
            self.check(self.quads[""])

    def test_the_first_part_has_the_counts_of_the_whole(self):
        whole, first = self.schema(self.server, "all"), self.schema(self.server, "all", part="counts")
        self.assertEqual(first["classes"], whole["classes"])
        self.assertEqual([(one["iri"], one["count"]) for one in first["predicates"]],
                         [(one["iri"], one["count"]) for one in whole["predicates"]])
        self.assertNotIn("combinations", first)

    def test_an_older_one_says_so(self):
        before = self.schema(self.server, "all", **{"default-graph-uri": "urn:h"})
        version = self.update("INSERT DATA { GRAPH <urn:h> { <urn:new> a <urn:New> } }")
        old = self.schema(self.server, "all", older="on", **{"default-graph-uri": "urn:h"})
        self.assertEqual((old["version"], old["exact"], old["classes"]), (before["version"], False, before["classes"]))
        self.quads["urn:h"].add(("urn:new", TYPE, "urn:New"))
        self.assertEqual(self.check(self.quads["urn:h"], **{"default-graph-uri": "urn:h"})["version"], version)

    def test_users_see_what_they_may_read(self):
        named = self.quads["urn:g"] | self.quads["urn:h"]
        self.check(self.quads[""], "default")
        self.check(self.quads[""], "default", **{"union-default-graph": "on"})
        self.check(named, "both", **{"union-default-graph": "on"})
        self.check(set(), "both")
        self.ask(self.server, "none", status=403)
        self.ask(self.server, status=401)

    def hints(self, query, user="all", **parameters):
        return [(one["kind"], one["term"], one.get("similar"), one.get("only_in"))
                for one in self.schema(self.server, user, path="/hints", query=query, **parameters)["hints"]]

    def insert(self, quads):
        """For this test: the others count the data."""
        self.update(f"INSERT DATA {{ {quads} }}")
        self.addCleanup(self.update, f"DELETE DATA {{ {quads} }}")

    def test_hints_name_what_is_not_in_the_data(self):
        self.assertEqual(self.hints("SELECT * { ?s <urn:link0> ?o . ?s a <urn:C0> }"), [])
        self.assertEqual(self.hints("SELECT * { ?s <urn:lnik0> ?nmae . ?s a <urn:D0> . ?s <urn:link1> 'none' FILTER(?name = 1) }"),
                         [("predicate", "<urn:lnik0>", "<urn:link0>", None), ("class", "<urn:D0>", "<urn:C0>", None),
                          ("term", '"none"', None, None), ("variable", "?name", "?nmae", None)])
        self.insert("GRAPH <urn:i> { <urn:only> <urn:here> 1 }")
        self.assertEqual(self.hints("SELECT * { ?s <urn:here> ?o }"), [("predicate", "<urn:here>", None, "named graphs")])
        self.assertEqual(self.hints("SELECT * { ?s <urn:here> ?o }", **{"union-default-graph": "on"}), [])
        self.assertEqual(self.hints("SELECT * { GRAPH <urn:j> { ?s <urn:here> ?o } }"), [("graph", "<urn:j>", None, None)])
        answer = request(self.server, "POST", "/hints", "ASK { ?s <urn:none> ?o }", {
            "Authorization": f"Bearer {self.tokens['all']}", "Content-Type": "application/sparql-query"})
        self.assertIn('"term":"<urn:none>"', answer.text)
        self.ask(self.server, "all", status=400, path="/hints", query="SELECT {")

    def test_hints_show_nothing_that_the_user_may_not_read(self):
        self.insert("GRAPH <urn:g> { <urn:secret> <urn:secretly> <urn:t0> } . <urn:open> <urn:openly> 1")
        query = "SELECT * { ?s <urn:secretly> ?o . ?s <urn:secretlx> ?x }"
        nothing = [("predicate", "<urn:secretly>", None, None), ("predicate", "<urn:secretlx>", None, None)]
        self.assertEqual(self.hints(query, "default"), nothing)
        self.assertEqual(self.hints(query, "both")[0], ("predicate", "<urn:secretly>", None, "named graphs"))
        query = "SELECT * { GRAPH ?g { ?s <urn:openly> ?o . ?s <urn:openlx> ?x } }"
        self.assertEqual(self.hints(query, "both"), [("predicate", "<urn:openly>", None, None), ("predicate", "<urn:openlx>", None, None)])
        self.ask(self.server, "none", status=403, path="/hints", query=query)
        self.ask(self.server, status=401, path="/hints", query=query)

    @unittest.skipUnless(rdflib, "needs rdflib")
    def test_void_has_the_same_counts(self):
        VOID, VOID_EXTENSION = rdflib.Namespace("http://rdfs.org/ns/void#"), rdflib.Namespace("http://ldf.fi/void-ext#")
        for path in ("/.well-known/void", "/sparql"):
            self.schema(self.server, "all")  # for the description, which has what is known
            graph = rdflib.Graph().parse(data=self.ask(self.server, "all", path=path, format="turtle"), format="turtle")
            wanted = expected(self.quads[""])
            dataset, = graph.subjects(rdflib.RDF.type, VOID.Dataset)
            self.assertEqual(int(graph.value(dataset, VOID.triples)), len(self.quads[""]))
            classes = {graph.value(part, VOID["class"]): part for part in graph.objects(dataset, VOID.classPartition)}
            self.assertEqual({str(iri): int(graph.value(part, VOID.entities)) for iri, part in classes.items()}, wanted["classes"])
            predicates = {str(graph.value(part, VOID.property)): tuple(
                int(graph.value(part, name)) for name in (VOID.triples, VOID.distinctSubjects, VOID.distinctObjects))
                for part in graph.objects(dataset, VOID.propertyPartition)}
            self.assertEqual(predicates, {iri: found[:3] for iri, found in wanted["predicates"].items()})
            found = {}
            for of_class, part in classes.items():
                for by_predicate in graph.objects(part, VOID.propertyPartition):
                    ranges = [("range", VOID.classPartition, VOID["class"]),
                              ("datatype", VOID_EXTENSION.datatypePartition, VOID_EXTENSION.datatype)]
                    for kind, partition, key in ranges:
                        for its in graph.objects(by_predicate, partition):
                            found[(str(of_class), str(graph.value(by_predicate, VOID.property)), kind, str(graph.value(its, key)))] = int(
                                graph.value(its, VOID.triples))
            self.assertEqual(found, {key: count for key, count in wanted["combinations"].items() if key[0] and key[3]})


class Rules(Schema):
    def test_the_view_is_the_callers_choice(self):
        data = self.folder / "data.ttl"
        data.write_text("""PREFIX : <urn:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
            :Cat rdfs:subClassOf :Animal . :tom a :Cat . [] a [ a :Class ] .""")
        build(self.folder / "db", data, options=("--rules", "rdfs"))
        with serving(self.folder / "db") as server:
            classes = {infer: {one["iri"]: one["count"] for one in self.schema(server, infer=infer)["classes"]}
                       for infer in ("true", "false", "only")}
            self.assertEqual(classes["false"]["urn:Cat"], 1)
            self.assertNotIn("urn:Animal", classes["false"])
            self.assertEqual(classes["true"]["urn:Animal"], 1)
            self.assertEqual(classes["only"].get("urn:Animal"), 1)
            self.assertNotIn("urn:Cat", classes["only"])
            self.assertEqual(len([iri for iri in classes["false"] if iri.startswith("_:")]), 1)

    def test_a_request_that_takes_too_long_ends(self):
        data = self.folder / "long.ttl"
        data.write_text("".join(f"<urn:t{n}> a <urn:C{n % 5}> .\n<urn:t{n}> <urn:p> <urn:t{n * 7 % 200000}> .\n" for n in range(200000)))
        build(self.folder / "long", data)
        with serving(self.folder / "long") as server:
            self.assertIn("time limit", self.ask(server, status=503, timeout="1ms"))


if __name__ == "__main__":
    unittest.main()
