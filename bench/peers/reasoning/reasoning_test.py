#!/usr/bin/env python3
"""Tests without real peers: rules in Nemo's language, and the figures of a run."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from nemo_rules import nemo_rules, statements  # noqa: E402
from reasoners import PeerError, Reasoner  # noqa: E402

RULES = HERE.parents[2] / "inferencer/rules"


class NemoRules(unittest.TestCase):
    def test_patterns_are_atoms_and_vocabulary_has_relations(self):
        text = nemo_rules("PREFIX rdfs: <urn:r#>\nRULE rule:a { ?x a ?d } WHERE { ?c rdfs:subClassOf ?d . ?x a ?c }\n")
        self.assertEqual(text.splitlines(), [
            "@prefix rdfs: <urn:r#> .",
            "t(?x, rdf:type, ?d) :- rdfs_subClassOf(?c, ?d), t(?x, rdf:type, ?c) . % rule:a",
            "rdfs_subClassOf(?x, ?y) :- t(?x, rdfs:subClassOf, ?y) ."])

    def test_local_predicates_are_relations_and_conditions_are_inequalities(self):
        text = nemo_rules("RULE rule:b { GRAPH ?l { ?x local:before ?y } }\n"
                          "WHERE { ?l local:cellOf ?p . GRAPH ?r { ?x local:before ?y } FILTER(!sameTerm(?x, ?y)) }\n")
        self.assertEqual(text, "before(?l, ?x, ?y) :- cellOf(?l, ?p), before(?r, ?x, ?y), ?x != ?y . % rule:b\n")

    def test_constraints_are_left_out(self):
        self.assertEqual(nemo_rules("RULE rule:c { } WHERE { ?x a ?c }\n"), "\n")

    def test_all_other_rules_of_owl_rl_are_translated(self):
        text = (RULES / "owl-rl.srl").read_text()
        wanted = sum("{ }" not in rule and "rule:dt-" not in rule for rule in statements(text))
        self.assertGreater(wanted, 60)
        self.assertEqual(nemo_rules(text).count(" % rule:"), wanted)


class Program(Reasoner):
    """Reports what a text says of it."""

    def version(self, place):
        return "7"

    def words(self, place, memory_gb):
        return ["sh", "-c", 'echo log; [ "$1" = none ] && echo \'{"load_seconds": 1, "triples": 3, "answer_seconds": 0}\' ||'
                ' echo \'{"load_seconds": 4, "triples": 9, "answer_seconds": 0.5}\'', "sh"]


class Figures(unittest.TestCase):
    def test_a_run_without_rules_tells_loading_from_reasoning(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Program("stand-in", "", ["rdfs"], separate=True)
            figures = program.measure(pathlib.Path(folder), "rdfs", "ASK {}", [], 1, 20)
            self.assertEqual(figures, {"name": "stand-in", "version": "7", "load_seconds": 1, "reason_seconds": 3,
                                       "inferred": 6, "answer_seconds": 0.5, "first_answer_seconds": 4.5})
            with self.assertRaisesRegex(PeerError, "stand-in has no rules owl-rl, but rdfs"):
                program.measure(pathlib.Path(folder), "owl-rl", "ASK {}", [], 1, 20)

    def test_the_command_lists_them(self):
        said = subprocess.run([HERE / "reason", "list"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(len(said.splitlines()), 5)
        self.assertIn("reasonable   owl-rl", said)


if __name__ == "__main__":
    unittest.main()
