"""The plans that a served database chooses for queries (explain=plan), and how long it takes to choose them."""

import re
import urllib.parse
from dataclasses import dataclass, field

from query_sets import Endpoint

REPETITIONS = 5
HEAD = re.compile(r"plan on (?P<where>.+?), generation .*\nparse \S+ ms(?P<prepared>[^,]*), plan (?P<ms>\S+) ms(?P<kept>.*)\n")


@dataclass
class Plans:
    """Of one query."""

    trees: dict = field(default_factory=dict)    # "1 image", "1 image of 2", "2 images" -> text of the plan
    plan_ms: list = field(default_factory=list)  # by one image


def explained(endpoint, query):
    form = urllib.parse.urlencode({"query": query, "explain": "plan"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/plain"}
    endpoint.connection.request("POST", "/sparql", form, headers)
    answer = endpoint.connection.getresponse()
    text = answer.read().decode()
    if answer.status != 200:
        raise RuntimeError(f"explain=plan gave {answer.status}: {text}\nfor the query\n{query}")
    return text


def tree_of(explanation):
    """The operators without what is expected of them: estimates change with every change of the statistics."""
    title, *lines = explanation.split("\n\n", 1)[1].splitlines()
    start = title.index("operator")
    return "\n".join(line[start:] for line in lines)


def plan_once(endpoint, query, number):
    """(where it would run, tree, milliseconds), with nothing kept from a query of before.

    The prefix, another one each time and not used, makes this a query of a kind that the server has not met.
    """
    text = explained(endpoint, f"PREFIX unmet-{number}: <urn:unmet>\n{query}")
    head = HEAD.match(text)
    if head is None or head["prepared"] or head["kept"]:
        raise RuntimeError(f"this is not a plan that was made from nothing:\n{text}")
    return head["where"], tree_of(text), float(head["ms"])


def add_plans(plans, queries, endpoint):
    for name, query in queries.items():
        chosen = [plan_once(endpoint, query, number) for number in range(REPETITIONS)]
        if len({(where, tree) for where, tree, _ in chosen}) != 1:
            raise RuntimeError(f"{name}: planned again, it has another plan:\n" + "\n".join(tree for _, tree, _ in chosen))
        where, tree, _ = chosen[0]
        plans[name].trees[where] = tree
        if endpoint.images == 1:
            plans[name].plan_ms = [ms for _, _, ms in chosen]


def chosen_plans(queries, databases):
    """Query name -> Plans, as each of the databases would run it, served with as many images as have built it."""
    plans = {name: Plans() for name in queries}
    for database in databases:
        with Endpoint(database) as endpoint:
            add_plans(plans, queries, endpoint)
    return plans
