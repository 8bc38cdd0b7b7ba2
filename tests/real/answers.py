"""The summary of an answer: number of rows, rows that bind each variable, and the hash that expected.tsv has.

The hash is the first 16 hex digits of the SHA-256 of the rows, each row the terms in N-Triples form joined by tabs
(unbound: empty; language tags in lower case), rows sorted bytewise, with newlines between them and one at the end (so that
no rows have the hash of one newline).
"""

import hashlib
import json
import re
from dataclasses import dataclass

XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"
ESCAPES = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\b": r"\b", "\f": r"\f"}
ESCAPED = re.compile(r'[\\"\x00-\x1f\x7f]')


@dataclass
class Answer:
    rows: str    # a number; of ASK: true or false
    bound: str   # "x:3,y:2"; "-" where there are no variables
    lines: list  # the rows in N-Triples form

    def hash(self):
        text = "\n".join(sorted(self.lines, key=str.encode)) + "\n"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def n_triples(term):
    """A term of SPARQL 1.1 Query Results JSON in N-Triples form."""
    if term is None:
        return ""
    if term["type"] == "uri":
        return f"<{term['value']}>"
    if term["type"] == "bnode":
        return f"_:{term['value']}"
    escaped = ESCAPED.sub(lambda found: ESCAPES.get(found[0], f"\\u{ord(found[0]):04X}"), term["value"])
    if "xml:lang" in term:
        return f'"{escaped}"@{term["xml:lang"].lower()}'
    datatype = term.get("datatype", XSD_STRING)
    return f'"{escaped}"' if datatype == XSD_STRING else f'"{escaped}"^^<{datatype}>'


def read_solutions(body):
    """The answer of SELECT or ASK. Raises ValueError or KeyError for a malformed body."""
    document = json.loads(body)
    if "boolean" in document:
        return Answer(str(document["boolean"]).lower(), "-", [])
    variables, rows = document["head"]["vars"], document["results"]["bindings"]
    if any(row.keys() - set(variables) for row in rows):
        raise ValueError("a row binds a variable that the head does not name")
    bound = ",".join(f"{name}:{sum(name in row for row in rows)}" for name in variables)
    lines = ["\t".join(n_triples(row.get(name)) for name in variables) for row in rows]
    return Answer(str(len(rows)), bound, lines)


def read_triples(body):
    """The answer of CONSTRUCT or DESCRIBE: a set of triples. A repeated line is an error."""
    lines = body.decode().splitlines()
    if len(set(lines)) != len(lines):
        raise ValueError(f"{len(lines) - len(set(lines))} triples come twice")
    return Answer(str(len(lines)), "-", lines)


def read_answer(content_type, body):
    if content_type == "application/sparql-results+json":
        return read_solutions(body)
    if content_type == "application/n-triples":
        return read_triples(body)
    raise ValueError(f"the answer comes as {content_type}")
