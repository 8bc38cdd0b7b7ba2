"""The queries of a data set with their expected answers."""

from dataclasses import dataclass
from pathlib import Path

UNSUPPORTED = Path(__file__).with_name("unsupported.txt")
CORRECTIONS = Path(__file__).with_name("corrections.txt")


@dataclass
class Expectation:
    name: str
    text: str
    rows: str             # a number; of ASK: true or false
    bound: str = "-"      # "-": not given
    hash: str = "-"
    unsupported: str = ""  # what Quadrille does not do yet: the answer is 501 with these words


def unsupported_features(data_set):
    """Query name -> feature, from the lines of unsupported.txt for the data set."""
    lines = [line.split(None, 2) for line in UNSUPPORTED.read_text().splitlines() if line and line[0] != "#"]
    return {query: feature for data, query, feature in lines if data == data_set}


def correct(data_set, published):
    """Puts the right values of corrections.txt into `published`: query name -> Expectation."""
    for line in CORRECTIONS.read_text().splitlines():
        if not line or line[0] == "#":
            continue
        data, query, column, wrong, right = line.split()
        if data != data_set:
            continue
        found = getattr(published[query], column)
        if found != wrong:
            raise ValueError(f"{CORRECTIONS} has {wrong} for {query} ({column}) of {data}, but {found} is published")
        setattr(published[query], column, right)


def read_expectations(data_set, folder):
    """Those of folder/expected.tsv; the queries are in folder/queries."""
    features = unsupported_features(data_set)
    published = {}
    header, *lines = (folder / "expected.tsv").read_text().splitlines()
    if header.split("\t") != ["query", "kind", "rows", "bound", "hash"]:
        raise ValueError(f"{folder}/expected.tsv has other columns than those known here: {header}")
    for line in lines:
        name, _, rows, bound, hashed = line.split("\t")
        text = (folder / "queries" / f"{name}.rq").read_text()
        published[name] = Expectation(name, text, rows, bound, hashed, features.pop(name, ""))
    if features:
        raise ValueError(f"{UNSUPPORTED} names queries that {data_set} does not have: {', '.join(features)}")
    correct(data_set, published)
    return list(published.values())
