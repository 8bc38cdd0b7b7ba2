#!/usr/bin/env python3
"""`quadrille build --rules`: what follows is stored with its marks, and each command sees the view that it asks for."""

import json
import re
import shutil
import unittest
import urllib.error
import urllib.parse
import urllib.request

from program import Case, build, for_images, run, serving

ONTOLOGY = """
PREFIX : <http://e/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
:Cat rdfs:subClassOf :Animal .
:Dog rdfs:subClassOf :Animal .
:Cat owl:disjointWith :Dog .
:feeds rdfs:domain :Person ; rdfs:range :Animal .
:ancestor a owl:TransitiveProperty .
:parent rdfs:subPropertyOf :ancestor .
"""
DATA = """
PREFIX : <http://e/>
:tom a :Cat . :rex a :Dog .
:ann :feeds :tom , :ella . :ann a :Person .
:a :parent :b . :b :parent :c . :c :parent :d .
"""
INFERRED = sorted(f"<http://e/{s}> <{p}> <http://e/{o}> ." for s, p, o in [
    *[(thing, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "Animal") for thing in ("tom", "rex", "ella")],
    *[(a, "http://e/ancestor", b) for a, b in ("ab", "bc", "cd", "ac", "bd", "ad")],
])
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
ANIMALS = "SELECT ?x { ?x a <http://e/Animal> } ORDER BY ?x"


def ask(port, path, body=None, kind="application/sparql-update"):
    data = None if body is None else body.encode()
    kind = {"Content-Type": kind} if body else {}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, kind)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def query_path(text, **parameters):
    return "/sparql?" + urllib.parse.urlencode({"query": text, "format": "csv", **parameters})


class WithRules(Case):
    images = 1

    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "data.ttl"
        cls.data.write_text(ONTOLOGY + DATA)
        cls.database = cls.folder / "db"
        build(cls.database, cls.data, images=cls.images, options=("--rules", "owl-rl"))
        cls.plain = cls.folder / "plain"
        build(cls.plain, cls.data, images=cls.images)

    def lines(self, *words):
        told = run(*words, "--images", self.images)
        self.assertEqual(told.status, 0, told.errors)
        return told.lines

    def answer(self, database, text, *options):
        return self.lines("query", "--db", database, text, "--format", "csv", *options)[1:]

    def dumped(self, database, *options):
        return sorted(self.lines("dump", "--db", database, *options))


@for_images(1, 2, 4)
class Commands(WithRules):
    def test_the_inferred_quads_are_those_that_follow(self):
        found = [line for line in self.dumped(self.database, "--infer", "only")
                 if "rdf-schema#" not in line and "owl#" not in line]
        self.assertEqual(found, INFERRED)

    def test_each_view_has_its_quads(self):
        everything, stated, inferred = (self.dumped(self.database, "--infer", which)
                                        for which in ("true", "false", "only"))
        self.assertEqual(sorted(stated + inferred), everything)
        self.assertEqual(stated, self.dumped(self.plain))
        self.assertEqual(stated, self.dumped(self.database), "a dump has no inferred quads by default")
        for which, quads in (("true", everything), ("false", stated), ("only", inferred)):
            self.assertEqual(self.answer(self.database, COUNT, "--infer", which), [str(len(quads))])
        self.assertEqual(self.answer(self.database, COUNT), [str(len(everything))])

    def test_queries_choose_a_view(self):
        animals = [f"http://e/{name}" for name in ("ella", "rex", "tom")]
        self.assertEqual(self.answer(self.database, ANIMALS), animals)
        self.assertEqual(self.answer(self.database, ANIMALS, "--no-infer"), [])
        self.assertEqual(self.answer(self.database, ANIMALS, "--infer", "only"), animals)
        for dataset, found in (("FROM <urn:quadrille:stated>", []), ("FROM <urn:quadrille:inferred>", animals),
                               ("FROM <urn:quadrille:stated> FROM <urn:quadrille:inferred>", animals)):
            text = f"SELECT ?x {dataset} {{ ?x a <http://e/Animal> }} ORDER BY ?x"
            self.assertEqual(self.answer(self.database, text), found)
        self.assertSays(run("query", "--db", self.database,
                            "SELECT * FROM NAMED <urn:quadrille:stated> { GRAPH ?g { ?s ?p ?o } }"), 1,
                        "is a view of the data and not a graph; write FROM")

    def test_without_rules_the_views_are_equal_but_the_inferred_one(self):
        quads = self.dumped(self.plain)
        self.assertEqual(self.dumped(self.plain, "--infer", "true"), quads)
        self.assertEqual(self.dumped(self.plain, "--infer", "only"), [])
        self.assertEqual(self.answer(self.plain, COUNT, "--infer", "only"), ["0"])
        self.assertEqual(self.answer(self.plain, COUNT, "--no-infer"), [str(len(quads))])

    def test_marks_outlive_a_compaction(self):
        copy = self.folder / "compacted"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.database, copy)
        for options in ((), ("--rebuild",), ("--shards", "13")):
            told = run("compact", "--db", copy, "--images", self.images, *options)
            self.assertEqual(told.status, 0, told.errors)
            for which in ("true", "false", "only"):
                self.assertEqual(self.dumped(copy, "--infer", which), self.dumped(self.database, "--infer", which))
            self.assertEqual(run("check", "--db", copy, "--images", self.images).status, 0)

    def test_a_backup_has_the_marks(self):
        backup, restored = self.folder / "backup", self.folder / "restored"
        for place in (backup, restored):
            shutil.rmtree(place, ignore_errors=True)
        self.assertEqual(run("backup", "--db", self.database, backup).status, 0)
        self.assertEqual(run("restore", backup, "--db", restored).status, 0)
        self.assertEqual(self.dumped(restored, "--infer", "only"), self.dumped(self.database, "--infer", "only"))

    def test_a_server_answers_by_view(self):
        with serving(self.database, images=self.images) as server:
            counts = {which: len(self.dumped(self.database, "--infer", which)) for which in ("true", "false", "only")}
            for which, count in counts.items():
                self.assertEqual(ask(server.port, query_path(COUNT, infer=which)).split()[-1], str(count))
                told = ask(server.port, f"/data?default&format=nt&infer={which}")
                self.assertEqual(len(told.splitlines()), count)
            self.assertEqual(ask(server.port, query_path(COUNT)).split()[-1], str(counts["true"]))
            self.assertEqual(len(ask(server.port, "/data?default&format=nt").splitlines()), counts["false"])
            with self.assertRaises(urllib.error.HTTPError) as caught:
                ask(server.port, query_path(COUNT, infer="maybe"))
            self.assertIn("infer must be true", caught.exception.read().decode())


class Builds(WithRules):
    def test_the_report_counts_what_was_inferred(self):
        folder = self.folder / "reported"
        told = run("build", "--db", folder, "--rules", "owl-rl", "--stats", "-", self.data)
        self.assertEqual(told.status, 0, told.errors)
        report = json.loads(told.text)
        self.assertEqual(report["inferred_quads"], len(self.dumped(folder, "--infer", "only")))
        self.assertEqual(report["inference"]["contradictions"], 0)
        self.assertIn("quads inferred by", told.errors)
        self.assertIn("Inference", told.errors)

    def test_contradictions_are_counted_or_refused(self):
        data = self.folder / "contradiction.ttl"
        data.write_text(ONTOLOGY + DATA + ":tom a :Dog .")
        folder = self.folder / "contradiction"
        told = run("build", "--db", folder, "--rules", "owl-rl", data)
        self.assertSays(told, 0, "contradictions: 1\n  by cax-dw:\n", "    <http://e/tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Dog> .\n",
                        "disjointWith", "    <http://e/tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Cat> .\n")
        told = run("build", "--db", folder, "--replace", "--rules", "owl-rl", "--inconsistent", "stop", data)
        self.assertSays(told, 1, "the data contradict the rules", "1 by cax-dw; nothing was built", "  by cax-dw:\n", "<http://e/Dog>")

    def test_more_than_may_follow_is_refused_with_the_rule(self):
        chain, folder = self.folder / "chain.nt", self.folder / "chain"
        chain.write_text("<urn:p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                         "<http://www.w3.org/2002/07/owl#TransitiveProperty> .\n" +
                         "".join(f"<urn:n{i}> <urn:p> <urn:n{i + 1}> .\n" for i in range(100)))
        build(folder, chain, options=("--rules", "owl-rl"))
        follow = len(self.dumped(folder, "--infer", "only"))
        self.assertGreaterEqual(follow, 4950)
        told = run("build", "--db", folder, "--replace", "--rules", "owl-rl", "--max-inferred", "4000", chain)
        self.assertSays(told, 1, "more than 4000 quads follow by the rules: in round 1 prp-trp adds more", "--max-inferred")
        for most, status in ((follow, 0), (follow - 1, 1)):
            told = run("build", "--db", folder, "--replace", "--rules", "owl-rl", "--max-inferred", str(most), chain)
            self.assertEqual(told.status, status, told.errors)

    def test_more_pairs_of_a_class_than_may_follow_are_refused(self):
        rules, data = self.folder / "class.srl", self.folder / "class.nt"
        rules.write_text("RULE { ?x <urn:p> <urn:v> } WHERE { ?x <urn:q> ?y } RULE { ?x <urn:r> ?z } WHERE { ?x <urn:p> ?y . ?y <urn:q> ?z }")
        data.write_text("".join(f"<urn:n{i}> <urn:q> <urn:m> .\n" for i in range(6)))
        for most, status in ((6, 0), (5, 1)):
            told = run("build", "--db", self.folder / "class", "--replace", "--rules", rules, "--max-inferred", str(most), data)
            self.assertEqual(told.status, status, told.errors)
        self.assertIn("more than 5 quads follow by the rules", told.errors)

    def test_too_little_memory_is_an_error_that_builds_nothing(self):
        chain, folder = self.folder / "longer.nt", self.folder / "longer"
        chain.write_text("<urn:p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                         "<http://www.w3.org/2002/07/owl#TransitiveProperty> .\n" +
                         "".join(f"<urn:n{i}> <urn:p> <urn:n{i + 1}> .\n" for i in range(2000)))
        self.assertSays(run("build", "--db", folder, "--rules", "owl-rl", "--memory", "100M", chain), 1,
                        "out of memory", "raise --memory")
        self.assertFalse(folder.exists())

    def test_rows_that_exceed_the_memory_go_to_disk(self):
        many, folder, spilled = self.folder / "many.ttl", self.folder / "many", self.folder / "spilled"
        many.write_text(ONTOLOGY + "".join(f":t{i} a :Cat ; :feeds :t{i * 7 % 30000} ; :parent :t{i - i % 3} .\n" for i in range(30000)))
        build(folder, many, options=("--rules", "owl-rl"))
        told = run("build", "--db", spilled, "--rules", "owl-rl", "--images", "1", "--memory", "10M", "--stats", "-", many)
        self.assertEqual(told.status, 0, told.errors)
        self.assertGreater(json.loads(told.text)["spilled_bytes"], 1_000_000)
        for view in ("true", "only"):
            self.assertEqual(sorted(self.dumped(spilled, "--infer", view)), sorted(self.dumped(folder, "--infer", view)))
        self.assertGreater(len(self.dumped(spilled, "--infer", "only")), 60_000)

    def test_classes_of_both_sides_of_a_predicate_meet(self):
        rules, data, folder = self.folder / "sides.srl", self.folder / "sides.ttl", self.folder / "sides"
        rules.write_text("PREFIX : <http://e/> RULE { ?x :p :v } WHERE { ?x a :A } RULE { ?y :q :w } WHERE { :u :p ?y }")
        data.write_text("PREFIX : <http://e/> :u a :A .")
        build(folder, data, options=("--rules", rules))
        self.assertEqual(sorted(self.dumped(folder, "--infer", "only")),
                         ["<http://e/u> <http://e/p> <http://e/v> .", "<http://e/v> <http://e/q> <http://e/w> ."])

    def test_trivial_conclusions_are_wanted(self):
        folder = self.folder / "trivial"
        build(folder, self.data, options=("--rules", "owl-rl", "--trivial"))
        self.assertIn("<http://e/tom> <http://www.w3.org/2002/07/owl#sameAs> <http://e/tom> .",
                      self.dumped(folder, "--infer", "only"))

    def test_sets_are_smaller_and_larger(self):
        sizes = []
        for name in ("rdfs", "rdfs-plus", "owl-rl"):
            folder = self.folder / name
            build(folder, self.data, options=("--rules", name))
            sizes.append(len(self.dumped(folder, "--infer", "only")))
        self.assertEqual(sizes, sorted(sizes))
        self.assertLess(sizes[0], sizes[1])

    def test_an_unknown_set_is_named_with_the_known_ones(self):
        self.assertSays(run("build", "--db", self.folder / "no", "--rules", "owl", self.data), 1,
                        "must be one of: rdfs, rdfs-plus, owl-rl, or a file of rules, FILE.srl, .rules, .txt, .n3, .rq; found 'owl'")

    def test_rules_come_from_files(self):
        rules, more = self.folder / "mine.srl", self.folder / "more.srl"
        more.write_text("PREFIX : <http://e/> RULE { ?x :fedBy ?y } WHERE { ?y :feeds ?x }")
        rules.write_text("PREFIX : <http://e/>\nIMPORTS <more.srl>\n"
                         "RULE :grandparents { ?x :grandparent ?z } WHERE { ?x :parent/:parent ?z }\n"
                         "DATA { :world :has :animals }")
        folder = self.folder / "mine"
        build(folder, self.data, options=("--rules", rules, "--rules", "rdfs"))
        inferred = self.dumped(folder, "--infer", "only")
        for line in ("<http://e/a> <http://e/grandparent> <http://e/c> .", "<http://e/tom> <http://e/fedBy> <http://e/ann> .",
                     "<http://e/world> <http://e/has> <http://e/animals> .",
                     "<http://e/tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Animal> ."):
            self.assertIn(line, inferred)

    def test_not_looks_at_what_lower_strata_derive(self):
        rules, data, folder = self.folder / "not.srl", self.folder / "not.ttl", self.folder / "not"
        rules.write_text("PREFIX : <http://e/>\n"
                         "RULE :homeless { ?x a :Homeless } WHERE { ?x a :Animal NOT { ?y :feeds ?x . ?y a :Person } }\n"
                         "RULE :animals { ?x a :Animal } WHERE { ?x a :Cat }\n"
                         "RULE :seen { ?x :seen ?y } WHERE { ?x a :Homeless . ?y a :Person NOT { ?x :hidesFrom ?y } }\n")
        data.write_text("PREFIX : <http://e/> :tom a :Cat . :mia a :Cat . :ann a :Person ; :feeds :mia . :eve :feeds :tom .")
        build(folder, data, options=("--rules", rules))
        self.assertEqual(sorted(line for line in self.dumped(folder, "--infer", "only") if "Animal" not in line),
                         ["<http://e/tom> <http://e/seen> <http://e/ann> .",
                          "<http://e/tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Homeless> ."])
        rules.write_text("PREFIX : <http://e/>\nRULE :in { ?x :in ?y } WHERE { ?x :at ?y NOT { ?x :out ?y } }\n"
                         "RULE :out { ?x :out ?y } WHERE { ?x :at ?y . ?x :in ?y }")
        self.assertSays(run("rules", "check", rules), 1, "not.srl: line 2, column 1: a rule depends on itself through NOT: "
                        "<http://e/in> needs <http://e/out> needs <http://e/in>")

    def test_errors_in_rules_have_their_place_and_build_nothing(self):
        rules, folder = self.folder / "wrong.srl", self.folder / "wrong"
        for text, *parts in (("RULE { ?x <urn:p> ?z }\nWHERE { ?x <urn:q> ?y }", "wrong.srl: line 1", "has ?z, which no"),
                             ("RULE { ?x <urn:p> ?y }\nWHERE { { SELECT * { ?x <urn:q> ?z OPTIONAL { ?x <urn:r> ?y } } } }",
                              "line 2, column 36", "rules with OPTIONAL in a subquery are not supported yet"),
                             ("RULE { ?x <urn:p> ?z } WHERE { ?x <urn:p> ?y SET(?z := ?y + 1) }",
                              "a rule depends on itself through SET: the rule of line 1 needs the rule of line 1"),
                             ("IMPORTS </etc/passwd>", "only files in the folder"),
                             ("IMPORTS <none.srl>", "cannot read the rules in", "none.srl")):
            rules.write_text(text)
            self.assertSays(run("build", "--db", folder, "--rules", rules, self.data), 1, *parts)
            self.assertFalse(folder.exists())
        self.assertSays(run("build", "--db", folder, "--rules", self.folder / "absent.srl", self.data), 1, "absent.srl")


EVERYTHING = """
PREFIX : <http://e/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
RULE :km { ?x :km ?k } WHERE { ?x :miles ?m . NOT DATA { ?x :km ?any } SET(?k := xsd:integer(?m * 1.60934)) }
RULE :label { ?x :label ?l } WHERE { ?x :name ?n . SET(?l := CONCAT("Dear ", STR(?n))) }
RULE :far { ?x a :Far } WHERE { ?x :km ?k . FILTER(?k >= 16) }
RULE :note { [] a :Note ; :about ?x } WHERE { ?x a :Far }
RULE :fans { ?x :fans ?n } WHERE { { SELECT ?x (COUNT(?y) AS ?n) { ?y :likes ?x } GROUP BY ?x HAVING(COUNT(?y) > 1) } }
RULE :total { :all :total ?n } WHERE { { SELECT (SUM(?k) AS ?n) (COUNT(*) AS ?c) { ?y :km ?k } } FILTER(?c > 2) }
RULE :copy { GRAPH :g { ?x :label ?l } } WHERE { ?x :label ?l }
RULE :move { GRAPH ?g { ?x :seen true } } WHERE { GRAPH ?g { ?x :label ?l } FILTER(CONTAINS(?l, "Anna")) }
RULE :near { ?x a :Near } WHERE { ?x :miles ?m NOT { ?x :km ?k FILTER(?k > 10) } }
RULE :made { GRAPH :m { ?x ?p ?l } } WHERE { ?x :label ?l SET(?p := IRI(CONCAT("http://e/", LCASE(STRAFTER(?l, " "))))) }
DATA { [] :kind "made" ; :about :A }
"""
OF_EVERYTHING = """
<http://e/A> <http://e/anna> "Dear Anna" <http://e/m> .
<http://e/A> <http://e/fans> "2"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/A> <http://e/label> "Dear Anna" .
<http://e/A> <http://e/label> "Dear Anna" <http://e/g> .
<http://e/A> <http://e/seen> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> <http://e/g> .
<http://e/A> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Near> .
<http://e/B> <http://e/bob> "Dear Bob" <http://e/m> .
<http://e/B> <http://e/km> "16"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/B> <http://e/label> "Dear Bob" .
<http://e/B> <http://e/label> "Dear Bob" <http://e/g> .
<http://e/B> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Far> .
<http://e/C> <http://e/km> "32"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/C> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Far> .
<http://e/all> <http://e/total> "56"^^<http://www.w3.org/2001/XMLSchema#integer> .
_: <http://e/about> <http://e/A> .
_: <http://e/about> <http://e/B> .
_: <http://e/about> <http://e/C> .
_: <http://e/kind> "made" .
_: <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Note> .
_: <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Note> .
"""


class Languages(Case):
    """Rules with every element of the language."""

    def setUp(self):
        self.rules, self.data = self.folder / "all.srl", self.folder / "all.ttl"
        self.rules.write_text(EVERYTHING)
        self.data.write_text('PREFIX : <http://e/> :A :miles 5 ; :km 8 ; :name "Anna"@en . :B :miles 10 ; :name "Bob" ; :likes :A .\n'
                             ":C :miles 20.5 ; :likes :A, :B .")

    def query(self, database, text):
        return run("query", "--db", database, "--format", "tsv", text).text

    def inferred(self, database):
        lines = run("dump", "--db", database, "--infer", "only", "--format", "nq").text.splitlines()
        return sorted(re.sub(r"_:b\d+", "_:", line) for line in lines)

    def test_terms_that_rules_make_are_terms_of_the_database(self):
        for images in (1, 2, 4):
            for group in ("", "2", "1") if images == 4 else ("",):
                with self.subTest(images=images, group=group):
                    database = self.folder / f"all{images}{group}"
                    ended = run("build", "--db", database, "--replace", "--images", images, "--rules", self.rules, self.data,
                                environment={"QUADRILLE_GROUP_SIZE": group} if group else None)
                    self.assertEqual(ended.status, 0, ended.errors)
                    self.assertEqual(self.inferred(database), OF_EVERYTHING.split("\n")[1:-1])
                    self.assertEqual(run("check", "--db", database).status, 0)
        told = self.query(self.folder / "all2", 'SELECT ?x { ?x ?p "Dear Anna" . ?x <http://e/name> "Anna"@en }')
        self.assertIn("http://e/A", told)

    def test_they_stay_when_the_database_is_compacted_and_copied(self):
        database = self.folder / "db"
        build(database, self.data, options=("--rules", self.rules))
        self.assertEqual(run("compact", "--db", database).status, 0)
        self.assertEqual(self.inferred(database), OF_EVERYTHING.split("\n")[1:-1])
        self.assertEqual(run("compact", "--db", database, "--rebuild").status, 0)
        self.assertEqual(self.inferred(database), OF_EVERYTHING.split("\n")[1:-1])
        self.assertEqual(run("check", "--db", database).status, 0)
        self.assertEqual(run("backup", "--db", database, self.folder / "copy").status, 0)
        self.assertEqual(run("restore", "--db", self.folder / "again", self.folder / "copy").status, 0)
        self.assertEqual(self.inferred(self.folder / "again"), OF_EVERYTHING.split("\n")[1:-1])

    def test_not_goes_with_rule_sets(self):
        ontology = self.folder / "ontology.ttl"
        ontology.write_text("PREFIX : <http://e/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX owl: "
                            "<http://www.w3.org/2002/07/owl#> :Tabby rdfs:subClassOf :Cat . :feeds rdfs:domain :Person . "
                            ":passport a owl:InverseFunctionalProperty . :feeds rdfs:subPropertyOf :knows . "
                            ":tom a :Tabby . :mia a :Cat . :ann :feeds :mia ; :passport 1 . :eve :passport 1 .")
        self.rules.write_text("PREFIX : <http://e/> RULE { ?x a :Hungry } WHERE { ?x a :Cat NOT { ?y :feeds ?x . ?y a :Person } }\n"
                              "RULE { ?x :friends ?n } WHERE { { SELECT ?x (COUNT(?y) AS ?n) { ?x :knows ?y } GROUP BY ?x } }")
        for rules in ("rdfs", "owl-rl"):
            database = self.folder / rules
            build(database, ontology, options=("--rules", rules, "--rules", self.rules))
            told = self.query(database, "SELECT ?x ?y { { ?x a <http://e/Hungry> BIND(1 AS ?y) } UNION { ?x <http://e/friends> ?y } }")
            self.assertEqual(sorted(re.findall(r"http://e/(\w+)>?[\t,](\d)", told)),
                             sorted([("tom", "1"), ("ann", "1")] + ([("eve", "1")] if rules == "owl-rl" else [])))
        ontology.write_text(ontology.read_text() + " :Hungry owl:sameAs :Person .")
        self.assertSays(run("build", "--db", self.folder / "same", "--rules", "owl-rl", "--rules", self.rules, ontology), 1,
                        "a class of the rules is owl:sameAs another term")
        self.rules.write_text("PREFIX : <http://e/> RULE :in { ?x a :Cat } WHERE { ?x :feeds ?y NOT { ?x a :Tabby } }\n"
                              "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> DATA { :Cat rdfs:subClassOf :Tabby }")
        self.assertSays(run("build", "--db", self.folder / "cycle", "--rules", "rdfs", "--rules", self.rules, ontology), 1,
                        "a rule depends on itself through NOT: <http://e/in> needs rdfs9 needs <http://e/in>")


GRAPHS = """
@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:Cat rdfs:subClassOf :Animal . :Cat owl:disjointWith :Dog . :Pet owl:oneOf ( :tom ) . :Pet rdfs:subClassOf :Friend .
:tom a :Cat .
:g1 { :mia a :Cat . :feeds rdfs:domain :Person . :ann :feeds :mia . }
:g2 { :bob :feeds :rex . :rex a :Dog , :Cat . :Dog rdfs:subClassOf :Animal . }
:g3 { :tom a :Animal . }
"""


MINE = """# Rules of
IMPORTS <parts/more.rules>
PREFIX : <http://e/>
RULE { ?x :fedBy ?y } WHERE { ?y :feeds ?x }
DATA { :world :has :animals }
"""
MORE = "@prefix : <http://e/>. [(?x :parent ?y) -> (?y :child ?x)]\n"


@for_images(1, 2, 4)
class Stored(WithRules):
    """A database has the texts of its rules."""

    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "data.ttl"
        cls.data.write_text(ONTOLOGY + DATA)
        cls.rules = cls.folder / "rules" / "mine.srl"
        (cls.rules.parent / "parts").mkdir(parents=True)
        cls.rules.write_text(MINE)
        (cls.rules.parent / "parts/more.rules").write_text(MORE)
        cls.database = cls.folder / "db"
        build(cls.database, cls.data, images=cls.images,
              options=("--rules", "rdfs-plus", "--rules", cls.rules, "--rules", "rdfs", "--trivial", "--max-inferred", "9999"))
        for path in (cls.rules, cls.rules.parent / "parts/more.rules"):
            path.write_text("changed")

    def copied(self, name):
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return shutil.copytree(self.database, self.folder / name)

    def expect_texts(self, database):
        told = run("rules", "list", "--db", database)
        self.assertEqual([line.split()[:3] for line in told.text.splitlines()[1:]],
                         [["rdfs", "7", "rules"], ["rdfs-plus", "15", "rules"], ["rdfs-trivial", "7", "rules,"],
                          ["parts/more.rules", "1", "rule"], ["mine.srl", "1", "rule,"]], told.errors)
        self.assertEqual(run("rules", "list", "--db", database, "mine.srl").text, MINE)
        self.assertEqual(run("rules", "list", "--db", database, "parts/more.rules").text, MORE)
        self.assertEqual(run("rules", "list", "--db", database, "rdfs").text, run("rules", "list", "rdfs").text)

    def test_texts_are_listed_and_printed(self):
        self.expect_texts(self.database)
        self.assertSays(run("rules", "list", "--db", self.database, "more.rules"), 1,
                        "no rules 'more.rules'; it has rdfs, rdfs-plus, rdfs-trivial, parts/more.rules, mine.srl")

    def test_they_outlive_compactions_and_backups(self):
        copy = self.copied("compacted")
        for options in ((), ("--rebuild",), ("--shards", "13")):
            self.assertSays(run("compact", "--db", copy, "--images", self.images, *options), 0)
            self.expect_texts(copy)
            self.assertSays(run("check", "--db", copy, "--images", self.images), 0)
        backup, restored = self.folder / "backup", self.folder / "restored"
        for place in (backup, restored):
            shutil.rmtree(place, ignore_errors=True)
        self.assertSays(run("backup", "--db", copy, backup), 0)
        self.assertSays(run("restore", backup, "--db", restored), 0)
        self.expect_texts(restored)

    def test_damage_is_found(self):
        copy = self.copied("damaged")
        path = copy / "generation-1/rules.table"
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
        self.assertSays(run("check", "--db", copy, "--images", self.images), 2, "rules.table: the checksum differs from the manifest's")
        self.assertSays(run("rules", "list", "--db", copy, "mine.srl"), 1, "rules.table: the checksum differs")
        path.unlink()
        self.assertSays(run("check", "--db", copy, "--images", self.images), 2, "rules.table")
        self.assertSays(run("rules", "list", "--db", copy, "mine.srl"), 1, "rules.table")

    def test_earlier_databases_have_names_alone(self):
        copy = self.copied("earlier")
        path = copy / "manifest.json"
        manifest = json.loads(path.read_text())
        manifest["files"] = [file for file in manifest["files"] if file["role"] != "rules"]
        for names, status, parts in (("rdfs-plus trivial", 0, ("\n  rdfs-plus     15 rules\n", "  rdfs-trivial")),
                                     ("rdfs rules/mine.srl", 0, ("an earlier version, which has not stored their texts (rules/mine.srl)", "build it again"))):
            manifest["options"]["rules"] = names
            path.write_text(json.dumps(manifest))
            told = run("rules", "list", "--db", copy)
            self.assertEqual(told.status, status, told.errors)
            for part in (f"{names}: ", *parts):
                self.assertIn(part, told.text)
        self.assertSays(run("rules", "list", "--db", copy, "rdfs"), 1, "build it again with the same rules")
        with serving(copy, images=self.images) as server:
            told = json.loads(ask(server.port, "/rules"))
            self.assertEqual(told["rules"], "rdfs rules/mine.srl")
            self.assertIn("build it again", told["error"])
            with self.assertRaises(urllib.error.HTTPError) as caught:
                ask(server.port, "/update", "INSERT DATA { <urn:a> <urn:p> 1 }")
            self.assertEqual(caught.exception.code, 501)
            self.assertIn("build it again with the same rules; it cannot be changed before", caught.exception.read().decode())

    def test_a_server_tells_its_texts(self):
        with serving(self.database, images=self.images) as server:
            told = json.loads(ask(server.port, "/rules"))
            self.assertEqual([(text["name"], text["language"], text["built_in"]) for text in told["texts"]],
                             [("rdfs", "srl", True), ("rdfs-plus", "srl", True), ("rdfs-trivial", "srl", True),
                              ("parts/more.rules", "jena", False), ("mine.srl", "srl", False)])
            self.assertEqual((told["texts"][-1]["rules"], told["texts"][-1]["quads"]), (1, 1))
            self.assertEqual([told[name] for name in ("trivial", "graphs", "inconsistent", "max_inferred")],
                             [True, "default", "report", 9999])
            for name, kind, text in (("mine.srl", "application/sparql-rl", MINE), ("parts/more.rules", "text/plain; charset=utf-8", MORE)):
                with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/rules/{name}", timeout=60) as answer:
                    self.assertEqual((answer.headers["Content-Type"], answer.read().decode()), (kind, text))
            for path, status in (("/rules/more.rules", 404), ("/rules/check", 405)):
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    ask(server.port, path)
                self.assertEqual(caught.exception.code, status)

    def test_messages_name_the_file_of_a_rule_if_there_are_several(self):
        rules, other = self.folder / "a.srl", self.folder / "b.srl"
        rules.write_text("\nRULE {} WHERE { ?x <http://e/feeds> ?y }\nRULE { ?x <http://e/child> ?y } WHERE { ?y <http://e/parent> ?x }")
        other.write_text("RULE { ?x <http://e/parent> ?y } WHERE { ?x <http://e/feeds> ?y NOT { ?y <http://e/child> ?x } }")
        for files, name in (((rules,), "2 by the rule of line 2;"), ((rules, "rdfs"), "2 by the rule of line 2 of a.srl;")):
            options = [word for file in files for word in ("--rules", file)]
            self.assertSays(run("build", "--db", self.folder / "no", *options, "--inconsistent", "stop", self.data), 1, name)
        self.assertSays(run("build", "--db", self.folder / "no", "--rules", rules, "--rules", other, self.data), 1,
                        "b.srl: line 1, column 1: a rule depends on itself through NOT: the rule of line 1 of b.srl needs "
                        "the rule of line 3 of a.srl needs the rule of line 1 of b.srl")


@for_images(1, 2)
class Graphs(WithRules):
    def setUp(self):
        self.graphs = self.folder / "graphs.trig"
        self.graphs.write_text(GRAPHS)

    def inferred(self, *options):
        folder = self.folder / "graphs"
        told = run("build", "--db", folder, "--replace", "--images", str(self.images), "--rules", "owl-rl", *options, self.graphs)
        self.assertEqual(told.status, 0, told.errors)
        short = lambda line: (line.replace("<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", "a")
                              .replace("<http://www.w3.org/2000/01/rdf-schema#subClassOf>", "subClassOf").replace("<http://e/", "").replace(">", ""))
        quads = [short(line) for line in self.dumped(folder, "--infer", "only")]
        return sorted(quad for quad in quads if "sameAs" not in quad and "differentFrom" not in quad), told

    def test_by_default_rules_see_the_default_graph_alone(self):
        quads, told = self.inferred()
        self.assertEqual(quads, ["tom a Animal .", "tom a Friend .", "tom a Pet ."])
        self.assertNotIn("contradictions", told.errors)

    def test_each_graph_is_seen_with_the_ontology_of_the_default_graph(self):
        quads, told = self.inferred("--rule-graphs", "each")
        self.assertEqual(quads, ["ann a Person g1 .", "mia a Animal g1 .", "rex a Animal g2 .", "tom a Animal .",
                                 "tom a Friend .", "tom a Pet ."])
        self.assertIn("contradictions: 1\n  by cax-dw", told.errors)
        self.assertIn("in each graph", run("rules", "list", "--db", self.folder / "graphs").text)

    def test_all_graphs_are_seen_as_one(self):
        quads, told = self.inferred("--rule-graphs", "union", "--infer-into", "http://e/all")
        self.assertEqual(quads, ["ann a Person all .", "bob a Person all .", "mia a Animal all .", "rex a Animal all .",
                                 "tom a Friend all .", "tom a Pet all ."])
        self.assertIn("contradictions: 1\n", told.errors)
        self.assertIn("from all graphs into <http://e/all>", run("rules", "list", "--db", self.folder / "graphs").text)

    def test_the_limit_counts_all_graphs(self):
        told = run("build", "--db", self.folder / "limit", "--rules", "owl-rl", "--rule-graphs", "each", "--max-inferred", "5", self.graphs)
        self.assertSays(told, 1, "more than 5 quads follow by the rules")

    def test_union_needs_a_graph_to_infer_into(self):
        for options in (("--rule-graphs", "union"), ("--rule-graphs", "each", "--infer-into", "http://e/all")):
            told = run("build", "--db", self.folder / "no", "--rules", "rdfs", *options, self.graphs)
            self.assertSays(told, 1, "--rule-graphs union and --infer-into IRI need each other")
        self.assertSays(run("build", "--db", self.folder / "no", "--rules", "rdfs", "--rule-graphs", "all", self.graphs), 1,
                        "must be one of: default, each, union")


class Explained(WithRules):
    """`quadrille rules explain`."""

    def setUp(self):
        self.rules = self.folder / "explained.srl"
        self.rules.write_text("PREFIX : <http://e/>\n"
                              "RULE :hungry { ?x a :Hungry } WHERE { ?x a :Animal NOT { ?y :feeds ?x . ?y a :Person } }\n"
                              "RULE :person { ?x a :Person } WHERE { ?x a :Keeper }\n"
                              "RULE :file { [] :about ?x } WHERE { ?x a :Hungry }\n"
                              "DATA { [] :kind 1 }")

    def test_files_have_strata(self):
        told = run("rules", "explain", self.rules)
        self.assertSays(told, 0)
        self.assertRegex(told.text, r"(?s)^3 rules\n\nStratum 0: 1 rule\n  :person\n    RULE :person \{\n.*"
                                    r"Stratum 1: 1 rule\n  :hungry  waits for :person\n.*"
                                    r"Stratum 2: 1 rule\n  :file  waits for :hungry\n")
        told = run("rules", "explain", self.rules, "rdfs")
        self.assertRegex(told.text, r"(?s)^10 rules: 3 of explained.srl, 7 of rdfs\n.*Specialised by the ontology of the data: 7 rules\n  rdfs2\n")
        self.assertSays(run("rules", "explain"), 1, "name files of rules or rule sets, or a database")
        self.assertSays(run("rules", "explain", "--db", self.database, "rdfs"), 1, "excludes")

    def test_a_database_has_specialised_rules_and_plans(self):
        database = self.folder / "explained"
        build(database, self.data, images=2, options=("--replace", "--rules", "owl-rl", "--rules", self.rules))
        for _ in range(2):
            told = run("rules", "explain", "--db", database)
            self.assertSays(told, 0)
            for part in ("94 rules: 91 of owl-rl, 3 of explained.srl\n", "15 stated quads of the default graph\n",
                         "  ?x :feeds ?y  2 rows\n    -> ?x a :Person", "  :hungry  waits for :person, prp-dom\n",
                         "\n  ?x :ancestor ?y  0 rows  -> transitive by prp-trp\n",
                         "\n    NOT; ?y :feeds ?x (by object, 2 rows); ?y a :Person (class, "):
                self.assertIn(part, told.text)
            self.assertSays(run("compact", "--db", database, "--rebuild"), 0)
        self.assertSays(run("rules", "explain", "--db", self.plain), 1, "has no rules")


class Shown(WithRules):
    def test_sets_and_the_rules_of_a_database_are_listed(self):
        sets = run("rules", "list")
        self.assertEqual([line.split()[0] for line in sets.text.splitlines()], ["rdfs", "rdfs-plus", "owl-rl"])
        self.assertRegex(sets.text, r"(?m)^rdfs +7 rules; with --trivial 14 rules, \d+ quads of DATA$")
        self.assertRegex(run("rules", "list", "--db", self.database).text, r"^owl-rl: \d+ of \d+ quads follow and were not stated\n  owl-rl    \d+ rules, \d+ quads of DATA\n$")
        self.assertEqual(run("rules", "list", "--db", self.plain).text, f"{self.plain} has no rules\n")
        self.assertSays(run("rules", "list", "owl"), 1, "must be one of: rdfs, rdfs-plus, owl-rl")
        self.assertSays(run("rules"), 1, "list, add, remove, check, convert or explain")

    def test_the_text_of_a_set_is_a_file_of_rules(self):
        text, copied = self.folder / "copied.srl", self.folder / "copied"
        text.write_text(run("rules", "list", "rdfs").text)
        build(copied, self.data, options=("--rules", text))
        named = self.folder / "named"
        build(named, self.data, options=("--rules", "rdfs"))
        self.assertEqual(sorted(self.dumped(copied, "--infer", "only")), sorted(self.dumped(named, "--infer", "only")))

    def test_a_server_tells_its_rules_and_checks_others(self):
        with serving(self.database) as server:
            port = server.port
            rules = json.loads(ask(port, "/rules"))
            self.assertEqual((rules["rules"], rules["inferred_quads"]), ("owl-rl", len(self.dumped(self.database, "--infer", "only"))))
            description = ask(port, "/sparql?format=nt")
            self.assertIn("sparql-service-description#defaultEntailmentRegime> <http://www.w3.org/ns/entailment/OWL-RDF-Based>", description)
            self.assertIn("<http://www.w3.org/ns/owl-profile/RL>", description)
            checked = json.loads(ask(port, "/rules/check", "RULE { ?x <urn:p> ?y } WHERE { ?y <urn:p> ?x } DATA { <urn:a> <urn:p> <urn:b> }",
                                     "application/sparql-rl"))
            self.assertEqual(checked, {"ok": True, "rules": 1, "quads": 1, "strata": [{"stratum": 0, "rules": ["the rule of line 1"]}], "of_ontologies": []})
            for text, status, part in (("RULE { ?x <urn:p> ?z } WHERE { ?x <urn:p> ?y }", 400, {"line": 1, "column": 19}),
                                       ("RULE { ?x <urn:p> ?y } WHERE { { SELECT ?x ?y { ?x <urn:q> ?y } LIMIT 1 } }", 501, {"line": 1, "column": 65}),
                                       ("IMPORTS <file:///etc/passwd>", 400, {"message": "IMPORTS <file:///etc/passwd>: only files can import files"})):
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    ask(port, "/rules/check", text, "application/sparql-rl")
                self.assertEqual(caught.exception.code, status)
                told = json.loads(caught.exception.read())
                self.assertFalse(told["ok"])
                self.assertLessEqual(part.items(), told["errors"][0].items(), told)
        with serving(self.plain) as server:
            port = server.port
            self.assertEqual(json.loads(ask(port, "/rules"))["rules"], "")
            self.assertNotIn("ntailment", ask(port, "/sparql?format=nt"))

    def test_files_are_checked(self):
        right, wrong = self.folder / "right.srl", self.folder / "not-right.srl"
        right.write_text("RULE { ?x <urn:p> ?y } WHERE { ?y <urn:p> ?x } DATA { <urn:a> <urn:p> <urn:b> }")
        told = run("rules", "check", right)
        self.assertEqual((told.status, told.text), (0, f"{right}: 1 rule, 1 quad of DATA\n"))
        wrong.write_text("RULE { ?x <urn:p> ?y }\nWHERE { { SELECT ?x ?y { ?x <urn:q> ?y } LIMIT 1 } }")
        self.assertSays(run("rules", "check", right, wrong), 1, "not-right.srl: line 2, column 42", "LIMIT and OFFSET in a subquery are not supported yet")


# The same rules in each language, by the ending of the file.
SAME_RULES = {
    ".srl": """PREFIX : <http://e/>
RULE { ?x :fedBy ?y . ?x a :Fed } WHERE { ?y :feeds ?x NOT { ?x :bites ?y } }
RULE { ?x :likes ?z } WHERE { ?x :fedBy ?y . ?y :parent ?z }
DATA { :ella :bites :eve }
""",
    ".rules": """@prefix : <http://e/>.
// Jena
[fed: (?y :feeds ?x), noValue(?x, :bites, ?y) -> (?x :fedBy ?y), (?x rdf:type :Fed)]
[(?x :likes ?z) <- (?x :fedBy ?y), (?y :parent ?z)]
-> (:ella :bites :eve).
""",
    ".txt": """@prefix : <http://e/> .
(?y :feeds ?x) noValue(?x :bites ?y) -> (?x :fedBy ?y) (?x rdf:type :Fed)
(?x :fedBy ?y) (?y :parent ?z) -> (?x :likes ?z)
-> (:ella :bites :eve)
""",
    ".rq": """PREFIX : <http://e/>
CONSTRUCT { ?x :fedBy ?y ; a :Fed } WHERE { ?y :feeds ?x FILTER NOT EXISTS { ?x :bites ?y } } ;
CONSTRUCT { ?x :likes ?z } WHERE { ?x :fedBy/:parent ?z }
""",
    ".n3": """@prefix : <http://e/> .
{ ?y :feeds ?x } => { ?x :fedBy ?y . ?x a :Fed } .
{ ?x :likes ?z } <= { ?x :fedBy ?y . ?y :parent ?z } .
:ella :bites :eve .
""",
}


class OtherSystems(WithRules):
    @classmethod
    def prepare(cls):
        cls.data = cls.folder / "data.ttl"
        cls.data.write_text("PREFIX : <http://e/> :ann :feeds :tom , :ella . :eve :feeds :ella . :ann :parent :bob . :ella :bites :eve .")
        cls.files = {ending: cls.folder / f"same{ending}" for ending in SAME_RULES}
        for ending, text in SAME_RULES.items():
            cls.files[ending].write_text(text)

    def inferred(self, rules):
        folder = self.folder / "other"
        build(folder, self.data, options=("--replace", "--rules", rules))
        return sorted(line for line in self.dumped(folder, "--infer", "only") if "bites" not in line)

    def test_the_same_rules_derive_the_same(self):
        expected = self.inferred(self.files[".srl"])
        self.assertEqual(len(expected), 6)
        for ending in (".rules", ".txt", ".rq"):
            self.assertEqual(self.inferred(self.files[ending]), expected, ending)
        self.assertEqual(len(self.inferred(self.files[".n3"])), 7)

    def test_converted_rules_derive_the_same(self):
        for ending, rules in self.files.items():
            converted = self.folder / f"converted{ending}.srl"
            self.assertSays(run("rules", "convert", rules, "--output", converted), 0)
            self.assertEqual(run("rules", "convert", rules).text, converted.read_text())
            self.assertEqual(run("rules", "convert", converted).text, converted.read_text(), ending)
            self.assertEqual(self.inferred(converted), self.inferred(rules), ending)

    def test_format_overrides_the_name(self):
        named = self.folder / "rules-without-ending"
        named.write_text(SAME_RULES[".n3"])
        self.assertSays(run("rules", "check", named), 1, "so name the language of its rules: --format srl|jena|cge|n3|construct")
        self.assertEqual(run("rules", "check", "--format", "n3", named).text, f"{named}: 2 rules, 1 quad of DATA\n")
        self.assertSays(run("rules", "convert", "--format", "jena", named), 1, "line 2, column 1: unexpected '{'")
        self.assertSays(run("rules", "convert", "--format", "owl", named), 1, "must be one of: srl, jena, cge, n3, construct")

    def test_files_of_several_languages_are_imported(self):
        (self.folder / "first.srl").write_text("IMPORTS <second.rules> RULE { ?x <urn:a> ?y } WHERE { ?y <urn:b> ?x }")
        (self.folder / "second.rules").write_text("@include <third>.\n(?x <urn:c> ?y) -> (?x <urn:b> ?y)")
        (self.folder / "third").write_text("(?x <urn:d> ?y) -> (?x <urn:c> ?y)")
        told = run("rules", "check", self.folder / "first.srl")
        self.assertEqual(told.text, f"{self.folder / 'first.srl'}: 3 rules\n", told.errors)
        self.assertEqual(run("rules", "convert", self.folder / "first.srl").text.count("RULE"), 3)

    def test_what_a_build_refuses_today_is_converted_all_the_same(self):
        rules = self.folder / "sum.rules"
        rules.write_text("(?x <urn:p> ?n) sum(?n 1 ?m) -> (?x <urn:q> ?m) .")
        self.assertIn("SET(?m := ?n + 1)", run("rules", "convert", rules).text)

    def test_errors_have_file_and_place(self):
        for ending, text, part in ((".rules", "(?x <urn:p> ?y)\nnow(?z) -> (?x <urn:q> ?z) .", "line 2, column 1: the built-in now is not"),
                                   (".n3", "{ ?x <urn:p> ?y } => { ?x <urn:q> ?z } .", "line 1, column 35: the head of the rule has ?z"),
                                   (".rq", "CONSTRUCT { ?x <urn:q> 1 } { ?x <urn:p> 1 OPTIONAL {} }", "rules have no OPTIONAL"),
                                   (".rules", "@include <../../etc/passwd>.", "only files in the folder")):
            rules = self.folder / f"wrong{ending}"
            rules.write_text(text)
            for command in (("rules", "convert", rules), ("rules", "check", rules), ("build", "--db", self.folder / "no", "--rules", rules, self.data)):
                self.assertSays(run(*command), 1, f"wrong{ending}: ", part)


if __name__ == "__main__":
    unittest.main()
