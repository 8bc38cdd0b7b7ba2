"""The plans that a served database chooses for queries (explain=plan), and the time of choosing them.

explain=rules makes the same plan, and verifies it after each step.
"""

import re
import subprocess
import urllib.parse
from dataclasses import dataclass, field

from query_sets import ENVIRONMENT, Endpoint

TIME_LIMIT_S = 60  # of a command

REPETITIONS = 5
HEAD = re.compile(r"plan on (?P<where>.+?), generation .*\nparse \S+ ms(?P<prepared>[^,]*), plan (?P<ms>\S+) ms(?P<kept>.*)\n")


@dataclass
class Plans:
    """The plans of one query."""

    trees: dict = field(default_factory=dict)    # "1 image", "1 image of 2", "4 images in 4 groups" -> text of the plan
    plan_ms: list = field(default_factory=list)  # by one image


def explained(endpoint, query, kind="plan"):
    form = urllib.parse.urlencode({"query": query, "explain": kind})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/plain"}
    endpoint.connection.request("POST", "/sparql", form, headers)
    answer = endpoint.connection.getresponse()
    text = answer.read().decode()
    if answer.status != 200:
        raise RuntimeError(f"explain={kind} gave {answer.status}: {text}\nfor the query\n{query}")
    return text


def tree_of(explanation):
    """The operators without estimates, since these change with every change of the statistics."""
    title, *lines = explanation.split("\n\n")[1].splitlines()
    start = title.index("operator")
    return "\n".join(line[start:].rstrip() for line in lines)


def read(explanation):
    """(where it would run, tree, milliseconds) of a plan made without cached results of earlier queries."""
    head = HEAD.match(explanation)
    if head is None or head["prepared"] or head["kept"]:
        raise RuntimeError(f"this is not a plan that was made from nothing:\n{explanation}")
    return head["where"], tree_of(explanation), float(head["ms"])


def served_plan(endpoint, query, number):
    """The prefix, unused and different each time, makes this a query of a kind that is new to the server."""
    return read(explained(endpoint, f"PREFIX unmet-{number}: <urn:unmet>\n{query}"))


def add_served_plans(plans, queries, database):
    """As a server with all images of the database would run them; if few rows are expected, one image runs them alone."""
    with Endpoint(database) as endpoint:
        for name, query in queries.items():
            chosen = [served_plan(endpoint, query, number) for number in range(REPETITIONS)]
            if len({(where, tree) for where, tree, _ in chosen}) != 1:
                raise RuntimeError(f"{name}: planned again, it has another plan:\n" +
                                   "\n".join(tree for _, tree, _ in chosen))
            where, tree, _ = chosen[0]
            if read(explained(endpoint, f"PREFIX unmet-rules: <urn:unmet>\n{query}", "rules"))[:2] != (where, tree):
                raise RuntimeError(f"{name}: explain=rules shows another plan")
            plans[name].trees[where] = tree
            if endpoint.images == 1:
                plans[name].plan_ms = [ms for _, _, ms in chosen]


def add_plan_by_all(plans, query, database, images, group_size=None):
    """As `quadrille query` runs it, always on all images: this is the plan for larger data."""
    command = [database.quadrille, "query", "--db", database.folder, "--images", str(images), "--explain", "rules", "-f", "-"]
    environment = ENVIRONMENT | ({"QUADRILLE_GROUP_SIZE": str(group_size)} if group_size else {})
    ended = subprocess.run(["timeout", "--kill-after=10", str(TIME_LIMIT_S), *command], input=query.encode(),
                           capture_output=True, env=environment)
    if ended.returncode != 0:
        raise RuntimeError(f"quadrille query ended with {ended.returncode}:\n{ended.stderr.decode(errors='replace')}")
    where, tree, _ = read(ended.stdout.decode())
    plans.trees[where] = tree


def chosen_plans(queries, single, several):
    """Query name -> Plans. Of the same data, `single` was built by one image and `several` by more."""
    plans = {name: Plans() for name in queries}
    add_served_plans(plans, queries, single)
    add_served_plans(plans, queries, several)
    for name, query in queries.items():
        if f"{several.images} images" not in plans[name].trees:
            add_plan_by_all(plans[name], query, several, several.images)
        for groups in (2, 4):
            add_plan_by_all(plans[name], query, several, images=groups, group_size=1)
    return plans
