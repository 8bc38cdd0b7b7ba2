#!/usr/bin/env python3
"""Changes of the rules of a database: after each one it is as a build of what is stated with these rules would be."""

import contextlib
import http.client
import json
import os
import random
import re
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import rules_updates_test
from program import Case, build, for_images, patience, run, serving
from rules_updates_test import OWN, PREFIXES, RandomChanges, Worlds

SEED = int(os.environ.get("QUADRILLE_SEED", "20261127"))
DEATHS = 40 if os.environ.get("QUADRILLE_LONG") else 3
CHANGES = 60 if os.environ.get("QUADRILLE_LONG") else 4 if os.environ.get("QUADRILLE_GROUP_SIZE") else 7

# Texts by name, as files have them; a rule set has none.
TEXTS = {
    "rdfs": None, "rdfs-plus": None, "owl-rl": None,
    "own.srl": OWN,
    "near.srl": PREFIXES + "RULE :near { ?x :near ?y } WHERE { ?x :p0 ?y . ?y :p0 ?x }\nDATA { :t0 :p0 :t5 . :t5 :p0 :t0 }",
    "far.rules": "@prefix : <http://e/>.\n[far: (?x :p1 ?y) (?y :p1 ?z) -> (?x :far ?z)]\n[(?x :far ?y) -> (?y :far ?x)]",
    "blanks.srl": PREFIXES + "RULE :made { [] :about ?x } WHERE { ?x :p0 ?y }",
}
MORE = {"near.srl": PREFIXES + "RULE :near { ?x :nearer ?y } WHERE { ?x :p0 ?y }",
        "own.srl": PREFIXES + "RULE :idle { ?x a :Quiet } WHERE { ?x a :C0 NOT { ?x :p0 ?y } }"}


class Server(rules_updates_test.Server):
    def __init__(self, running):
        super().__init__(running.port)
        self.running = running

    def send(self, method, path, body=None, kind=None):
        """-> (status, answer)"""
        headers = {"Content-Type": kind} if kind else {}
        if path.startswith("/admin"):
            headers.update(self.running.authorization)
        request = urllib.request.Request(self.address + path, body if body is None or isinstance(body, bytes) else body.encode(),
                                         headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def put(self, name, text):
        return self.send("PUT", f"/rules/{name}", text)

    def rules(self):
        return json.loads(self.ask("/rules"))


def triples_of_blanks(quads):
    """Quads, with one name for all blank nodes: a rebuilt database numbers them anew."""
    return sorted(re.sub(r"_:b\d+", "_:b", quad) for quad in quads)


def is_same_class(status, told):
    """Whether an answer refuses equality of a class of rules with NOT: they could not be ordered."""
    return status == 501 and told.startswith("a class of the rules is owl:sameAs another term")


class Changing(Worlds):
    """`rules`: {name: text or None} that the database should have."""

    def options_of(self, rules):
        options = []
        for name, text in rules.items():
            if text is not None:
                (self.folder / name).write_text(text)
            options += ["--rules", name if text is None else self.folder / name]
        return options

    def expect_rules(self, server, rules, what):
        told = server.rules()
        self.assertEqual(sorted(text["name"] for text in told.get("texts", ())), sorted(self.with_imports(rules)), what)
        for name, text in rules.items():
            if text is not None:
                self.assertEqual(server.ask(f"/rules/{name}"), text, what)

    def with_imports(self, rules):
        return set(rules) | ({"rdfs"} if "rdfs-plus" in rules else set())

    def expect_all(self, server, rules, what):
        self.expect_rules(server, rules, what)
        everything, stated, inferred = (server.quads(which) for which in ("true", "false", "only"))
        self.assertEqual(triples_of_blanks(everything), triples_of_blanks(self.rebuilt(stated, self.options_of(rules))), what)
        self.assertEqual(sorted(stated + inferred), everything, what)
        told = server.rules()
        if not any("owl#sameAs" in quad for quad in everything):  # what is counted is rows, some of which mean many quads
            self.assertEqual((told["quads"], told["inferred_quads"]), (len(everything), len(inferred)), what)
        counted = server.ask("/sparql?format=csv&query=" + urllib.parse.quote(
            "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"))
        self.assertEqual(counted.split()[1], str(len(everything)), what)

    def expect_whole(self, database, what):
        told = run("check", "--db", database, "--closure", "--images", self.images)
        self.assertEqual(told.status, 0, told.errors + what)
        self.assertIn("closure: quads that follow", told.text)

    def change(self, dice, server, rules):
        """A change by HTTP; returns what it was."""
        kind = dice.randrange(4)
        if kind == 0 and rules:
            name = dice.choice(sorted(rules))
            if name == "rdfs" and "rdfs-plus" in rules:
                return "nothing"
            self.assertEqual(server.send("DELETE", f"/rules/{name}")[0], 200, name)
            del rules[name]
            if name == "rdfs-plus":
                rules.setdefault("rdfs", None)  # stays
            return f"DELETE {name}"
        name = dice.choice(sorted(TEXTS))
        text = TEXTS[name]
        if name in rules and name in MORE and rules[name] != MORE[name]:
            text = MORE[name]
        status, told = server.put(name, text)
        what = f"PUT {name}: {text and text.splitlines()[-1]}"
        if is_same_class(status, told):
            return f"refused: {what}"
        self.assertEqual(status, 200 if name in self.with_imports(rules) else 201, (name, told))
        rules[name] = text
        return what

    def update(self, updates, server):
        """An update; returns what it was."""
        text = updates.update()
        status, told = server.send("POST", "/sparql", PREFIXES + text, "application/sparql-update")
        if is_same_class(status, told):
            return f"refused: {text}"
        self.assertEqual(status, 200, (text, told))
        return text


@for_images(1, 2, 4)
class Changes(Changing):
    def test_what_each_rule_has_done(self):
        database = self.begin("counted", ())
        rules = PREFIXES + """
            RULE :far { ?x :far ?z } WHERE { ?x :next ?y . ?y :next ?z }
            RULE :same { ?x :far ?z } WHERE { ?x :next ?y . ?y :next ?z . ?z a :Thing }
            RULE :said { ?text a :Said } WHERE { ?x :says ?text . ?x a :Thing }
            RULE :kind { ?x a :Kind } WHERE { ?x :next ?y . ?y :next ?z . ?z a ?class }
            RULE :none { ?x :none ?y } WHERE { ?x :next ?y . ?y :says ?x }"""
        with serving(database, images=self.images) as running:
            server = Server(running)
            server.update("INSERT DATA { :a :next :b . :b :next :c . :c :next :d . :b :next :e . :d a :Kind , :Thing . :e a :Thing . "
                          ":e :says 'e' . :d :says 'e' . :c :says 'c' . :b a :Kind }")
            self.assertEqual(server.put("counted.srl", rules)[0], 201)
            told = json.loads(server.ask("/rules/status"))["last"]
            counts = {rule["rule"].removeprefix("<http://e/"): tuple(rule[its] for its in ("rounds", "derivations", "new", "duplicates", "dropped"))
                      for rule in told["rules"]}
            self.assertEqual(counts, {"far>": (1, 3, 3, 0, 0), "same>": (1, 2, 0, 2, 0), "said>": (1, 2, 0, 1, 1),
                                      "kind>": (1, 3, 1, 2, 0)})
            self.assertEqual(told["inferred"], sum(new for _, _, new, _, _ in counts.values()))
            self.assertTrue(all(0 <= rule["ms"] < 60_000 for rule in told["rules"]), told)  # in steps of a microsecond
            self.assertGreater(sum(rule["ms"] for rule in told["rules"]), 0, told)
            self.assertEqual(sum(rule["sent_bytes"] for rule in told["rules"]) > 0, self.images > 1)

    def test_random_changes_with_updates_between(self):
        dice = random.Random(f"{SEED} changes {self.images}")
        updates = RandomChanges(f"{SEED} changes {self.images}", has_equality=True)
        database, rules, done = self.begin("random", ()), {}, []
        with serving(database, images=self.images) as running:
            server = Server(running)
            for number in range(CHANGES):
                done.append(self.change(dice, server, rules))
                for _ in range(dice.randrange(3)):
                    done.append(self.update(updates, server))
                if number == CHANGES // 2:
                    done.append(server.send("POST", f"/admin/compact?kind={dice.choice(['merge', 'rebuild'])}")[1])
                self.expect_all(server, rules, f"QUADRILLE_SEED={SEED}\n" + "\n".join(done))
            everything = server.quads("true")
        self.expect_same_after_all(database, rules, triples_of_blanks(everything), f"QUADRILLE_SEED={SEED}\n" + "\n".join(done))

    def dumped(self, database):
        return triples_of_blanks(run("dump", "--db", database, "--infer", "true", "--format", "nq").lines)

    def expect_same_after_all(self, database, rules, everything, what):
        self.assertEqual(self.dumped(database), everything, f"restart\n{what}")
        self.expect_whole(database, what)
        restored, backup = (self.folder / f"{database.name}.{kind}" for kind in ("restored", "backup"))
        for words in (("backup", "--db", database, backup), ("restore", "--db", restored, backup),
                      ("check", "--db", restored)):
            told = run(*words)
            self.assertEqual(told.status, 0, told.errors + what)
        self.assertEqual(self.dumped(restored), everything, f"restored\n{what}")
        for options in ((), ("--rebuild",)):
            self.assertEqual(run("compact", "--db", database, *options).status, 0, what)
            self.assertEqual(self.dumped(database), everything, f"{options}\n{what}")
            self.expect_whole(database, what)
        for place in (database, restored):
            with serving(place, images=self.images) as running:
                self.expect_all(Server(running), rules, what)

    def test_the_first_rules_after_graphs_were_cleared(self):
        database = self.begin("cleared", ())
        with serving(database, images=self.images) as running:
            server = Server(running)
            server.update("INSERT DATA { GRAPH :g { :a :p0 :b } GRAPH :h { :a :p0 :c } :x a :C0 }")
            self.assertEqual(server.send("POST", "/admin/compact")[0], 200)
            server.update("CLEAR DEFAULT ; CLEAR GRAPH :g ; INSERT DATA { :t a :C0 . :C0 rdfs:subClassOf :C1 . GRAPH :g { :a :p0 :z } }")
            self.assertEqual(server.put("rdfs", None)[0], 201)
            self.expect_all(server, {"rdfs": None}, "added")
            server.update("CLEAR NAMED ; INSERT DATA { :u a :C0 . GRAPH :g { :a :p0 :y } }")
            self.expect_all(server, {"rdfs": None}, "updated")
            self.assertEqual(server.send("DELETE", "/rules/rdfs")[0], 200)
            self.expect_all(server, {}, "removed")
            self.assertEqual(server.quads("only"), [])
            server.update("CLEAR DEFAULT ; INSERT DATA { :v a :C1 }")
            everything = server.quads("true")
        self.expect_same_after_all(database, {}, everything, "cleared")

    def test_a_base_with_rules_loses_them(self):
        database = self.begin("lost", ("--rules", "rdfs"))
        with serving(database, images=self.images) as running:
            server = Server(running)
            server.update("INSERT DATA { :t a :C0 . :C0 rdfs:subClassOf :C1 . GRAPH :g { :s :p0 :o } }")
            self.assertEqual(server.send("POST", "/admin/compact")[0], 200)
            self.assertEqual(server.send("DELETE", "/rules/rdfs")[0], 200)
            server.update("CLEAR DEFAULT ; INSERT DATA { :t a :C1 . :w a :C0 }")
            self.expect_all(server, {}, "lost")
            everything = server.quads("true")
        self.expect_same_after_all(database, {}, everything, "lost")

    def test_the_base_does_not_know_equality(self):
        database = self.begin("unequal", ())
        with serving(database, images=self.images) as running:
            server = Server(running)
            self.assertEqual(server.put("rdfs-plus", None)[0], 201)
            server.update("INSERT DATA { :t owl:sameAs :u . :v owl:sameAs :u . :t :p0 :w }")
            self.assertEqual(server.send("POST", "/admin/compact?kind=merge")[0], 200)
            self.expect_all(server, {"rdfs": None, "rdfs-plus": None}, "merged")
            everything = server.quads("true")
            self.assertIn("<http://e/v> <http://e/p0> <http://e/w> .", everything)
        self.expect_same_after_all(database, {"rdfs": None, "rdfs-plus": None}, everything, "unequal")

    def test_changes_during_compactions(self):
        dice = random.Random(f"{SEED} compactions {self.images}")
        updates = RandomChanges(f"{SEED} compactions {self.images}")
        database, rules, done = self.begin("compacted", ("--rules", "rdfs")), {"rdfs": None}, []
        with serving(database, images=self.images) as running:
            server = Server(running)
            ended = threading.Event()

            def compact():
                while not ended.is_set():
                    server.send("POST", f"/admin/compact?kind={dice.choice(['merge', 'rebuild'])}")

            counters = {}

            def count(name):
                while not ended.is_set():
                    now = counters.get(name, 0)
                    server.update(f"DELETE DATA {{ GRAPH :counters {{ :{name} :is {now} }} }} ;"
                                  f"INSERT DATA {{ GRAPH :counters {{ :{name} :is {now + 1} }} }}")
                    counters[name] = now + 1
            threads = [threading.Thread(target=compact), *(threading.Thread(target=count, args=(f"c{number}",)) for number in range(6))]
            for thread in threads:
                thread.start()
            try:
                for _ in range(CHANGES * 3):
                    done.append(self.change(dice, server, rules))
                    if "NAMED" not in (update := updates.update()):
                        done.append(update)
                        server.update(update)
            finally:
                ended.set()
                for thread in threads:
                    thread.join()
            counted = [quad.split('"')[1] for quad in server.quads("false") if "<http://e/counters>" in quad]
            self.assertEqual(sorted(counted, key=int), sorted(map(str, counters.values()), key=int), f"QUADRILLE_SEED={SEED}")
            self.expect_all(server, rules, f"QUADRILLE_SEED={SEED}\n" + "\n".join(done))
            self.assertEqual(server.send("POST", "/admin/compact")[0], 200)
            self.expect_all(server, rules, f"QUADRILLE_SEED={SEED}\n" + "\n".join(done))
        self.expect_whole(database, "\n".join(done))


@for_images(1, 2)
class Deaths(Changing):
    """A server that is killed during changes: an acknowledged change is there, the last one as a whole or not at all."""

    def test_deaths(self):
        dice = random.Random(f"{SEED} deaths {self.images}")
        updates = RandomChanges(f"{SEED} deaths {self.images}")
        database, done = self.begin("deaths", ()), []
        possible = [{}]
        for number in range(DEATHS + 1):
            with serving(database, images=self.images) as running:
                server = Server(running)
                names = sorted(text["name"] for text in server.rules().get("texts", ()))
                [rules] = [one for one in possible if sorted(self.with_imports(one)) == names and
                           all(text is None or server.ask(f"/rules/{name}") == text for name, text in one.items())][:1]
                self.expect_all(server, rules, f"QUADRILLE_SEED={SEED} death {number}\n" + "\n".join(map(str, done)))
                possible = [dict(rules)]
                if number == DEATHS:
                    break
                death = threading.Timer(dice.uniform(0.02, 0.8), lambda its=running: [
                    its.process.kill(), *[image.kill() for image in its.seen.values()]])
                death.start()
                try:
                    while True:
                        name = dice.choice(sorted(TEXTS))
                        after = {its: text for its, text in rules.items() if its != name}
                        if name in rules and not (name == "rdfs" and "rdfs-plus" in rules):
                            if name == "rdfs-plus":
                                after.setdefault("rdfs", None)
                            possible.append(after)
                            done.append(("DELETE", name))
                            server.send("DELETE", f"/rules/{name}")
                        else:
                            after[name] = TEXTS[name]
                            possible.append(after)
                            done.append(("PUT", name))
                            server.put(name, TEXTS[name])
                        possible, rules = [dict(after)], after
                        done.append(updates.update())
                        server.update(done[-1])
                except (OSError, http.client.HTTPException):
                    pass
                death.join()
        self.expect_whole(database, "\n".join(map(str, done)))


@for_images(1, 2)
class Closures(Changing):
    """check --closure: a database whose closure is that of other rules."""

    def setUp(self):
        super().setUp()
        data = self.folder / "cats.ttl"
        data.write_text(PREFIXES + ":Cat rdfs:subClassOf :Animal . :tom a :Cat . :p rdfs:domain :Cat . :mia :p _:b . _:b :p :tom .")
        self.rules = {"rdfs": None, "own.srl": PREFIXES + "RULE :made { [] :about ?x } WHERE { ?x a :Animal }"}

    def build_with(self, name, rules):
        build(self.folder / name, self.folder / "cats.ttl", images=self.images, options=("--replace", *self.options_of(rules)))
        return self.folder / name

    def with_rules_of(self, name, rules, other):
        """A database with what follows by some rules, and the texts of other ones."""
        database, donor = self.build_with(name, rules), self.build_with("donor", other)
        manifests = [json.loads((folder / "manifest.json").read_text()) for folder in (database, donor)]
        of_rules = [next(file for file in manifest["files"] if file["role"] == "rules") for manifest in manifests]
        (database / of_rules[0]["path"]).write_bytes((donor / of_rules[1]["path"]).read_bytes())
        of_rules[0].update(of_rules[1])
        (database / "manifest.json").write_text(json.dumps(manifests[0]))
        return database

    def check(self, database):
        return run("check", "--db", database, "--closure", "--images", self.images)

    def test_a_whole_one(self):
        told = self.check(self.build_with("whole", self.rules))
        self.assertEqual(told.status, 0, told.errors)
        told = self.check(self.build_with("plain", {}))
        self.assertEqual(told.status, 0, told.errors)

    def test_a_quad_is_missing(self):
        few = {"rdfs": None}
        more = {"rdfs": None, "is.srl": PREFIXES + "RULE { ?x :is :pet } WHERE { ?x a :Animal FILTER(sameTerm(?x, :tom)) }"}
        database = self.with_rules_of("missing", few, more)
        self.assertEqual(run("check", "--db", database).status, 0)
        self.assertSays(self.check(database), 2, "the closure lacks a quad that follows by the rules: <http://e/tom> <http://e/is> <http://e/pet> .")

    def test_a_quad_is_there_that_does_not_follow(self):
        more = {"rdfs": None, "is.srl": PREFIXES + "RULE { ?x :is :pet } WHERE { ?x a :Animal FILTER(sameTerm(?x, :tom)) }"}
        database = self.with_rules_of("surplus", more, {"rdfs": None})
        self.assertSays(self.check(database), 2, "the closure has a quad that does not follow by the rules: <http://e/tom> <http://e/is> <http://e/pet> .")

    def test_blank_nodes_of_rules_are_compared_without_their_numbers(self):
        other = {**self.rules, "own.srl": PREFIXES + "RULE :made { [] :about ?x } WHERE { ?x a :Cat NOT { :mia :p ?x } }"}
        told = self.check(self.with_rules_of("blanks", self.rules, other))
        self.assertSays(told, 2, "the closure has a quad that does not follow by the rules: _:b", "<http://e/about> _:b")


class Answers(Changing):
    def begin_with(self, text, *options):
        data = self.folder / "first.ttl"
        data.write_text(PREFIXES + text)
        database = self.folder / "answers"
        build(database, data, options=("--replace", *options))
        return database

    def test_statuses_and_counts(self):
        database = self.begin_with(":Cat rdfs:subClassOf :Animal . :tom a :Cat .")
        with serving(database) as running:
            server = Server(running)
            status, told = server.put("rdfs", None)
            self.assertEqual((status, json.loads(told)),
                             (201, {"version": 1, "inserted": 0, "deleted": 0, "inferred": {"inserted": 1, "deleted": 0}}))
            status, told = server.put("rdfs", None)
            self.assertEqual((status, json.loads(told)["version"]), (200, 1), "the same rules are no change")
            self.assertIn("http://www.w3.org/ns/entailment/RDFS", server.ask("/sparql?format=nt"))
            status, told = server.put("mine.srl", PREFIXES + "RULE { ?x :is :pet } WHERE { ?x a :Animal }")
            self.assertEqual((status, json.loads(told)["inferred"]), (201, {"inserted": 1, "deleted": 0}))
            status, told = server.put("mine.srl", PREFIXES + "RULE { ?x :is :wild } WHERE { ?x a :Animal }")
            self.assertEqual((status, json.loads(told)["inferred"]), (200, {"inserted": 1, "deleted": 1}))
            self.assertEqual(server.ask("/sparql?format=csv&query=SELECT%20?o%20%7B%20?s%20%3Chttp://e/is%3E%20?o%20%7D").split()[1:],
                             ["http://e/wild"])
            status, told = server.send("DELETE", "/rules/rdfs")
            self.assertEqual((status, json.loads(told)["inferred"]), (200, {"inserted": 0, "deleted": 2}))
            self.assertEqual(server.send("DELETE", "/rules/rdfs")[0], 404)
            self.assertEqual(server.send("DELETE", "/rules/mine.srl")[0], 200)
            self.assertEqual(server.send("DELETE", "/rules/mine.srl")[0], 404)
            self.assertNotIn("entailment", server.ask("/sparql?format=nt"))
            self.assertNotIn("inferred", server.update("INSERT DATA { :mia a :Cat }"))

    def test_bad_rules_change_nothing(self):
        database = self.begin_with(":a :p :b .", "--rules", "rdfs")
        with serving(database) as running:
            server = Server(running)
            before = (server.rules(), server.quads("true"))
            for method, path, body, kind, status, part in (
                    ("PUT", "/rules/bad.srl", "RULE { ?x <urn:p> ?z }\nWHERE { ?x <urn:p> ?y }", None, 400, "bad.srl: line "),
                    ("PUT", "/rules/bad.srl", "RULE { ?x <urn:p> ?y } WHERE { { SELECT ?x ?y { ?x <urn:q> ?y } LIMIT 1 } }", None, 501, "bad.srl: line 1, column 65"),
                    ("PUT", "/rules/bad.srl", "RULE { ?x <urn:p> ?y } WHERE { ?x <urn:q> ?y NOT { ?x <urn:p> ?y } }", None, 400, "line 1"),
                    ("PUT", "/rules/bad.n3", "{ ?x <urn:p> ?y } => { ?x <urn:q> } .", None, 400, "bad.n3: line 1"),
                    ("PUT", "/rules/bad.srl", "{ ?x <urn:p> ?y } => { ?x <urn:q> } .", "text/n3", 400, "line 1"),
                    ("PUT", "/rules/bad.srl", "x", "image/png", 415, "application/sparql-rl"),
                    ("PUT", "/rules/bad.srl", "x", None, 400, "line 1"),
                    ("PUT", "/rules/bad.srl?language=prolog", "x", None, 400, "must be one of"),
                    ("PUT", "/rules/owl-rll", None, None, 400, "the sets are rdfs"),
                    ("PUT", "/rules/owl-rl", "RULE {} WHERE { ?x <urn:p> ?y }", None, 400, "is a rule set of this program"),
                    ("PUT", "/rules/status", "RULE {} WHERE { ?x <urn:p> ?y }", None, 405, "does not support PUT"),
                    ("POST", "/rules", '{"put": [{"name": "status", "text": ""}]}', "application/json", 400, "cannot be the name"),
                    ("PUT", "/rules/a%20b", "RULE {} WHERE { ?x <urn:p> ?y }", None, 400, "cannot be the name"),
                    ("PUT", "/rules/a.srl", "IMPORTS <other.srl>", None, 400, "the database has no such text"),
                    ("PUT", "/rules/a.srl", b"# \xff\nRULE {} WHERE { ?x <urn:p> ?y }", None, 400, "UTF-8"),
                    ("PUT", "/rules/rdfs?rule-graphs=union", None, None, 400, "the graph to infer into"),
                    ("PUT", "/rules/rdfs?inconsistent=yes", None, None, 400, "report, stop"),
                    ("PUT", "/rules", "x", None, 405, "/rules/NAME"), ("POST", "/rules/x", "x", None, 405, "PUT"),
                    ("POST", "/rules", "x", "application/json", 400, "not a change of rules"),
                    ("POST", "/rules", '{"puts": []}', "application/json", 400, "no member 'puts'"),
                    ("DELETE", "/rules/none.srl", None, None, 404, "it has rdfs")):
                told = server.send(method, path, body, kind)
                self.assertEqual(told[0], status, (path, told))
                self.assertIn(part, told[1], path)
                self.assertEqual((server.rules(), server.quads("true")), before, path)

    def test_limits_change_nothing(self):
        database = self.begin_with(" ".join(f":a{i} :p :b ." for i in range(10)), "--rules", "rdfs", "--max-inferred", "20")
        with serving(database) as running:
            server = Server(running)
            before = (server.rules(), server.quads("true"))
            pairs = PREFIXES + "RULE :pairs { ?x :q ?y } WHERE { ?x :p ?a . ?y :p ?b }"
            status, told = server.put("pairs.srl", pairs)
            self.assertEqual(status, 507, told)
            for part in ("more than 20 quads follow", "pairs", "round"):
                self.assertIn(part, told)
            status, told = server.put("bad.srl?inconsistent=stop", PREFIXES + "RULE :no {} WHERE { ?x :p ?y }")
            self.assertEqual(status, 400, told)
            self.assertIn("contradict the rules: 10 by", told)
            self.assertEqual((server.rules(), server.quads("true")), before)
            self.assertEqual(server.put("pairs.srl?max-inferred=100", pairs)[0], 201)
            self.assertEqual((server.rules()["max_inferred"], server.rules()["inferred_quads"]), (100, 100))

    def test_several_texts_and_options_in_one_change(self):
        database = self.begin_with(":a :p :b . GRAPH :g { :b :p :c }".replace("GRAPH :g { :b :p :c }", ""))
        with serving(database) as running:
            server = Server(running)
            server.update("INSERT DATA { GRAPH :g { :b :p :c } }")
            texts = [{"name": "parts/inner.srl", "text": PREFIXES + "RULE { ?x :q ?y } WHERE { ?x :p ?y }", "base": "file:///x/parts/inner.srl"},
                     {"name": "outer.srl", "language": "srl", "text": "IMPORTS <parts/inner.srl>\n" + PREFIXES + "RULE { ?x :r ?z } WHERE { ?x :q/:q ?z }",
                      "base": "file:///x/outer.srl"}, {"name": "rdfs"}]
            change = {"put": texts, "graphs": "union", "infer_into": "http://e/all", "max_inferred": 77, "inconsistent": "stop"}
            status, told = server.send("POST", "/rules", json.dumps(change), "application/json")
            self.assertEqual((status, json.loads(told)["inferred"]), (201, {"inserted": 3, "deleted": 0}), told)
            told = server.rules()
            self.assertEqual([told[name] for name in ("graphs", "infer_into", "max_inferred", "inconsistent")], ["union", "http://e/all", 77, "stop"])
            self.assertEqual(told["rules"], "parts/inner.srl outer.srl rdfs from all graphs into <http://e/all>")
            status, told = server.send("DELETE", "/rules/parts/inner.srl")
            self.assertEqual(status, 400, told)
            self.assertIn("outer.srl: IMPORTS <file:///x/parts/inner.srl>", told)
            status, told = server.send("POST", "/rules", json.dumps({"remove": ["outer.srl", "parts/inner.srl"]}))
            self.assertEqual((status, json.loads(told)["inferred"]), (200, {"inserted": 0, "deleted": 3}), told)
            self.assertEqual(server.send("POST", "/rules", json.dumps({"put": [{"name": "owl-rl"}], "remove": ["rdfs"], "trivial": True, "max_inferred": 10000}))[0], 201)
            self.assertEqual([text["name"] for text in server.rules()["texts"]], ["owl-rl", "owl-rl-trivial"])
            self.assertEqual(server.send("DELETE", "/rules/owl-rl")[0], 200)
            self.assertEqual(server.rules()["rules"], "")

    def test_read_only_and_other_origins(self):
        database = self.begin_with(":a :p :b .")
        with serving(database, options=("--read-only",)) as running:
            server = Server(running)
            for method, path in (("PUT", "/rules/rdfs"), ("DELETE", "/rules/rdfs"), ("POST", "/rules")):
                status, told = server.send(method, path, "{}" if method == "POST" else None)
                self.assertEqual(status, 403, (path, told))
        with serving(database) as running:
            request = urllib.request.Request(f"http://127.0.0.1:{running.port}/rules/rdfs", method="PUT",
                                             headers={"Origin": "http://elsewhere.example"})
            with self.assertRaises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(request, timeout=60)
            self.assertEqual(caught.exception.code, 403)
            caught.exception.close()

    def build_chain(self, name):
        data, database = self.folder / "chain.nt", self.folder / name
        data.write_text("".join(f"<http://e/n{i}> <http://e/next> <http://e/n{i + 1}> .\n" for i in range(3000)))
        build(database, data)
        return database

    def test_a_change_can_be_cancelled_and_queries_go_on(self):
        database = self.build_chain("chain")
        chain = PREFIXES + "RULE { ?x :after ?y } WHERE { ?x :next ?y } RULE { ?x :after ?z } WHERE { ?x :after ?y . ?y :next ?z }"
        with serving(database) as running:
            server = Server(running)
            status, told = server.put("chain.srl?timeout=300ms&max-inferred=100000000", chain)
            self.assertEqual(status, 503, told)
            self.assertIn("time limit", told)
            leaving = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
            leaving.request("PUT", "/rules/chain.srl?max-inferred=100000000", chain)
            self.assertEqual(len(server.ask("/sparql?format=csv&query=SELECT%20*%20%7B%20%3Chttp://e/n5%3E%20?p%20?o%20%7D").split()), 2)
            leaving.close()
            server.update("INSERT DATA { :a :p :b }")  # waits until the change has ended
            self.assertEqual(server.rules()["rules"], "")
            self.assertEqual(server.quads("only"), [])
        self.assertEqual(run("check", "--db", database).status, 0)

    def test_commands_change_the_rules_of_a_folder_and_of_a_server(self):
        database = self.begin_with(":Cat rdfs:subClassOf :Animal . :tom a :Cat .")
        inner, outer = self.folder / "parts/inner.srl", self.folder / "outer.srl"
        inner.parent.mkdir(exist_ok=True)
        inner.write_text(PREFIXES + "RULE { ?x :is :pet } WHERE { ?x a :Animal }")
        outer.write_text("IMPORTS <parts/inner.srl>\n" + PREFIXES + "RULE { ?x :is :tame } WHERE { ?x :is :pet }")

        def change(*words):
            told = run("rules", *words)
            self.assertEqual(told.status, 0, told.errors)
            return told.text
        for served in (False, True):
            with serving(database) if served else contextlib.nullcontext():
                version = 4 if served else 0
                self.assertEqual(change("add", "--db", database, "rdfs", outer),
                                 f"version {version + 1}: 3 more quads follow by the rules, 0 no longer\n")
                self.assertEqual(change("add", "--db", database, "rdfs", outer),
                                 f"version {version + 1}: 0 more quads follow by the rules, 0 no longer\n")
                listed = change("list", "--db", database)
                self.assertTrue(listed.startswith("rdfs parts/inner.srl outer.srl: "), listed)
                self.assertEqual(change("list", "--db", database, "parts/inner.srl"), inner.read_text())
                self.assertSays(run("rules", "remove", "--db", database, "parts/inner.srl"), 1, "outer.srl: IMPORTS <file://")
                self.assertSays(run("rules", "remove", "--db", database, "none.srl"), 1, "it has rdfs, parts/inner.srl, outer.srl")
                self.assertEqual(change("remove", "--db", database, "rdfs"), f"version {version + 2}: 0 more quads follow by the rules, 3 no longer\n")
                inner.write_text(inner.read_text().replace(":Animal", ":Cat"))
                self.assertEqual(change("add", "--db", database, outer), f"version {version + 3}: 2 more quads follow by the rules, 0 no longer\n")
                self.assertSays(run("rules", "add", "--db", database, "--max-inferred", "1", "owl-rl"), 1, "more than 1 quads follow")
                self.assertEqual(change("remove", "--db", database, "outer.srl", "parts/inner.srl"),
                                 f"version {version + 4}: 0 more quads follow by the rules, 2 no longer\n")
                self.assertEqual(change("list", "--db", database), f"{database} has no rules\n")
                inner.write_text(inner.read_text().replace(":Cat", ":Animal"))
        with serving(database) as running:
            self.assertEqual(change("add", "--server", f"http://127.0.0.1:{running.port}", "--inconsistent", "stop", "rdfs"),
                             "version 9: 1 more quad follows by the rules, 0 no longer\n")
            self.assertEqual(Server(running).rules()["inconsistent"], "stop")
        wrong = self.folder / "wrong.srl"
        wrong.write_text("RULE { ?x <urn:p> ?z }\nWHERE { ?x <urn:p> ?y }")
        self.assertSays(run("rules", "add", "--db", database, wrong), 1, "wrong.srl: line 1, column")
        self.assertSays(run("rules", "add", "--db", database, "rdfss"), 1, "must be one of")
        self.assertSays(run("rules", "add", "rdfs"), 1, "give --db DIR or --server URL")
        self.assertIn("rdfs: since version 9, which is in the log", change("list", "--db", database))
        self.assertEqual(run("compact", "--db", database).status, 0)
        self.assertIn("rdfs: 1 of 3 quads follow", change("list", "--db", database))

    def test_the_state_of_an_inference(self):
        database = self.begin_with(":p a owl:TransitiveProperty . :a :p :b . :b :p :c . :c :p :d . :n :is \"text\" . :is rdfs:range :Text .")
        with serving(database) as running:
            server = Server(running)
            self.assertEqual(json.loads(server.ask("/rules/status")), {"running": None, "last": None, "changes": {"kept": 0, "anew": 0}})
            server.put("owl-rl", None)
            last = json.loads(server.ask("/rules/status"))["last"]
            self.assertEqual([last[name] for name in ("for", "failed", "stated", "inferred", "dropped", "contradictions")],
                             ["change of rules", False, 6, 3, 1, 0])
            of_rule = {rule["rule"]: rule for rule in last["rules"]}
            self.assertEqual(set(of_rule["prp-trp"]),
                             {"rule", "rounds", "derivations", "new", "duplicates", "dropped", "ms", "sent_bytes"})
            self.assertEqual(of_rule["prp-trp"]["new"], 3)
            self.assertGreaterEqual(of_rule["prp-trp"]["derivations"], 3)
            self.assertLessEqual(of_rule["prp-trp"]["rounds"], last["rounds"])
            self.assertEqual(sum(rule["derivations"] > 0 for rule in last["rules"]), len(last["rules"]))
            server.update("INSERT DATA { :d :p :e }")
            told = json.loads(server.ask("/rules/status"))
            self.assertEqual((told["last"], told["changes"]), (last, {"kept": 1, "anew": 0}))  # it needs no inference
            server.put("no.srl?inconsistent=stop", PREFIXES + "RULE {} WHERE { ?x :p ?y }")
            last = json.loads(server.ask("/rules/status"))["last"]
            self.assertEqual((last["for"], last["stated"]), ("change of rules", 7))
            self.assertGreater(last["contradictions"], 0)

    def test_the_progress_of_an_inference(self):
        database = self.build_chain("progress")
        chain = PREFIXES + "RULE { ?x :after ?y } WHERE { ?x :next ?y } RULE :far { ?x :after ?z } WHERE { ?x :after ?y . ?y :next ?z }"
        with serving(database) as running:
            server = Server(running)
            leaving = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
            leaving.request("PUT", "/rules/chain.srl?max-inferred=100000000", chain)
            rounds, until = set(), time.monotonic() + patience(30)
            while len(rounds) < 3 and time.monotonic() < until:
                now = json.loads(server.ask("/rules/status"))["running"]
                if now:
                    self.assertEqual(now["for"], "change of rules")
                    rounds.add((now["round"], now["derivations"]))
            self.assertEqual(len(rounds), 3)
            self.assertEqual(sorted(rounds, key=lambda its: its[1]), sorted(rounds))
            leaving.close()
            server.update("INSERT DATA { :a :p :b }")  # waits until the change has ended
            last = json.loads(server.ask("/rules/status"))
            self.assertEqual((last["running"], last["last"]["failed"]), (None, True))

    def test_texts_are_checked(self):
        database = self.begin_with(":a :p :b .")
        with serving(database) as running:
            server = Server(running)
            status, told = server.send("POST", "/rules/check", "{ ?x <urn:p> ?y } => { ?y <urn:p> ?x } .", "text/n3")
            self.assertEqual((status, json.loads(told)["ok"], json.loads(told)["rules"]), (200, True, 1))
            status, told = server.send("POST", "/rules/check?name=a.srl", "RULE { ?x <urn:p> ?z }\nWHERE { ?x <urn:p> ?y }")
            error = json.loads(told)["errors"][0]
            self.assertEqual((status, json.loads(told)["ok"], error["file"], error["line"], type(error["column"])), (400, False, "a.srl", 1, int))
            self.assertIn("?z", error["message"])
            self.assertEqual(server.rules()["rules"], "")


if __name__ == "__main__":
    unittest.main()
