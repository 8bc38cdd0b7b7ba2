#!/usr/bin/env python3
"""Random datasets in every format that we write are the same for pyoxigraph, and what it writes is the same for us.

Our documents are read by pyoxigraph and written by it as N-Quads, which our reader compares with the dataset, up to the
labels of blank nodes; likewise what pyoxigraph writes in each format."""

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

SKIPPED = 77  # what ctest takes for "skipped"


class Writer:
    """Our writers and readers, in a separate process."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def dataset(self, seed):
        self.send(f"dataset {seed}\n".encode())
        documents = []
        while True:
            name, size = self.process.stdout.readline().decode().split()
            if name == "end":
                return documents
            documents.append((name, self.process.stdout.read(int(size))))

    def compare(self, syntax_a, a, syntax_b, b):
        self.send(f"compare {syntax_a} {len(a)} {syntax_b} {len(b)}\n".encode() + a + b)
        return self.process.stdout.readline().decode(errors="replace").strip()


def is_fault_of_peer(outcome, documents):
    """pyoxigraph writes some RDF/XML with what we refuse, names that are not XML's, and carriage returns that a
    reader makes line feeds."""
    return (any(name == "refused" for name, _ in documents) or b"\\r" in documents[0][1]
            or any(fault in outcome for fault in ("is not an XML name", "Failed to parse QName")))


def check(pyoxigraph, writer, seed, counts):
    """Returns what is wrong with a dataset, as text."""
    formats = pyoxigraph.RdfFormat
    forms = {"nt": formats.N_TRIPLES, "nq": formats.N_QUADS, "ttl": formats.TURTLE, "trig": formats.TRIG, "rdf": formats.RDF_XML}
    documents = writer.dataset(seed)
    lines = documents[0][1]
    if any(name == "refused" and not text.startswith(b"RDF/XML cannot express the triple") for name, text in documents):
        return f"an error that names no triple: {documents}"
    for name, text in documents:
        if name == "refused":
            counts["refused"] = counts.get("refused", 0) + 1
            continue
        counts[name] = counts.get(name, 0) + 1
        try:
            theirs = pyoxigraph.serialize(pyoxigraph.parse(text, format=forms[name]), format=formats.N_QUADS)
        except (SyntaxError, ValueError) as error:
            return f"{name}: pyoxigraph: {error}\n{text.decode()}"
        outcome = writer.compare("nq", lines, "nq", theirs)
        if outcome != "same":
            return f"{name}: {outcome}\n{text.decode()}\n--- pyoxigraph has\n{theirs.decode()}"
    has_graphs = not any(name == "nt" for name, _ in documents)
    for name, form in forms.items():
        if has_graphs and name not in ("nq", "trig"):
            continue
        try:
            quads = pyoxigraph.parse(lines, format=formats.N_QUADS)
            quads = quads if name in ("nq", "trig") else (quad.triple for quad in quads)
            text = pyoxigraph.serialize(quads, format=form)
        except (OSError, ValueError) as error:
            if name == "rdf" and any(name == "refused" for name, _ in documents):
                continue
            return f"{name}: pyoxigraph cannot write it: {error}"
        outcome = writer.compare("nq", lines, name, text)
        if name == "rdf" and is_fault_of_peer(outcome, documents):
            counts["faults of pyoxigraph"] = counts.get("faults of pyoxigraph", 0) + 1
        elif outcome != "same":
            return f"{name}, written by pyoxigraph: {outcome}\n{text.decode()}"
        counts["theirs"] = counts.get("theirs", 0) + 1
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writer", required=True)
    parser.add_argument("--venv", required=True)
    parser.add_argument("--seconds", type=float, default=3600, help="stop after this time")
    parser.add_argument("--cases", type=int, default=1 << 62, help="stop after so many datasets")
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
    writer, counts, faults = Writer(arguments.writer), {}, []
    end = time.monotonic() + arguments.seconds
    for seed in range(arguments.seed, min(arguments.seed + arguments.cases, 2**32)):
        if time.monotonic() > end or len(faults) == 10:
            break
        counts["datasets"] = counts.get("datasets", 0) + 1
        if fault := check(pyoxigraph, writer, seed, counts):
            faults.append(f"--- dataset {seed}: {fault}")
    for name, count in counts.items():
        print(f"{count:8} {name}")
    for fault in faults:
        print(fault)
    print(f"{len(faults)} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
