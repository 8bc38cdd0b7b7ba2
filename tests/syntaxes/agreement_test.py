#!/usr/bin/env python3
"""Compares the readers of RDF syntaxes with pyoxigraph's on the W3C's documents, mutated: both accept a document, with
the same number of quads, or both refuse it. Known differences have a name and a test in KNOWN."""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

SKIPPED = 77  # what ctest takes for "skipped"
FOLDERS = {"nt": "rdf-n-triples", "nq": "rdf-n-quads", "ttl": "rdf-turtle", "trig": "rdf-trig", "rdf": "rdf-xml"}
BASE = "http://base/d/f"
PIECES = ["<", ">", '"', "'", "\\", ".", ":", ";", ",", "@", "^", "_", " ", "\t", "\n", "\r", "#", "(", ")", "[", "]", "{", "}", "a",
          "0", "1", "e", "%", "&", "/", "=", "ä", "<http://a/b> ", '"x" ', "_:b ", " .\n", '"x"@en ', "<< ", " ^^<http://a/b> ",
          "true ", "1.5 ", '"""', "\\u0041", "@prefix ", "PREFIX ", "GRAPH ", "true", "-", "%20", "\\n", "_:", "<<( ", " )>>",
          " >> ", " ~ ", " {| ", " |} ", '"x"@ar--rtl ', 'VERSION "1.2"', "~", "|", '@version "1.2" . ']


def mutated(text, other, rng):
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + text[at + rng.randint(1, 4):]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(PIECES) + text[at + 1:]
        elif kind == 3:
            begin = rng.randrange(len(text) + 1)
            text = text[:at] + text[begin:begin + rng.randrange(30)] + text[at:]
        elif kind == 4:
            text = text[:at]
        else:
            tokens = text.split(" ")
            i, j = rng.randrange(len(tokens)), rng.randrange(len(tokens))
            tokens[i], tokens[j] = tokens[j], tokens[i]
            text = " ".join(tokens)
    return text


class Reader:
    """Our readers, in a separate process."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, syntax, text):
        data = text.encode()
        self.process.stdin.write(f"{syntax} {len(data)}\n".encode() + data)
        self.process.stdin.flush()
        return self.process.stdout.readline().decode(errors="replace").rstrip("\n")


def read_by_peer(pyoxigraph, syntax, text):
    formats = pyoxigraph.RdfFormat
    form = {"nt": formats.N_TRIPLES, "nq": formats.N_QUADS, "ttl": formats.TURTLE, "trig": formats.TRIG, "rdf": formats.RDF_XML}[syntax]
    base = None if syntax in ("nt", "nq") else BASE
    try:
        return str(sum(1 for _ in pyoxigraph.parse(text.encode(), format=form, base_iri=base)))
    except (SyntaxError, ValueError) as error:
        return f"refused: {error}"


def accepts(outcome):
    return outcome.isdigit()


# Known differences by name; each function decides whether its difference explains what the two readers gave.
KNOWN = {
    # The grammars' IRIREF forbids a few characters; RFC 3987 forbids more, and pyoxigraph checks that. Published data
    # have such IRIs, so we take them.
    "the IRI is not one of RFC 3987": lambda syntax, text, ours, theirs: accepts(ours)
    and re.search("Invalid IRI|No scheme found|Invalid host|Invalid port|Invalid character|path of an IRI not containing an authority", theirs),
    # The grammars' LANGTAG is letters, then parts of letters and digits; BCP 47 asks for more, and pyoxigraph checks that.
    "the language tag is not one of BCP 47": lambda syntax, text, ours, theirs: accepts(ours)
    and re.search("subtag", theirs),
    # pyoxigraph reads some XML that is not well-formed.
    "the XML is not well-formed": lambda syntax, text, ours, theirs: syntax == "rdf" and ": XML: " in ours and accepts(theirs),
    # pyoxigraph takes attributes and texts where the grammar of RDF/XML (7.2) has none, and drops some of them.
    "the grammar of RDF/XML is broken": lambda syntax, text, ours, theirs: accepts(theirs)
    and re.search("cannot have (attributes|rdf:)|has no other attributes|holds no elements|not both|is not allowed here", ours),
    # RDF 1.2 N-Triples, 2: a line may announce the version.
    "a line announces a version": lambda syntax, text, ours, theirs: syntax in ("nt", "nq") and accepts(ours)
    and "VERSION" in text and "must be an IRI or a blank node" in theirs,
    # An unknown version is a warning, since announcements are hints.
    "a version is not known": lambda syntax, text, ours, theirs: accepts(ours) and "The rdf:version value" in theirs,
    # pyoxigraph waits for more text after an empty string at the end of a document.
    "a document ends with an empty version": lambda syntax, text, ours, theirs: accepts(ours)
    and re.search("(?i)version *(\"\"|'')\\s*$", text) and "Unexpected end of file" in theirs,
    # TriG, triplesBlock: the last triples of a graph need no dot, and a reified triple can be all of them.
    "a reified triple ends a graph": lambda syntax, text, ours, theirs: syntax == "trig" and accepts(ours)
    and "} is not a valid predicate" in theirs,
    # pyoxigraph reads only UTF-8.
    "the XML has another encoding": lambda syntax, text, ours, theirs: accepts(ours) and "Only UTF-8 is supported" in theirs,
    # RDF/XML, 7.2.20: any parseType but Resource and Collection is Literal. pyoxigraph drops such properties.
    "rdf:parseType is of another kind": lambda syntax, text, ours, theirs: syntax == "rdf" and accepts(ours)
    and re.search("parseType=[\"'](?!(Resource|Collection|Literal)[\"'])", text),
    "pyoxigraph refuses an empty XML literal": lambda syntax, text, ours, theirs: accepts(ours)
    and "No value found for rdf:XMLLiteral" in theirs,
    # libxml2 has the names of XML 1.0's fourth edition; the fifth allows more characters.
    "rdf:ID is a name in XML's fifth edition alone": lambda syntax, text, ours, theirs: accepts(theirs)
    and "is not an XML name" in ours,
    # RDF/XML, 6.1.4: ID, about, resource, parseType and type may stand without a namespace.
    "RDF/XML has a term without a namespace": lambda syntax, text, ours, theirs: accepts(ours)
    and "XML namespaces are required" in theirs,
    # "true1" and "1true" are two terms, since white space is needed only where a terminal would be read wrongly.
    "nothing stands between two terms": lambda syntax, text, ours, theirs: accepts(ours)
    and re.search("(true|false)[0-9]+|[0-9](true|false)", text) and "is not a valid RDF object" in theirs,
    # "p:a\\." and "p:a\\#b." end with another dot for pyoxigraph: the one behind an escape belongs to the name.
    "a dot ends a name with an escape": lambda syntax, text, ours, theirs: re.search(r"\\[^\s]*\.\s*$", text),
}


def known(syntax, text, ours, theirs):
    return next((name for name, explains in KNOWN.items() if explains(syntax, text, ours, theirs)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reader", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--venv", required=True)
    parser.add_argument("--seconds", type=float, default=3600, help="stop after this time")
    parser.add_argument("--cases", type=int, default=1 << 62, help="stop after so many documents")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    parser.add_argument("--syntax", choices=FOLDERS, action="append")
    arguments = parser.parse_args()
    suites = Path(os.environ.get("QUADRILLE_SHARED", arguments.shared)) / "w3c/rdf"
    for site in Path(arguments.venv).glob("lib/python*/site-packages"):
        sys.path.append(str(site))
    try:
        import pyoxigraph
    except ImportError:
        pyoxigraph = None
    if pyoxigraph is None or not suites.exists():
        print("skipped: pyoxigraph or the shared folder is missing")
        return 1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") else SKIPPED

    print("seed", arguments.seed)
    rng = random.Random(arguments.seed)
    documents = {}
    for syntax in arguments.syntax or FOLDERS:
        paths = [path for version in ("rdf11", "rdf12") for path in sorted((suites / version / FOLDERS[syntax]).rglob("*." + syntax))]
        texts = [path.read_bytes().decode(errors="ignore") for path in paths if path.stat().st_size < 20000]
        if syntax == "rdf":
            texts = [re.sub("(?s)<!--.*?-->", "", text) for text in texts]
        documents[syntax] = [text for text in texts if text]
    reader = Reader(arguments.reader)
    counts = {"accepted by both": 0, "refused by both": 0}
    differences = []
    end = time.monotonic() + arguments.seconds
    for _ in range(arguments.cases):
        if time.monotonic() > end:
            break
        syntax = rng.choice(list(documents))
        text = rng.choice(documents[syntax])
        if rng.randrange(20):
            text = mutated(text, rng.choice(documents[syntax]), rng)
        ours, theirs = reader.read(syntax, text), read_by_peer(pyoxigraph, syntax, text)
        if ours == theirs or not (accepts(ours) or accepts(theirs)):
            counts["accepted by both" if accepts(ours) else "refused by both"] += 1
        elif name := known(syntax, text, ours, theirs):
            counts[name] = counts.get(name, 0) + 1
        else:
            differences.append((syntax, text, ours, theirs))
            if len(differences) == 20:
                break
    for name, count in counts.items():
        print(f"{count:8} {name}")
    for syntax, text, ours, theirs in differences:
        print(f"--- {syntax}: we {ours}; pyoxigraph {theirs}\n{text}")
    print(f"{len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
