"""The quads of one client, which no other client changes, and new quads for it.

Quads are tuples (graph, subject, predicate, object) of terms in N-Triples; the graph is '' for the default graph. A
blank node is written _:KEY in the model, also within triple terms, and has the key as the object of <urn:key> in the
data, by which it is identified, since its label there can be any.
"""

import values

GRAPHS = 3               # named graphs of a client
KEY = "<urn:key>"
REIFIES = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies>"
LEDGER = "<urn:ledger>"  # of transfers.py


def triple(quad):
    return f"{quad[1]} {quad[2]} {quad[3]} ."


def data_block(quads):
    """Quads in the form of INSERT DATA and DELETE DATA."""
    graphs = {}
    for quad in sorted(quads):
        graphs.setdefault(quad[0], []).append(triple(quad))
    return "{ " + " ".join(f"GRAPH {graph} {{ {' '.join(lines)} }}" if graph else " ".join(lines)
                           for graph, lines in graphs.items()) + " }"


def has_blank(term):
    """No text of values.py has these two characters."""
    return term.startswith(("_:", "<<(")) and "_:" in term


def nameable(quads):
    """The quads that INSERT DATA and DELETE DATA can name: no blank nodes. Lines of the ledger are permanent."""
    return sorted(quad for quad in quads if quad[0] != LEDGER and not any(map(has_blank, quad)))


class Area:
    def __init__(self, client, quads=frozenset(), number=0):
        self.client = client
        self.quads = frozenset(quads)
        self.number = number

    def name(self, local):
        return f"<urn:c{self.client}:{local}>"

    def graph(self, dice):
        return self.name(f"graph:{dice.randrange(GRAPHS)}")

    def new_items(self, dice, count, graph=""):
        """Items with a unique number as <value>, and sometimes a text."""
        quads = set()
        for at in range(count):
            item = self.name(f"item:{self.number}.{at}")
            quads.add((graph, item, self.name("value"), values.integer(self.number * 1000 + at)))
            for _ in range(dice.randrange(3)):
                quads.add((graph, item, f"<urn:says:{dice.randrange(4)}>", values.some(dice)))
        return quads

    def new_blanks(self, dice, count, graph=""):
        """A chain of blank nodes, each of which reifies its link."""
        keys = [f"c{self.client}.{self.number}.{at}" for at in range(count)]
        quads = {(graph, f"_:{key}", KEY, values.string(key)) for key in keys}
        for one, two in zip(keys, keys[1:]):
            quads |= {(graph, f"_:{one}", "<urn:next>", f"_:{two}"),
                      (graph, f"_:{one}", REIFIES, values.triple_term(f"_:{one}", "<urn:next>", f"_:{two}"))}
        return quads

    def items(self):
        """(item, number) of the default graph."""
        return [(quad[1], quad[3]) for quad in self.quads if quad[0] == "" and quad[2] == self.name("value")]
