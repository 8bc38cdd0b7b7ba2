"""EXPLAIN must tell a user the same, whatever quads are in the graphs that he cannot read.

The plan of a query depends on the user's rights, so it is compared with the plan for the same user and a database that
differs in the other graphs alone; they have the same terms, since a plan may show which terms exist (docs/security.md). And
a scan cannot be expected to return more rows than there are readable quads.
"""

import json
from dataclasses import replace

from questions import form_of, makes_graph
from reading import FORM
from users import TWIN

TWIN_BASE = f"/{TWIN}/sparql>".encode()
JSON = {**FORM, "Accept": "application/json"}


def ask(client, query, path, kind):
    return client.request("POST", f"{path}/sparql", form_of(query, explain=kind), JSON)


def difference(kind, query, ours, twin, readable):
    """Of two answers to explain=KIND, the second for the database with other graphs; None: there is no such one."""
    if ours.took_too_long() or twin and twin.took_too_long():
        return None
    if ours.is_good() and any(step["operator"] == "IndexScan" and step["estimated_rows"] > readable
                              for step in steps(json.loads(ours.body)["plan"])):
        return f"explain={kind}: more rows are estimated than there are"
    return _difference(kind, query, ours, twin) if twin else None


def _difference(kind, query, ours, twin):
    if ours.status != twin.status:
        return f"explain={kind}: status {ours.status} instead of {twin.status}"
    if not ours.is_good():
        return None if ours.body == twin.body else f"explain={kind}: another message"
    found, expected = json.loads(ours.body), json.loads(twin.body.replace(TWIN_BASE, b"/sparql>"))
    if kind == "profile" and not makes_graph(query) and found["answer"]["rows"] != expected["answer"]["rows"]:
        return "explain=profile: another number of rows"
    if found.get("remarks") != expected.get("remarks"):
        return f"explain={kind}: other remarks"
    if shape(found["plan"]) != shape(expected["plan"]):
        return f"explain={kind}: another plan"
    if scans(found["plan"]) != scans(expected["plan"]):
        return f"explain={kind}: other estimates"
    return None


def outline(answer):
    """An answer to be printed: the plan, a line for each step."""
    if answer is None or not answer.is_good():
        return answer
    return replace(answer, body="\n".join(_lines(json.loads(answer.body)["plan"], "")).encode())


def _lines(plan, indent):
    yield f"{indent}{plan['estimated_rows']} {plan['operator']} {plan['details']}"
    for below in plan["inputs"]:
        yield from _lines(below, indent + "  ")


def steps(plan):
    yield plan
    for below in plan["inputs"]:
        yield from steps(below)


def scans(plan):
    """What scans return is counted; joins are estimated from numbers of different values, which depend on earlier changes."""
    return [step["estimated_rows"] for step in steps(plan) if step["operator"] == "IndexScan"]


def shape(plan):
    """Without what algorithms tell about their runs, and how large they expect a graph to be, as joins do (scans())."""
    details = {name: text for name, text in plan["details"].items() if name not in ("rounds", "graph", "needs")}
    return plan["operator"], details, [shape(below) for below in plan["inputs"]]


def prepared(answer):
    """{"query": True if it had been parsed before, "orders": the number of cached join orders}"""
    return json.loads(answer.body)["prepared"]
