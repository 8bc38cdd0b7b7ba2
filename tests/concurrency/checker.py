"""Checks that a history has snapshot isolation, serial updates, and no state older than the acknowledged updates.

check(transactions, final)  -> violations; `final`: {register: its list at the end}

Phenomena after A. Adya, "Weak Consistency" (1999), 3.1 and 4.2, found in lists as in K. Kingsbury, P. Alvaro, "Elle"
(VLDB 2020), 4:

    G1a       a tag of a refused transaction was read
    G1b       some of a transaction's tags were read, and not all
    G0        a cycle of write dependencies
    G1c       a cycle of write and read dependencies
    G-SIa     a cycle of dependencies and the order in time: a transaction has read or overwritten data of one that had
              not begun
    G-SIb     a cycle of these and exactly one anti-dependency: reads from more than one state, a lost update
    stale     G-SIb: a query has missed a change that was acknowledged before it began
    serial    a cycle with more of them: snapshot isolation allows it (write skew), a database that runs one update
              after another does not

and violations outside of the graph:

    lost      an acknowledged tag is missing at the end
    strange   a tag occurs twice, or was never written
    orders    neither of two lists is a prefix of the other
    inner     an operation has not seen the effect of the one before it in the same transaction

The edges of the graph are ww, wr and rw as Adya defines them, and rt from a transaction to one that began after its end:
his start dependency, as far as clients can observe it. With rt chained through moments the graph has a few edges a
transaction.
"""

from collections import defaultdict

from cycles import components, path
from history import Violation


def check(transactions, final):
    lists = Lists(transactions, final)
    if lists.violations:
        return lists.violations
    return cycles_of(transactions, dependencies(lists) + times(transactions))


class Lists:
    """The order of each register's tags, and the faults found before the graph is built."""

    def __init__(self, transactions, final):
        self.transactions, self.violations = transactions, []
        self.writer = {tag: one for one in transactions for tags in one.writes.values() for tag in tags}
        self.order = {register: list(tags) for register, tags in final.items()}
        for one in transactions:
            for register, seen in one.reads.items():
                self.look(one, register, seen)
            for register, seen in one.afterwards.items():
                if list(seen) != [*one.reads.get(register, ()), *one.writes.get(register, ())]:
                    self.wrong("inner", f"the last operation of {one.name} left {register} as {list(seen)}")
        for register, tags in final.items():
            self.look(None, register, tags)
        self.find_lost(final)

    def wrong(self, rule, text):
        self.violations.append(Violation(rule, text))

    def look(self, reader, register, seen):
        name = reader.name if reader else "the end"
        order = self.order.setdefault(register, list(seen))
        if order[:len(seen)] != list(seen):
            self.wrong("orders", f"{register} was {list(seen)} to {name}, and {order} at the end")
        if len(set(seen)) != len(seen):
            self.wrong("strange", f"{name} read a tag twice in {register}: {list(seen)}")
        for tag in seen:
            writer = self.writer.get(tag)
            if writer is None or tag not in writer.writes.get(register, ()):
                self.wrong("strange", f"{name} read {tag} in {register}, which nobody wrote there")
            elif writer.outcome == "refused":
                self.wrong("G1a", f"{name} read {tag} in {register}, of {writer.name}, which was refused")
            elif writer is reader:
                self.wrong("strange", f"{name} read its own {tag} in {register} before it wrote it")
        if seen and (writer := self.writer.get(seen[-1])) and seen[-1] != writer.writes.get(register, seen[-1:])[-1]:
            self.wrong("G1b", f"{name} read {seen[-1]} in {register}, but not all that {writer.name} wrote there")

    def find_lost(self, final):
        for one in self.transactions:
            there = [tag in final.get(register, ()) for register, tags in one.writes.items() for tag in tags]
            if one.outcome == "done" and not all(there):
                self.wrong("lost", f"{one.name} was acknowledged, and at the end {one.writes} is missing")
            elif any(there) and not all(there):
                self.wrong("G1b", f"of {one.name} a part is there at the end: {one.writes}")


def dependencies(lists):
    """(from, to, kind) of transactions' names, from the lists that were read and their order."""
    edges = []
    for register, order in lists.order.items():
        writers = []
        for tag in order:
            if not writers or writers[-1] != lists.writer[tag].name:
                writers.append(lists.writer[tag].name)
        edges += [(one, two, f"ww {register}") for one, two in zip(writers, writers[1:])]
    for one in lists.transactions:
        for register, seen in one.reads.items():
            if one.outcome == "refused":
                continue
            if seen:
                edges.append((lists.writer[seen[-1]].name, one.name, f"wr {register}"))
            order = lists.order[register]
            if len(seen) < len(order) and (overwriter := lists.writer[order[len(seen)]].name) != one.name:
                edges.append((one.name, overwriter, f"rw {register}"))
    return edges


def times(transactions):
    """rt edges: through a moment after each end, moments in a chain."""
    events = sorted([(one.begin, 1, one.name) for one in transactions]
                    + [(one.end, 0, one.name) for one in transactions if one.outcome == "done"])
    edges, moment = [], None
    for at, (_, begins, name) in enumerate(events):
        if begins:
            if moment is not None:
                edges.append((moment, name, "rt"))
            continue
        edges.append((name, at, "rt"))
        if moment is not None:
            edges.append((moment, at, "rt"))
        moment = at
    return edges


def cycles_of(transactions, edges):
    """At most one violation for each strongly connected component: the one with the fewest kinds of edges."""
    queries = {one.name for one in transactions if not one.is_update()}
    graph = defaultdict(list)
    for source, target, kind in edges:
        graph[source].append((target, kind))
    found = []
    for knot in components(graph):
        inside = {source: [(target, kind) for target, kind in graph[source] if target in knot] for source in knot}
        found.append(worst_cycle(inside, queries))
    return found


# The edges that make a cycle a violation: the one that closes it, the others.
RULES = (("G0", ("ww",), ("ww",)),
         ("G1c", ("ww", "wr"), ("ww", "wr")),
         ("G-SIa", ("ww", "wr", "rt"), ("ww", "wr", "rt")),
         ("G-SIb", ("rw",), ("ww", "wr", "rt")),
         ("serial", ("rw",), ("ww", "wr", "rt", "rw")))


def worst_cycle(graph, queries):
    for rule, closing, others in RULES:
        allowed = {source: [edge for edge in edges if edge[1][:2] in others] for source, edges in graph.items()}
        for source, edges in graph.items():
            for target, kind in edges:
                if kind[:2] not in closing or (back := path(allowed, target, source)) is None:
                    continue
                steps = [(source, kind), *back]
                stale = rule == "G-SIb" and source in queries and all(kind == "rt" for _, kind in back)
                return Violation("stale" if stale else rule, in_words(steps))
    raise AssertionError("a knot without a cycle")


def in_words(steps):
    """Without moments: rt shows the order in time."""
    words = []
    for name, kind in steps:
        if not isinstance(name, int):
            words.append(f"{name} -{kind}->")
    return " ".join([*words, str(steps[0][0])])
