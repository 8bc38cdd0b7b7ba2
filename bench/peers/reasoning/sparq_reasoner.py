"""sparq (`sparq-rdf`): a graph is loaded from one text, `reason()` adds what follows to it, a query is answered."""

import time

import sparq

from answer import report, words

PROFILES = {"rdfs": "rdfs", "owl-rl": "owl"}

rules, query, files = words()
began = time.monotonic()
graph = sparq.Graph.load("".join(open(file, encoding="utf-8").read() for file in files), format="ntriples")
loaded = time.monotonic()
inferred = graph.reason(PROFILES[rules]) if rules != "none" else 0
closed = time.monotonic()
graph.query_json(query)
report(load_seconds=loaded - began, reason_seconds=closed - loaded, inferred=inferred,
       answer_seconds=time.monotonic() - closed)
