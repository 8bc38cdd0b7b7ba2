"""One database, served with 1, 2 and 4 images, answers every query the same, row by row.

This checks more than the published counts: also rows with numbers and blank nodes, for which no hash is published.
"""

import re
from functools import partial

import published
from answers import read_answer
from endpoint import Endpoint

IMAGES = (1, 2, 4)

# A sum of floating-point numbers depends on the order of its rows in the last digits; labels of blank nodes are free.
FLOATING = re.compile(r'"([^"]*)"\^\^<http://www\.w3\.org/2001/XMLSchema#(float|double)>')
DIGITS = {"float": 5, "double": 12}
LABEL = re.compile(r"(^|(?<=[ \t]))_:\S+")

# The choice of rows by LIMIT among equal ones is free, and so is the order in which GROUP_CONCAT joins values.
FREE = re.compile(r"\b(LIMIT|OFFSET|GROUP_CONCAT|SAMPLE)\b", re.IGNORECASE)


def rounded(found):
    try:
        return f'"{float(found[1]):.{DIGITS[found[2]]}g}"^^{found[2]}'
    except ValueError:
        return found[0]  # not a number: an ill-typed literal of the data


def comparable(query, status, content_type, body):
    """The parts that must be equal: the sorted rows, or only their number if any rows are allowed."""
    if status != 200:
        return [f"HTTP {status}"]
    answer = read_answer(content_type, body)
    if FREE.search(query):
        return [f"{answer.rows} rows, {answer.bound}"]
    return [answer.rows] + sorted(FLOATING.sub(rounded, LABEL.sub("_:", line)) for line in answer.lines)


def difference(wanted, found):
    lacks, adds = set(wanted) - set(found), set(found) - set(wanted)
    return f"lacks {min(lacks, default='nothing')}, adds {min(adds, default='nothing')}"


def test(name, given, database, _):
    file, expectations = published.find(name, given.shared)
    database.build(file)
    first = {}
    for images in IMAGES:
        with Endpoint(database, images) as endpoint:
            for asked in expectations:
                found = comparable(asked.text, *endpoint.ask(asked.text))
                wanted = first.setdefault(asked.name, found)  # that of one image
                if found != wanted:
                    yield f"{asked.name}: with {images} images it {difference(wanted, found)}"


TESTS = {f"same-{name}": partial(test, name) for name in published.DATA_SETS}
