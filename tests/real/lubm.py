"""LUBM(1): the golden file is loaded and dumped; the 14 queries on a database with rules have the published counts."""

import hashlib
import json
import subprocess

from endpoint import Endpoint
from expectations import Expectation
from judge import wrong_answers
from shared_data import shared_file, unpacked_lines

GOLDEN_TRIPLES = 100543
INFERRED_QUADS = 150581  # with the ontology, what follows from it, and the classes of it that have no name
MORE_EMPLOYEES = 547  # research assistants are employees by the rule scm-svf1, which the published number does not use

# Quads about the things of the data, without those about classes that have no name.
ABOUT_THINGS = """SELECT (COUNT(*) AS ?n) {
  ?thing ?property ?value FILTER(STRSTARTS(STR(?thing), "http://www.") && !isBlank(?value)) }"""

COUNTING = {"q2c": "q2", "q6c": "q6", "q9c": "q9"}  # these give the count as their only value


def difference(dumped, golden):
    if golden is None:
        return "to see the lines that differ, install zstd"
    lacks, adds = set(golden) - set(dumped), set(dumped) - set(golden)
    return (f"it lacks {len(lacks)} lines, one is {min(lacks, default=b'-').decode()}, "
            f"and adds {len(adds)} lines, one is {min(adds, default=b'-').decode()}")


def golden(given, database, _):
    """Loads to exactly its number of distinct triples, and dumps back to exactly the same set."""
    file = shared_file(given.shared, "bench/lubm/lubm1.nt.zst")
    checksums = json.loads(shared_file(given.shared, "bench/lubm/checksums.json").read_text())
    wanted = checksums["datasets"][0]["instance"]["sha256_sorted_unique"]
    database.build(file)
    yield from database.wrong_number(GOLDEN_TRIPLES)
    dumped = database.dump("nt")
    found = hashlib.sha256(b"".join(line + b"\n" for line in sorted(dumped))).hexdigest()
    if found != wanted:
        yield f"sorted dump: expected sha256 {wanted}, found {found}; {difference(dumped, unpacked_lines(file))}"


def with_rules(given):
    """The words of a build of LUBM(1) with its ontology and all that follows from both."""
    return ["--lubm", "1", "--rules", "owl-rl", shared_file(given.shared, "bench/lubm/univ-bench.nt")]


def expectations(folder):
    """Of the 14 queries; those that count answer one row, with the same number."""
    counts = json.loads((folder / "expected.json").read_text())["1"]
    plain = [Expectation(name, (folder / f"{name}.rq").read_text(), str(count)) for name, count in counts.items()]
    for name, query in COUNTING.items():
        row = f'"{counts[query]}"^^<http://www.w3.org/2001/XMLSchema#integer>\n'
        hashed = hashlib.sha256(row.encode()).hexdigest()[:16]
        plain.append(Expectation(name, (folder / f"{name}.rq").read_text(), "1", "c:1", hashed))
    return plain


def about_things(folder):
    """The published number of quads about the things of the data, and the employees that it leaves out."""
    published = json.loads((folder / "checksums.json").read_text())["query_answers"]["universities"]["1"]
    number = published["instance_triples_inferred"] + MORE_EMPLOYEES
    row = f'"{number}"^^<http://www.w3.org/2001/XMLSchema#integer>\n'
    return Expectation("about-things", ABOUT_THINGS, "1", "n:1", hashlib.sha256(row.encode()).hexdigest()[:16])


def inferred(given, database, _):
    """The 14 queries on LUBM(1) with the rules of OWL 2 RL."""
    folder = shared_file(given.shared, "bench/lubm")
    asked = [*expectations(folder), about_things(folder)]
    database.build(*with_rules(given))
    yield from database.wrong_number(INFERRED_QUADS)
    with Endpoint(database) as endpoint:
        yield from wrong_answers(endpoint, asked)


TESTS = {"lubm-golden": golden, "lubm-inferred": inferred}
