"""Data that reach the same quads by updates: a file with other objects in some lines, and the updates to undo that."""

import hashlib
import re

LINES_AN_UPDATE = 1000


def place_of(line):
    """A number below 2^64 that is the same for equal lines."""
    return int.from_bytes(hashlib.blake2b(line, digest_size=8).digest(), "little")


def write_changed(file, share, changed):
    """Writes the data with other objects in some lines; returns the lines to insert and to delete.

    An other object is one that the predicate has elsewhere. With share 0 one line is left out instead.
    """
    with open(file, "rb") as lines:
        known = {place_of(line) for line in lines} if share else set()
    limit = int(share / 2 * 2**64)
    inserts, deletes, last = [], [], {}
    with open(file, "rb") as lines, open(changed, "wb") as out:
        for line in lines:
            if b"_:" in line:
                out.write(line)
                continue
            where = place_of(line)
            subject, predicate, rest = line.split(b" ", 2)
            other = b" ".join((subject, predicate, last.get(predicate, rest)))
            last[predicate] = rest
            if share == 0 and not inserts:
                inserts.append(line)
            elif where < limit and place_of(other) not in known:
                known.add(place_of(other))
                inserts.append(line)
                deletes.append(other)
                out.write(other)
            else:
                out.write(line)
    return inserts, deletes


def as_update(verb, lines):
    graphs = {}
    for line in lines:
        body = line.rstrip(b" .\n").decode()
        found = re.match(r"(.*) (<[^<>\" ]*>)$", body)
        graph = None
        if found and len(re.findall(r"^(\S+ \S+ \S)", found.group(1))) and is_quad(body):
            body, graph = found.group(1), found.group(2)
        graphs.setdefault(graph, []).append(body + " .")
    text = "".join("\n".join(body) if graph is None else f"GRAPH {graph} {{ {' '.join(body)} }}\n" for graph, body in graphs.items())
    return f"{verb} DATA {{\n{text}\n}}"


def is_quad(body):
    """True if a fourth term follows the object."""
    rest = body.split(" ", 2)[2]
    if rest.startswith("<"):
        return " " in rest
    end = rest.rindex('"')
    return " " in rest[end:]


def as_updates(inserts, deletes):
    """The texts of the updates, each of some lines."""
    for verb, lines in (("INSERT", inserts), ("DELETE", deletes)):
        for begin in range(0, len(lines), LINES_AN_UPDATE):
            yield as_update(verb, lines[begin:begin + LINES_AN_UPDATE])
