#!/usr/bin/env python3
"""Rules over data with triple terms, annotations and directional strings: rules see them as they see literals of a type
that they do not know, so the closure is that of the data with such literals in their place. But a triple term is no
rdfs:Literal."""

import os
import random
import re
import signal
import unittest

from program import Case, build, for_images, run, serving
from sparql_client import request

E = "http://e/"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
PREFIXES = (f"PREFIX : <{E}> PREFIX rdf: <{RDF}> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
            "PREFIX owl: <http://www.w3.org/2002/07/owl#> ")
AXIOMS = """
:says rdfs:subPropertyOf :states ; rdfs:domain :Speaker ; rdfs:range :Statement . :states rdfs:domain :Agent .
:Speaker rdfs:subClassOf :Agent . :accepts owl:inverseOf :acceptedBy . :near a owl:SymmetricProperty, owl:TransitiveProperty .
:only a owl:FunctionalProperty . :key a owl:InverseFunctionalProperty . :ann owl:sameAs :anna . :bob owl:sameAs :robert .
:Believer owl:onProperty :says ; owl:hasValue <<( :ann :near :bob )>> . rdf:reifies rdfs:subPropertyOf :about .
:since rdfs:domain :Reified . :Doubter owl:onProperty :accepts ; owl:someValuesFrom owl:Thing . :texts rdfs:range :Text .
:says owl:propertyChainAxiom ( :near :says ) . :Pair owl:hasKey ( :says :texts ) . :Silent owl:complementOf :Talker .
:never a owl:AsymmetricProperty , owl:IrreflexiveProperty . :Most owl:maxCardinality 1 ; owl:onProperty :accepts .
"""
OWN = PREFIXES + """
RULE :told { ?x :told ?t } WHERE { ?x :says ?t }
RULE :shared { ?x :agrees ?y } WHERE { ?x :says ?t . ?y :says ?t FILTER(!sameTerm(?x, ?y)) }
RULE :named { GRAPH :g { ?x :says ?t } } WHERE { ?x :says ?t . GRAPH :g { ?x :texts ?u } }
RULE :silent { ?x a :Quiet } WHERE { ?x :texts ?t NOT { ?x :says ?u } }
RULE :subject { ?t :saidBy ?x } WHERE { ?x :says ?t }
RULE {} WHERE { ?x :never ?t . ?x :says ?t }
"""
READING = PREFIXES + """
RULE :part { ?x :about ?s } WHERE { ?x :says ?t SET(?s := SUBJECT(?t)) }
RULE :inner { ?x :inner ?s } WHERE { ?x :says ?t SET(?s := OBJECT(?t)) FILTER(isTRIPLE(?s)) }
RULE :text { ?x :text ?s } WHERE { ?x :says ?t SET(?s := CONCAT(STR(PREDICATE(?t)), "!")) }
RULE {} WHERE { ?x :says ?t FILTER(SUBJECT(?t) = :bad) }
"""
TOLD = f"""<{E}a> <{E}says> <<( <{E}b> <{E}p> <<( <{E}bad> <{E}q> "x"@en--ltr )>> )>> .
<{E}c> <{E}says> <<( <{E}bad> <{E}q> "x"@en--ltr )>> .
"""
READ = f"""<{E}a> <{E}about> <{E}b> .
<{E}a> <{E}inner> <<( <{E}bad> <{E}q> "x"@en--ltr )>> .
<{E}a> <{E}text> "{E}p!" .
<{E}c> <{E}about> <{E}bad> .
<{E}c> <{E}text> "{E}q!" .
"""
SETS = (["rdfs"], ["rdfs-plus", "--same-as", "rules"], ["owl-rl", "--same-as", "rules"], ["owl-rl"], ["OWN"],
        ["rdfs", "--rules", "OWN", "--trivial"], ["owl-rl", "--rule-graphs", "each"])
SEED = int(os.environ.get("QUADRILLE_SEED", "20261201"))
CASES = 30 if os.environ.get("QUADRILLE_LONG") else 2


class World:
    """Random statements about few things; their objects are often triple terms or directional strings."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def thing(self):
        return ":" + self.dice.choice(["ann", "anna", "bob", "robert", "carl", "dave"])

    def triple(self, depth=3):
        obj = self.triple(depth - 1) if depth and self.dice.randrange(4) == 0 else self.dice.choice([self.thing(), '"x"@en--ltr', "1"])
        return f"<<( {self.thing()} {self.dice.choice([':near', ':says', ':only'])} {obj} )>>"

    def object(self):
        return self.dice.choice([self.triple(), self.triple(), '"x"@en--ltr', '"x"@en--rtl', '"x"@en', self.thing()])

    def statement(self):
        predicate = self.dice.choice(":says :accepts :acceptedBy :near :only :key :texts :states :never owl:sameAs".split())
        obj = self.thing() if predicate in (":near", "owl:sameAs") else self.object()
        text = f"{self.thing()} {predicate} {obj}"
        if self.dice.randrange(4) == 0:
            text += f" ~ :r{self.dice.randrange(3)} {{| :since {self.object()} |}}"
        return f"GRAPH :g {{ {text} }}" if self.dice.randrange(6) == 0 else f"{text} ."

    def statements(self, least, most):
        return " ".join(self.statement() for _ in range(self.dice.randint(least, most)))


def as_literals(lines):
    """Quads with literals of their own types in the place of triple terms and directional strings."""
    def as_literal(line):
        begin, end = line.find("<<( "), line.rfind(" )>>") + len(" )>>")
        if begin < 0:
            return re.sub(r'"x"@en--(ltr|rtl)', r'"x"^^<http://e/\1>', line)
        inner = line[begin:end].replace('"', "'")
        return f'{line[:begin]}"{inner}"^^<http://e/triple>{line[end:]}'
    return sorted(map(as_literal, lines))


@for_images(1, 2, 3)
class TripleTerms(Case):
    @classmethod
    def prepare(cls):
        cls.own = cls.folder / "own.srl"
        cls.own.write_text(OWN)

    def options(self, words):
        return ["--rules", *(str(self.own) if word == "OWN" else word for word in words)]

    def dumped(self, database, infer="true"):
        told = run("dump", "--db", database, "--infer", infer, "--format", "nq", "--sorted")
        self.assertEqual(told.status, 0, told.errors)
        return told.lines

    def stated(self, seed):
        data = self.folder / "data.trig"
        data.write_text(PREFIXES + AXIOMS + World(seed).statements(20, 60).replace("GRAPH :g {", ":g {"))
        build(self.folder / "plain", data, options=["--replace"])
        return self.dumped(self.folder / "plain")

    def closure_of(self, name, lines, options, images):
        file = self.folder / f"{name}.nq"
        file.write_text("\n".join(lines) + "\n")
        build(self.folder / name, file, images=images, options=["--replace", *options])
        return self.dumped(self.folder / name)

    def assertSame(self, found, expected):
        found, expected = ([line for line in lines if not line.endswith("rdf-schema#Literal> .")] for lines in (found, expected))
        self.assertEqual((sorted(set(found) - set(expected)), sorted(set(expected) - set(found))), ([], []), "surplus, missing")

    def assertWhole(self, database):
        told = run("check", "--db", database, "--closure")
        self.assertEqual(told.status, 0, told.text + told.errors)

    def test_rules_see_them_as_literals(self):
        for words in SETS:
            options = self.options(words)
            for seed in range(SEED, SEED + CASES):
                with self.subTest(rules=words, QUADRILLE_SEED=seed):
                    stated = self.stated(seed)
                    found = self.closure_of("found", stated, options, self.images)
                    self.assertGreater(len(found), len(stated))
                    self.assertSame(as_literals(found), self.closure_of("expected", as_literals(stated), options, 1))
                    self.assertWhole(self.folder / "found")

    def test_updates_keep_the_closure(self):
        """After each update it is that of a build of what is stated; likewise after a restart and a rebuild."""
        for number, words in enumerate((["rdfs", "--rules", "OWN"], ["owl-rl"])):
            options = self.options(words)
            as_rules = [*options, *(["--same-as", "rules"] if words == ["owl-rl"] else [])]
            world = World(SEED + number)
            database = self.folder / "changed"
            self.closure_of("changed", self.stated(SEED + number), options, self.images)
            done = []
            with self.subTest(rules=words, QUADRILLE_SEED=SEED), serving(database, self.images) as server:
                for _ in range(5 * CASES):
                    done.append(f"{world.dice.choice(['INSERT', 'INSERT', 'DELETE'])} DATA {{ {world.statements(1, 8)} }}")
                    if world.dice.randrange(3) == 0:
                        done[-1] += " ; DELETE { ?s ?p ?t } WHERE { ?s ?p ?t FILTER(isTRIPLE(?t) && SUBJECT(?t) = :carl) }"
                    answer = request(server, "POST", "/update", PREFIXES + done[-1], {"Content-Type": "application/sparql-update"})
                    self.assertEqual(answer.status, 200, answer.text)
                    quads = {infer: request(server, "GET", f"/data?infer={infer}", headers={"Accept": "application/n-quads"}).text
                             for infer in ("true", "false")}
                    expected = self.closure_of("expected", quads["false"].splitlines(), as_rules, 1)
                    self.assertSame(quads["true"].splitlines(), expected)
                server.stop(signal.SIGKILL)
            with self.subTest("afterwards", rules=words, QUADRILLE_SEED=SEED):
                self.assertSame(self.dumped(database), expected)
                for compaction in ([], ["--rebuild"]):
                    self.assertEqual(run("compact", "--db", database, *compaction).status, 0)
                    self.assertSame(self.dumped(database), expected)
                    self.assertWhole(database)

    def test_expressions_of_rules_read_them(self):
        """In a build and in updates; also in the list of contradictions."""
        rules, data, database = self.folder / "reading.srl", self.folder / "told.nt", self.folder / "read"
        rules.write_text(READING)
        data.write_text(TOLD)
        told = build(database, data, images=self.images, options=["--replace", "--rules", rules])
        self.assertIn(f"<{E}c> <{E}says> <<( <{E}bad> <{E}q> \"x\"@en--ltr )>> .", told.errors + told.text)
        self.assertEqual(self.dumped(database, "only"), READ.splitlines())
        self.assertWhole(database)
        with serving(database, self.images) as server:
            for form, expected in (("DELETE", ""), ("INSERT", READ)):
                answer = request(server, "POST", "/update", f"{form} DATA {{ {TOLD} }}", {"Content-Type": "application/sparql-update"})
                self.assertEqual(answer.status, 200, answer.text)
                found = request(server, "GET", "/data?infer=only", headers={"Accept": "application/n-quads"})
                self.assertEqual(sorted(found.text.splitlines()), expected.splitlines())
        self.assertWhole(database)

    def test_rules_that_name_them_are_refused(self):
        (self.folder / "one.nt").write_text(f"<{E}a> <{E}b> <{E}c> .\n")
        rules = self.folder / "refused.srl"
        for text in ("RULE { ?s :r ?t } WHERE { ?t rdf:reifies <<( ?s ?p ?o )>> }", "RULE { ?s :r <<( ?s :p ?o )>> } WHERE { ?s :p ?o }",
                     "RULE { ?s :r ?o } WHERE { ?s :p ?o {| :q 1 |} }", "RULE { ?s :r <<( :a :p :b )>> } WHERE { ?s :p ?o }",
                     "RULE { ?s :r 1 } WHERE { ?s :p <<( :a :p :b )>> }", "DATA { :s :r <<( :a :p :b )>> }",
                     "RULE { ?s :r ?t } WHERE { ?s :p ?o SET(?t := TRIPLE(?s, :p, ?o)) }",
                     "RULE { ?s :r ?t } WHERE { ?s :p ?o SET(?t := <<( :a :p :b )>>) }",
                     "RULE { ?s :r 1 } WHERE { ?s :p ?o FILTER(!sameTerm(?o, <<( :a :p :b )>>)) }",
                     "RULE { ?s :r 1 } WHERE { ?s :p ?o NOT { ?s :q <<( :a :p :b )>> } }",
                     "RULE { ?s :r ?t } WHERE { { SELECT ?s (SAMPLE(TRIPLE(?s, :p, ?o)) AS ?t) { ?s :p ?o } GROUP BY ?s } }"):
            with self.subTest(text):
                rules.write_text(PREFIXES + "\n" + text)
                told = run("build", "--db", self.folder / "refused", "--images", 1, "--rules", rules, self.folder / "one.nt")
                self.assertSays(told, 1, str(rules), "line 2, column ", "triple terms")


if __name__ == "__main__":
    unittest.main()
