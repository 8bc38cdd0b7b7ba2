"""Requests with known effects: the next request of a client, and its quads afterwards.

request = next_request(Area(client=3), dice)    .after: the quads if it is done, .number: the client's own

Requests that depend on other clients are in transfers.py.
"""

import pathlib
from dataclasses import dataclass, replace

import values
from area import data_block, nameable, triple
from operations import PLAIN, bump, clear_graph, delete_data, delete_where, forget_blanks, forget_items, insert_data

UPDATE = "application/sparql-update"
LOADED = pathlib.Path(__file__).resolve().parent / "loaded.nt"
LARGE = 300  # quads; from here on a client rather takes away


@dataclass(frozen=True)
class Request:
    kind: str
    method: str
    path: str
    type: str
    body: str
    after: frozenset           # the client's quads when it is done
    number: int = 0
    refused: bool = False      # must be answered with 4xx and change nothing
    conditional: bool = False  # may have no effect: its answer has the number of inserted quads


def next_request(area, dice, kinds=None):
    """The next request for the current quads; a client never uses a number twice."""
    area.number += 1
    kind = dice.choice(kinds or (FEWER if len(area.quads) > LARGE else ALL))
    return replace(kind(area, dice), number=area.number)


def update(kind, text, after, **more):
    return Request(kind, "POST", "/update", UPDATE, text, frozenset(after), **more)


def one_operation(operation):
    return lambda area, dice: update(operation.__name__, *operation(area, dice, area.quads))


def sequence(area, dice):
    """Operations that each see the effects of those before; all effects remain, or none."""
    texts, quads, left = [], area.quads, list(PLAIN)
    for _ in range(dice.randint(2, 4)):
        operation = dice.choice(left)
        left = [one for one in left if one is not operation]  # or blank nodes would share their keys
        text, quads = operation(area, dice, quads)
        texts.append(text)
    return update("sequence", " ;\n".join(texts), quads)


def refused_copy(area, dice):
    """The first operation would have an effect; the second fails."""
    text, _ = insert_data(area, dice, area.quads)
    return update("refused", f"{text} ;\nCOPY {area.name('no-such-graph')} TO {area.graph(dice)}", area.quads,
                  refused=True)


def nothing(area, dice):
    """Changes nothing: inserts existing quads, deletes missing ones."""
    there = nameable(area.quads)[:3]
    absent = [("", area.name("nobody"), "<urn:p>", values.integer(1))]
    return update("nothing", f"INSERT DATA {data_block(there)} ; DELETE DATA {data_block(absent)}", area.quads)


def large_insert(area, dice):
    new = area.new_items(dice, dice.randint(100, 600), area.graph(dice))
    return update("large", f"INSERT DATA {data_block(new)}", area.quads | new)


def load(area, dice):
    graph, text = area.graph(dice), LOADED.read_text("utf-8")
    new = {(graph, *line.removesuffix(" .").split(" ", 2)) for line in text.splitlines()}
    return update("load", f"LOAD <{LOADED.as_uri()}> INTO GRAPH {graph}", area.quads | new)


def store_path(graph):
    return "/data?default" if graph == "" else f"/data?graph={graph[1:-1]}"


def put_graph(area, dice):
    graph = area.graph(dice)
    new = area.new_items(dice, dice.randint(1, 40), graph) | area.new_blanks(dice, 3, graph)
    return Request("put", "PUT", store_path(graph), "application/n-triples", "".join(triple(q) + "\n" for q in new),
                   frozenset(quad for quad in area.quads if quad[0] != graph) | new)


def post_graph(area, dice):
    graph = dice.choice(["", area.graph(dice)])
    new = area.new_items(dice, dice.randint(1, 10), graph) | area.new_blanks(dice, 2, graph)
    return Request("post", "POST", store_path(graph), "text/turtle", "".join(triple(q) + "\n" for q in new),
                   area.quads | new)


def delete_graph(area, dice):
    full = sorted({quad[0] for quad in area.quads if quad[0].startswith(area.name("graph")[:-1])})
    if not full:
        return put_graph(area, dice)
    graph = dice.choice(full)
    return Request("delete", "DELETE", store_path(graph), "", "", frozenset(q for q in area.quads if q[0] != graph))


ALL = [*map(one_operation, PLAIN), *[sequence] * 5, refused_copy, nothing, large_insert, load, put_graph, put_graph,
       post_graph, delete_graph]
FEWER = [*map(one_operation, (delete_data, delete_where, forget_items, forget_blanks, clear_graph, bump)), delete_graph,
         put_graph]
