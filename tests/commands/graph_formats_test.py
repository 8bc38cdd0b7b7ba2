#!/usr/bin/env python3
"""Graphs and datasets in every format, by every way out: queries, the Graph Store Protocol, `query` and `dump`. pyoxigraph
(in build/venv) reads each document back."""

import hashlib
import json
import sys
import urllib.parse
import unittest

try:
    import pyoxigraph
except ImportError:
    print("skipped: pyoxigraph is missing")
    sys.exit(77)

from program import Case, build, for_images, run, serving
from sparql_client import CutOff, ask, request
from transport import http_connection

E = "http://ex.org/"
DATA = f"""PREFIX ex: <{E}> PREFIX st: <{E}staff#>
ex:ann a ex:Person ; ex:name "Ann"@en , "two\\nlines \\"quoted\\"" ; ex:age 7 , "07"^^<http://www.w3.org/2001/XMLSchema#integer> ;
  ex:height 1.5 , 2.5E0 ; ex:is true ; ex:address [ ex:city "Berlin" ; ex:zip 10115 ] ; ex:colours ( "red" "blue" ( ) ) ; ex:knows _:b .
_:b ex:knows ex:ann , _:b .
ex:staff {{ st:bob ex:worksFor ex:acme ; ex:since "2019-01-01"^^<http://www.w3.org/2001/XMLSchema#date> }}
_:g {{ st:bob ex:says _:g , "\\u0001 \\U0001F600" }}
"""
CHANGES = (f"INSERT DATA {{ <{E}new> <{E}name> 'new'@en-gb . GRAPH <{E}h> {{ <{E}new> <{E}of> [] }} }}",
           f"DELETE WHERE {{ <{E}ann> <{E}is> ?o }}")
CHANGED = DATA.replace("ex:is true ; ", "") + "ex:new ex:name 'new'@en-gb . ex:h { ex:new ex:of [] }"
ALL = "CONSTRUCT WHERE { ?s ?p ?o }"
QUADS = "CONSTRUCT { ?s ?p ?o . GRAPH ?g { ?x ?q ?y } } WHERE { { ?s ?p ?o } UNION { GRAPH ?g { ?x ?q ?y } } }"
FORMATS = {"turtle": (pyoxigraph.RdfFormat.TURTLE, "text/turtle"), "nt": (pyoxigraph.RdfFormat.N_TRIPLES, "application/n-triples"),
           "rdf": (pyoxigraph.RdfFormat.RDF_XML, "application/rdf+xml"), "nq": (pyoxigraph.RdfFormat.N_QUADS, "application/n-quads"),
           "trig": (pyoxigraph.RdfFormat.TRIG, "application/trig"), "jsonld": (pyoxigraph.RdfFormat.JSON_LD, "application/ld+json")}
OF_GRAPHS = ("turtle", "nt", "rdf", "jsonld")
OF_DATASETS = ("nq", "trig", "jsonld")
PROFILE = "http://www.w3.org/ns/json-ld#"
ANNOTATED = f"PREFIX ex: <{E}> ex:ann ex:worksFor ex:acme {{| ex:since 2019 |}} ; ex:says \"x\"@ar--rtl ."


def dataset(text, name):
    """The quads of a document, with canonical labels, as sorted lines."""
    quads = pyoxigraph.Dataset(pyoxigraph.parse(text.encode() if isinstance(text, str) else text, format=FORMATS[name][0]))
    quads.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    return sorted(str(quad) for quad in quads)


def default_graph(lines):
    """The lines of `dataset()` of the default graph, without blank nodes of other graphs."""
    quads = pyoxigraph.Dataset(quad for quad in pyoxigraph.parse("".join(f"{line} .\n" for line in lines), format=pyoxigraph.RdfFormat.N_QUADS)
                               if quad.graph_name == pyoxigraph.DefaultGraph())
    quads.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    return sorted(str(quad) for quad in quads)


def path(target, **parameters):
    words = urllib.parse.urlencode({name: value for name, value in parameters.items() if value is not None})
    return f"/{target}{'&' if '?' in target else '?'}{words}"


@for_images(1, 2)
class Formats(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.trig"
        file.write_text(DATA)
        cls.database = cls.folder / "db"
        build(cls.database, file, images=cls.images)
        changed = cls.folder / "changed"
        build(changed, file, images=cls.images)
        context = cls.folder / "context.jsonld"
        context.write_text(json.dumps({"@context": {"e": E, "named": f"{E}name", "colours": {"@id": f"{E}colours", "@container": "@list"}}}))
        cls.server = cls.enterClassContext(serving(changed, cls.images, options=["--context-at", f"{E}context={context}"]))
        for text in CHANGES:
            told = request(cls.server, "POST", "/update", text, {"Content-Type": "application/sparql-update"})
            assert told.status == 200, told.text
        cls.base, cls.changed = dataset(DATA, "trig"), dataset(CHANGED, "trig")
        cls.triples = default_graph(cls.changed)

    def assertAnswers(self, target, name, wanted, content_type=None, **parameters):
        answer = request(self.server, "GET", path(target, **parameters))
        self.assertEqual((answer.status, answer.type), (200, content_type or FORMATS[name][1]), answer.text)
        self.assertEqual(dataset(answer.text, name), wanted, answer.text)
        return answer.text

    def test_every_way_out_in_every_format(self):
        for name in OF_GRAPHS:
            with self.subTest(name):
                self.assertAnswers("data?default", name, self.triples, format=name)
                self.assertAnswers("sparql", name, self.triples, query=ALL, format=name)
                self.assertEqual(dataset(self.output("query", ALL, "--format", name), name), self.triples)
                self.assertEqual(dataset(self.output("dump", "--graph", "default", "--format", name), name), self.triples)
        for name in OF_DATASETS:
            with self.subTest(name):
                self.assertAnswers("data", name, self.changed, format=name)
                self.assertAnswers("sparql", name, self.changed, query=QUADS, format=name)
                self.assertEqual(dataset(self.output("query", QUADS, "--format", name), name), self.changed)
                self.assertEqual(dataset(self.output("dump", "--format", name), name), self.changed)
                self.assertEqual(dataset(self.output("dump", "--format", name, "--sorted"), name), self.changed)

    def test_one_graph_of_a_dump_keeps_its_name_where_the_format_has_names(self):
        wanted = [line for line in self.changed if line.endswith(f" <{E}staff>")]
        self.assertEqual(len(wanted), 2)
        for name in (*OF_GRAPHS, *OF_DATASETS):
            for options in ([], ["--sorted"]):
                with self.subTest(name=name, options=options):
                    found = dataset(self.output("dump", "--format", name, "--graph", f"{E}staff", *options), name)
                    self.assertEqual(found, wanted if name in OF_DATASETS else sorted(line.removesuffix(f" <{E}staff>") for line in wanted))

    def output(self, command, *words):
        told = run(command, "--db", self.folder / "changed", *words)
        self.assertEqual(told.status, 0, told.errors)
        return told.text

    def test_databases_that_are_not_served(self):
        for name in OF_DATASETS:
            for options in ([], ["--sorted"]):
                with self.subTest(name=name, options=options):
                    told = run("dump", "--db", self.database, "--images", self.images, "--format", name, *options)
                    self.assertEqual(dataset(told.text, name), self.base, told.errors)
        for name in OF_GRAPHS:
            with self.subTest(name):
                told = run("query", "--db", self.database, "--images", self.images, ALL, "--format", name)
                self.assertEqual(dataset(told.text, name), default_graph(self.base), told.errors)
        told = run("query", "--db", self.database, "--images", self.images, QUADS, "--pretty")
        self.assertEqual(dataset(told.text, "trig"), self.base, told.errors)
        self.assertIn(f"@prefix st: <{E}staff#> .", told.text)
        told = run("dump", "--db", self.database, "--images", self.images, "--format", "trig", "--pretty")
        self.assertEqual(dataset(told.text, "trig"), self.base, told.errors)
        self.assertIn('ex:address [ ex:city "Berlin" ; ex:zip 10115 ]', told.text)
        self.assertIn('ex:colours ( "red" "blue" () )', told.text)
        file = self.folder / "dump.jsonld"
        self.assertEqual(run("dump", "--db", self.database, "--output", file, "--replace").status, 0)
        self.assertEqual(dataset(file.read_text(), "jsonld"), self.base)
        for _ in range(2):
            file = self.folder / "dump.rdf"
            told = run("dump", "--db", self.database, "--output", file, "--replace", "--graph", "default")
            self.assertEqual(dataset(file.read_text(), "rdf"), default_graph(self.base), told.errors)

    def test_json_ld_is_compacted_by_the_prefixes_of_the_data_and_of_the_query(self):
        text = self.assertAnswers("data", "jsonld", self.changed, format="jsonld")
        self.assertEqual(json.loads(text)["@context"]["st"], f"{E}staff#")
        self.assertIn('"@id":"ex:ann"', text)
        text = self.assertAnswers("sparql", "jsonld", self.triples, query=f"PREFIX my: <{E}> {ALL}", format="jsonld")
        self.assertIn('"@id":"my:ann"', text)

    def test_a_profile_selects_a_form(self):
        for form in ("expanded", "flattened"):
            with self.subTest(form):
                its_type = f'application/ld+json; profile="{PROFILE}{form}"'
                self.assertAnswers("data", "jsonld", self.changed, its_type, format="jsonld", profile=form)
                text = self.assertAnswers("sparql", "jsonld", self.triples, its_type, format="jsonld", profile=PROFILE + form, query=ALL)
                ann = next(node for node in json.loads(text) if node["@id"] == f"{E}ann")
                self.assertEqual(ann[f"{E}colours"], [{"@list": [{"@value": "red"}, {"@value": "blue"}, {"@list": []}]}])
                answer = ask(self.server, ALL, f'text/turtle;q=0.5, application/ld+json;profile="{PROFILE}{form}"')
                self.assertEqual((answer.type, answer.text), (its_type, text))
        for form in ("compacted", "streaming"):
            self.assertAnswers("data", "jsonld", self.changed, format="jsonld", profile=form)
        answer = ask(self.server, ALL, 'application/ld+json;profile="http://ex.org/other"')
        self.assertEqual((answer.status, answer.type), (200, "application/ld+json"))

    def test_a_context_that_the_server_allows_compacts(self):
        for form in ("compacted", "flattened"):
            its_type = f'application/ld+json; profile="{PROFILE}{form}"'
            answer = request(self.server, "GET", path("data?default", format="jsonld", context=f"{E}context", profile=form))
            self.assertEqual((answer.status, answer.type), (200, its_type), answer.text)
            document = json.loads(answer.text)
            self.assertEqual(document["@context"], f"{E}context")
            ann = next(node for node in document["@graph"] if node.get("@id") == "e:ann")
            self.assertEqual(ann["colours"], ["red", "blue", []])
            query = ask(self.server, ALL, "application/ld+json", context=f"{E}context", profile=form)
            self.assertEqual(query.text, answer.text)
        refused = request(self.server, "GET", path("data?default", format="jsonld", context=f"{E}other"))
        self.assertEqual(refused.status, 400, refused.text)
        self.assertIn(f"<{E}other>", refused.text)

    def test_pretty_is_sorted_and_has_prefixes_brackets_and_lists(self):
        text = self.assertAnswers("data", "trig", self.changed, format="trig", pretty="true")
        self.assertIn('ex:address [ ex:city "Berlin" ; ex:zip 10115 ]', text)
        self.assertIn('ex:colours ( "red" "blue" () )', text)
        self.assertIn(f"@prefix st: <{E}staff#> .", text)
        self.assertNotIn("@prefix owl:", text)
        self.assertAnswers("sparql", "trig", self.changed, query=QUADS, pretty="true")
        self.assertAnswers("sparql", "turtle", self.triples, query=ALL, pretty="true")
        self.assertAnswers("data?default", "turtle", self.triples, pretty="true")
        self.assertEqual(self.output("dump", "--format", "trig", "--pretty"), text)
        of_graph = self.output("dump", "--format", "trig", "--pretty", "--graph", f"{E}staff")
        self.assertIn("ex:staff {\n    st:bob ex:since", of_graph)
        head = request(self.server, "HEAD", "/data?default&pretty=true")
        self.assertEqual((head.status, head.type), (200, "text/turtle"))

    def test_the_canonical_dump_does_not_depend_on_labels_and_order(self):
        canonical = run("dump", "--db", self.database, "--images", self.images, "--canonical").text
        self.assertEqual(sorted(canonical.splitlines()), sorted(f"{line} ." for line in self.base))
        again, renamed = self.folder / "again", self.folder / "renamed.nq"
        renamed.write_text("\n".join(reversed(canonical.replace("c14n", "zz").splitlines())) + "\n")
        build(again, renamed, images=2, options=["--replace"])
        self.assertEqual(run("dump", "--db", again, "--canonical").text, canonical)
        self.assertEqual(sorted(self.output("dump", "--canonical").splitlines()), sorted(f"{line} ." for line in self.changed))
        self.assertEqual(sorted(self.output("dump", "--canonical", "--format", "nt", "--graph", "default").splitlines()),
                         sorted(f"{line} ." for line in self.triples))

    def test_a_construct_with_graphs_prefers_trig_and_refuses_formats_of_triples(self):
        for accept in ("*/*", "", "text/turtle, application/trig", "text/turtle, */*;q=0.1"):
            answer = ask(self.server, QUADS, accept)
            self.assertEqual((answer.status, answer.type), (200, "application/trig"), accept)
        self.assertEqual(ask(self.server, QUADS, "application/n-quads, application/trig;q=0.9").type, "application/n-quads")
        for name in ("turtle", "nt", "rdf", "html", "json"):
            refused = request(self.server, "GET", path("sparql", query=QUADS, format=name))
            self.assertEqual(refused.status, 406)
            self.assertIn("GRAPH", refused.text)
            self.assertIn("format=trig", refused.text)
        refused = ask(self.server, QUADS, "text/turtle")
        self.assertEqual(refused.status, 406)
        self.assertIn("the template of this CONSTRUCT has GRAPH", refused.text)
        refused = run("query", "--db", self.database, QUADS, "--format", "turtle")
        self.assertSays(refused, 1, "GRAPH", "trig")
        plan = ask(self.server, QUADS, "text/plain", explain="plan")
        self.assertIn("GRAPH ?g { ?x ?q ?y }", plan.text)

    def test_versions_in_accept_headers_are_accepted(self):
        for accept, its_type in (("text/turtle;version=1.2", "text/turtle"), ("application/n-triples; version=1.1", "application/n-triples")):
            answer = ask(self.server, ALL, accept)
            self.assertEqual((answer.status, answer.type), (200, its_type))
            self.assertNotIn("VERSION", answer.text)

    def test_layouts_that_cannot_be_had(self):
        for parameters, parts in (({"format": "nq", "pretty": "true"}, ("pretty", "Turtle and TriG", "nq")),
                                  ({"format": "trig", "profile": "expanded"}, ("profile", "format=jsonld")),
                                  ({"format": "jsonld", "profile": "framed"}, ("framed", "compacted, expanded, flattened")),
                                  ({"format": "jsonld", "pretty": "maybe"}, ("pretty", "on, off", "maybe")),
                                  ({"format": "jsonld", "context": "here"}, ("context", "absolute IRI", "here")),
                                  ({"format": "jsonld", "context": f"{E}c", "profile": "expanded"}, ("context", "another profile"))):
            with self.subTest(parameters):
                refused = request(self.server, "GET", path("data", **parameters))
                self.assertEqual(refused.status, 400, refused.text)
                for part in parts:
                    self.assertIn(part, refused.text)
        refused = ask(self.server, "SELECT * { ?s ?p ?o }", "*/*", pretty="true")
        self.assertEqual(refused.status, 400, refused.text)

    def test_a_predicate_that_makes_no_name_is_an_error_of_rdf_xml(self):
        query = f"CONSTRUCT {{ <{E}s> <{E}1/> 2 }} WHERE {{ }}"
        refused = ask(self.server, query, "application/rdf+xml")
        self.assertEqual(refused.status, 400, refused.text)
        self.assertIn(f'<{E}s> <{E}1/> "2"', refused.text)
        self.assertEqual(ask(self.server, query, "application/ld+json").status, 200)


@for_images(1, 2)
class TripleTerms(Case):
    """What only some formats have; answers that are cut off; limits of memory and work."""

    @classmethod
    def prepare(cls):
        file = cls.folder / "data.ttl"
        file.write_text(ANNOTATED)
        cls.database = cls.folder / "db"
        build(cls.database, file, images=cls.images)
        large = cls.folder / "large.nt"
        with large.open("w") as lines:
            for i in range(15000):
                lines.write(f"<{E}a{i:06}> <{E}value> \"{hashlib.sha256(str(i).encode()).hexdigest() * 32}\" .\n")
            lines.write(f"<{E}z> <{E}says> <<( <{E}a> <{E}b> <{E}c> )>> .\n")
        build(cls.folder / "databases" / "large", large, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.database, cls.images, options=["--databases", cls.folder / "databases", "--memory", "64M"]))

    def test_the_version_is_announced_where_a_term_needs_it(self):
        for name in ("turtle", "nt", "rdf"):
            for pretty in (None, "true") if name == "turtle" else (None,):
                answer = request(self.server, "GET", path("data?default", format=name, pretty=pretty))
                self.assertEqual((answer.status, answer.type), (200, f"{FORMATS[name][1]}; version=1.2"), answer.text)
                self.assertEqual(answer.text.count("1.2"), 0 if name == "nt" else answer.text.count("1.2"))
                self.assertIn({"turtle": 'VERSION "1.2"', "nt": "<<( ", "rdf": 'rdf:version="1.2"'}[name], answer.text)
        for name in OF_DATASETS[:2]:
            answer = request(self.server, "GET", path("data", format=name))
            self.assertEqual(answer.type, f"{FORMATS[name][1]}; version=1.2")
        plain = ask(self.server, f"CONSTRUCT {{ ?s <{E}p> ?o }} WHERE {{ ?s <{E}worksFor> ?o }}", "text/turtle")
        self.assertEqual(plain.type, "text/turtle")
        self.assertNotIn("VERSION", plain.text)
        pretty = ask(self.server, f"CONSTRUCT WHERE {{ ?s <{E}worksFor> ?o }}", "text/turtle", pretty="true")
        self.assertEqual(pretty.type, "text/turtle")
        self.assertNotIn("VERSION", pretty.text)

    def test_json_ld_names_the_triple_that_it_cannot_express(self):
        for parameters in ({}, {"profile": "expanded"}):
            refused = request(self.server, "GET", path("data?default", format="jsonld", **parameters))
            self.assertEqual(refused.status, 400, refused.text)
            self.assertIn(f"<<( <{E}ann> <{E}worksFor> <{E}acme> )>>", refused.text)
        refused = request(self.server, "GET", path("large/data", format="jsonld", context=f"{E}context"))
        self.assertEqual(refused.status, 400, refused.text)
        self.assertIn(f"<{E}context> is not allowed", refused.text)
        self.assertSays(run("dump", "--db", self.database, "--format", "jsonld"), 1, "<<( ", "TriG")
        told = ask(self.server, f"CONSTRUCT WHERE {{ ?s <{E}says> ?o }}", "application/ld+json")
        self.assertEqual(json.loads(told.text)["@graph"][0]["ex:says"], {"@value": "x", "@language": "ar", "@direction": "rtl"})

    def test_an_error_after_the_first_bytes_cuts_the_answer_off(self):
        with self.assertRaises(CutOff):
            request(self.server, "GET", "/large/data?default&format=jsonld")

    def test_the_canonical_form_has_no_triple_terms(self):
        self.assertSays(run("dump", "--db", self.database, "--canonical"), 1, "RDFC-1.0", "triple terms", f"<{E}ann>")

    def test_forms_that_need_memory_say_so(self):
        values = f"CONSTRUCT WHERE {{ ?a <{E}value> ?v }}"
        for parameters, remedy in (({"pretty": "true"}, "leave out 'pretty'"), ({"format": "jsonld", "profile": "expanded"}, "without a profile")):
            refused = request(self.server, "GET", path("large/sparql", query=values, **parameters), timeout=120)
            self.assertEqual(refused.status, 507, refused.text[:1000])
            self.assertIn(remedy, refused.text)
        self.assertEqual(ask(self.server, "ASK { ?s ?p ?o }").status, 200)

    def test_the_canonical_form_has_a_limit_of_work(self):
        clique = self.folder / "clique.nt"
        clique.write_text("".join(f"_:n{a} <{E}p> _:n{b} .\n" for a in range(9) for b in range(9) if a != b))
        build(self.folder / "clique", clique, options=["--replace"])
        refused = run("dump", "--db", self.folder / "clique", "--canonical", "--canonical-steps", "1000")
        self.assertSays(refused, 1, "1000 steps", "--canonical-steps N", f"<{E}p>")


if __name__ == "__main__":
    unittest.main()
