"""Updates with known effects: what a client sends next, and which quads it has afterwards.

area = Area(client=3)                 the quads of one client; nobody else touches them
request = area.next_request(dice)     method, path, type, body; .after: the quads if it is done, .number: the client's own

Quads are tuples (graph, subject, predicate, object) of terms in N-Triples; the graph is '' for the default graph. A blank
node is written _:KEY in the model and has the key as the object of <urn:key> in the data, so it is known again whatever
label it has there. What a request needs to know of other clients is in transfers.py.
"""

from dataclasses import dataclass

import values

UPDATE = "application/sparql-update"
GRAPHS = 3            # named graphs of a client
LARGE = 300           # quads; from here on a client rather takes away
KEY = "<urn:key>"
LEDGER = "<urn:ledger>"  # of transfers.py


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
    conditional: bool = False  # may find nothing to do: its answer says whether it inserted anything


def triple(quad):
    return f"{quad[1]} {quad[2]} {quad[3]} ."


def data_block(quads):
    """Quads as INSERT DATA and DELETE DATA have them."""
    graphs = {}
    for quad in sorted(quads):
        graphs.setdefault(quad[0], []).append(triple(quad))
    return "{ " + " ".join(f"GRAPH {graph} {{ {' '.join(lines)} }}" if graph else " ".join(lines)
                           for graph, lines in graphs.items()) + " }"


class Area:
    def __init__(self, client, quads=frozenset(), number=0):
        self.client = client
        self.quads = frozenset(quads)
        self.number = number

    def name(self, local):
        return f"<urn:c{self.client}:{local}>"

    def graph(self, dice):
        return self.name(f"graph:{dice.randrange(GRAPHS)}")

    def next_request(self, dice, kinds=None):
        """The next request for the quads as they are now; the numbers of a client never come twice."""
        self.number += 1
        kind = dice.choice(kinds or (FEWER if len(self.quads) > LARGE else ALL))
        request = kind(self, dice)
        return Request(**{**request.__dict__, "number": self.number})

    # --- quads to be ---

    def new_items(self, dice, count, graph=""):
        """Items with a number as <value>, which no other item has, and now and then something to say."""
        quads = set()
        for at in range(count):
            item = self.name(f"item:{self.number}.{at}")
            quads.add((graph, item, self.name("value"), values.integer(self.number * 1000 + at)))
            for _ in range(dice.randrange(3)):
                quads.add((graph, item, f"<urn:says:{dice.randrange(4)}>", values.some(dice)))
        return quads

    def new_blanks(self, dice, count, graph=""):
        """A chain of blank nodes."""
        keys = [f"c{self.client}.{self.number}.{at}" for at in range(count)]
        quads = {(graph, f"_:{key}", KEY, values.string(key)) for key in keys}
        quads |= {(graph, f"_:{one}", "<urn:next>", f"_:{two}") for one, two in zip(keys, keys[1:])}
        return quads

    def items(self):
        """(item, number) of the default graph."""
        return [(quad[1], quad[3]) for quad in self.quads if quad[0] == "" and quad[2] == self.name("value")]


def nameable(quads):
    """Those that INSERT DATA and DELETE DATA can name: no blank nodes. Lines of the ledger are for ever."""
    return sorted(quad for quad in quads if quad[0] != LEDGER and not any(term.startswith("_:") for term in quad))


# --- operations: each gives its text and the quads afterwards ---


def insert_data(area, dice, quads):
    new = area.new_items(dice, dice.randint(1, 6), dice.choice(["", "", area.graph(dice)]))
    return f"INSERT DATA {data_block(new)}", quads | new


def insert_blanks(area, dice, quads):
    new = area.new_blanks(dice, dice.randint(1, 4), dice.choice(["", area.graph(dice)]))
    return f"INSERT DATA {data_block(new)}", quads | new


def delete_data(area, dice, quads):
    named = nameable(quads)
    gone = set(dice.sample(named, min(len(named), dice.randint(1, 8))))
    absent = ("", area.name("nobody"), area.name("value"), values.integer(dice.randrange(9)))
    return f"DELETE DATA {data_block(gone | {absent})}", quads - gone


def bump(area, dice, quads):
    """A counter, in a graph or not, that is read and replaced; made where there is none."""
    graph, counter = dice.choice(["", area.graph(dice)]), area.name("counter")
    old = [quad for quad in quads if quad[0] == graph and quad[1] == counter]
    if not old:
        new = (graph, counter, "<urn:count>", values.integer(0))
        return f"INSERT DATA {data_block([new])}", quads | {new}
    new = (graph, counter, "<urn:count>", values.integer(values.number_of(old[0][3]) + 1))
    return ((f"WITH {graph} " if graph else "") + f"DELETE {{ ?c <urn:count> ?n }} INSERT {{ ?c <urn:count> ?m }} "
            f"WHERE {{ ?c <urn:count> ?n FILTER(?c = {counter}) BIND(?n + 1 AS ?m) }}", quads - set(old) | {new})


def copy_items(area, dice, quads):
    """From a pattern of the default graph to a named graph, with a fresh blank node for each solution."""
    graph, value = area.graph(dice), area.name("value")
    new = set()
    for item, number in ((quad[1], quad[3]) for quad in quads if quad[0] == "" and quad[2] == value):
        key = f"c{area.client}.{area.number}.t{values.number_of(number)}"
        new |= {(graph, f"_:{key}", KEY, values.string(key)), (graph, f"_:{key}", "<urn:of>", item)}
    return (f"INSERT {{ GRAPH {graph} {{ _:x {KEY} ?k ; <urn:of> ?i }} }} WHERE {{ ?i {value} ?v "
            f'BIND(CONCAT("c{area.client}.{area.number}.t", STR(?v)) AS ?k) }}', quads | new)


def delete_where(area, dice, quads):
    graph = area.graph(dice)
    return f"DELETE WHERE {{ GRAPH {graph} {{ ?s ?p ?o }} }}", frozenset(q for q in quads if q[0] != graph)


def forget_items(area, dice, quads):
    """Half of the items, with all that they say."""
    value = area.name("value")
    gone = {quad[1] for quad in quads if quad[0] == "" and quad[2] == value and values.number_of(quad[3]) % 2 == 0}
    return (f"DELETE {{ ?i ?p ?o }} WHERE {{ ?i {value} ?v ; ?p ?o FILTER(FLOOR(?v / 2) * 2 = ?v) }}",
            frozenset(quad for quad in quads if quad[0] or quad[1] not in gone))


def forget_blanks(area, dice, quads):
    """The blank nodes of the default graph."""
    return (f'DELETE {{ ?b ?p ?o }} WHERE {{ ?b {KEY} ?k ; ?p ?o FILTER(STRSTARTS(?k, "c{area.client}.")) }}',
            frozenset(quad for quad in quads if quad[0] or not quad[1].startswith("_:")))


def clear_graph(area, dice, quads):
    graph = area.graph(dice)
    return f"{dice.choice(['CLEAR', 'DROP'])} SILENT GRAPH {graph}", frozenset(q for q in quads if q[0] != graph)


def between_graphs(area, dice, quads):
    """ADD, COPY and MOVE of a graph that has something (of one that has nothing they fail: refused_copy)."""
    full = sorted({quad[0] for quad in quads if quad[0].startswith(area.name("graph")[:-1])})
    if not full:
        return insert_data(area, dice, quads)
    source, target, word = dice.choice(full), area.graph(dice), dice.choice(["ADD", "COPY", "MOVE"])
    after = set(quads)
    if source != target:
        if word != "ADD":
            after = {quad for quad in after if quad[0] != target}
        after |= {(target, *quad[1:]) for quad in quads if quad[0] == source}
        if word == "MOVE":
            after = {quad for quad in after if quad[0] != source}
    return f"{word} {source} TO {target}", frozenset(after)


PLAIN = (insert_data, insert_data, insert_blanks, delete_data, bump, bump, copy_items, delete_where, forget_items,
         forget_blanks, clear_graph, between_graphs)


# --- requests ---


def update(kind, text, after, **more):
    return Request(kind, "POST", "/update", UPDATE, text, frozenset(after), **more)


def one_operation(operation):
    return lambda area, dice: update(operation.__name__, *operation(area, dice, area.quads))


def sequence(area, dice):
    """Operations that each see what the ones before have done; all or none of it stays."""
    texts, quads, used = [], area.quads, []
    for _ in range(dice.randint(2, 4)):
        operation = dice.choice([one for one in PLAIN if one not in used])  # keys and items are once a request
        used += [insert_data, between_graphs] if operation in (insert_data, between_graphs) else [operation]
        used += [insert_blanks] if operation is insert_blanks else []
        text, quads = operation(area, dice, quads)
        texts.append(text)
    return update("sequence", " ;\n".join(texts), quads)


def refused_copy(area, dice):
    """The first operation would do something; the second fails."""
    text, _ = insert_data(area, dice, area.quads)
    return update("refused", f"{text} ;\nCOPY {area.name('no-such-graph')} TO {area.graph(dice)}", area.quads,
                  refused=True)


def nothing(area, dice):
    """Changes nothing: what is there is inserted, what is not is deleted."""
    there = nameable(area.quads)[:3]
    absent = [("", area.name("nobody"), "<urn:p>", values.integer(1))]
    return update("nothing", f"INSERT DATA {data_block(there)} ; DELETE DATA {data_block(absent)}", area.quads)


def large_insert(area, dice):
    new = area.new_items(dice, dice.randint(100, 600), area.graph(dice))
    return update("large", f"INSERT DATA {data_block(new)}", area.quads | new)


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


ALL = [one_operation(operation) for operation in PLAIN] + [sequence] * 5 + [
    refused_copy, nothing, large_insert, put_graph, put_graph, post_graph, delete_graph]
FEWER = [one_operation(operation) for operation in (delete_data, delete_where, forget_items, forget_blanks, clear_graph, bump)
         ] + [delete_graph, put_graph]
