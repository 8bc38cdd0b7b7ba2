"""What a reasoner reports: one line of JSON, its last one, on standard output. A reasoner is a program of its own:

    sparq_reasoner.py RULES QUERY FILE...        RULES: none (only load), rdfs, owl-rl
"""

import json
import os
import sys


def words():
    """The rule set, the query, and the files."""
    return sys.argv[1], sys.argv[2], sys.argv[3:]


def report(**figures):
    """`load_seconds`, `answer_seconds`, and `reason_seconds` and `inferred`; a program that reasons while it loads gives
    `triples` instead of these two. Then the program ends without clearing up."""
    print(json.dumps(figures), flush=True)
    os._exit(0)
