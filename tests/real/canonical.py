"""A dump equals its input, including blank nodes: it has the quads that another engine reads from the files.

It tests each real data set, from its files as they were published, and one database of all of them with the merged files.
"""

import subprocess
from collections import Counter
from functools import partial
from pathlib import Path

from environment import python_with
from originals import ARCHIVES, unpack
from published import DATA_SETS
from shared_data import shared_file

PROGRAM = Path(__file__).with_name("canonical_quads.py")
SUFFIXES = (".ttl", ".trig", ".rdf")


def canonical_lines(given, *files):
    """The lines that canonical_quads.py writes, which needs pyoxigraph."""
    python = python_with(given.venv, "pyoxigraph")
    return Counter(subprocess.run([python, "-B", PROGRAM, *files], check=True, stdout=subprocess.PIPE).stdout.splitlines())


def original_files(name, given, folder):
    """The files as they were published, unpacked."""
    archive = shared_file(given.shared, DATA_SETS[name][0], f"{ARCHIVES[name]}.tar.zst")
    into = folder / name
    into.mkdir()
    return sorted(file for file in unpack(archive, into).rglob("*") if file.suffix in SUFFIXES)


def differences(given, database, folder, files):
    database.build(*files)
    dump = folder / "dump.nq"
    dump.write_bytes(b"".join(line + b"\n" for line in database.dump("nq")))
    wanted, found = canonical_lines(given, *files), canonical_lines(given, dump)
    for what, lines in (("lacks", wanted - found), ("adds", found - wanted)):
        if lines:
            yield f"the dump {what} {lines.total()} sets of quads, one is {min(lines).decode(errors='replace')[:1000]}"


def alone(name, given, database, folder):
    yield from differences(given, database, folder, original_files(name, given, folder))


def together(given, database, folder):
    merged = [shared_file(given.shared, DATA_SETS[name][0], DATA_SETS[name][1]) for name in ARCHIVES]
    originals = [file for name in ARCHIVES for file in original_files(name, given, folder)]
    yield from differences(given, database, folder, merged + originals)


TESTS = {f"canonical-{name}": partial(alone, name) for name in ARCHIVES} | {"canonical-together": together}
