"""One case: data, and a query or an update; run on both engines, judged, and written as a claim of tests/query."""

from dataclasses import dataclass, replace
from typing import Optional

import judge
import known_faults
from dataset import trig
from prepared import Family, Unbased
from queries import Query, Select
from terms import XSD, Literal
from tree import Node

MOST_LINES = 20
MOST_LETTERS = 200_000  # a change for a known fault may write an expression many times


@dataclass(frozen=True)
class Case(Node):
    quads: tuple
    question: Node    # Query, Update or Family
    folded: str = ""  # how the data are folded into the base before: merge, rebuild, or "", not at all

    def lines(self):
        return "".join(quad.line() + "\n" for quad in self.quads)

    def simpler(self):
        if self.folded:
            yield replace(self, folded="")


@dataclass
class Outcome:
    kind: str                  # same, difference, known, or an engine's reply instead of an answer
    detail: str = ""           # of a difference: its kind; of a known fault: its name; else a message
    ours: Optional[object] = None
    theirs: Optional[object] = None
    case: Optional[object] = None      # of a family: the query concerned
    prepared: Optional[dict] = None    # of a family: Quadrille.prepared() of its last query


def run(case, ours, theirs, is_loaded=False, thorough=True):
    """Queries both engines, and looks for a known fault of the peer if they differ. `is_loaded`: the data are loaded already."""
    if isinstance(case.question, Family):
        return _run_family(case, ours, theirs, is_loaded, thorough)
    outcome = _asked(case, ours, theirs, is_loaded)
    if outcome.kind != "difference" or outcome.ours.kind == "fault":
        return outcome
    if isinstance(case.question, Unbased) and outcome.ours.kind == "rows":
        parsed = replace(case, question=case.question.based())
        if not _is_our_answer(parsed, outcome.ours, ours):
            return replace(outcome, detail="we say something else when it is parsed")

    def agree(base, changed):
        found = _asked(changed, ours, theirs, False)
        return found.kind == "same" and (base is None or _is_our_answer(base, found.ours, ours))

    known = known_faults.explains(case, agree, thorough)
    return replace(outcome, kind="known", detail=known) if known else outcome


def _run_family(case, ours, theirs, is_loaded, thorough):
    """Sends all its queries in order; returns the outcome of the first one that differs, or that of the last."""
    for query in case.question.queries():
        one = replace(case, question=query)
        outcome = run(one, ours, theirs, is_loaded, thorough)
        if outcome.kind == "difference":
            return replace(outcome, case=one)
        is_loaded = outcome.kind != "known"
    return replace(outcome, case=one, prepared=ours.prepared(query))


def _asked(case, ours, theirs, is_loaded):
    if len(case.question.text()) > MOST_LETTERS:
        return Outcome("too much")
    if not is_loaded:
        theirs.load(case.lines())
        loaded = ours.load(case.lines())
        if loaded.kind != "rows":
            return Outcome("difference", "the data are refused", loaded)
        if case.folded:
            ours.compact(case.folded)
    is_query = isinstance(case.question, Query)
    our_answer = ours.ask(case.question) if is_query else ours.update(case.question)
    their_answer = theirs.ask(_unsliced(case.question)) if is_query else theirs.update(case.question)
    return _judged(case, is_query, our_answer, their_answer)


def _is_our_answer(case, answer, ours):
    """True if it equals our answer to this case, except for additional variables."""
    ours.load(case.lines())
    if not isinstance(case.question, Query):
        return judge.differ_in_quads(ours.update(case.question), answer, {}) is None
    said = ours.ask(_unsliced(case.question))
    if said.kind != "rows":
        return said.kind == "too much"
    return judge.differ(case.question, _only(said.what[0], answer), said, {}) is None


def _only(names, answer):
    """The answer without other variables than these."""
    its_names, rows = answer.what
    if its_names == names or not set(names) <= set(its_names):
        return answer
    places = [its_names.index(name) for name in names]
    return replace(answer, what=(names, [tuple(row[place] for place in places) for row in rows]))


def _judged(case, is_query, ours, theirs):
    if ours.kind == "fault":
        return Outcome("difference", "a fault", ours, theirs)
    for said, who in ((ours, "we: "), (theirs, "peer: ")):
        if said.kind in ("unsupported", "too much"):
            return Outcome(said.kind, who + (said.what or ""), ours, theirs)
    if "refused" in (ours.kind, theirs.kind):
        if ours.kind == theirs.kind:
            return Outcome("refused", ours.what, ours, theirs)
        difference = "refused by us" if ours.kind == "refused" else "refused by the peer"
    elif theirs.kind == "fault":
        return Outcome("peer's fault", theirs.what, ours, theirs)
    else:
        forms = known_faults.peers_forms(case)
        difference = (judge.differ(case.question, ours, theirs, forms) if is_query
                      else judge.differ_in_quads(ours, theirs, forms))
    return Outcome("difference" if difference else "same", difference or "", ours, theirs)


def _unsliced(query):
    is_sliced = isinstance(query.form, Select) and query.form.is_sliced()
    return replace(query, form=query.form.unsliced()) if is_sliced else query


def claim(case, outcome):
    """The case with the peer's answer, to be pasted in a file of tests/query; ours as a comment.

    Of a family: the query that differs, and in a comment all queries as they were sent.
    """
    if isinstance(case.question, Family):
        asked = "".join(f"# asked: {query.request_text()}\n" for query in case.question.queries())
        return asked + claim(outcome.case or replace(case, question=next(iter(case.question.queries()))), outcome)
    folded = f" (folded into the base: {case.folded})" if case.folded else ""
    lines = [f"# {outcome.detail}{folded}; we say:", *("#   " + line for line in _said(outcome.ours)), "data", *trig(case.quads)]
    if isinstance(case.question, Query):
        ordered = isinstance(case.question.form, Select) and case.question.form.keys
        lines.append("query ordered" if ordered else "query unordered")
    else:
        lines.append("update")
    return "\n".join([*lines, case.question.text(), "----", *_said(outcome.theirs, outcome.ours), ""])


def _said(said, like=None):
    """Lines of an answer, with columns in the order of the answer `like`; of long answers the first lines."""
    if said is None or said.kind not in ("rows", "quads"):
        return [f"error {said and said.what}"]
    if said.kind == "quads":
        return _beginning([" ".join(_written(cell) for cell in row if cell) + " ." for row in said.what])
    names, rows = said.what
    if not names and rows and rows[0] and rows[0][0][0] == "boolean":
        return [str(rows[0][0][1]).lower()]
    if names == ["s", "p", "o"] and rows and all(row[1] and row[1][0] == "i" for row in rows):
        return _beginning([" ".join(map(_written, row)) + " ." for row in rows])
    order = like.what[0] if like and like.kind == "rows" and sorted(like.what[0]) == sorted(names) else names
    places = [names.index(name) for name in order]
    return _beginning(["  ".join(_written(row[place]) for place in places) for row in rows])


def _beginning(lines):
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], f"... and {len(lines) - MOST_LINES} more"]


def _written(cell):
    if cell is None:
        return "UNDEF"
    if cell[0] == "i":
        return f"<{cell[1].removeprefix('http://test.example/')}>"
    if cell[0] == "b":
        return f"_:{cell[1]}"
    if cell[0] == "t":
        return f"<<( {' '.join(map(_written, cell[1:]))} )>>"
    literal = Literal(cell[1], cell[2].removeprefix(XSD), cell[3])
    return literal.text() if literal.datatype in ("integer", "decimal") else literal.absolute()
