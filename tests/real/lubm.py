"""LUBM(1): the golden file is loaded and dumped; the 14 queries on its closure have the published counts."""

import hashlib
import json
import subprocess

from endpoint import Endpoint
from environment import python_with
from expectations import Expectation
from judge import wrong_answers
from shared_data import shared_file, unpacked_lines

GOLDEN_TRIPLES, INFERRED_TRIPLES = 100543, 137931
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


def make_inferred(given, folder):
    """The file with LUBM(1) and its inferences."""
    rules = shared_file(given.shared, "tools/lubm_infer.py")
    python = python_with(given.venv, "duckdb")
    plain, inferred = folder / "lubm1.nt", folder / "inferred.nt"
    with plain.open("wb") as output:
        subprocess.run([given.bench, "lubm", "generate", "--universities", "1"], check=True, stdout=output)
    subprocess.run([python, rules, plain, inferred], check=True)
    return inferred


def expectations(folder):
    """Of the 14 queries; those that count answer one row, with the same number."""
    counts = json.loads((folder / "expected.json").read_text())["1"]
    plain = [Expectation(name, (folder / f"{name}.rq").read_text(), str(count)) for name, count in counts.items()]
    for name, query in COUNTING.items():
        row = f'"{counts[query]}"^^<http://www.w3.org/2001/XMLSchema#integer>\n'
        hashed = hashlib.sha256(row.encode()).hexdigest()[:16]
        plain.append(Expectation(name, (folder / f"{name}.rq").read_text(), "1", "c:1", hashed))
    return plain


def inferred(given, database, folder):
    """The 14 queries on the closure of LUBM(1)."""
    asked = expectations(shared_file(given.shared, "bench/lubm"))
    database.build(make_inferred(given, folder))
    yield from database.wrong_number(INFERRED_TRIPLES)
    with Endpoint(database) as endpoint:
        yield from wrong_answers(endpoint, asked)


TESTS = {"lubm-golden": golden, "lubm-inferred": inferred}
