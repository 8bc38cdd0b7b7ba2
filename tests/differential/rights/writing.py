"""Sends one write as a user, and compares what it does with what the owner's same write does to the readable graphs alone.

    change = Change(ours, oracle, "w", user)
    change.run(write) -> a Result; .difference is None if all is as it must be
"""

import json
import re
from dataclasses import dataclass
from typing import Optional

import cells
import judge
from demands import FRESH, depends_on_data, named, operations, possible, wanted
from peer import Said
from pyoxigraph import RdfFormat, parse
from questions import form_of
from reading import FORM, TOO_MUCH
from servers import N_QUADS, SECONDS, Answer
from terms import BASE
from updates import Update
from writes import StoreWrite

BOUNDARY = "a-boundary-of-parts"
SERVER = "http://127.0.0.1"


@dataclass(frozen=True)
class Quads:
    """All quads of a database: lines of N-Quads, and rows of cells in the same order."""
    lines: tuple
    rows: tuple

    @staticmethod
    def of(text):
        lines = tuple(text.splitlines())
        return Quads(lines, tuple(cells.of_quads([quad])[0] for quad in parse(text, RdfFormat.N_QUADS)))

    def part(self, holds):
        """Those of the graphs that satisfy holds(graph)."""
        chosen = [place for place, row in enumerate(self.rows) if holds(graph_of(row[3]))]
        return Quads(tuple(self.lines[place] for place in chosen), tuple(self.rows[place] for place in chosen))

    def text(self):
        return "".join(line + "\n" for line in self.lines)


def graph_of(cell):
    return None if cell is None else "_:" + cell[1] if cell[0] == "b" else cell[1]


@dataclass
class Result:
    difference: Optional[str]
    ours: Answer
    theirs: Optional[Answer]
    found: tuple = ()     # rows that the user can read afterwards
    expected: tuple = ()

    def said(self):
        """Both, in the form in which cases are printed."""
        found = Said("quads", self.found) if self.ours.is_good() else Said("refused", self.ours.text())
        if self.theirs is None:
            return found, Said("refused", "status 403")
        return found, Said("quads", self.expected) if self.theirs.is_good() else Said("refused", self.theirs.text())


def send(client, write, path):
    body, kind = _body_of(write)
    at = ("/update", "/sparql")[len(body) % 2]  # which take the same updates
    method, place = ("POST", at) if isinstance(write, Update) else (write.method, write.path())
    client.send(method, f"{path}{place}{'&' if '?' in place else '?'}timeout={SECONDS}", body, {"Content-Type": kind})


def _body_of(write):
    update = write if isinstance(write, Update) else write.update
    if update:
        return f"BASE <{BASE}> {update.text()}".encode(), "application/sparql-update"
    kind = N_QUADS if write.is_dataset else "application/n-triples"
    if len(write.documents) < 2:
        return "".join(write.bodies()).encode(), kind
    parts = "".join(f"--{BOUNDARY}\r\nContent-Type: {kind}\r\n\r\n{body}\r\n" for body in write.bodies())
    return f"{parts}--{BOUNDARY}--\r\n".encode(), f"multipart/mixed; boundary={BOUNDARY}"


class Change:
    """`name`: of the database of the oracle that has what the user can read, before and after each write."""

    def __init__(self, ours, oracle, name, of_user):
        self.ours, self.oracle, self.name, self.client = ours, oracle, name, of_user
        self.user = of_user.user
        self.before = Quads.of(ours.lines(""))
        self._refill(self.before)

    def _refill(self, quads):
        self.oracle.fill(self.name, quads.part(self.user.read.holds).text())

    def run(self, write):
        before = self.before
        send(self.client, write, self.client.path)
        ours = self.client.receive()
        self.before = after = Quads.of(self.ours.lines(""))
        expected = self._expected(write, ours, before)
        result = Result(None, ours, expected.answer)
        result.difference = self._difference(write, result, expected, before, after)
        if expected.has_changed and (expected.must or not ours.is_good()) or result.difference:
            self._refill(after)
        return result

    # --- what must happen ---

    def _expected(self, write, ours, before):
        """Runs the write on the oracle, step by step if the graphs that it changes depend on the data."""
        rights = self.user.write
        is_forbidden = lambda graphs: any(not rights.holds(graph) for graph in graphs)
        expected = _Expected(must=rights.is_none() or is_forbidden(named(write)))
        if expected.must and ours.status == 403:
            return expected
        steps = operations(write)
        expected.may = any(is_forbidden(possible(one)) for one in steps)
        is_stepwise = not rights.is_all() and any(map(depends_on_data, steps))
        expected.is_whole = not is_stepwise or len(steps) == 1
        for step in steps if is_stepwise else (write,):
            if is_stepwise and depends_on_data(step) and is_forbidden(self._wanted(step)):
                expected.must = True
                break
            send(self.oracle.owner, Update((step,)) if is_stepwise and not isinstance(step, StoreWrite) else step, f"/{self.name}")
            expected.answer = self.oracle.owner.receive()
            expected.has_changed = True
            if not expected.answer.is_good():
                break
        if expected.must:  # another refusal comes earlier if it is no request at all, or a file to be loaded is missing
            self._refill(before)
            send(self.oracle.owner, write, f"/{self.name}")
            expected.answer, expected.has_changed = self.oracle.owner.receive(), True
        return expected

    def _wanted(self, step):
        return wanted(step, Quads.of(self.oracle.lines(f"/{self.name}")).rows, self._solutions)

    def _solutions(self, query):
        answer = self.oracle.owner.request("POST", f"/{self.name}/sparql", form_of(query),
                                           {**FORM, "Accept": "application/sparql-results+json"})
        if not answer.is_good():
            return []
        names, rows = cells.table(answer.body)
        return [dict(zip(names, row)) for row in rows]

    # --- what has happened ---

    def _difference(self, write, result, expected, before, after):
        ours, theirs = result.ours, result.theirs
        if not ours.is_good() and after.rows != before.rows:
            return f"status {ours.status}, and the data have changed"
        if ours.took_too_long() or theirs and theirs.took_too_long():
            return TOO_MUCH
        if ours.status == 403:
            if not expected.must and not expected.may:
                return "refused, although all graphs may be written"
            return _named_without_need(ours, write)
        refused_by_both = theirs and not theirs.is_good() and ours.status == theirs.status
        if expected.must and not refused_by_both:
            return f"status {ours.status}, although a graph may not be written"
        if ours.status != theirs.status:
            return f"status {ours.status} instead of {theirs.status}"
        if not ours.is_good():
            return "another message" if expected.is_whole and ours.body != theirs.body else None
        return self._difference_in_quads(result, expected, before, after)

    def _difference_in_quads(self, result, expected, before, after):
        reads = self.user.read.holds
        hidden = lambda graph: not reads(graph)
        if after.part(hidden).rows != before.part(hidden).rows:
            return "a graph that the user cannot read has changed"
        result.found = _settled(after.part(reads).rows)
        result.expected = _settled(Quads.of(self.oracle.lines(f"/{self.name}")).rows)
        if set(result.found) != set(result.expected):
            if difference := judge.differ_in_quads(Said("quads", result.found), Said("quads", result.expected), {}):
                return difference
        if expected.is_whole and _counts(result.ours) != _counts(result.theirs):
            return "other counts"
        return None


@dataclass
class _Expected:
    must: bool                       # the user must be refused
    may: bool = False                # he may be: a graph is named that is changed only if there is something to change
    answer: Optional[Answer] = None  # of the oracle
    is_whole: bool = False           # it has run the write as a whole
    has_changed: bool = False        # it may have changed


def _settled(rows):
    """With one name for the graph that a server has named."""
    return tuple((*row[:3], ("i", FRESH) if row[3] and row[3][1].startswith(SERVER) else row[3]) for row in rows)


def _counts(answer):
    told = json.loads(answer.body)
    return told["inserted"], told["deleted"]


def _named_without_need(answer, write):
    """A refusal names only graphs that the request names, or one that the server has named for it."""
    text = write.text() + (write.path() if isinstance(write, StoreWrite) else "")
    for name in re.findall(r"<([^>]*)>", answer.body.decode(errors="replace")):
        if name not in text and f"<{name.removeprefix(BASE)}>" not in text and not name.startswith(SERVER):
            return "a graph is named that the request does not name"
    return None
