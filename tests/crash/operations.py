"""Operations of SPARQL Update with known effects: each returns its text and the client's quads afterwards."""

import values
from area import KEY, data_block, nameable


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
    """A counter, in a graph or not, that is read and replaced; created if there is none."""
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
    """Deletes half of the items, with all their quads."""
    value = area.name("value")
    gone = {quad[1] for quad in quads if quad[0] == "" and quad[2] == value and values.number_of(quad[3]) % 2 == 0}
    return (f"DELETE {{ ?i ?p ?o }} WHERE {{ ?i {value} ?v ; ?p ?o FILTER(FLOOR(?v / 2) * 2 = ?v) }}",
            frozenset(quad for quad in quads if quad[0] or quad[1] not in gone))


def forget_blanks(area, dice, quads):
    """Deletes the blank nodes of the default graph."""
    return (f'DELETE {{ ?b ?p ?o }} WHERE {{ ?b {KEY} ?k ; ?p ?o FILTER(STRSTARTS(?k, "c{area.client}.")) }}',
            frozenset(quad for quad in quads if quad[0] or not quad[1].startswith("_:")))


def clear_graph(area, dice, quads):
    graph = area.graph(dice)
    return f"{dice.choice(['CLEAR', 'DROP'])} SILENT GRAPH {graph}", frozenset(q for q in quads if q[0] != graph)


def between_graphs(area, dice, quads):
    """ADD, COPY and MOVE of a graph that is not empty (of an empty one they fail: refused_copy)."""
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
