"""Data sets with an expected.tsv: the real ones and BSBM."""

import re
from collections import Counter
from functools import partial

from endpoint import Endpoint
from expectations import read_expectations
from judge import wrong_answers
from shared_data import shared_file, unpacked_lines

# name -> folder, file, distinct quads (as the README of the folder has them)
DATA_SETS = {
    "qudt": ("bench/real/qudt", "qudt.nt.zst", 94618),
    "fibo": ("bench/real/fibo", "fibo.nt.zst", 76573),
    "nanopub": ("bench/real/nanopub", "nanopub.nq.zst", 17156),
    "bsbm": ("bench/bsbm", "bsbm-100k.nt.zst", 100075),
}


# Allowed differences of a dump: labels of blank nodes, and "a"^^xsd:string, which is the same literal as "a".
LABEL = re.compile(rb"(^|(?<= ))_:[^ ]+(?= )")
STRING_DATATYPE = re.compile(rb'(?<=")\^\^<http://www\.w3\.org/2001/XMLSchema#string>(?=( <[^ ]*>)? \.$)')


def comparable(lines):
    """The lines as a bag."""
    return Counter(STRING_DATATYPE.sub(b"", LABEL.sub(b"_:", line)) for line in lines)


def dump_differences(database, file):
    """Terms are dumped as they were written, byte by byte: the lines of the file, and no others."""
    golden, dumped = unpacked_lines(file), database.dump("nq")
    if golden is None:
        print("The dump is not compared with the file: there is no program zstd here")
        return
    wanted, found = comparable(golden), comparable(dumped)
    for what, lines in (("lacks", wanted - found), ("adds", found - wanted)):
        if lines:
            yield f"the dump {what} {lines.total()} lines, one is {min(lines).decode(errors='replace')}"


def find(name, shared):
    """(file, expectations) of a data set."""
    folder, file, _ = DATA_SETS[name]
    return shared_file(shared, folder, file), read_expectations(name, shared_file(shared, folder))


def test(name, given, database, _):
    """Loads a data set completely, dumps it unchanged, and compares the answers with the published ones."""
    file, expectations = find(name, given.shared)
    database.build(file)
    yield from database.wrong_number(DATA_SETS[name][2])
    yield from dump_differences(database, file)
    with Endpoint(database) as endpoint:
        yield from wrong_answers(endpoint, expectations)


TESTS = {name: partial(test, name) for name in DATA_SETS}
