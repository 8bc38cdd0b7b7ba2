"""Texts are about the project alone: no places of one machine, no hosts of registries, no marks of unfinished work."""

import re

RULES = [
    (re.compile(r"(?<![\w./$}])/(?:work|root|home/\w+|Users/\w+)/"), "a place of one machine"),
    (re.compile(r"\b(?:deb|archive|security|snapshot|registry|repo\d?|index|files)\.[a-z0-9-]+\.(?:org|com|io|net)\b"
                r"|\b(?:py[p]i|crate[s]|np[m]js)\.(?:org|io|com)\b"), "the host of a registry"),
    (re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b"), "a mark of unfinished work"),
]


def violations(tree):
    for file in tree.files:
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            for pattern, meaning in RULES:
                found = pattern.search(line)
                if found:
                    yield f"{file}:{number}: '{found.group(0)}' is {meaning}"
