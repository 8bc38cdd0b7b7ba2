"""Compares what a command has printed with what a document shows.

Spaces between words count as one, and empty lines do not count, so a document may align columns. In JSON no space counts.
`...` stands for any text of a line; alone on a line, for any lines. Of these the value may be another: times and sizes
with a unit, points in time, versions, and ids of 16 or more hexadecimal digits.
"""

import re

NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][+-]?\d+)?"
UNIT = r"(?:ns|us|ms|s|min|h|bytes|B|[kKMGT]i?B)(?:/s)?(?![\w/])"
VALUES = [
    (r"\.\.\.", ".*?"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*Z", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*Z"),
    (r"\b[0-9a-f]{16,}\b", "[0-9a-f]{16,}"),
    (r'(?<=_seconds":)\s*' + NUMBER, rf"\s*{NUMBER}"),
    (r"\b\d+\.\d+\.\d+\b", r"\d+\.\d+\.\d+"),
    (rf"\b{NUMBER} ?{UNIT}", rf"{NUMBER} ?{UNIT}"),
]
ANY_NUMBER = (rf"\b{NUMBER}", NUMBER)


def pattern_of(text, values):
    """A regular expression for a line of the document."""
    found = re.compile("|".join(f"({shown})" for shown, _ in values) + r"|(\s+)")
    pattern, at = "", 0
    for match in found.finditer(text):
        pattern += re.escape(text[at:match.start()])
        pattern += r"\s+" if match[len(values) + 1] else values[match.lastindex - 1][1]
        at = match.end()
    return pattern + re.escape(text[at:])


def lines_of(text):
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def is_as_shown(shown, printed, numbers_differ=False):
    """`shown`: lines of the document; `printed`: a text."""
    values = VALUES + [ANY_NUMBER] if numbers_differ else VALUES
    lines = lines_of("\n".join(shown))
    if lines and lines[0][0] in "{[":
        squeezed = re.sub(r"\s", "", "".join(lines))
        return re.fullmatch(pattern_of(squeezed, values), re.sub(r"\s", "", printed)) is not None
    patterns = [r"(?:.*\n)*?" if line == "..." else pattern_of(line, values) + "\n" for line in lines]
    return re.fullmatch("".join(patterns), "".join(line + "\n" for line in lines_of(printed))) is not None
