#!/usr/bin/env python3
"""Frames of the Python client: the type of each column, exact values in Arrow, pandas and Polars, and the time of many rows."""

import datetime
import decimal
import math
import os
import random
import time
import unittest

import package

package.needed("pyarrow", "pandas", "polars")

import pandas
import polars
import pyarrow as pa

import quadrille
from program import Case, patience
from quadrille import XSD

UTC = datetime.timezone.utc
ROWS = int(os.environ.get("QUADRILLE_TEST_ROWS", 200_000))
SECONDS_PER_MILLION = 2
COLUMNS = round(100 * float(os.environ.get("QUADRILLE_TEST_TIMES", 1)))
Decimal = decimal.Decimal


def typed(text, datatype):
    return f'"{text}"^^<{XSD}{datatype}>'


def times(*texts):
    return [typed(text, "dateTime") for text in texts]


class Texts:
    """Random texts of values of a datatype, some at the ends of what types hold, and some that are no values."""

    def __init__(self, dice):
        self.dice = dice

    def digits(self, most):
        return "".join(self.dice.choice("0123456789") for _ in range(self.dice.choice((1, 2, 5, most))))

    def sign(self):
        return self.dice.choice(("", "", "-", "+"))

    def integer(self):
        return self.sign() + self.digits(self.dice.choice((18, 19, 20, 37, 38, 39, 75, 76, 77)))

    def decimal(self):
        return self.sign() + self.dice.choice((self.digits(30), self.digits(9) + ".", "." + self.digits(9), self.digits(40) + "." + self.digits(40)))

    def double(self):
        number = self.sign() + self.digits(17) + "." + self.digits(17)
        return self.dice.choice((number, number + "e" + self.sign() + self.digits(2), self.sign() + "INF", self.digits(3) + "E5"))

    def boolean(self):
        return self.dice.choice(("true", "false", "1", "0"))

    def date(self):
        year = self.dice.choice((1, 999, 1677, 1970, 2024, 2262, 2263, 9999, self.dice.randrange(1, 10000)))
        return f"{year:04}-{self.dice.randrange(1, 13):02}-{self.dice.randrange(1, 31):02}"

    def time(self):
        fraction = "." + self.digits(6) + self.dice.choice(("", "00")) if self.dice.random() < 0.5 else ""
        return f"{self.dice.randrange(24):02}:{self.dice.randrange(60):02}:{self.dice.randrange(60):02}{fraction}"

    def dateTime(self):
        return f"{self.date()}T{self.time()}" + self.zone

    def column(self):
        """(datatype, texts)"""
        datatype = self.dice.choice(("integer", "decimal", "double", "boolean", "date", "time", "dateTime"))
        self.zone = ""
        texts = []
        zones = self.dice.choice((("",), ("Z",), ("Z", "+05:30", "-14:00"), ("", "Z")))
        for _ in range(self.dice.choice((1, 3, 6))):
            self.zone = self.dice.choice(zones)
            texts.append(getattr(self, datatype)())
        if self.dice.random() < 0.1:
            texts.append(self.dice.choice(("abc", "", "0x10", "1_0", "24:00:00", "2024-02-31", "inf", "+INF", "00000-01-01T00:00:00")))
        return datatype, texts


class Frames(Case):
    @classmethod
    def prepare(cls):
        cls.db = cls.enterClassContext(quadrille.serve())

    def rows(self, *terms):
        return self.db.select(f"SELECT ?x {{ VALUES ?x {{ {' '.join(terms)} }} }}")

    def check(self, terms, kind, values, rdf, **companions):
        """The column of these terms has the type, the values and the meaning; and the table these further columns."""
        table = self.rows(*terms).to_arrow()
        self.assertEqual(table.schema.field("x").type, kind)
        self.assertEqual(table.column("x").to_pylist(), values)
        self.assertEqual(table.schema.field("x").metadata[b"rdf"].decode(), rdf)
        self.assertEqual({name: table.column("x@" + name).to_pylist() for name in companions}, companions)
        self.assertEqual(table.num_columns, 1 + len(companions))
        polars_frame, pandas_frame = self.rows(*terms).to_polars(), self.rows(*terms).to_pandas()
        self.assertEqual(polars_frame.columns, table.column_names)
        self.assertEqual(list(pandas_frame.columns), table.column_names)
        self.assertEqual((len(polars_frame), len(pandas_frame)), (len(values), len(values)))
        self.assertEqual(pandas_frame.attrs["rdf"]["x"], rdf)
        return pandas_frame["x"], polars_frame["x"]

    def test_iris_and_strings(self):
        self.check(["<http://ex.org/\u00e9>", "UNDEF", "<urn:b>"], pa.string(), ["http://ex.org/\u00e9", None, "urn:b"], "iri")
        self.check(['"a"', '""', "UNDEF", r'"\\n\n\t\r\"\\"', '"\u00e9\U0001f600"'], pa.string(),
                   ["a", "", None, '\\n\n\t\r"\\', "\u00e9\U0001f600"], XSD + "string")
        self.check(["UNDEF", "UNDEF"], pa.null(), [None, None], "unbound")
        self.check([typed("POINT(1 2)", "anyURI"), typed(r"a\"b", "anyURI")], pa.string(), ["POINT(1 2)", 'a"b'], XSD + "anyURI")

    def test_languages(self):
        self.check(['"chat"@fr', '"a\\"b"', "UNDEF", '"Haus"@de-at', '"@en"'], pa.string(), ["chat", 'a"b', None, "Haus", "@en"],
                   quadrille.terms.LANGUAGE_STRING, lang=["fr", None, None, "de-at", None])

    def test_integers(self):
        column, series = self.check(["1", "-2", typed("007", "integer"), typed("+5", "integer"), str(2**63 - 1)], pa.int64(),
                                    [1, -2, 7, 5, 2**63 - 1], XSD + "integer")
        self.assertEqual((column.dtype, series.dtype), ("int64", polars.Int64))
        column, _ = self.check(["1", "UNDEF", str(2**53 + 1)], pa.int64(), [1, None, 2**53 + 1], XSD + "integer")
        self.assertEqual((column.dtype, column[2]), (pandas.Int64Dtype(), 2**53 + 1))
        self.check([typed("5", "int"), typed("-5", "int")], pa.int64(), [5, -5], XSD + "int")
        large = 2**63
        column, series = self.check([str(large), "1"], pa.decimal128(38, 0), [Decimal(large), Decimal(1)], XSD + "integer")
        self.assertEqual((list(column), list(series)), ([large, 1], [large, 1]))
        _, series = self.check([str(10**60), "1"], pa.decimal256(76, 0), [Decimal(10**60), Decimal(1)], XSD + "integer")
        self.assertEqual(list(series), [str(10**60), "1"])
        for number in (10**37, 10**38, -10**38, 2**127, 10**75):  # at the ends of Arrow's types
            self.assertEqual(self.rows(str(number)).to_arrow()["x"].to_pylist(), [number])
        self.check([str(10**90), "1"], pa.string(), [str(10**90), "1"], XSD + "integer")

    def test_decimals(self):
        column, series = self.check(["1.50", "-0.125", typed("5", "decimal"), typed("-7.", "decimal"), "UNDEF"], pa.decimal128(38, 3),
                                    [Decimal("1.5"), Decimal("-0.125"), Decimal(5), Decimal(-7), None], XSD + "decimal")
        self.assertEqual((column[0], series[1]), (Decimal("1.5"), Decimal("-0.125")))
        for terms in (["1", "2.5"], ["2.5", "1"]):  # integers are decimals
            self.check(terms, pa.decimal128(38, 1), sorted(map(Decimal, terms), reverse=terms[0] == "2.5"), XSD + "decimal")
        long = "1" * 30 + "." + "2" * 30
        self.check([long], pa.decimal256(76, 30), [Decimal(long)], XSD + "decimal")
        longer = "1" * 60 + "." + "2" * 60
        self.check([longer], pa.string(), [longer], XSD + "decimal")

    def test_floats_and_booleans(self):
        column, series = self.check(["1e0", "0.1e0", typed("INF", "double"), typed("-INF", "double"), typed("1", "double"), "UNDEF"],
                                    pa.float64(), [1.0, 0.1, math.inf, -math.inf, 1.0, None], XSD + "double")
        self.assertEqual((column.dtype, series.dtype), (pandas.Float64Dtype(), polars.Float64))
        table = self.rows(typed("NaN", "double"), "UNDEF").to_arrow()
        self.assertTrue(math.isnan(table["x"][0].as_py()) and table["x"][1].as_py() is None)
        self.check([typed("0.5", "float")], pa.float32(), [0.5], XSD + "float")
        column, _ = self.check(["true", typed("0", "boolean"), "UNDEF", typed("1", "boolean")], pa.bool_(),
                               [True, False, None, True], XSD + "boolean")
        self.assertEqual(column.dtype, pandas.BooleanDtype())

    def test_times(self):
        day = datetime.datetime(2024, 2, 29, 12, 30)
        column, series = self.check([*times("2024-02-29T12:30:00", "2024-02-29T12:30:00.5"), "UNDEF"], pa.timestamp("us"),
                                    [day, day.replace(microsecond=500000), None], XSD + "dateTime")
        self.assertEqual((column[0], series[0]), (pandas.Timestamp(day), day))
        column, series = self.check(times("2024-02-29T12:30:00Z", "2024-02-29T12:30:00.000001Z"), pa.timestamp("us", "UTC"),
                                    [day.replace(tzinfo=UTC), day.replace(tzinfo=UTC, microsecond=1)], XSD + "dateTime")
        self.assertEqual((str(column.dtype), series[0]), ("datetime64[us, UTC]", day.replace(tzinfo=UTC)))
        self.check(times("2024-02-29T12:30:00Z", "2024-02-29T09:00:00-03:30"), pa.timestamp("us", "UTC"), [day.replace(tzinfo=UTC)] * 2,
                   XSD + "dateTime", zone=["Z", "-03:30"])
        mixed = ["2024-02-29T12:30:00", "2024-02-29T12:30:00Z"]
        self.check(times(*mixed), pa.string(), mixed, XSD + "dateTime")
        table = self.rows(*times("2024-02-29T12:30:00.123456789")).to_arrow()
        self.assertEqual((table["x"].type, table["x"][0].value % 10**9), (pa.timestamp("ns"), 123456789))
        for text in ("-0044-03-15T00:00:00", "12024-01-01T00:00:00", "2024-01-01T00:00:00.1234567891"):
            self.check(times(text), pa.string(), [text], XSD + "dateTime")
        self.check([typed("2024-02-29", "date")], pa.date32(), [day.date()], XSD + "date")
        self.check([typed("2024-02-29Z", "date")], pa.string(), ["2024-02-29Z"], XSD + "date")
        self.check([typed("12:30:00.5", "time")], pa.time64("us"), [datetime.time(12, 30, 0, 500000)], XSD + "time")

    def test_mixtures_and_terms(self):
        terms = ["<urn:a>", '"a"', "1", "2.5", "1e0", '"x"@en', typed("5", "int"), typed("abc", "integer")]
        exact = ["<urn:a>", '"a"', typed(1, "integer"), typed("2.5", "decimal"), typed("1e0", "double"), '"x"@en', typed("5", "int"),
                 typed("abc", "integer")]
        for turn in range(len(terms)):
            self.check([*terms[turn:], "UNDEF", *terms[:turn]], pa.string(), [*exact[turn:], None, *exact[:turn]], "term")
        for one, other in (("1", "1e0"), ("1.5", "1e0"), ("1", '"1"'), ('"1"', "1"), (typed("1", "int"), "1"), ("1", typed("x", "integer"))):
            found = self.rows(one, other).to_arrow()["x"].to_pylist()
            self.assertEqual([quadrille.parse(text) for text in found], [quadrille.parse(one), quadrille.parse(other)], (one, other))
        frame = self.rows("007", "UNDEF", '"a"').to_pandas(terms=True)
        self.assertEqual((frame["x"][0], frame["x"][2]), (typed("007", "integer"), '"a"'))
        self.db.update("INSERT DATA { <urn:s> <urn:blank> [], <urn:o> }")
        self.assertEqual({text[:2] for text in self.db.select("SELECT ?o { ?s <urn:blank> ?o }").to_arrow()["o"].to_pylist()}, {"_:", "<u"})

    def test_random_columns_have_the_values_of_rows(self):
        seed = int(os.environ.get("QUADRILLE_SEED", random.randrange(1 << 30)))
        print(f"QUADRILLE_SEED={seed}")
        texts = Texts(random.Random(seed))
        for _ in range(COLUMNS):
            datatype, column = texts.column()
            terms = [typed(text, datatype) for text in column] + ["UNDEF"]
            cells = self.rows(*terms).to_arrow()["x"]
            with self.subTest(terms, type=cells.type):
                found = cells.to_pylist()
                if cells.type == pa.string():  # the texts, or terms
                    self.assertIn(found, ([*column, None], [*terms[:-1], None]))
                else:
                    self.assertEqual(found, [row.x for row in self.rows(*terms)])

    def test_answers_of_every_shape(self):
        self.assertEqual(self.rows().to_arrow().num_rows, 0)
        self.assertEqual(list(self.rows().to_pandas().columns), ["x"])
        self.assertEqual(self.db.select("SELECT * {}").to_arrow().num_columns, 0)
        long = "x" * 9_000_000  # more than is read at once
        rows = self.db.select(f'SELECT ?a ?b {{ VALUES (?a ?b) {{ (1 "{long}") (2 "y") }} }}')
        self.assertEqual(rows.to_arrow()["b"].to_pylist(), [long, "y"])
        rows = self.rows("1", "2", "3")
        next(rows)
        self.assertEqual(rows.to_arrow()["x"].to_pylist(), [2, 3])
        with self.assertRaisesRegex(ValueError, "send the query again"):
            rows.to_pandas()

    def test_many_rows(self):
        lines = "".join(f'<http://ex.org/person/{n}> <urn:name> "Name number {n}" ; <urn:age> {n % 90} .\n' for n in range(ROWS))
        self.db.load(lines.encode(), format="ttl")
        for frame in ("to_pandas", "to_polars", "to_arrow"):
            began = time.monotonic()
            made = getattr(self.db.select("SELECT ?person ?name ?age { ?person <urn:name> ?name ; <urn:age> ?age }"), frame)()
            seconds = time.monotonic() - began
            self.assertEqual(len(made), ROWS)
            ages = made["age"] if frame == "to_arrow" else pa.array(made["age"])
            self.assertEqual(pa.compute.sum(ages).as_py(), sum(n % 90 for n in range(ROWS)))
            print(f"{frame}: {ROWS:,} rows in {seconds:.2f} s")
            self.assertLess(seconds, patience(1 + SECONDS_PER_MILLION * ROWS / 1e6))


if __name__ == "__main__":
    unittest.main()
