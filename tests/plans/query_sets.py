"""The queries whose plans are in the repository, with the data for which they are planned."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "real"))

from database import ENVIRONMENT, Database  # noqa: E402,F401
from endpoint import Endpoint  # noqa: E402,F401
from lubm import with_rules  # noqa: E402
from published import DATA_SETS, find  # noqa: E402
from shared_data import Skipped, shared_file  # noqa: E402,F401

FIRST_DRAW = re.compile(r"(explore|bi)-q\d\d-01")


@dataclass
class DataSet:
    name: str
    input: list  # the words of a build
    queries: dict  # name -> text


def in_numeric_order(names):
    """q2 before q10."""
    return sorted(names, key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)])


def lubm(given, _):
    """The 14 queries, and those that count, on LUBM(1) with the rules of OWL 2 RL."""
    queries = {file.stem: file.read_text() for file in shared_file(given.shared, "bench/lubm").glob("q*.rq")}
    yield DataSet("lubm", with_rules(given), {name: queries[name] for name in in_numeric_order(queries)})


def bsbm(given, _):
    """Of each template of BSBM the first draw of its parameters."""
    file, expectations = find("bsbm", given.shared)
    queries = {asked.name: asked.text for asked in expectations if FIRST_DRAW.fullmatch(asked.name)}
    yield DataSet("bsbm", [file], dict(sorted(queries.items())))


def real(given, _):
    """All queries of the published real data sets."""
    for name in DATA_SETS:
        if name != "bsbm":
            file, expectations = find(name, given.shared)
            yield DataSet(name, [file], {f"{name} {asked.name}": asked.text for asked in expectations})


# Each takes the options and a folder to write in.
SETS = {"lubm": lubm, "bsbm": bsbm, "real": real}
