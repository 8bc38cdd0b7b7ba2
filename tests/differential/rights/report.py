"""A difference: how it is printed, and how its case is made smaller."""

import re
from dataclasses import dataclass
from typing import Callable, Optional

from case import Case, Outcome, claim
from dataset import Quad
from queries import Query
from shrink import shrink
from terms import XSD, Blank, Iri, Literal

NAMES_AND_NUMBERS = "<[^>]*>|[0-9]+"


@dataclass
class Finding:
    name: str              # of the case
    user: object
    difference: str        # the same for differences of one kind
    asked: object          # the request, as text or as a tree
    ours: object           # Answers, or None
    theirs: object
    case: Optional[Case] = None                       # if it can be made smaller
    again: Optional[Callable[[Case], Outcome]] = None  # runs a case anew; .detail is its difference

    def kind(self):
        """With the message, without its numbers and names, if there is one in place of an answer."""
        if self.ours is None or self.ours.status < 400:
            return self.difference
        message = self.ours.body.decode(errors="replace").partition("\n")[0]
        return f"{self.difference}: {re.sub(NAMES_AND_NUMBERS, '...', message)[:100]}"

    def text(self):
        """With the smallest case that shows it."""
        lines = [self.user.text(), f"request: {_text_of(self.asked)}"]
        lines += [*_said("the user", self.ours), *_said("expected", self.theirs)]
        if self.again:
            lines += ["", self._smallest()]
        return "\n".join(lines)

    def _smallest(self):
        outcome = self.again(self.case)
        if outcome.detail != self.difference:
            return "It is not there when the data are loaded anew, so it depends on what came before."

        def differs(case):
            nonlocal outcome
            found = self.again(case)
            outcome = found if found.detail == self.difference else outcome
            return found is outcome

        return claim(shrink(self.case, differs), outcome)


def _text_of(asked):
    if isinstance(asked, str):
        return asked
    return asked.request_text() if isinstance(asked, Query) else asked.text()


def _said(who, answer):
    if answer is None:
        return []
    lines = answer.text().splitlines()
    return [f"{who}: {line[:600]}" for line in lines[:80]]


def quads_of(rows):
    """Rows of cells as the quads of a Case."""
    return tuple(Quad(*map(_term_of, row)) for row in rows)


def _term_of(cell):
    if cell is None:
        return None
    if cell[0] == "i":
        return Iri(cell[1])
    if cell[0] == "b":
        return Blank("x" + cell[1])
    if cell[3]:
        return Literal(cell[1], "string", cell[3])
    return Literal(cell[1], cell[2].removeprefix(XSD))
