"""Nemo (`nemo-python`): the rules of inferencer/rules, translated to its language (nemo_rules.py), on a relation of triples.

Nemo loads when it reasons. The number of triples is the first answer, which Nemo computes as a rule.
"""

import pathlib
import time

from nmo_python import NemoEngine, load_string

from answer import report, words
from nemo_rules import nemo_rules

RULES = pathlib.Path(__file__).resolve().parents[3] / "inferencer/rules"

rules, _, files = words()
imports = "".join(f'@import t :- ntriples{{resource="{pathlib.Path(file).resolve()}"}} .\n' for file in files)
text = "" if rules == "none" else nemo_rules((RULES / f"{rules}.srl").read_text())
counting = "number(#count(?s, ?p, ?o)) :- t(?s, ?p, ?o) .\n@output number .\n"
began = time.monotonic()
engine = NemoEngine(load_string(imports + text + counting))
engine.reason()
number = int(str(next(iter(engine.result("number")))[0]))
report(load_seconds=time.monotonic() - began, triples=number, answer_seconds=0)
