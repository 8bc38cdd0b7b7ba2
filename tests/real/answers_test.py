#!/usr/bin/env python3
"""The summaries and comparisons of the tests of published data sets, and the faults that they find."""

import json
import unittest

from answers import Answer, n_triples, read_answer
from canonical_quads import canonical, components
from expectations import Expectation
from generated import difference, wrong_numbers
from judge import judge
from sameness import comparable

JSON = "application/sparql-results+json"


def solutions(*rows, variables=("x", "y")):
    return json.dumps({"head": {"vars": variables}, "results": {"bindings": rows}}).encode()


class Said:
    """An endpoint that always returns the same answer."""

    def __init__(self, *answer):
        self.answer = answer

    def ask(self, _):
        return self.answer


class Answers(unittest.TestCase):
    def test_terms_have_the_form_of_n_triples(self):
        literal = {"type": "literal", "value": 'a"\\\n\x01'}
        self.assertEqual(n_triples(literal), r'"a\"\\\n\u0001"')
        self.assertEqual(n_triples({**literal, "value": "a", "xml:lang": "de-AT"}), '"a"@de-at')
        self.assertEqual(n_triples({**literal, "value": "1", "datatype": "urn:t"}), '"1"^^<urn:t>')
        self.assertEqual(n_triples({"type": "uri", "value": "urn:a"}), "<urn:a>")
        self.assertEqual(n_triples(None), "")

    def test_rows_and_bound_variables_are_counted(self):
        one = {"type": "uri", "value": "urn:a"}
        answer = read_answer(JSON, solutions({"x": one}, {"x": one, "y": one}))
        self.assertEqual((answer.rows, answer.bound), ("2", "x:2,y:1"))
        self.assertEqual(answer.lines, ["<urn:a>\t", "<urn:a>\t<urn:a>"])

    def test_no_rows_have_the_hash_of_one_newline(self):
        self.assertEqual(Answer("0", "-", []).hash(), "01ba4719c80b6fe9")

    def test_ask_and_triples(self):
        self.assertEqual(read_answer(JSON, b'{"head":{},"boolean":true}').rows, "true")
        self.assertEqual(read_answer("application/n-triples", b"<a> <b> <c> .\n").rows, "1")
        with self.assertRaises(ValueError):
            read_answer("application/n-triples", b"<a> <b> <c> .\n<a> <b> <c> .\n")
        with self.assertRaises(ValueError):
            read_answer("text/html", b"")


class Judge(unittest.TestCase):
    def wrong(self, expectation, *answer):
        return len(judge(Said(*answer), expectation))

    def test_every_difference_is_told(self):
        empty = (200, JSON, solutions())
        self.assertEqual(self.wrong(Expectation("q", "", "0", "x:0,y:0", "01ba4719c80b6fe9"), *empty), 0)
        self.assertEqual(self.wrong(Expectation("q", "", "1"), *empty), 1)
        self.assertEqual(self.wrong(Expectation("q", "", "0", "y:0,x:0"), *empty), 1)
        self.assertEqual(self.wrong(Expectation("q", "", "0", "-", "e3b0c44298fc1c14"), *empty), 1)
        self.assertEqual(self.wrong(Expectation("q", "", "0"), 200, JSON, b'{"head":{"vars":['), 1)
        self.assertEqual(self.wrong(Expectation("q", "", "0"), 500, "text/plain", b""), 1)

    def test_what_is_not_supported_must_say_so(self):
        missing = Expectation("q", "", "0", unsupported="property paths")
        self.assertEqual(self.wrong(missing, 501, "text/plain", b"line 1: property paths are not supported yet"), 0)
        self.assertEqual(self.wrong(missing, 501, "text/plain", b"not supported"), 1)
        self.assertEqual(self.wrong(missing, 400, "text/plain", b"property paths"), 1)
        self.assertEqual(self.wrong(missing, 200, JSON, solutions()), 1)


class Sameness(unittest.TestCase):
    def rows(self, *values, query="SELECT"):
        return comparable(query, 200, JSON, solutions(*({"x": value} for value in values), variables=["x"]))

    def double(self, text):
        return {"type": "literal", "value": text, "datatype": "http://www.w3.org/2001/XMLSchema#double"}

    def test_order_labels_and_last_digits_are_free(self):
        self.assertEqual(self.rows(self.double("0.30000000000000004")), self.rows(self.double("3.0E-1")))
        self.assertEqual(self.rows({"type": "bnode", "value": "a"}), self.rows({"type": "bnode", "value": "b"}))
        a, b = ({"type": "uri", "value": value} for value in "ab")
        self.assertEqual(self.rows(a, b), self.rows(b, a))
        self.assertEqual(self.rows(a, query="SELECT limit 1"), self.rows(b, query="SELECT limit 1"))

    def test_values_and_repeats_are_not(self):
        a, b = ({"type": "uri", "value": value} for value in "ab")
        self.assertNotEqual(self.rows(a), self.rows(b))
        self.assertNotEqual(self.rows(a), self.rows(a, a))
        self.assertNotEqual(self.rows(self.double("0.3")), self.rows(self.double("0.3001")))


class CanonicalQuads(unittest.TestCase):
    def lines(self, text):
        """The sets of quads of a text such as "x p y, y p x"; x, y, z and w are blank nodes."""
        quads = [tuple((0, term) if term in "xyzw" else term for term in quad.split()) for quad in text.split(",")]
        return sorted(canonical(each) for each in components(quads))

    def test_labels_are_free(self):
        self.assertEqual(self.lines("x p y, y p a"), self.lines("z p x, x p a"))
        self.assertEqual(self.lines("x p y, y p z, z p x"), self.lines("w p x, y p w, x p y"))
        self.assertEqual(self.lines("x p a, y p a"), self.lines("z p a, w p a"))

    def test_what_they_connect_is_not(self):
        self.assertNotEqual(self.lines("x p y, y p a"), self.lines("x p y, x p a"))
        self.assertNotEqual(self.lines("x p y, y p x, z p w, w p z"), self.lines("x p y, y p z, z p w, w p x"))
        self.assertNotEqual(self.lines("x p a, y p a"), self.lines("x p a, x p a"))
        self.assertNotEqual(self.lines("x p y"), self.lines("x p x"))


class GeneratedData(unittest.TestCase):
    AVERAGE = '<urn:%s>\t"%s"^^<http://www.w3.org/2001/XMLSchema#float>'

    def test_rows_are_compared_in_any_order_and_numbers_to_four_digits(self):
        wanted = [self.AVERAGE % ("a", "1.00001"), self.AVERAGE % ("b", "2")]
        self.assertIsNone(difference(wanted, [self.AVERAGE % ("b", "2.0E0"), self.AVERAGE % ("a", "1.00002")]))
        self.assertIn("1 rows instead of 2", difference(wanted, wanted[:1]))
        self.assertIn("urn:c", difference(wanted, [self.AVERAGE % ("c", "2"), wanted[0]]))
        self.assertIn("2.1", difference(wanted, [self.AVERAGE % ("b", "2.1"), wanted[0]]))

    def test_queries_have_as_many_rows_as_the_benchmark_promises(self):
        self.assertEqual(list(wrong_numbers({"explore-q11-001": ["row"] * 10, "explore-q04-001": []})), [])
        self.assertEqual(len(list(wrong_numbers({"explore-q11-001": ["row"] * 9, "explore-q01-001": []}))), 2)


if __name__ == "__main__":
    unittest.main()
