"""Folders include each other only along the arrows of the design (ARCHITECTURE.md).

Below, each room with the rooms that it may use directly; it may also use the rooms that these use. From a room within a
room (query/plan) others may include the headers that its CMakeLists.txt lists after PUBLIC. The tests of a file may also
use tests/support, the testing/ folders of other rooms, and all rooms within the same room.
"""

import re
from pathlib import Path

ARROWS = {
    "base": [],
    "pgas": ["base"],
    "dictionary": ["pgas"],
    "quadstore": ["pgas"],
    "parser": ["base"],
    "lubm": ["base"],
    "loader/rdf": ["loader/jsonld"],
    "loader/jsonld": ["base"],
    "loader/canonical": ["loader/rdf"],
    "loader/build": ["loader/database"],
    "loader/database": ["loader/rdf", "dictionary", "quadstore"],
    "loader/check": ["loader/database"],
    "loader/backup": ["loader/build"],
    "loader/compaction": ["loader/build", "loader/database"],
    "query/expression": ["dictionary", "parser"],
    "query/results": ["loader/jsonld", "loader/canonical"],
    "query/terms": ["query/expression"],
    "query/table": ["query/terms", "quadstore"],
    "query/index": ["query/table", "query/plan/cost"],
    "query/operators": ["query/index", "query/results"],
    "query/joins": ["query/operators"],
    "query/paths": ["query/operators"],
    "query/service": ["query/operators"],
    "query/procedures": ["query/service"],
    "query/plan/logical": ["query/joins", "query/paths", "query/procedures"],
    "query/plan/cost": [],
    "query/plan/order": ["query/plan/logical"],
    "query/plan/rewrite": ["query/plan/order"],
    "query/plan/physical": ["query/plan/logical"],
    "query/plan": ["query/plan/rewrite", "query/plan/physical"],
    "query/answer": ["query/plan"],
    "query/update": ["query/plan"],
    "inferencer": ["query/answer", "query/update"],
    "inferencer/why": ["inferencer"],
    "analytics": ["pgas"],
    "server/access": ["base"],
    "server/configuration": ["base"],
    "server/operations": ["server/access"],
    "server/schema": ["query/results", "parser"],
    "server/mcp": ["server/schema"],
    "server/http": ["server/operations", "server/mcp", "loader/rdf"],
    "server/launch": ["base"],
    "server/client": ["server/http", "query/update"],
    "server/algorithms": ["query/procedures", "analytics"],
    "server/engine": ["server/client", "server/algorithms", "server/launch", "query/answer", "loader/backup", "loader/compaction",
                      "inferencer/why"],
    "server/shell": ["base"],
    "server/commands": ["server/engine", "server/shell", "server/configuration", "loader/check", "loader/canonical", "lubm", "inferencer"],
    "bench": ["server/commands"],
    "tests": ["bench"],
}

# Single headers that a room may use beyond its arrows.
EXCEPTIONS = {
    "loader/jsonld": {"loader/rdf/quad_sink.hpp", "loader/rdf/blank_labels.hpp"},
    "server/launch": {"pgas/launch_protocol.hpp"},
    "quadstore": {"dictionary/huri.hpp", "dictionary/ranked_bits.hpp"},
    "analytics": {"dictionary/huri.hpp", "dictionary/ranked_bits.hpp"},
}

# Rooms that see everything of the others: they measure and test.
OUTSIDE = {"bench", "tests"}


def reachable(room):
    found = {room}
    for lower in ARROWS[room]:
        found |= reachable(lower)
    return found


def is_test(file):
    return file.stem.endswith(("_test", "_bench")) or file.parts[0] == "tests" or "testing" in file.parts


def room_of(file):
    """The innermost room that a file is in: query/plan for query/plan/planner.hpp; None outside of all."""
    folders = Path(file).parts[:3]
    rooms = ("/".join(folders[:depth]) for depth in (3, 2, 1))
    return next((room for room in rooms if room in ARROWS), None)


def public_headers(tree, room):
    """The headers that the room's CMakeLists.txt lists for other rooms; None: all, since it has no such list."""
    file = Path(room, "CMakeLists.txt")
    if "/" not in room or file not in tree.files:
        return None
    listed = re.search(r"\bPUBLIC\s([^)]*?)(?=[A-Z_]{5,}\s|\))", tree.text(file))
    return {f"{room}/{header}" for header in listed.group(1).split()} if listed else set()


def violations(tree):
    rooms = {room: reachable(room) for room in ARROWS}
    public = {room: public_headers(tree, room) for room in ARROWS}
    wanted = set()
    for file in tree.sources():
        room = room_of(file)
        if room is None:
            yield f"{file}: the design has no room called {file.parts[0]}"
            continue
        for included in tree.includes(file):
            if room_of(included) != room and room not in OUTSIDE and not is_test(file):
                wanted.add(included)
            problem = judge(tree, file, included, rooms[room], public)
            if problem:
                yield f"{file}: {problem}"
    for room, headers in public.items():
        for header in sorted((headers or set()) - wanted):
            yield f"{room}/CMakeLists.txt: no other room includes {header}, so it is not PUBLIC"


def judge(tree, file, included, allowed, public):
    room, target = room_of(file), room_of(included)
    if target is None:
        if included.split("/")[0] in {known.split("/")[0] for known in ARROWS}:
            return f'"{included}" is in no room of the design'
        beside = (tree.root / file.parent / included).exists()
        return f'"{included}" is not written from the root' if beside else None
    if "/detail/" in included and not str(file).startswith(included.split("detail/")[0]):
        return f'"{included}" is a detail of another folder'
    if included in EXCEPTIONS.get(room, ()) or is_test(file) and included.startswith("tests/support/"):
        return None
    same_floor = room.split("/")[0] == target.split("/")[0]
    if is_test(file) and (same_floor or "/testing/" in included):
        return None
    if target not in allowed:
        return f'"{included}": {room} may use {", ".join(sorted(allowed - {room})) or "nothing"}'
    hidden = target != room and public[target] is not None and included not in public[target]
    if hidden and room not in OUTSIDE and not is_test(file):
        return f'"{included}" is not PUBLIC in {target}/CMakeLists.txt'
    return None
