"""What each client must show, as tests: a class of tests for a client derives from Claims and names its driver.

A driver has the methods of `Driver`. Terms are tuples, see terms.py. Where a client has no such operation, its driver leaves
the method out, and `without` of the class names it; where a client is wrong, an attribute of the class says how, and
docs/clients.md describes it.
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
from program import patience
from servers import BOTH, GUARDED, NUMBERS, PLAIN, VALUE, Servers
from terms import CONTROL, IS, STRING, TERMS, ntriples, typed

ROWS = f"SELECT ?x ?y {{ ?a <{VALUE}> ?x . ?b <{VALUE}> ?y FILTER(?y < %d) }}"
SUM_OF_ALL = NUMBERS * (NUMBERS - 1) // 2
ENDLESS = "SELECT (COUNT(*) AS ?x) { ?s0 ?p0 ?o0 . ?s1 ?p1 ?o1 . ?s2 ?p2 ?o2 . ?s3 ?p3 ?o3 FILTER(?s0 != ?o1) }"
CUT_OFF = f"SELECT ?x {{ {{ ?n <{VALUE}> ?x }} UNION {{ {ENDLESS} }} }}"  # rows, and then no end


class Driver:
    """The operations of a client. Each raises ClientError with what the client's user reads."""

    def connect(self, url, token, timeout):
        """Prepares for requests to this server; `timeout`: the server's time limit of each query, in seconds, or None."""

    def select(self, query):
        """The rows as {variable: term}."""

    def ask(self, query):
        """True or False."""

    def construct(self, query):
        """The triples."""

    def describe(self, query):
        """The triples."""

    def select_within(self, query, seconds):
        """The same, with a time limit that the client sets."""

    def update(self, text):
        """Runs an update."""

    def put(self, graph, triples):
        """Replaces a named graph."""

    def add(self, graph, triples):
        """Adds to a named graph."""

    def get(self, graph):
        """The triples of a named graph."""

    def delete(self, graph):
        """Removes a named graph."""

    def total(self, query):
        """(number of rows, sum of the values of ?x), with the rows one after another where the client can do that."""


class ClientError(Exception):
    """An error as the client's user sees it."""


class Claims:
    many_rows = 100_000     # 1,000,000 if the client reads rows one after another
    without = ("select_within",)  # methods of Driver that the client does not have
    changes = {}            # {subject: what the client reads instead of this term}
    parses_queries = False  # itself, so that mistakes in them never reach the server
    writes_blank_nodes = True
    label_prefix = ""       # of the labels of blank nodes that it reads
    options = ()            # of the servers

    @classmethod
    def prepare(cls):
        cls.servers = cls.enterClassContext(Servers(cls.folder, cls.options))
        cls.driver = cls.make_driver()

    def setUp(self):
        self.graph = f"urn:graph:{self._testMethodName}"

    def connect(self, which, token=None, timeout=None):
        self.driver.connect(self.servers.url(which), token or self.servers.token_for(which), timeout)

    def needs(self, *methods):
        for method in methods:
            if method in self.without:
                self.skipTest(f"the client has no {method}")

    def on(self, which):
        """A part of the test, on one of the servers."""
        self.connect(which)
        return self.subTest(("without a token", "TLS and a token")[which])

    def test_the_four_forms_of_queries(self):
        two = {(("iri", "http://ex.org/n/2"), ("iri", VALUE), typed("2", "integer")),
               (("iri", "http://ex.org/n/2"), ("iri", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"), ("iri", "http://ex.org/Number"))}
        for which in BOTH:
            with self.on(which):
                rows = self.driver.select(f"SELECT ?n ?x ?none {{ ?n <{VALUE}> ?x FILTER(?x < 2) }} ORDER BY ?x")
                self.assertEqual(rows, [{"n": ("iri", f"http://ex.org/n/{n}"), "x": typed(str(n), "integer")} for n in range(2)])
                self.assertEqual(self.driver.select("SELECT ?x { ?x <urn:no> 1 }"), [])
                self.assertIs(self.driver.ask(f"ASK {{ ?n <{VALUE}> 1 }}"), True)
                self.assertIs(self.driver.ask(f"ASK {{ ?n <{VALUE}> -1 }}"), False)
                self.assertEqual(set(self.driver.construct("CONSTRUCT { <http://ex.org/n/2> ?p ?o } { <http://ex.org/n/2> ?p ?o }")), two)
                self.assertEqual(set(self.driver.describe("DESCRIBE <http://ex.org/n/2>")), two)

    def test_updates(self):
        self.needs("update")
        for which in BOTH:
            with self.on(which):
                self.driver.update(f'INSERT DATA {{ GRAPH <{self.graph}> {{ <urn:a> <{IS}> "\u00e9" }} }}')
                self.assertEqual(self.servers.terms(which, self.graph), {"urn:a": ("literal", "\u00e9", STRING, "")})
                self.driver.update(f"WITH <{self.graph}> DELETE {{ ?s ?p ?o }} INSERT {{ ?s ?p 2 }} WHERE {{ ?s ?p ?o }}")
                self.assertEqual(self.servers.terms(which, self.graph), {"urn:a": typed("2", "integer")})
                self.driver.update(f"DROP GRAPH <{self.graph}>")
                self.assertEqual(self.servers.terms(which, self.graph), {})

    def test_graphs(self):
        self.needs("put", "add")
        one, two = ((("iri", f"urn:{name}"), ("iri", IS), typed(name, "string")) for name in ("one", "two"))
        for which in BOTH:
            with self.on(which):
                self.driver.put(self.graph, [one])
                self.driver.add(self.graph, [two])
                if "get" not in self.without:
                    self.assertEqual(set(self.driver.get(self.graph)), {one, two})
                self.driver.put(self.graph, [two])
                self.assertEqual(self.servers.terms(which, self.graph), {"urn:two": two[2]})
                if "delete" not in self.without:
                    self.driver.delete(self.graph)
                    self.assertEqual(self.servers.terms(which, self.graph), {})

    def test_many_rows(self):
        self.connect(GUARDED)
        self.assertEqual(self.driver.total(ROWS % 100), (100_000, 100 * SUM_OF_ALL))
        if self.many_rows > 100_000:
            self.connect(PLAIN)
            self.assertEqual(self.driver.total(ROWS % NUMBERS), (1_000_000, NUMBERS * SUM_OF_ALL))

    def terms_of(self, triples):
        return {subject[1]: term for subject, _, term in triples}

    def assertTerms(self, found, expected):
        wrong = [f"{subject}: {term} is {found.get(subject)}" for subject, term in expected.items() if found.get(subject) != term]
        self.assertEqual(wrong, [])
        self.assertEqual(len(found), len(expected))

    def test_terms_are_read_as_they_are(self):
        self.connect(PLAIN)
        self.servers.put(PLAIN, self.graph, ntriples({**TERMS, **CONTROL}))
        expected = {**TERMS, **CONTROL, **self.changes}
        rows = self.driver.select(f"SELECT ?s ?o {{ GRAPH <{self.graph}> {{ ?s ?p ?o }} }}")
        self.assertTerms({row["s"][1]: row["o"] for row in rows}, expected)
        triples = self.driver.construct(f"CONSTRUCT {{ ?s ?p ?o }} {{ GRAPH <{self.graph}> {{ ?s ?p ?o }} }}")
        self.assertTerms(self.terms_of(triples), expected)
        if "get" not in self.without:
            self.assertTerms(self.terms_of(self.driver.get(self.graph)), expected)

    def test_terms_are_written_as_they_are(self):
        self.connect(PLAIN)
        terms = {**TERMS, **CONTROL}
        if "update" not in self.without:
            self.driver.update(f"INSERT DATA {{ GRAPH <{self.graph}> {{ {ntriples(terms)} }} }}")
            self.assertTerms(self.servers.terms(PLAIN, self.graph), terms)
        if "put" in self.without:
            self.needs("update")
            return
        self.driver.put(self.graph, [(("iri", subject), ("iri", IS), term) for subject, term in terms.items()])
        self.assertTerms(self.servers.terms(PLAIN, self.graph), terms)

    def assertRefused(self, parts, operation, *arguments):
        with self.assertRaises(ClientError) as refused:
            answer = operation(*arguments)
            self.fail(f"no error, but {str(answer)[:200]}")
        for part in parts:
            self.assertIn(part, str(refused.exception))

    def test_the_message_of_an_error_is_seen(self):
        if self.parses_queries:
            self.connect(PLAIN)
            self.assertRefused(["Parse error"], self.driver.select, "SELECT * { ?s ?p")
            return
        for which in BOTH:
            with self.on(which):
                self.assertRefused(["line 1, column 17", "'{' of line 1, column 10 is not closed"], self.driver.select, "SELECT * { ?s ?p")
                self.assertRefused(["line 1, column 18"], self.driver.ask, "ASK { ?s ?p ?o } }")
                if "update" not in self.without:
                    self.assertRefused(["line 1"], self.driver.update, "INSERT DATA { <urn:a> <urn:b> }")

    def test_the_time_limit_of_the_server_is_an_error(self):
        self.connect(PLAIN, timeout=1)
        began = time.monotonic()
        self.assertRefused(["time limit of 1 s"], self.driver.select, ENDLESS)
        self.assertLess(time.monotonic() - began, patience(10))

    def test_the_time_limit_of_the_client_is_an_error(self):
        self.needs("select_within")
        self.connect(PLAIN)
        began = time.monotonic()
        self.assertRefused([], self.driver.select_within, ENDLESS, 1)
        while self.servers.running(PLAIN):  # it has given up, so the server does too
            self.assertLess(time.monotonic() - began, patience(20))
            time.sleep(0.05)

    def test_an_answer_that_is_cut_off_is_an_error(self):
        for which in BOTH:
            self.connect(which, timeout=1)
            self.assertEqual(len(self.driver.select(f"SELECT ?x {{ ?n <{VALUE}> ?x }}")), NUMBERS)
            self.assertRefused([], self.driver.select, CUT_OFF)

    def test_a_wrong_token(self):
        self.connect(GUARDED, token=self.servers.wrong_token)
        self.assertRefused(["token"], self.driver.select, "SELECT * { ?s ?p ?o } LIMIT 1")
        if "update" not in self.without:
            self.assertRefused(["token"], self.driver.update, "INSERT DATA { <urn:a> <urn:b> 1 }")
        if "put" not in self.without:
            self.assertRefused(["token"], self.driver.put, self.graph, [])

    def test_blank_nodes_of_one_request_stay_together(self):
        self.needs("put")
        self.connect(PLAIN)
        a, b = ("blank", "a"), ("blank", "b")
        triples = [(one, ("iri", IS), other) for one, other in ((a, b), (b, a), (b, b))]
        if not self.writes_blank_nodes:
            self.assertRefused(["is no blank node of this database"], self.driver.put, self.graph, triples)
            return
        self.driver.put(self.graph, triples)
        rows = self.servers.rows(PLAIN, f"SELECT ?a ?b {{ GRAPH <{self.graph}> {{ ?a <{IS}> ?b . ?b <{IS}> ?a , ?b FILTER(?a != ?b) }} }}")
        self.assertEqual(len(rows), 1)

    def test_the_label_of_a_blank_node_lasts(self):
        self.connect(PLAIN)
        self.servers.put(PLAIN, self.graph, f'_:one <{IS}> "one" .\n_:two <{IS}> "two" .\n')
        query = f'SELECT ?s {{ GRAPH <{self.graph}> {{ ?s ?p "one" }} }}'
        (first,), (second,) = self.driver.select(query), self.driver.select(query)
        self.assertEqual(first, second)
        (row,) = self.servers.rows(PLAIN, query)
        self.assertEqual(first["s"], ("blank", self.label_prefix + row["s"][1]))
