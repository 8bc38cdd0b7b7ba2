#!/usr/bin/env python3
"""Writes the quads of RDF files so that the labels of blank nodes do not matter, once each, sorted.

    canonical_quads.py FILE...        .nt .nq .ttl .trig .rdf, and .zst of these

A line for every quad without blank nodes, and one for every set of quads that blank nodes connect: two sets that differ
only in their labels have the same line. A label is valid only within its file. pyoxigraph reads the files, so the output
comes from another engine.
"""

import hashlib
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

FORMATS = {".nt": "N_TRIPLES", ".nq": "N_QUADS", ".ttl": "TURTLE", ".trig": "TRIG", ".rdf": "RDF_XML"}
MOST_TRIALS = 10_000  # of choosing one of several nodes that look alike


def read(file, number):
    """The quads of a file: tuples of four texts, "" for the default graph. Blank nodes are pairs of file and label."""
    import pyoxigraph  # here: who tests the rest need not have it

    if file.suffix == ".zst":
        text = subprocess.run(["zstd", "-dcq", file], check=True, stdout=subprocess.PIPE).stdout
        kind = Path(file.stem).suffix
    else:
        text, kind = file.read_bytes(), file.suffix
    for quad in pyoxigraph.parse(text, getattr(pyoxigraph.RdfFormat, FORMATS[kind]), base_iri=file.resolve().as_uri()):
        yield tuple((number, term.value) if isinstance(term, pyoxigraph.BlankNode)
                    else "" if isinstance(term, pyoxigraph.DefaultGraph) else str(term)
                    for term in (quad.subject, quad.predicate, quad.object, getattr(quad, "graph_name", "")))


def blank_nodes(quad):
    return [term for term in quad if isinstance(term, tuple)]


def components(quads):
    """Sets of quads that blank nodes connect."""
    leader = {}

    def find(node):
        while leader.setdefault(node, node) != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for quad in quads:
        first, *others = blank_nodes(quad)
        for node in others:
            leader[find(node)] = find(first)
    sets = defaultdict(list)
    for quad in quads:
        sets[find(blank_nodes(quad)[0])].append(quad)
    return sets.values()


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def refine(quads, colours):
    """Nodes that differ in their surroundings get different colours, which depend only on these surroundings."""
    distinct = 0
    while distinct != len(set(colours.values())):
        distinct = len(set(colours.values()))
        seen = defaultdict(list)
        for quad in quads:
            for node in set(blank_nodes(quad)):
                seen[node].append(" ".join("@" if term == node else colours.get(term, term) for term in quad))
        colours = {node: digest(colour + "\n".join(sorted(seen[node]))) for node, colour in colours.items()}
    return colours


def canonical(quads, colours=None, trials=None):
    """The quads as one text, the same for all labels."""
    if colours is None:
        colours, trials = {node: "" for quad in quads for node in blank_nodes(quad)}, [MOST_TRIALS]
    colours = refine(quads, colours)
    alike = [colour for colour, nodes in sorted(Counter(colours.values()).items(), key=lambda at: (at[1], at[0]))
             if nodes > 1]
    if not alike:
        label = {node: f"_:{place}" for place, node in enumerate(sorted(colours, key=colours.get))}
        return "  ".join(sorted(" ".join(label.get(term, term) for term in quad) for quad in quads))
    trials[0] -= 1
    if trials[0] < 0:
        raise ValueError(f"too many blank nodes look alike, one of them in {quads[0]}")
    return min(canonical(quads, {**colours, node: "this one"}, trials)
               for node in colours if colours[node] == alike[0])


def main():
    quads = {quad for number, name in enumerate(sys.argv[1:]) for quad in read(Path(name), number)}
    ground = [" ".join(quad) for quad in quads if not blank_nodes(quad)]
    sets = [canonical(each) for each in components([quad for quad in quads if blank_nodes(quad)])]
    for line in sorted(ground + sets):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
