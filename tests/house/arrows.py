"""Folders include each other only along the arrows of the design (ARCHITECTURE.md).

Below, each room with the rooms right under it; it may also use what those use. A file's tests may use tests/support too.
"""

ARROWS = {
    "base": [],
    "pgas": ["base"],
    "dictionary": ["pgas"],
    "quadstore": ["pgas"],
    "loader": ["dictionary", "quadstore"],
    "parser": ["base"],
    "query": ["dictionary", "quadstore", "parser"],
    "inferencer": ["query", "quadstore", "dictionary"],
    "analytics": ["quadstore", "pgas"],
    "server": ["query", "loader", "inferencer", "analytics"],
    "bench": ["server"],
    "tests": ["server", "bench"],
}

# Single headers that a room may use beyond its arrows. `quadrille build --lubm` hands the generator's lines to the build;
# the generator stands on base alone, so nothing goes in a circle.
EXCEPTIONS = {"quadstore": {"dictionary/huri.hpp"},
              "server": {"bench/lubm/generator.hpp", "bench/lubm/university.hpp"}}


def reachable(room):
    found = {room}
    for lower in ARROWS[room]:
        found |= reachable(lower)
    return found


def is_test(file):
    return file.stem.endswith("_test") or file.parts[0] == "tests"


def violations(tree):
    rooms = {room: reachable(room) for room in ARROWS}
    for file in tree.sources():
        room = file.parts[0]
        if room not in rooms:
            yield f"{file}: the design has no room called {room}"
            continue
        for included in tree.includes(file):
            problem = judge(tree, file, included, rooms[room])
            if problem:
                yield f"{file}: {problem}"


def judge(tree, file, included, allowed):
    room, target = file.parts[0], included.split("/")[0]
    if target not in ARROWS:
        beside = (tree.root / file.parent / included).exists()
        return f'"{included}" is not written from the root' if beside else None
    if "/detail/" in included and not str(file).startswith(included.split("detail/")[0]):
        return f'"{included}" is a detail of another folder'
    if target in allowed or included in EXCEPTIONS.get(room, ()):
        return None
    if is_test(file) and included.startswith("tests/support/"):
        return None
    return f'"{included}": {room} may use {", ".join(sorted(allowed - {room})) or "nothing"}'
