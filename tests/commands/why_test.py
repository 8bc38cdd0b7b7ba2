#!/usr/bin/env python3
"""`quadrille why` and `GET /why`: proofs that replay, as text, JSON and DOT; also after updates."""

import json
import unittest
import urllib.error
import urllib.parse
import urllib.request

from program import Case, build, for_images, run, serving

PREFIXES = """
PREFIX : <http://e/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
"""
ONTOLOGY = PREFIXES + """
:Cat rdfs:subClassOf :Animal .
:Mother owl:equivalentClass [ owl:intersectionOf ( :Woman :Parent ) ] .
:feeds rdfs:domain :Person ; rdfs:range :Animal .
:ancestor a owl:TransitiveProperty .
:parent rdfs:subPropertyOf :ancestor .
"""
DATA = PREFIXES + """
:tom a :Cat . :kit a :Cat .
:ann :feeds :tom ; a :Woman , :Parent .
:a :parent :b . :b :parent :c . :c :parent :d .
:tom :weight 7 ; :name "Tom" .
"""
NAMED = """
<http://e/zoe> <http://e/feeds> <http://e/leo> <http://e/zoo> .
<http://e/tom> <http://e/likes> <http://e/leo> <http://e/zoo> .
"""
OWN = PREFIXES + """
RULE :hungry { ?x a :Hungry } WHERE { ?x a :Animal NOT { ?y :feeds ?x } }
RULE :fed { ?x a :Fed } WHERE { ?x a :Animal . ?y :feeds ?x . FILTER(?x != ?y) }
RULE :heavy { ?x a :Heavy } WHERE { ?x :weight ?w FILTER(?w > 5) }
RULE :label { ?x :label ?l } WHERE { ?x :name ?n SET(?l := CONCAT("the cat ", ?n)) }
RULE :meals { ?x :feeders ?n } WHERE { { SELECT ?x (COUNT(?y) AS ?n) { ?y :feeds ?x } GROUP BY ?x } }
RULE :file { [] a :File ; :about ?x } WHERE { ?x a :Hungry }
RULE :seen { ?x a :Seen } WHERE { [] :about ?x }
RULE :twin { [] :twin ?x } WHERE { ?x :parent ?y }
RULE :twin2 { [] :twin ?x } WHERE { ?x :parent ?y }
RULE :friend { ?x :friend ?y } WHERE { GRAPH :zoo { ?x :likes ?y } }
DATA { :tom a :Pet }
"""
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def e(subject, predicate, object):
    """A quad of names of http://e/; the predicate a is rdf:type."""
    return f"<http://e/{subject}> <{TYPE if predicate == 'a' else 'http://e/' + predicate}> <http://e/{object}> ."


def ask(port, accept=None, body=None, kind=None, **parameters):
    headers = {"Accept": accept} if accept else {}
    if body is not None:
        headers["Content-Type"] = kind
    path = f"http://127.0.0.1:{port}/why" + ("?" + urllib.parse.urlencode(parameters) if parameters else "")
    request = urllib.request.Request(path, None if body is None else body.encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.headers.get_content_type(), answer.read().decode()


def update(port, text):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/sparql", (PREFIXES + text).encode(),
                                     {"Content-Type": "application/sparql-update"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


class WithDatabases(Case):
    images = 1

    @classmethod
    def prepare(cls):
        for name, text in (("ontology.ttl", ONTOLOGY), ("data.ttl", DATA), ("named.nq", NAMED), ("own.srl", OWN)):
            (cls.folder / name).write_text(text)
        inputs = [cls.folder / name for name in ("ontology.ttl", "data.ttl", "named.nq")]

        def made(name, *options):
            build(cls.folder / name, *inputs, images=cls.images, options=options)
            return cls.folder / name

        cls.database = made("db", "--rules", "owl-rl", "--rules", cls.folder / "own.srl")
        cls.plain = made("plain")
        cls.each = made("each", "--rules", "owl-rl", "--rule-graphs", "each")
        cls.union = made("union", "--rules", "owl-rl", "--rule-graphs", "union", "--infer-into", "http://e/inferred")

    def why(self, database, quad, *options):
        told = run("why", "--db", database, quad, "--images", self.images, *options)
        self.assertEqual(told.status, 0, told.errors)
        return told.text

    def proofs(self, database, quad, *options):
        return self.checked(json.loads(self.why(database, quad, "--format", "json", *options)))

    def checked(self, answer):
        """Checks what can be checked without the rules; returns the proofs."""
        different = set()
        for proof in answer["proofs"]:
            known = set()
            for quad in proof["quads"]:
                self.assertTrue(set(quad.get("from", [])) <= known, "a premise comes later")
                self.assertNotIn(quad["id"], known)
                self.assertEqual("rule" in quad, quad["by"] == "rule")
                known.add(quad["id"])
            self.assertEqual(proof["quads"][-1]["quad"], answer["quad"])
            self.assertEqual(proof["steps"], sum(quad["by"] == "rule" for quad in proof["quads"]))
            different.add(json.dumps(proof["quads"]))
        self.assertEqual(len(different), len(answer["proofs"]))
        return answer["proofs"]

    def rules(self, proof):
        return [quad["rule"] for quad in proof["quads"] if quad["by"] == "rule"]

    def leaves(self, proof):
        return {quad["quad"] for quad in proof["quads"] if quad["by"] == "stated"}


@for_images(1, 2, 4)
class Commands(WithDatabases):
    def test_a_proof_ends_in_stated_quads(self):
        proof, = self.proofs(self.database, e("kit", "a", "Animal"))
        self.assertEqual(self.rules(proof), ["cax-sco"])
        step = proof["quads"][-1]
        self.assertEqual(step["file"], "owl-rl")
        self.assertEqual(step["bindings"], {"x": "<http://e/kit>", "c": "<http://e/Cat>", "d": "<http://e/Animal>"})
        self.assertEqual(self.leaves(proof), {
            e("kit", "a", "Cat"),
            "<http://e/Cat> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e/Animal> ."})

    def test_a_line_of_a_step_is_that_of_its_rule(self):
        proof, = self.proofs(self.database, e("tom", "a", "Heavy"))
        step = proof["quads"][-1]
        lines = OWN.splitlines()
        self.assertEqual((step["rule"], step["file"]), ("<http://e/heavy>", "own.srl"))
        self.assertIn(":heavy", lines[step["line"] - 1])
        self.assertEqual(step["conditions"], ["FILTER(?w > 5)"])

    def test_text_is_for_people(self):
        text = self.why(self.database, ":kit a :Animal")
        for part in ("PREFIX : <http://e/>\n", "\n:kit a :Animal .\nIt follows in 1 step from 2 stated quads.\n",
                     "  :Cat rdfs:subClassOf :Animal .    stated\n", "  :kit a :Animal .\n     by cax-sco (owl-rl, line ",
                     "\n     with ?c = :Cat, ?d = :Animal, ?x = :kit\n"):
            self.assertIn(part, text)

    def test_steps_through_lists_show_no_quads_of_local(self):
        text = self.why(self.database, ":ann a :Mother")
        self.assertNotIn("local:", text)
        self.assertIn("cls-int1", text)
        proof, = self.proofs(self.database, ":ann a :Mother")
        self.assertLessEqual({e("ann", "a", "Woman"), e("ann", "a", "Parent")}, self.leaves(proof))
        self.assertIn("cls-int1-last", self.rules(proof))

    def test_dot_is_a_graph(self):
        text = self.why(self.database, ":kit a :Animal", "--format", "dot")
        self.assertTrue(text.startswith("digraph why {\n"), text)
        self.assertIn('label="cax-sco"', text)
        self.assertEqual(text.count(" -> "), 3)

    def test_a_stated_quad_is_stated(self):
        for quad in (":tom a :Cat", e("tom", "a", "Cat"), "<http://e/tom> <http://e/weight> 7"):
            self.assertIn("It is stated.", self.why(self.database, quad))
        answer = json.loads(self.why(self.database, ":tom a :Cat", "--format", "json"))
        self.assertEqual(answer["is"], "stated")
        self.assertEqual([quad["by"] for quad in self.checked(answer)[0]["quads"]], ["stated"])

    def test_all_shows_other_proofs(self):
        self.assertEqual(len(self.proofs(self.database, ":tom a :Animal", "--all", "1")), 2)
        more = self.proofs(self.database, ":a :ancestor :d", "--all", "9")
        self.assertEqual(len(more), 2, "by b and by c")
        self.assertEqual(sorted(map(len, map(self.rules, more))), [5, 5])

    def test_conditions_are_shown(self):
        text = self.why(self.database, ":tom a :Fed")
        self.assertIn("where FILTER(?x != ?y)", text)
        self.assertIn("where SET(?l := CONCAT(", self.why(self.database, ':tom :label "the cat Tom"'))

    def test_a_subquery_is_a_condition(self):
        text = self.why(self.database, ":tom :feeders 1")
        self.assertIn("where { SELECT ?x ( COUNT ( ?y ) AS ?n )", text)
        self.assertIn("?n = 1", text.replace('"1"^^xsd:integer', "1"))

    def test_a_blank_node_is_that_of_one_solution(self):
        proof, = self.proofs(self.database, ":kit a :Seen")
        self.assertEqual(self.rules(proof)[-2:], ["<http://e/file>", "<http://e/seen>"])
        told = run("query", "--db", self.database, "SELECT ?b { ?b <http://e/twin> <http://e/a> }", "--format", "tsv")
        twin = told.lines[1]
        self.assertSays(run("why", "--db", self.database, f"{twin} :twin :a", "--images", self.images), 1,
                        "may need: a blank node that several solutions of rules may have made")

    def test_data_of_rules_is_a_leaf(self):
        self.assertIn("DATA", self.why(self.database, ":tom a :Pet"))

    def test_a_rule_may_look_into_a_named_graph(self):
        proof, = self.proofs(self.database, ":tom :friend :leo")
        self.assertEqual(self.leaves(proof), {"<http://e/tom> <http://e/likes> <http://e/leo> <http://e/zoo> ."})

    def test_quads_of_named_graphs(self):
        proof, = self.proofs(self.each, f"<http://e/leo> <{TYPE}> <http://e/Animal> <http://e/zoo> .")
        self.assertEqual(self.rules(proof), ["prp-rng"])
        self.assertEqual(self.leaves(proof), {
            "<http://e/zoe> <http://e/feeds> <http://e/leo> <http://e/zoo> .",
            "<http://e/feeds> <http://www.w3.org/2000/01/rdf-schema#range> <http://e/Animal> ."})
        for quad in (":leo a :Animal", ":inferred { :leo a :Animal }"):
            proof, = self.proofs(self.union, quad)
            self.assertEqual(proof["quads"][-1]["quad"], f"<http://e/leo> <{TYPE}> <http://e/Animal> <http://e/inferred> .")
            self.assertIn("<http://e/zoe> <http://e/feeds> <http://e/leo> <http://e/zoo> .", self.leaves(proof))

    def test_what_is_not_there_is_an_error(self):
        for quad in (":tom a :Dog", ":tom a :Person", ":zoo { :tom a :Cat }", ":no :such :thing"):
            self.assertSays(run("why", "--db", self.database, quad, "--images", self.images), 1, "is not in the database")

    def test_other_errors(self):
        for quad, part in ((":tom a", "the quad: line 1"), ("no:x a :Cat", "the quad: line 1, column 1"),
                           (":a :b :c, :d", "expected one quad")):
            self.assertSays(run("why", "--db", self.database, quad, "--images", self.images), 1, part)
        self.assertSays(run("why", "--db", self.plain, e("tom", "a", "Cat"), "--images", self.images), 1,
                        "the database has no rules")
        self.assertSays(run("why", "--db", self.database), 1, "QUAD")


@for_images(1, 2, 4)
class Served(WithDatabases):
    def test_a_server_answers(self):
        with serving(self.database, images=self.images) as server:
            for accept, form, kind in ((None, None, "text/plain"), ("application/json", None, "application/json"),
                                       ("text/vnd.graphviz", None, "text/vnd.graphviz"),
                                       (None, "json", "application/json"), ("application/json", "dot", "text/vnd.graphviz")):
                parameters = {"quad": ":tom a :Animal", **({"format": form} if form else {})}
                self.assertEqual(ask(server.port, accept, **parameters)[0], kind)
            answer = json.loads(ask(server.port, quad=":a :ancestor :d", all=9, format="json")[1])
            self.assertEqual(len(self.checked(answer)), 2)
            as_form = urllib.parse.urlencode({"quad": ":a :ancestor :d", "all": 9, "format": "json"})
            self.assertEqual(json.loads(ask(server.port, body=as_form, kind="application/x-www-form-urlencoded")[1]), answer)
            self.assertEqual(ask(server.port, body=":tom a :Animal .", kind="text/turtle"),
                             ask(server.port, quad=":tom a :Animal ."))
            told = self.why(self.database, ":tom a :Animal")
            self.assertEqual(told, ask(server.port, quad=":tom a :Animal")[1], "the command asks the server")

    def test_statuses(self):
        def status(**parameters):
            with self.assertRaises(urllib.error.HTTPError) as caught:
                ask(server.port, **parameters)
            return caught.exception.code

        with serving(self.database, images=self.images) as server:
            self.assertEqual(status(quad=":tom a :Dog"), 404)
            self.assertEqual(status(quad=":tom a"), 400)
            self.assertEqual(status(all=1), 400)
            self.assertEqual(status(quad=":tom a :Cat", all="many"), 400)
            self.assertEqual(status(quad=":tom a :Cat", format="csv"), 406)
            self.assertEqual(status(body="x", kind="image/png"), 415)
        with serving(self.plain, images=self.images) as server:
            self.assertEqual(status(quad=":tom a :Cat"), 404)


@for_images(1, 2, 4)
class Changes(WithDatabases):
    def test_a_proof_follows_the_updates(self):
        with serving(self.database, images=self.images) as server:
            def leaves(quad):
                proof, = self.checked(json.loads(ask(server.port, quad=quad, format="json")[1]))
                return self.leaves(proof)

            def is_there(quad):
                try:
                    return bool(ask(server.port, quad=quad))
                except urllib.error.HTTPError as error:
                    self.assertEqual(error.code, 404)
                    return False

            self.assertIn(e("kit", "a", "Cat"), leaves(":kit a :Animal"))
            self.assertTrue(is_there(":tom a :Animal"))
            update(server.port, "DELETE DATA { :tom a :Cat }")
            self.assertEqual(leaves(":tom a :Animal"), {
                e("ann", "feeds", "tom"), "<http://e/feeds> <http://www.w3.org/2000/01/rdf-schema#range> <http://e/Animal> ."})
            update(server.port, "DELETE DATA { :feeds rdfs:range :Animal }")
            self.assertFalse(is_there(":tom a :Animal"))
            self.assertFalse(is_there(":new a :Animal"))
            update(server.port, "INSERT DATA { :Tiger rdfs:subClassOf :Cat . :new a :Tiger }")
            self.assertIn(e("new", "a", "Tiger"), leaves(":new a :Animal"))
            self.assertTrue(is_there(":new a :Hungry"))
            update(server.port, "INSERT DATA { :ann :feeds :new }")
            self.assertFalse(is_there(":new a :Hungry"))
            update(server.port, "INSERT DATA { :Queen owl:equivalentClass [ owl:intersectionOf ( :Woman :Ruler ) ] ."
                                " :eve a :Woman , :Ruler }")
            self.assertLessEqual({e("eve", "a", "Woman"), e("eve", "a", "Ruler")}, leaves(":eve a :Queen"))
            update(server.port, "INSERT DATA { :eve a :Queen }")
            self.assertIn("It is stated.", ask(server.port, quad=":eve a :Queen")[1])


if __name__ == "__main__":
    unittest.main()
