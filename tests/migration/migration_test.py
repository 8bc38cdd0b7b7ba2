#!/usr/bin/env python3
"""Data move from other systems to Quadrille as docs/migration.md says: 50 queries have the same answers before and after.

    migration_test.py [SYSTEM ...]     pyoxigraph, Oxigraph, Fuseki, Virtuoso, Blazegraph; default: all that are installed

A system loads the library of docs/migration.md and LUBM(1), answers, and exports. `quadrille build` reads the export. QUADRILLE_TEST_PEERS
is the folder where bench/peers has installed the systems. Status 77: none of them is installed.
"""

import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("commands", "conformance")]
sys.path.append(str(HERE.parent / "real"))

import program  # noqa: E402
from sparql_client import request  # noqa: E402

from pages import library, pairs, prefixes  # noqa: E402
from shared_data import Skipped, shared_file, unpacked_lines  # noqa: E402
from systems import JSON, PLACE, SYSTEMS, Missing, PeerError  # noqa: E402

try:
    from pyoxigraph import QueryResultsFormat, RdfFormat, parse, serialize
except ImportError:
    print("skipped: pyoxigraph is not installed; ./test installs it in build/venv")
    sys.exit(77)

import answers  # noqa: E402
import compare  # noqa: E402

TURTLE = "text/turtle"
FORM = "application/x-www-form-urlencoded"


@dataclass
class Asked:
    there: str
    here: str      # the same, unless the page rewrites it
    ordered: bool  # the order of the rows counts


def queries(system):
    """{name: Asked}: the queries of queries.txt, and those that the page of the system rewrites."""
    found = {}
    for block in (HERE / "queries.txt").read_text().split("\n\n")[1:]:
        heading, _, text = block.strip().partition("\n")
        name, _, ordered = heading.removeprefix("# ").partition(", ")
        text = prefixes() + "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#>\n" + text
        found[name] = Asked(text, text, bool(ordered))
    for original, rewritten in pairs(system.page):
        if not any(part in original.text for part in system.cannot):
            found[str(original)] = Asked(prefixes() + original.text, prefixes() + rewritten.text, False)
    return found


def sources(folder):
    """The files to load: N-Quads and N-Triples, which every system reads. In ASCII, since Blazegraph reads N-Quads so."""
    trig = folder / "library.trig"
    trig.write_text(library())
    quads = folder / "library.nq"
    lines = serialize(parse(path=str(trig)), format=RdfFormat.N_QUADS).decode()
    quads.write_text(re.sub(r"[^\x00-\x7f]", lambda found: f"\\U{ord(found[0]):08X}", lines))
    universities = folder / "lubm.nt"
    lines = unpacked_lines(shared_file(HERE.parents[2] / "shared", "bench/lubm/lubm1.nt.zst"))
    if lines is None:
        raise Skipped("the program zstd is missing")
    universities.write_bytes(b"\n".join(lines) + b"\n")
    return [quads, universities]


def rows(answer, text):
    """Variables in the order of their names, and rows of cells."""
    if "CONSTRUCT" in text:
        return [], answers.graph(answer, RdfFormat.TURTLE, "http://example.org/")
    names, found = answers.table(answer, QueryResultsFormat.JSON)
    order = sorted(range(len(names)), key=names.__getitem__)
    return sorted(names), [tuple(row[place] for place in order) for row in found]


def differ(before, after, ordered):
    """What differs between two answers; None if they are the same."""
    if isinstance(before, str):
        return before
    if not before[1]:
        return "no rows before"
    if before[0] != after[0]:
        return f"variables {before[0]} before, {after[0]} after"
    same = before[1] == after[1] if ordered else compare.same(after[1], before[1])
    return None if same else f"{len(before[1])} rows before, {len(after[1])} after; before: {before[1][:3]}; after: {after[1][:3]}"


def migrate(system, files):
    """Loads, asks, exports, builds, asks again. Returns {name of a query: difference or None}, and the seconds of the steps."""
    seconds, asked = {}, queries(system)

    def timed(step, work):
        began = time.monotonic()
        result = work()
        seconds[step] = time.monotonic() - began
        return result

    def accept(text):
        return TURTLE if "CONSTRUCT" in text else JSON

    def ask_there(text):
        try:
            return rows(system.ask(text, accept(text)), text)
        except PeerError as error:
            return f"refused: {error}"

    timed("load", lambda: system.load(files))
    before = timed("ask", lambda: {name: ask_there(one.there) for name, one in asked.items()})
    export = timed("export", system.export)
    system.stop()
    database = system.folder / "database"
    timed("build", lambda: program.build(database, *export))
    options = ["--union-default-graph"] if system.union else []
    with program.serving(database, options=options) as server:
        def ask_here(text):
            answer = request(server, "POST", "/query", text, {"Content-Type": "application/sparql-query", "Accept": accept(text)})
            assert answer.status == 200, f"{text}\nstatus {answer.status}: {answer.text}"
            return rows(answer.text.encode(), text)

        after = timed("ask again", lambda: {name: ask_here(one.here) for name, one in asked.items()})
    return {name: differ(before[name], after[name], one.ordered) for name, one in asked.items()}, seconds


def unexpected(system, differences):
    """The differences that the page of the system does not name, and the exceptions that are not needed."""
    for name, difference in differences.items():
        if difference and name not in system.differs:
            yield f"'{name}': {difference}"
        elif not difference and name in system.differs:
            yield f"'{name}' is the same before and after, but systems.py has an exception: {system.differs[name]}"
    for name in system.differs.keys() - differences.keys():
        yield f"systems.py has an exception for '{name}', which is no query"


def run(kind, files, folder):
    """The outcome of one system: True, False, or None if it is not installed."""
    home = folder / re.sub(r"\W", "", kind.name.lower())
    home.mkdir()
    try:
        with kind(PLACE, home) as system:
            version = system.version()
            differences, seconds = migrate(system, files)
            wrong = list(unexpected(system, differences))
    except Missing as reason:
        print(f"skipped: {kind.name}: {reason}")
        return None
    except PeerError as error:
        print(f"failed: {kind.name}: {error}")
        return False
    same = sum(not difference for difference in differences.values())
    print(f"{version}: {same} of {len(differences)} answers are the same, {len(system.differs)} differ as docs/{system.page} says; "
          + ", ".join(f"{step} {spent:.1f} s" for step, spent in seconds.items()))
    print("".join(f"  {line}\n" for line in wrong), end="")
    return not wrong


def main(names):
    unknown = set(names) - {kind.name for kind in SYSTEMS}
    if unknown:
        sys.exit(f"there is no system called {', '.join(sorted(unknown))}")
    folder = Path(tempfile.mkdtemp(prefix="quadrille-migration-"))
    try:
        files = sources(folder)
        outcomes = [run(kind, files, folder) for kind in SYSTEMS if not names or kind.name in names]
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if all(outcome is None for outcome in outcomes):
        return 77
    return 1 if False in outcomes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
