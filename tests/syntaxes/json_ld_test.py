#!/usr/bin/env python3
"""Compares JSON-LD with pyoxigraph: it reads the documents that we write, in each form, as the same quads; and we read
those that it writes."""

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

SKIPPED = 77  # what ctest takes for "skipped"
XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
PREFIXES = ["a", "b", "http", "urn", "geo", "tel", "", "_", "rdf", "xsd"]
NAMESPACES = ["http://a/", "http://a/b", "http://a/b#", "urn:", "urn:x:", "geo:", "tel:", "a:", "b:", RDF, XSD]
LOCALS = ["x", "y", "1", "x:y", "_:b", "//x", "/x", "?q", "#f", "@id", "type", "é", ""]
TEXTS = ["", "a", '"', "\\", "\n\t\r\b\f", "\x01\x1f\x7f", "é", "\U0001f600\uffff", "@id", "_:b", "a:x", "http://a/x", "7", "null"]
NUMBERS = ["0", "-0", "7", "07", "-12", "1.5", "1.5E0", "1.0E0", "1.50E0", "1.0E21", "1.5E-7", "INF", "999999999999999", "9007199254740993",
           "true", "1", "[1,2]", "[1, 2]", '{"a":null}', '{"b":1,"a":2}', "x"]
DATATYPES = [XSD + name for name in ("integer", "double", "boolean", "decimal", "string")] + [RDF + "JSON", "tel:x"]
LANGUAGES = ["en", "de-at", "ar--rtl", "en--ltr"]
KINDS = ["stream", "stream", "expanded", "flattened", "compacted"]


class Converter:
    """Our reader and writers, in a separate process."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def convert(self, kind, prefixes, data):
        lines = "".join(f"{prefix} {iri}\n" for prefix, iri in prefixes)
        self.process.stdin.write(f"{kind} {len(prefixes)} {len(data)}\n{lines}".encode() + data)
        self.process.stdin.flush()
        head = self.process.stdout.readline().decode().strip()
        text = self.process.stdout.read(abs(int(head)))
        if head.startswith("-"):
            raise ValueError(text.decode())
        return text


class RandomQuads:
    def __init__(self, pyoxigraph, rng):
        self.peer, self.rng = pyoxigraph, rng

    def iri(self):
        while True:
            try:
                return self.peer.NamedNode(self.rng.choice(NAMESPACES) + self.rng.choice(LOCALS))
            except ValueError:  # pyoxigraph takes only IRIs of RFC 3987
                continue

    def node(self):
        return self.peer.BlankNode(self.rng.choice(["b", "c", "d"])) if self.rng.randrange(4) == 0 else self.iri()

    def literal(self):
        kind = self.rng.randrange(3)
        if kind == 0:
            return self.peer.Literal(self.rng.choice(TEXTS))
        if kind == 1:
            return self.peer.Literal(self.rng.choice(NUMBERS), datatype=self.peer.NamedNode(self.rng.choice(DATATYPES)))
        tag, _, direction = self.rng.choice(LANGUAGES).partition("--")
        direction = {"": None, "ltr": self.peer.BaseDirection.LTR, "rtl": self.peer.BaseDirection.RTL}[direction]
        return self.peer.Literal(self.rng.choice(TEXTS), language=tag, direction=direction)

    def quads(self):
        graph, subject, quads = self.peer.DefaultGraph(), self.node(), []
        for _ in range(self.rng.randrange(30)):
            if self.rng.randrange(5) == 0:
                graph = self.rng.choice([self.peer.DefaultGraph(), self.node()])
            if self.rng.randrange(2):
                subject = self.node()
            predicate = self.peer.NamedNode(RDF + "type") if self.rng.randrange(8) == 0 else self.iri()
            quads.append(self.peer.Quad(subject, predicate, self.rng.choice([self.node, self.literal])(), graph))
        return quads

    def prefixes(self):
        return [(self.rng.choice(PREFIXES), self.rng.choice(NAMESPACES)) for _ in range(self.rng.randrange(6))]


def canonical(peer, quads):
    dataset = peer.Dataset(quads)
    dataset.canonicalize(peer.CanonicalizationAlgorithm.RDFC_1_0)
    return {str(quad) for quad in dataset}


def without_json(quads):
    """In the forms that the specification defines, a literal of rdf:JSON is its value."""
    return [quad for quad in quads if getattr(getattr(quad.object, "datatype", None), "value", "") != RDF + "JSON"]


def difference(peer, converter, source, rng):
    """A text that describes a document that one of the two writes and the other reads otherwise; None if there is none."""
    kind, prefixes, quads = rng.choice(KINDS), source.prefixes(), source.quads()
    if kind != "stream":
        quads = without_json(quads)
    nquads = peer.serialize(quads, format=peer.RdfFormat.N_QUADS)
    document = ours = theirs = None
    try:
        document = converter.convert(kind, prefixes, nquads)
        theirs = canonical(peer, peer.parse(document, format=peer.RdfFormat.JSON_LD))
        if theirs == canonical(peer, quads):
            kind, document = "read", peer.serialize(quads, format=peer.RdfFormat.JSON_LD)
            ours = canonical(peer, peer.parse(converter.convert("read", [], document), format=peer.RdfFormat.N_QUADS))
            if ours == canonical(peer, quads):
                return None
        read = ours if kind == "read" else theirs
        wrong = [f"- {quad}" for quad in canonical(peer, quads) - read] + [f"+ {quad}" for quad in read - canonical(peer, quads)]
    except (ValueError, SyntaxError) as error:
        wrong = [str(error)]
    return "\n".join([f"--- {kind} {prefixes}", nquads.decode(), (document or b"").decode(), *wrong])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--converter", required=True)
    parser.add_argument("--venv", required=True)
    parser.add_argument("--seconds", type=float, default=3600, help="stop after this time")
    parser.add_argument("--cases", type=int, default=1 << 62, help="stop after so many documents")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    arguments = parser.parse_args()
    for site in Path(arguments.venv).glob("lib/python*/site-packages"):
        sys.path.append(str(site))
    try:
        import pyoxigraph
    except ImportError:
        print("skipped: pyoxigraph is missing")
        return 1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") else SKIPPED
    print("seed", arguments.seed)
    rng = random.Random(arguments.seed)
    source, converter = RandomQuads(pyoxigraph, rng), Converter(arguments.converter)
    end = time.monotonic() + arguments.seconds
    differences, cases = [], 0
    while cases < arguments.cases and time.monotonic() < end and len(differences) < 10:
        cases += 1
        differences += filter(None, [difference(pyoxigraph, converter, source, rng)])
    print("\n".join(differences))
    print(f"{cases} documents, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
