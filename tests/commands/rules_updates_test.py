#!/usr/bin/env python3
"""Updates of a database with rules: after each one it is as a build of what is stated would be."""

import http.client
import json
import os
import random
import re
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

from program import Case, build, for_images, run, serving

SEED = int(os.environ.get("QUADRILLE_SEED", "20261127"))
DEATHS = 60 if os.environ.get("QUADRILLE_LONG") else 4
UPDATES = 60 if os.environ.get("QUADRILLE_LONG") else 4 if os.environ.get("QUADRILLE_GROUP_SIZE") else 6
PREFIXES = ("PREFIX : <http://e/> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> "
            "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX owl: <http://www.w3.org/2002/07/owl#> "
            "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ")
OWN = PREFIXES + """
RULE :idle { ?x a :Idle } WHERE { ?x a :C0 NOT { ?x :p0 ?y } }
RULE :far { ?x :far ?z } WHERE { ?x :p1 ?y . ?y :p1 ?z FILTER(!sameTerm(?x, ?z)) }
RULE :named { ?x :label ?l } WHERE { ?x :p2 ?y SET(?l := CONCAT(STRAFTER(STR(?x), "e/"), " of ", STRAFTER(STR(?y), "e/"))) }
RULE :count { ?x :degree ?n } WHERE { { SELECT ?x (COUNT(?y) AS ?n) { ?x :p0 ?y } GROUP BY ?x } }
RULE :busy { ?x a :Busy } WHERE { ?x :degree ?n FILTER(?n > 1) }
RULE :default { ?x :p3 :nothing } WHERE { ?x a :C1 NOT DATA { ?x :p3 ?y } }
RULE :copy { GRAPH :g { ?x :p0 ?y } } WHERE { ?x :p0 ?y . GRAPH :g { ?x :kept ?k } }
"""
# Rules that upkeep follows: their terms are new, or of the database.
SETS = PREFIXES + """
RULE :named { ?x :label ?l } WHERE { ?x :p2 ?y SET(?l := CONCAT(STRAFTER(STR(?x), "e/"), " of ", STRAFTER(STR(?y), "e/"))) }
RULE :long { ?x a :Long } WHERE { ?x :label ?l FILTER(STRLEN(?l) > 3) NOT { ?x :p0 ?y } }
RULE :next { ?x :next ?z } WHERE { ?x :p1 ?y SET(?z := IRI(CONCAT("http://e/t", STR(1 + xsd:integer(STRAFTER(STR(?y), "e/t")))))) }
RULE :twice { ?x :nextButOne ?z } WHERE { ?x :next ?y . ?y :next ?z }
RULE :sum { ?x :value ?v } WHERE { ?x :p3 ?y . ?y :kept ?k SET(?v := STRLEN(STR(?k)) * 2) FILTER(?v > 4) }
"""
# Likewise, of named graphs.
GRAPHS = PREFIXES + """
RULE :copy { GRAPH :g { ?x :p0 ?y } } WHERE { ?x :p0 ?y . GRAPH :g { ?x :kept ?k } }
RULE :seen { GRAPH ?g { ?y :seenBy ?x } } WHERE { GRAPH ?g { ?x ?p ?y } ?x a :C0 FILTER(?p != :seenBy) }
RULE :up { ?x :in ?g } WHERE { GRAPH ?g { ?x :p1 ?y } }
RULE :alone { ?x a :Alone } WHERE { ?x :in ?g NOT { GRAPH ?g { ?z :seenBy ?x } } }
RULE :stated { ?x a :Kept } WHERE { GRAPH :h { ?x :kept ?y } NOT DATA { GRAPH :g { ?x :kept ?y } } }
RULE :sub { GRAPH :h { ?x :sub ?y } } WHERE { ?x rdfs:subClassOf ?y }
RULE :below { ?x :below ?y } WHERE { GRAPH :h { ?x :sub ?y } }
RULE :home { GRAPH ?y { ?x :home ?y } } WHERE { ?x :p2 ?y }
RULE :lives { ?x :livesIn ?g } WHERE { GRAPH ?g { ?x :home ?y } }
RULE :far { GRAPH :far { ?x :far ?z } } WHERE { GRAPH :g { ?x :p0 ?y } GRAPH :g { ?y :p0 ?z } }
"""


class Server:
    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, path, body=None, kind="application/sparql-update"):
        request = urllib.request.Request(self.address + path, body and body.encode(), {"Content-Type": kind} if body else {})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()

    def update(self, text):
        return json.loads(self.ask("/sparql", PREFIXES + text))

    def quads(self, infer):
        return sorted(self.ask(f"/data?infer={infer}&format=nq").splitlines())


class RandomChanges:
    """Updates of a small world: things, classes, properties, and axioms about them."""

    def __init__(self, seed, has_equality=False, graphs=()):
        self.dice = random.Random(seed)
        self.has_equality = has_equality
        self.graphs = graphs  # most quads are in these

    def thing(self):
        return f":t{self.dice.randrange(6)}"

    def equality(self, of_class, of_property):
        return self.dice.choice([f"{self.thing()} owl:sameAs {self.thing()}", f"{self.thing()} owl:sameAs {self.thing()}",
                                 f"{self.thing()} owl:differentFrom {self.thing()}",
                                 f"{of_class} owl:sameAs :C{self.dice.randrange(4)}",
                                 f"{of_property} owl:sameAs :p{self.dice.randrange(4)}",
                                 f"{of_property} a owl:InverseFunctionalProperty",
                                 f"{self.thing()} {of_property} {self.dice.choice(['1', '01', '2.0', 'true', 'false'])}"])

    def quad(self):
        if self.graphs and self.dice.randrange(4) > 0:
            quad = self.triple()
            return quad if quad.startswith("GRAPH") else f"GRAPH {self.dice.choice(self.graphs)} {{ {quad} }}"
        return self.triple()

    def triple(self):
        of_class, of_property = f":C{self.dice.randrange(4)}", f":p{self.dice.randrange(4)}"
        if self.has_equality and self.dice.randrange(4) == 0:
            return self.equality(of_class, of_property)
        kind = self.dice.randrange(12)
        if kind < 4:
            return f"{self.thing()} {of_property} {self.thing()}"
        if kind < 7:
            return f"{self.thing()} a {of_class}"
        if kind == 7:
            return f"GRAPH :g {{ {self.thing()} {self.dice.choice([':kept', of_property])} {self.thing()} }}"
        return self.dice.choice([f"{of_class} rdfs:subClassOf :C{self.dice.randrange(4)}",
                                 f"{of_property} rdfs:subPropertyOf :p{self.dice.randrange(4)}",
                                 f"{of_property} rdfs:domain {of_class}", f"{of_property} rdfs:range {of_class}",
                                 f"{of_property} a owl:{self.dice.choice(['Transitive', 'Symmetric', 'Functional'])}Property",
                                 f"{of_property} owl:inverseOf :p{self.dice.randrange(4)}"])

    def quads(self, most):
        return " . ".join(self.quad() for _ in range(self.dice.randrange(most) + 1)).replace("} .", "}")

    def update(self):
        kind = self.dice.randrange(10)
        if kind < 4:
            return f"INSERT DATA {{ {self.quads(4)} }}"
        if kind < 7:
            return f"DELETE DATA {{ {self.quads(12)} }}"
        if kind == 7:
            return f"DELETE {{ ?x a ?c }} INSERT {{ ?x :seen ?c }} WHERE {{ ?x a ?c . ?x :p{self.dice.randrange(4)} ?y }}"
        if kind == 8:
            return (f"DELETE WHERE {{ {self.thing()} ?p ?o }} ; INSERT DATA {{ {self.quads(3)} }} ; "
                    f"DELETE {{ ?x :p0 ?y }} WHERE {{ ?x :p0 ?y . ?x a :C1 }}")
        return self.dice.choice(["CLEAR SILENT GRAPH :g", "CLEAR DEFAULT", "CLEAR NAMED", "COPY SILENT DEFAULT TO GRAPH :g",
                                 "DELETE { ?s rdfs:subClassOf ?o } WHERE { ?s rdfs:subClassOf ?o }"])


class Worlds(Case):
    def begin(self, name, rules):
        data = self.folder / "first.nq"
        data.write_text("\n".join(sorted({"<http://e/t0> <http://e/p0> <http://e/t1> .", "<http://e/t1> <http://e/p1> <http://e/t2> ."})))
        database = self.folder / name
        build(database, data, images=self.images, options=("--replace", *rules))
        return database

    def rebuilt(self, stated, rules):
        data, database = self.folder / "stated.nq", self.folder / "rebuilt"
        data.write_text("\n".join(stated) + "\n")
        if not stated:
            data.write_text("<urn:none> <urn:none> <urn:none> .\n")
        build(database, data, options=("--replace", *rules))
        quads = run("dump", "--db", database, "--infer", "true", "--format", "nq").lines
        return sorted(quad for quad in quads if "<urn:none>" not in quad)

    def expect_closure(self, server, rules, what):
        everything, stated, inferred = (server.quads(which) for which in ("true", "false", "only"))
        self.assertEqual(everything, self.rebuilt(stated, rules), what)
        self.assertEqual(sorted(stated + inferred), everything, what)
        counted = server.ask("/sparql?format=csv&query=" + urllib.parse.quote(
            "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"))
        self.assertEqual(counted.split()[1], str(len(everything)), what)


@for_images(1, 2, 4)
class Updates(Worlds):
    """Each test: a server; changes; the same quads as a build of the stated ones."""

    def run_random(self, name, rules, has_equality=False, graphs=()):
        """`has_equality`: the closure is stored by representatives; that of the build is not."""
        changes = RandomChanges(f"{SEED} {name}", has_equality, graphs)
        built = (*rules, "--same-as", "rules") if has_equality else rules
        database = self.begin(name, rules)
        with serving(database, images=self.images) as running:
            server = Server(running.port)
            done = []
            for _ in range(UPDATES):
                done.append(changes.update())
                before = len(server.quads("only"))
                told = server.update(done[-1])
                what = f"QUADRILLE_SEED={SEED}\n" + "\n".join(done)
                self.expect_closure(server, built, what)
                if has_equality:  # what is counted is rows
                    continue
                counts = json.loads(server.ask("/rules"))
                self.assertEqual((counts["quads"], counts["inferred_quads"]),
                                 tuple(len(server.quads(which)) for which in ("true", "only")), what)
                self.assertEqual(len(server.quads("only")) - before,
                                 told["inferred"]["inserted"] - told["inferred"]["deleted"], what)
            everything = server.quads("true")
            self.changes = json.loads(server.ask("/rules/status"))["changes"]
        self.assertEqual(sorted(run("dump", "--db", database, "--infer", "true", "--format", "nq").lines), everything,
                         "after a restart")
        for options in ((), ("--rebuild",)):
            self.assertEqual(run("compact", "--db", database, *options).status, 0)
            self.assertEqual(sorted(run("dump", "--db", database, "--infer", "true", "--format", "nq").lines), everything, options)
        self.assertEqual(run("check", "--db", database, "--closure").status, 0)

    def test_rdfs(self):
        self.run_random("rdfs", ("--rules", "rdfs"))
        self.assertEqual(self.changes["anew"], 0, self.changes)
        self.assertGreaterEqual(self.changes["kept"], UPDATES // 2)

    def test_owl(self):
        self.run_random("owl", ("--rules", "owl-rl", "--same-as", "rules"))

    def test_equality(self):
        self.run_random("equality", ("--rules", "owl-rl"), has_equality=True)

    @unittest.skipUnless(os.environ.get("QUADRILLE_LONG"), "with QUADRILLE_LONG=1")
    def test_equality_with_trivial_rules(self):
        self.run_random("trivial", ("--rules", "rdfs-plus", "--trivial"), has_equality=True)

    def test_own_rules(self):
        rules = self.folder / "own.srl"
        rules.write_text(OWN)
        self.run_random("own", ("--rules", rules))

    def test_own_rules_with_a_set(self):
        rules = self.folder / "own.srl"
        rules.write_text(OWN)
        self.run_random("both", ("--rules", "rdfs", "--rules", rules))

    def test_rules_that_make_terms(self):
        rules = self.folder / "sets.srl"
        rules.write_text(SETS)
        self.run_random("sets", ("--rules", "rdfs", "--rules", rules))
        if not os.environ.get("QUADRILLE_GROUP_SIZE"):
            self.assertEqual(self.changes["anew"], 0, self.changes)

    def test_rules_of_named_graphs(self):
        rules = self.folder / "graphs.srl"
        rules.write_text(GRAPHS)
        self.run_random("graphs", ("--rules", "rdfs", "--rules", rules), graphs=(":g", ":h", ":far"))
        self.assertGreater(self.changes["kept"], 0, self.changes)

    def test_named_graphs_have_no_classes(self):
        rules = self.folder / "data.srl"
        rules.write_text(PREFIXES + "DATA { GRAPH :g { :t1 :p0 :t2 } }")
        rules = ("--rules", "owl-rl", "--rules", rules)
        with serving(self.begin("data", rules), images=self.images) as running:
            server = Server(running.port)
            for update in (":t0 owl:sameAs :t1", ":t2 :p1 :t1 . :t3 a :C0", "GRAPH :g { :t0 :p0 :t2 }"):
                server.update(f"INSERT DATA {{ {update} }}")
                self.expect_closure(server, rules, update)

    def test_graphs_as_one(self):
        self.run_random("union", ("--rules", "rdfs-plus", "--rule-graphs", "union", "--infer-into", "http://e/all"),
                        graphs=(":g", ":h", ":all"))
        self.assertGreater(self.changes["kept"], UPDATES // 4, self.changes)

    def test_each_graph(self):
        self.run_random("each", ("--rules", "rdfs-plus", "--rule-graphs", "each"), graphs=(":g", ":h"))
        self.assertGreater(self.changes["kept"], UPDATES // 4, self.changes)


@for_images(1, 2)
class Deaths(Worlds):
    """A server that is killed at any moment: afterwards acknowledged updates are there, with what follows from them."""

    def test_rdfs(self):
        self.run_deaths("rdfs", ("--rules", "rdfs"))

    def test_owl(self):
        self.run_deaths("owl", ("--rules", "owl-rl"))

    def run_deaths(self, name, rules):
        dice = random.Random(f"{SEED} {name} deaths")
        changes = RandomChanges(f"{SEED} {name} deaths")
        database = self.begin(name, rules)
        done = []
        for number in range(DEATHS):
            with serving(database, images=self.images) as running:
                server = Server(running.port)
                self.expect_closure(server, rules, f"QUADRILLE_SEED={SEED} death {number}\n" + "\n".join(done))
                death = threading.Timer(dice.uniform(0.02, 0.5), running.process.kill)
                images = threading.Timer(dice.uniform(0.02, 0.5), lambda its=running: [image.kill() for image in its.seen.values()])
                death.start()
                images.start()
                try:
                    while True:
                        done.append(changes.update())
                        server.update(done[-1])
                except (OSError, http.client.HTTPException):
                    pass
                death.join()
                images.join()
        with serving(database, images=self.images) as running:
            self.expect_closure(Server(running.port), rules, f"QUADRILLE_SEED={SEED}\n" + "\n".join(done))
        self.assertEqual(run("check", "--db", database).status, 0)


class Answers(Case):
    def test_inferred_quads_cannot_be_deleted(self):
        data = self.folder / "cats.ttl"
        data.write_text(PREFIXES + ":Cat rdfs:subClassOf :Animal . :tom a :Cat .")
        build(self.folder / "cats", data, options=("--rules", "rdfs"))
        with serving(self.folder / "cats") as running:
            server = Server(running.port)
            for text, inserted, deleted, more, less in (
                    ("DELETE DATA { :tom a :Animal }", 0, 0, 0, 0),
                    ("INSERT DATA { :tom a :Animal }", 1, 0, 0, 1),
                    ("DELETE DATA { :tom a :Animal }", 0, 1, 1, 0),
                    ("DELETE DATA { :tom a :Cat }", 0, 1, 0, 1)):
                told = server.update(text)
                self.assertEqual((told["inserted"], told["deleted"], told["inferred"]),
                                 (inserted, deleted, {"inserted": more, "deleted": less}), text)

    def test_a_request_that_breaks_a_limit_changes_nothing(self):
        data, rules = self.folder / "pairs.ttl", self.folder / "pairs.srl"
        data.write_text(PREFIXES + ":a :p :b .")
        rules.write_text(PREFIXES + "RULE { ?x :q ?y } WHERE { ?x :p ?a . ?y :p ?b }\nRULE {} WHERE { ?x :bad ?y }")
        build(self.folder / "pairs", data, options=("--rules", rules, "--max-inferred", "20", "--inconsistent", "stop"))
        with serving(self.folder / "pairs") as running:
            server = Server(running.port)
            before = server.quads("true")
            many = " . ".join(f":a{i} :p :b" for i in range(10))
            for text, status, part in ((f"INSERT DATA {{ {many} }}", 507, "more than 20 quads follow"),
                                       ("INSERT DATA { :a :bad :b }", 400, "contradict the rules")):
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    server.update(text)
                said = caught.exception.read().decode()
                self.assertEqual(caught.exception.code, status, said)
                self.assertIn(part, said)
                self.assertEqual(server.quads("true"), before)
            self.assertEqual(server.update("INSERT DATA { :c :p :d }")["inferred"], {"inserted": 3, "deleted": 0})

    def test_load_and_documents_keep_the_closure(self):
        data = self.folder / "few.ttl"
        data.write_text(PREFIXES + ":Cat rdfs:subClassOf :Animal .")
        database = self.folder / "few"
        build(database, data, options=("--rules", "rdfs"))
        more = self.folder / "more.ttl"
        more.write_text(PREFIXES + ":tom a :Cat . :mia a :Cat .")
        self.assertEqual(run("load", "--db", database, more).status, 0)
        self.assertIn("<http://e/tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Animal> .",
                      run("dump", "--db", database, "--infer", "only").lines)
        with serving(database) as running:
            server = Server(running.port)
            request = urllib.request.Request(server.address + "/data?default", data.read_bytes(), {"Content-Type": "text/turtle"},
                                             method="PUT")
            with urllib.request.urlopen(request, timeout=60) as answer:
                self.assertEqual(json.loads(answer.read())["inferred"], {"inserted": 0, "deleted": 2})
            self.assertEqual(server.quads("only"), [])

    def test_an_empty_database_with_rules(self):
        with serving(self.folder / "new", options=("--create", "--rules", "rdfs")) as running:
            server = Server(running.port)
            told = server.update("INSERT DATA { :tom a :Cat . :Cat rdfs:subClassOf :Animal }")
            self.assertEqual(told["inferred"], {"inserted": 1, "deleted": 0})

    def test_blank_nodes_of_heads(self):
        data, rules = self.folder / "b.ttl", self.folder / "b.srl"
        data.write_text(PREFIXES + ":a :p :b .")
        rules.write_text(PREFIXES + "RULE { [] :about ?x } WHERE { ?x :p ?y }")
        build(self.folder / "b", data, options=("--rules", rules))
        with serving(self.folder / "b") as running:
            server = Server(running.port)
            for text, count in (("INSERT DATA { :c :p :d }", 2), ("DELETE DATA { :a :p :b }", 1), ("INSERT DATA { :c :q :d }", 1)):
                server.update(text)
                self.assertEqual(len(server.quads("only")), count, text)
                self.assertTrue(all(re.match(r"_:b\d+ <http://e/about> ", quad) for quad in server.quads("only")))


if __name__ == "__main__":
    unittest.main()
