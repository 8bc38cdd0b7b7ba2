#!/usr/bin/env python3
"""Triple terms in a database: builds, patterns, updates, compaction, crashes. A model in Python judges random ones."""

import concurrent.futures
import json
import os
import random
import re
import signal
import unittest

from program import Case, build, for_images, run, serving
from sparql_client import ask, request

E = "http://e/"
REIFIES = "http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies"
PREFIXES = f"PREFIX : <{E}> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> "
PEOPLE = f"""PREFIX : <{E}>
:ann :worksFor :acme ~ :e1 {{| :since 2019 ; :source :hr |}} .
:bob :worksFor :acme {{| :since 2020 ; :source :web |}} .
:carl :says <<( :ann :worksFor :acme )>> .
:dave :says <<( :carl :says <<( :ann :worksFor :acme )>> )>> .
_:x :p <<( _:x :q "hello"@en--ltr )>> .
:n :p <<( :n :q 1.50 )>> , <<( :n :q "v" )>> .
"""


def iri(name):
    return f"<{E}{name}>"


def triple(subject, predicate, obj):
    return f"<<( {subject} {predicate} {obj} )>>"


def components(text):
    """(subject, predicate, object) of the text of a triple term whose literals have no spaces."""
    subject, predicate, rest = text[len("<<( "):-len(" )>>")].split(" ", 2)
    return subject, predicate, rest


class Data:
    """Random quads with nested triple terms, few enough to meet each other."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def node(self):
        return iri(f"n{self.random.randrange(12)}")

    def predicate(self):
        return iri(f"p{self.random.randrange(3)}")

    def literal(self):
        return self.random.choice(['"a"', '"b"@en', '"c"@ar--rtl', f'"{self.random.randrange(9)}"^^<http://www.w3.org/2001/XMLSchema#integer>',
                                   '"x"^^<http://e/type>'])

    def triple(self, depth):
        roll = self.random.random()
        obj = self.triple(depth - 1) if depth > 1 and roll < 0.3 else self.literal() if roll < 0.6 else self.node()
        return triple(self.node(), self.predicate(), obj)

    def quad(self):
        roll = self.random.random()
        obj = self.triple(4) if roll < 0.6 else self.literal() if roll < 0.8 else self.node()
        graph = f" {iri('g' + str(self.random.randrange(2)))}" if self.random.random() < 0.3 else ""
        predicate = f"<{REIFIES}>" if roll < 0.4 else self.predicate()
        return f"{self.node()} {predicate} {obj}{graph} ."


def data_block(quads):
    def text(quad):
        parts = quad[:-2]
        graph = re.search(r" (<http://e/g\d>)$", parts)
        return f"GRAPH {graph[1]} {{ {parts[:graph.start()]} }}" if graph else parts + " ."
    return "{ " + " ".join(map(text, quads)) + " }"


@for_images(1, 2, 3)
class TripleTerms(Case):
    @classmethod
    def prepare(cls):
        (cls.folder / "people.ttl").write_text(PEOPLE)
        build(cls.folder / "people", cls.folder / "people.ttl", images=cls.images)

    def output(self, database, *words, status=0):
        ended = run(words[0], "--db", database, *words[1:])
        self.assertEqual(ended.status, status, ended.errors)
        return ended.text

    def rows(self, database, query):
        text = self.output(database, "query", "--images", str(self.images), "--format", "tsv", PREFIXES + query)
        return sorted(line.split("\t") for line in text.splitlines()[1:])

    def names(self, *words):
        return [iri(word) if word.isalnum() else word for word in words]

    def test_annotations_are_asked_for_as_they_are_written(self):
        rows = self.rows(self.folder / "people", "SELECT ?who ?s { ?who :worksFor :acme {| :source ?s |} }")
        self.assertEqual(rows, [self.names("ann", "hr"), self.names("bob", "web")])
        rows = self.rows(self.folder / "people", "SELECT ?r { << :ann :worksFor ?x ~ ?r >> :since 2019 }")
        self.assertEqual(rows, [self.names("e1")])

    def test_triple_terms_are_found_by_each_of_their_parts(self):
        for pattern, expected in ((":ann :worksFor :acme", 2), ("?s :worksFor :acme", 3), (":ann ?p ?o", 2),
                                  ("?s ?p :acme", 3), ("?s :worksFor ?o", 3), ("?s ?p ?o", 7), (":n :q ?v", 2), ("?s :q 1.50", 1),
                                  ("?s :says <<( ?a ?b ?c )>>", 1), (":carl :says ?t", 1), ("?x ?x ?o", 0), (":no ?p ?o", 0)):
            rows = self.rows(self.folder / "people", f"SELECT ?r ?q {{ ?r ?q <<( {pattern} )>> }}")
            self.assertEqual(len(rows), expected, pattern)

    def test_a_variable_joins_a_part_with_the_rest(self):
        rows = self.rows(self.folder / "people", "SELECT ?v { ?x :p <<( ?x :q ?v )>> }")
        self.assertEqual(rows, sorted([["1.50"], ['"v"'], ['"hello"@en--ltr']]))
        rows = self.rows(self.folder / "people", "SELECT ?x ?r { ?x :says ?t . ?r rdf:reifies ?t }")
        self.assertEqual(rows, [self.names("carl", "e1")])

    def test_functions_and_order_look_into_them(self):
        rows = self.rows(self.folder / "people", "SELECT (OBJECT(?t) AS ?o) { ?x :says ?t FILTER(SUBJECT(?t) = :carl) }")
        self.assertEqual(rows, [[triple(iri("ann"), iri("worksFor"), iri("acme"))]])
        query = "SELECT ?t { ?x ?p ?t FILTER isTRIPLE(?t) FILTER(SUBJECT(?t) = :n) } ORDER BY ?t"
        text = self.output(self.folder / "people", "query", "--format", "tsv", PREFIXES + query)
        self.assertEqual([components(line)[2] for line in text.splitlines()[1:]],
                         ['"v"', '"1.50"^^<http://www.w3.org/2001/XMLSchema#decimal>'])

    def test_answers_have_them_in_every_format(self):
        query = PREFIXES + "SELECT ?t { :carl :says ?t }"
        found = json.loads(self.output(self.folder / "people", "query", "--format", "json", query))
        term = found["results"]["bindings"][0]["t"]
        self.assertEqual(term["type"], "triple")
        self.assertEqual(term["value"]["object"], {"type": "uri", "value": E + "acme"})
        self.assertIn("<triple>", self.output(self.folder / "people", "query", "--format", "xml", query))
        graph = self.output(self.folder / "people", "query", "--format", "nt",
                            PREFIXES + "CONSTRUCT { ?s :was ?o {| :when ?y |} } { ?s :worksFor ?o {| :since ?y |} }")
        self.assertEqual(len(graph.splitlines()), 6 + graph.startswith("VERSION"))
        self.assertIn(triple(iri("ann"), iri("was"), iri("acme")), graph)

    def test_nothing_changes_on_the_way_through_a_dump(self):
        text = self.output(self.folder / "people", "dump")
        (self.folder / "again.nq").write_text(text)
        build(self.folder / "again", self.folder / "again.nq", images=self.images)
        self.assertEqual(sorted(self.output(self.folder / "again", "dump").splitlines()), sorted(text.splitlines()))
        self.assertIn("7 triple terms" if "7 triple" in self.output(self.folder / "people", "info") else "6 triple terms",
                      self.output(self.folder / "again", "info"))
        self.assertIn("is whole", self.output(self.folder / "again", "check"))

    def test_few_of_many_terms_are_looked_up(self):
        """The join of a few triple terms with their parts is an index join, in the right shard for each of them."""
        statements = [(iri(f"s{n}"), iri(f"p{n % 3}"), iri(f"o{n % 7}")) for n in range(6000)]
        rare = [n for n in range(6000) if n % 601 == 5]
        lines = [f"_:r{n} <{REIFIES}> {triple(*parts)} .\n_:r{n} {iri('source')} {iri('rare' if n in rare else 'usual')} ."
                 for n, parts in enumerate(statements)]
        (self.folder / "many.nt").write_text("\n".join(lines) + "\n")
        build(self.folder / "many", self.folder / "many.nt", images=self.images)
        query = "SELECT ?s ?p ?o { ?r :source :rare ; rdf:reifies <<( ?s ?p ?o )>> }"
        self.assertEqual(self.rows(self.folder / "many", query), sorted(list(statements[n]) for n in rare))
        changed = [n for n in range(6000, 6010)]
        with serving(self.folder / "many", self.images) as server:
            text = " ".join(f"[] rdf:reifies {triple(iri(f's{n}'), iri('p'), iri('o'))} ; :source :rare ." for n in changed)
            self.assertEqual(request(server, "POST", "/update", f"{PREFIXES} INSERT DATA {{ {text} }}",
                                     {"Content-Type": "application/sparql-update"}).status, 200)
            rows = ask(server, PREFIXES + query, "text/csv").text.splitlines()[1:]
            expected = [statements[n] for n in rare] + [(iri(f"s{n}"), iri("p"), iri("o")) for n in changed]
            self.assertEqual(sorted(rows), sorted(",".join(term[1:-1] for term in row) for row in expected))
            one = "SELECT ?o { ?r :source :rare ; rdf:reifies ?t . ?x rdf:reifies ?t . ?x rdf:reifies <<( :s606 ?p ?o )>> }"
            self.assertEqual(ask(server, PREFIXES + one, "text/csv").text.splitlines()[1:], [f"{E}o{606 % 7}"])
        if "QUADRILLE_GROUP_SIZE" not in os.environ:
            plan = self.output(self.folder / "many", "query", "--images", str(self.images), "--explain", "plan", PREFIXES + query)
            self.assertRegex(plan, r"IndexJoin inner  \?\.\d+ = <<\( \?s \?p \?o \)>>  tspo")

    def test_updates_name_blank_nodes_in_triple_terms(self):
        database = self.folder / "blank"
        (self.folder / "blank.ttl").write_text(f"PREFIX : <{E}> _:x :p <<( _:x :q 1 )>> . :n :is _:x .")
        build(database, self.folder / "blank.ttl", images=self.images)
        with serving(database, self.images) as server:
            def update(text, status=200):
                answer = request(server, "POST", "/update", PREFIXES + text, {"Content-Type": "application/sparql-update"})
                self.assertEqual(answer.status, status, answer.text)
                return answer.text

            def holds(pattern):
                return "true" in ask(server, PREFIXES + f"ASK {{ {pattern} }}", "text/csv").text.lower()

            label = re.search(r"<_:b\d+>|_:b\d+", ask(server, PREFIXES + "SELECT ?x { :n :is ?x }", "text/csv").text)[0].strip("<>")
            for prefix in ("", "INSERT {} WHERE {} ; "):  # a request of data alone has its own path
                update(prefix + f"INSERT DATA {{ :m :says <<( <{label}> :r <<( <{label}> :q 2 )>> )>> }}")
                self.assertTrue(holds(":n :is ?x . :m :says <<( ?x :r <<( ?x :q 2 )>> )>>"))
                self.assertTrue(holds(f":m :says <<( <{label}> :r ?t )>>"))
                self.assertTrue(holds(f":m :says ?t FILTER(?t = <<( <{label}> :r <<( <{label}> :q 2 )>> )>>)"))
                update(prefix + f"DELETE DATA {{ :m :says <<( <{label}> :r <<( <{label}> :q 2 )>> )>> }}")
                self.assertFalse(holds(":m :says ?t"))
                update(prefix + "INSERT DATA { :k :says <<( _:new :q 3 )>> , <<( _:new :q 4 )>> . _:new :r <<( _:new :q 5 )>> }")
                self.assertTrue(holds(":k :says <<( ?b :q 3 )>>, <<( ?b :q 4 )>> . ?b :r <<( ?b :q 5 )>>"))
                update("DELETE WHERE { :k :says ?t }")
                self.assertIn("is no blank node of this database", update(
                    prefix + "INSERT DATA { :m :says <<( <_:b999999> :q 2 )>> }", 400))
                update(f"DELETE {{ :n :is <{label}> }} INSERT {{ :n :was <{label}> ; :says <<( <{label}> :r :n )>> }} WHERE {{ :n :is <{label}> }}")
                self.assertTrue(holds(":n :was ?x ; :says <<( ?x :r ?n )>> FILTER(?n = :n)"))
                update(f"DELETE {{ :n :was ?x ; :says <<( ?x :r :n )>> }} INSERT {{ :n :is ?x }} WHERE {{ :n :was ?x }}")
                self.assertFalse(holds(":n :says ?x"))

    def test_changes_that_undo_each_other_leave_nothing(self):
        """In a request, in several at once, and after a request that fails; of terms that are known and of new ones."""
        database = self.folder / "undone"
        build(database, self.folder / "people.ttl", images=self.images)
        before = set(self.output(database, "dump").splitlines())
        terms = [":ann :worksFor :acme", ":new :q :newer", ":a :b <<( :c :d <<( :e :newest \"x\"@en--ltr )>> )>>"]
        quads = [f"{{ :r :of <<( {term} )>> . GRAPH :g {{ :r :of <<( {term} )>> }} }}" for term in terms]
        texts = [text for quad in quads for text in (
            f"INSERT DATA {quad} ; DELETE DATA {quad}", f"DELETE DATA {quad} ; INSERT DATA {quad} ; DELETE DATA {quad}",
            f"INSERT DATA {quad} ; DELETE WHERE {quad}")]
        for compaction in ([], ["--rebuild"]):
            with serving(database, self.images, options=["--compact-at", "0"]) as server:
                def update(text):
                    return request(server, "POST", "/update", PREFIXES + text, {"Content-Type": "application/sparql-update"}).status

                self.assertEqual(update(f"INSERT DATA {quads[2]} ; ADD :nowhere TO :g"), 400)
                with concurrent.futures.ThreadPoolExecutor(8) as clients:
                    self.assertEqual(set(clients.map(update, texts * 4)), {200})
                self.assertNotIn("true", ask(server, PREFIXES + "ASK { { :r ?p ?o } UNION { GRAPH ?g { :r ?p ?o } } }", "text/csv").text)
                self.assertEqual([update(f"INSERT DATA {{ :s :of <<( {term} )>> }}") for term in terms], [200, 200, 200])
                for term in terms:
                    self.assertEqual(ask(server, PREFIXES + f"SELECT (COUNT(*) AS ?n) {{ :s :of <<( {term} )>> }}").number, 1)
                self.assertEqual(update("DELETE WHERE { :s :of ?t }"), 200)
                server.stop(signal.SIGKILL)
            self.assertIn("is whole", self.output(database, "check"))
            self.assertHolds(database, before)
            self.output(database, "compact", *compaction)
            self.assertIn("is whole", self.output(database, "check"))
            self.assertHolds(database, before)

    def assertHolds(self, database, model):
        self.assertEqual(set(self.output(database, "dump").splitlines()), model)

    def assertFinds(self, server, model):
        """Patterns with each set of bound parts, and the counts that the model has."""
        terms = {obj for quad in model for obj in re.findall(r"^\S+ \S+ (<<\( .* \)>>) \.$", quad)}
        if not terms:
            return
        sample = components(sorted(terms)[len(terms) // 2])
        for bound in range(8):
            parts = [sample[place] if bound >> place & 1 else f"?v{place}" for place in range(3)]
            expected = sum(1 for quad in model for obj in re.findall(r"^\S+ \S+ (<<\( .* \)>>) \.$", quad)
                           if all(not bound >> place & 1 or components(obj)[place] == sample[place] for place in range(3)))
            answer = ask(server, f"SELECT (COUNT(*) AS ?n) {{ ?s ?p <<( {' '.join(parts)} )>> }}", "text/csv")
            self.assertEqual(answer.text.split()[1], str(expected), parts)

    def test_random_changes_are_kept(self):
        seed = random.randrange(1 << 32)
        data = Data(seed)
        model = {data.quad() for _ in range(150)}
        (self.folder / "random.nq").write_text("\n".join(sorted(model)) + "\n")
        database = self.folder / "random"
        with self.subTest(seed=seed):
            build(database, self.folder / "random.nq", images=self.images)
            for compaction in ([], ["--rebuild"]):
                with serving(database, self.images, options=["--compact-at", "0"]) as server:
                    for _ in range(6):
                        gone = set(data.random.sample(sorted(model), 20))
                        more = {data.quad() for _ in range(25)}
                        self.assertEqual(request(server, "POST", "/update", "DELETE DATA " + data_block(sorted(gone)),
                                                 {"Content-Type": "application/sparql-update"}).status, 200)
                        self.assertEqual(request(server, "POST", "/update", "INSERT DATA " + data_block(sorted(more)),
                                                 {"Content-Type": "application/sparql-update"}).status, 200)
                        model = (model - gone) | more
                    self.assertFinds(server, model)
                    whole = request(server, "GET", "/data", headers={"Accept": "application/n-quads"})
                    for _ in range(2):  # every quad goes and comes again
                        self.assertLess(request(server, "PUT", "/data", whole.text, {"Content-Type": "application/n-quads"}).status, 300)
                        self.assertFinds(server, model)
                    server.stop(signal.SIGKILL)
                self.assertHolds(database, model)
                with serving(database, self.images) as server:
                    self.assertFinds(server, model)
                    self.output(database, "backup", self.folder / "backup")  # the second copies only what is new
                restored = self.folder / f"restored{len(compaction)}"
                self.output(restored, "restore", self.folder / "backup")
                self.assertHolds(restored, model)
                self.output(database, "compact", *compaction)
                self.assertHolds(database, model)
                self.assertIn("is whole", self.output(database, "check"))
            (self.folder / "scratch.nq").write_text("\n".join(sorted(model)) + "\n")
            build(self.folder / "scratch", self.folder / "scratch.nq", images=self.images)
            counts = [re.search(r"(\d+) triple terms", self.output(each, "info"))[1] for each in (database, self.folder / "scratch")]
            self.assertEqual(counts[0], counts[1])


if __name__ == "__main__":
    unittest.main()
