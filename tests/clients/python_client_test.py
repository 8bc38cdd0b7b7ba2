#!/usr/bin/env python3
"""The Python client against a real server: queries, terms, updates, files, errors. It needs only Python's standard library."""

import ast
import concurrent.futures
import contextlib
import datetime
import decimal
import gzip
import bz2
import io
import json
import math
import time
import tracemalloc
import unittest

import package

import quadrille
from program import Case, build, patience, run, serving
from quadrille import IRI, XSD, BlankNode, Literal, QuadrilleError
from quadrille.texts import is_query, with_bindings
from sparql_client import request

EX = "http://ex.org/"
DATA = """\
<http://ex.org/ann> <http://ex.org/name> "Ann"@en .
<http://ex.org/ann> <http://ex.org/age> "42"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://ex.org/bo> <http://ex.org/name> "Bo \\"the\\" second\\n\\u00e9" .
<http://ex.org/bo> <http://ex.org/knows> _:somebody .
<http://ex.org/bo> <http://ex.org/knows> <http://ex.org/ann> <http://ex.org/g> .
"""
ZONE = datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))

# Values that are read as they were written, and their texts in N-Triples.
VALUES = [
    (IRI(EX + "\u00e9"), "<http://ex.org/\u00e9>"),
    ("", '""'),
    ("a\tb\n\r\"\\\u00e9\U0001f600'\b\f\x07", '"a\\tb\\n\\r\\"\\\\\u00e9\U0001f600\'\\b\\f\x07"'),
    (Literal("chat", language="fr-ca"), '"chat"@fr-ca'),
    (0, f'"0"^^<{XSD}integer>'),
    (-10**40, f'"-1{"0" * 40}"^^<{XSD}integer>'),
    (decimal.Decimal("1.50"), f'"1.50"^^<{XSD}decimal>'),
    (decimal.Decimal("5"), f'"5"^^<{XSD}decimal>'),
    (decimal.Decimal("-0." + "1" * 50), f'"-0.{"1" * 50}"^^<{XSD}decimal>'),
    (0.1, f'"0.1"^^<{XSD}double>'),
    (-1e300, f'"-1e+300"^^<{XSD}double>'),
    (math.inf, f'"INF"^^<{XSD}double>'),
    (True, f'"true"^^<{XSD}boolean>'),
    (datetime.datetime(2024, 2, 29, 12, 30), f'"2024-02-29T12:30:00"^^<{XSD}dateTime>'),
    (datetime.datetime(1, 1, 1, 0, 0, 0, 5, datetime.timezone.utc), f'"0001-01-01T00:00:00.000005+00:00"^^<{XSD}dateTime>'),
    (datetime.datetime(2024, 1, 1, tzinfo=ZONE), f'"2024-01-01T00:00:00-03:30"^^<{XSD}dateTime>'),
    (datetime.date(2024, 2, 29), f'"2024-02-29"^^<{XSD}date>'),
    (datetime.time(23, 59, 59, 1), f'"23:59:59.000001"^^<{XSD}time>'),
    (datetime.time(1, tzinfo=ZONE), f'"01:00:00-03:30"^^<{XSD}time>'),
    (Literal("7", XSD + "int"), f'"7"^^<{XSD}int>'),
    (Literal("abc", XSD + "integer"), f'"abc"^^<{XSD}integer>'),
    (Literal("-0044-03-15T00:00:00", XSD + "dateTime"), f'"-0044-03-15T00:00:00"^^<{XSD}dateTime>'),
    (Literal("2024-01-01T00:00:00.123456789Z", XSD + "dateTime"), f'"2024-01-01T00:00:00.123456789Z"^^<{XSD}dateTime>'),
    (Literal("2024-01-01Z", XSD + "date"), f'"2024-01-01Z"^^<{XSD}date>'),
    (Literal("P1D", XSD + "duration"), f'"P1D"^^<{XSD}duration>'),
]


class Served(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(DATA)
        build(cls.folder / "db", file)
        cls.server = cls.enterClassContext(serving(cls.folder / "db"))
        cls.url = f"http://127.0.0.1:{cls.server.port}"
        cls.db = cls.enterClassContext(quadrille.connect(cls.url))

    @contextlib.contextmanager
    def fails(self, status, *parts):
        with self.assertRaises(QuadrilleError) as caught:
            yield caught
        self.assertEqual(caught.exception.status, status, caught.exception)
        for part in parts:
            self.assertIn(part, str(caught.exception))


class Queries(Served):
    def test_rows_by_name_key_and_number(self):
        rows = self.db.select("SELECT ?s ?count ?none { ?s <http://ex.org/age> ?count OPTIONAL { ?s <urn:p> ?none } }")
        self.assertEqual(rows.columns, ("s", "count", "none"))
        row, = rows
        self.assertEqual((row.s, row["count"], row.count, row[2]), (IRI(EX + "ann"), 42, 42, None))
        self.assertEqual(row, (IRI(EX + "ann"), 42, None))
        self.assertEqual(row._asdict(), {"s": IRI(EX + "ann"), "count": 42, "none": None})
        self.assertEqual(repr(row), "Row(s=IRI('http://ex.org/ann'), count=42, none=None)")
        with self.assertRaisesRegex(KeyError, r"no variable \?x; there are \?s"):
            row["x"]
        self.assertEqual(list(rows), [])

    def test_all_forms(self):
        self.assertIs(self.db.query("ASK { ?s ?p 42 }"), True)
        self.assertIs(self.db.ask("ASK { ?s ?p 43 }"), False)
        self.assertEqual(list(self.db.construct("CONSTRUCT WHERE { ?s <http://ex.org/name> ?o }")),
                         [(IRI(EX + "ann"), IRI(EX + "name"), Literal("Ann", language="en")),
                          (IRI(EX + "bo"), IRI(EX + "name"), 'Bo "the" second\n\u00e9')])
        blank = next(triple.object for triple in self.db.query("DESCRIBE <http://ex.org/bo>") if triple.predicate == IRI(EX + "knows"))
        self.assertIsInstance(blank, BlankNode)
        self.assertEqual(list(self.db.query("SELECT * {}")), [()])
        self.assertEqual(list(self.db.query("SELECT ?x { VALUES ?x { UNDEF 1 UNDEF } }")), [(None,), (1,), (None,)])
        self.assertEqual(list(self.db.query("SELECT ?x { FILTER(false) }")), [])
        with self.assertRaisesRegex(ValueError, "no SELECT"):
            self.db.select("ASK {}")
        with self.fails(400):
            self.db.query("CLEAR ALL")
        with self.assertRaisesRegex(TypeError, "tiemout"):
            self.db.query("ASK {}", tiemout=3)

    def test_formats(self):
        with self.db.stream("SELECT ?s { ?s ?p 42 }", "csv") as answer:
            self.assertEqual(answer.read(), b"s\r\nhttp://ex.org/ann\r\n")
        self.assertTrue(json.load(self.db.stream("ASK { ?s ?p 42 }", "json"))["boolean"])
        self.assertIn(b"<http://ex.org/ann>", self.db.stream("CONSTRUCT WHERE { ?s ?p 42 }", "turtle").read())
        with self.fails(406, "turtle"):
            self.db.stream("SELECT ?s { ?s ?p 42 }", "turtle")

    def test_datasets(self):
        count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
        self.assertEqual(next(self.db.select(count)).n, 4)
        self.assertEqual(next(self.db.select(count, default_graphs=[EX + "g"])).n, 1)
        self.assertEqual(list(self.db.select("SELECT ?g { GRAPH ?g { ?s ?p ?o } }", named_graphs=[IRI(EX + "g")], infer=False)),
                         [(IRI(EX + "g"),)])
        self.assertEqual(self.db.graphs(), [IRI(EX + "g")])

    def test_plans(self):
        self.assertIn("IndexScan", self.db.explain("SELECT * { ?s ?p ?o }"))
        self.assertIn("ms", self.db.explain("SELECT * { ?s ?p ?o }", mode="profile"))

    def test_many_threads(self):
        def ask(number):
            return next(self.db.select(f"SELECT (({number} + 1) AS ?n) {{}}")).n
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(ask, range(200))), list(range(1, 201)))


class Terms(Served):
    def test_values_are_read_as_they_were_written(self):
        for number, (value, text) in enumerate(VALUES):
            with self.subTest(text):
                self.assertEqual(quadrille.n3(value), text)
                self.assertEqual(quadrille.parse(text), value)
                self.db.update("INSERT DATA { ?s <urn:v> ?o }", {"s": IRI(f"urn:{number}"), "o": value})
                row, = self.db.select("SELECT ?o { ?s <urn:v> ?o }", {"s": IRI(f"urn:{number}")})
                self.assertEqual(row.o, value)
                self.assertEqual((type(row.o), str(row.o)), (type(value), str(value)))
                self.assertTrue(self.db.ask("ASK { ?s <urn:v> ?o }", {"o": value}))
        triples = self.db.construct("CONSTRUCT { ?s ?p ?o } { ?s ?p ?o FILTER(?p = <urn:v>) }")
        self.assertEqual({(triple.subject.value, triple.object) for triple in triples},
                         {(f"urn:{number}", value) for number, (value, _) in enumerate(VALUES)})

    def test_files_made_of_values(self):
        lines = "".join(f"<urn:f{number}> <urn:f> {quadrille.n3(value)} .\n" for number, (value, _) in enumerate(VALUES))
        self.db.load(lines.encode(), format="nt")
        found = {row.s.value: row.o for row in self.db.select("SELECT ?s ?o { ?s <urn:f> ?o }")}
        self.assertEqual(found, {f"urn:f{number}": value for number, (value, _) in enumerate(VALUES)})

    def test_other_spellings(self):
        for text, value in ((f'"007"^^<{XSD}integer>', 7), (f'"+5."^^<{XSD}decimal>', decimal.Decimal(5)), ("1e3", 1000.0),
                            (f'"0"^^<{XSD}boolean>', False), (f'"2024-01-01T00:00:00.5000000"^^<{XSD}dateTime>',
                                                              datetime.datetime(2024, 1, 1, microsecond=500000))):
            self.assertEqual(next(self.db.select(f"SELECT (?x AS ?y) {{ VALUES ?x {{ {text} }} }}"))[0], value)
        self.assertTrue(math.isnan(quadrille.parse(f'"NaN"^^<{XSD}double>')))
        self.assertEqual(quadrille.parse(f'"24:00:00"^^<{XSD}time>'), Literal("24:00:00", XSD + "time"))
        self.assertEqual(quadrille.parse(f'"1_0"^^<{XSD}integer>'), Literal("1_0", XSD + "integer"))

    def test_what_is_no_term(self):
        for value in (IRI("a b"), IRI("a>b"), BlankNode("a b"), Literal("x", language="e n"), Literal("x", "a b"), decimal.Decimal("NaN")):
            with self.assertRaises(ValueError):
                quadrille.n3(value)
        with self.assertRaisesRegex(TypeError, "make a Literal"):
            quadrille.n3(object())


class Bindings(Served):
    def test_only_variables_get_values(self):
        text = "PREFIX a: <?x> # ?x\nSELECT * { ?x a:p\\?x \"?x\", '''?x ' ?x''', $x . ?xy (a:q?) ?x }"
        self.assertEqual(with_bindings(text, {"x": "v"}),
                         "PREFIX a: <?x> # ?x\nSELECT * { \"v\" a:p\\?x \"?x\", '''?x ' ?x''', \"v\" . ?xy (a:q?) \"v\" }")

    def test_input_of_users_stays_a_string(self):
        hostile = '" } ; DROP ALL ; INSERT DATA { <urn:a> <urn:b> "\\'
        self.db.update("INSERT DATA { <urn:s> <urn:hostile> ?o }", {"o": hostile})
        self.assertEqual(next(self.db.select("SELECT ?o { <urn:s> <urn:hostile> ?o }")).o, hostile)

    def test_mistakes(self):
        with self.assertRaisesRegex(ValueError, r"no variable \?who"):
            self.db.query("ASK { ?s ?p ?o }", {"who": 1})

    def test_a_blank_node_is_changed_as_it_was_found(self):
        self.db.update("INSERT DATA { <urn:s> <urn:has> [ <urn:is> 1 ] , [ <urn:is> 2 ] }")
        node = next(self.db.select("SELECT ?node { ?node <urn:is> 2 }")).node
        self.assertIsInstance(node, BlankNode)
        self.db.update("DELETE { ?node <urn:is> ?old } INSERT { ?node <urn:is> 3 } WHERE { ?node <urn:is> ?old }", {"node": node})
        self.assertEqual([row.n for row in self.db.select("SELECT ?n { <urn:s> <urn:has>/<urn:is> ?n } ORDER BY ?n")], [1, 3])
        with self.assertRaisesRegex(QuadrilleError, "is no blank node of this database"):
            self.db.update("INSERT DATA { ?node <urn:is> 4 }", {"node": BlankNode("other")})

    def test_queries_and_updates(self):
        for text in ("SELECT", " # INSERT\nprefix a: <b#> BASE <c>\nask{}", "PREFIX : <a>CONSTRUCT {}", "DESCRIBE <a>"):
            self.assertTrue(is_query(text), text)
        for text in ("INSERT DATA {}", "# SELECT\nCLEAR ALL", "PREFIX select: <a> DELETE WHERE { ?s ?p ?o }", ""):
            self.assertFalse(is_query(text), text)


class Changes(Served):
    def count(self, graph=None):
        return next(self.db.select("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", default_graphs=[graph] if graph else [])).n

    def test_updates(self):
        change = self.db.update("INSERT DATA { <urn:u> <urn:u> 1, 2 }")
        self.assertEqual((change.inserted, change.deleted), (2, 0))
        self.assertEqual(self.db.update("DELETE WHERE { <urn:u> <urn:u> ?o }")[1:], (0, 2))
        self.assertEqual(self.db.update("DELETE WHERE { <urn:u> <urn:u> ?o }").version, change.version + 1)

    def test_files_of_every_syntax(self):
        turtle = b"<urn:s> <urn:p> 1, 2 ."
        rdf = (b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="urn:e:"><rdf:Description rdf:about="urn:s">'
               b"<e:p>1</e:p><e:p>2</e:p></rdf:Description></rdf:RDF>")
        lines = b'<urn:s> <urn:p> "1" .\n<urn:s> <urn:p> "2" .\n'
        for name, content in (("a.ttl", turtle), ("a.nt", lines), ("a.rdf", rdf), ("a.owl", rdf), ("a.ttl.gz", gzip.compress(turtle)),
                              ("a.nt.bz2", bz2.compress(lines))):
            with self.subTest(name):
                (self.folder / name).write_bytes(content)
                self.assertEqual(self.db.load(self.folder / name, graph="urn:" + name).inserted, 2)
                self.assertEqual(self.db.load(str(self.folder / name), graph=IRI("urn:" + name)).inserted, 0)
        self.assertEqual(self.db.load(turtle, "urn:g", "turtle", replace=True).inserted, 2)
        self.assertEqual(self.db.load(io.BytesIO(b"<urn:s> <urn:p> 3 ."), "urn:g", "ttl", replace=True)[1:], (1, 2))
        with open(self.folder / "a.nt", "rb") as file:
            self.assertEqual(self.db.load(file, "urn:open").inserted, 2)
        before = self.count()
        self.db.load(b'<urn:n> <urn:p> "1" <urn:own> .\n<urn:n> <urn:p> "1" .\n', format="nq")
        self.assertEqual((self.count("urn:own"), self.count()), (1, before + 1))
        self.db.load(b"<urn:own> { <urn:n> <urn:p> 2 }", format="trig")
        self.assertEqual(self.count("urn:own"), 2)

    def test_files_with_mistakes(self):
        with self.fails(400, "unexpected") as caught:
            self.db.load(b"<urn:s> <urn:p> 1 .\n<urn:s> x .", format="ttl")
        self.assertEqual((caught.exception.line, caught.exception.column), (2, 9))
        with self.fails(400, "only triples"):
            self.db.load(b'<urn:n> <urn:p> "1" <urn:own> .\n', "urn:g", "nq")
        for source, format, part in ((b"", None, "give format="), ("a.csv", None, "does not show the syntax"), (b"", "csv", "no syntax 'csv'")):
            with self.assertRaisesRegex(ValueError, part):
                self.db.load(source, format=format)
        with self.assertRaises(FileNotFoundError):
            self.db.load(self.folder / "missing.ttl")

    def test_dumps(self):
        for name in ("all.nq", "all.trig.gz"):
            self.db.dump(self.folder / name)
            with quadrille.serve() as copy:
                copy.load(self.folder / name)
                self.assertEqual(sorted(map(str, copy.graphs())), sorted(map(str, self.db.graphs())))
                count = "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"
                self.assertEqual(next(copy.select(count)).n, next(self.db.select(count)).n)
        self.assertEqual((self.folder / "all.trig.gz").read_bytes()[:2], b"\x1f\x8b")
        self.db.dump(self.folder / "g.ttl", graph=EX + "g")
        self.assertIn("http://ex.org/bo", (self.folder / "g.ttl").read_text())
        target = io.BytesIO()
        self.db.dump(target, graph="default", format="nt")
        self.assertEqual(len(target.getvalue().splitlines()), self.count())
        with self.fails(404):
            self.db.dump(self.folder / "none.ttl", graph="urn:none")
        self.assertFalse(list(self.folder.glob("none.*")))


class LongAnswers(Served):
    # 102,400 rows
    CROSS = ("SELECT ?a ?b { VALUES ?a { " + " ".join(map(str, range(320))) + " } VALUES ?b { "
             + " ".join(f'"{n} a longer text, which a program would notice"' for n in range(320)) + " } }")
    ENDLESS = "SELECT ?a { " + " ".join(f"VALUES ?{v} {{ {' '.join(map(str, range(320)))} }}" for v in "abcd") + " }"

    def running(self):
        return json.loads(request(self.server, "GET", "/admin/queries").text)

    def test_rows_are_not_held(self):
        self.assertEqual(sum(1 for _ in self.db.select(self.CROSS)), 102400)  # fills the caches
        tracemalloc.start()
        try:
            count = sum(1 for _ in self.db.select(self.CROSS))
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        self.assertEqual(count, 102400)
        self.assertLess(most, 4 << 20)  # the answer has 6 MB, its rows as objects more

    def test_the_time_limit(self):
        began = time.monotonic()
        with self.fails(503, "1 s"):
            self.db.query(self.ENDLESS.replace("?a", "(COUNT(*) AS ?n)", 1)[:-1] + "FILTER(?a + ?b + ?c != ?d) }", timeout=1)
        self.assertLess(time.monotonic() - began, patience(10))
        with self.fails(None, "cut off", "time limit"), quadrille.connect(self.url, timeout=1) as db:
            for _ in db.select(self.ENDLESS):
                pass

    def test_closing_an_answer_ends_the_query(self):
        with self.db.select(self.ENDLESS) as rows:
            next(rows)
            self.assertIn("?a", str(self.running()))
        until = time.monotonic() + patience(20)
        while "?a" in str(self.running()):
            self.assertLess(time.monotonic(), until, self.running())
            time.sleep(0.02)
        with self.assertRaisesRegex(ValueError, "closed"):
            next(rows)


class Sources(unittest.TestCase):
    def test_every_file_is_of_python_3_8(self):
        for file in (package.ROOT / "packages/python/quadrille").glob("*.py"):
            ast.parse(file.read_text(), str(file), feature_version=(3, 8))


if __name__ == "__main__":
    unittest.main()
