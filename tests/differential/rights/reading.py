"""Asks one query as a user, and as the owner of a database with the readable graphs alone, and compares the answers."""

from dataclasses import replace

import cells
import judge
from peer import MOST_ROWS, Said
from queries import Select
from questions import accepted, form_of, makes_graph, unsliced

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
TOO_MUCH = "too much"
MOST_ORDERED = 100  # rows of which the order is compared


class Request:
    """A query as it is sent: by users, and to the oracle, without LIMIT and OFFSET."""

    def __init__(self, query):
        self.query = query
        self.headers = {**FORM, "Accept": accepted(query)}
        self.body = form_of(query)
        self.whole_body = self.body if unsliced(query) is query else form_of(unsliced(query))

    def send(self, client, path):
        client.send("POST", f"{path}/sparql", self.body, self.headers)

    def send_whole(self, client, path):
        client.send("POST", f"{path}/sparql", self.whole_body, self.headers)


def said(answer, query):
    """The answer in the form that the judge takes."""
    if not answer.is_good():
        return Said("refused", answer.text())
    found = (["s", "p", "o"], cells.graph(answer.body)) if makes_graph(query) else cells.table(answer.body)
    return Said("rows", found)


def difference(query, user, ours, theirs):
    """A short text, the same for differences of one kind; TOO_MUCH if not compared; None if the answers agree."""
    if user.read.is_none():
        return None if ours.status == 403 else f"status {ours.status} for a user without rights"
    if ours.took_too_long() or theirs.took_too_long():
        return TOO_MUCH
    if ours.status != theirs.status:
        return f"status {ours.status} instead of {theirs.status}"
    if not ours.is_good():
        return None if ours.body == theirs.body else "another message"
    if ours.body == theirs.body and unsliced(query) is query:
        return None
    found, expected = said(ours, query), said(theirs, query)
    rows = max(len(found.what[1]), len(expected.what[1]))
    if rows > MOST_ROWS:
        return TOO_MUCH
    return judge.differ(_without_order(query) if rows > MOST_ORDERED else query, found, expected, {})


def _without_order(query):
    """The judge compares each row with all others to find out about their order."""
    return replace(query, form=query.form.but(keys=())) if isinstance(query.form, Select) else query
