"""Bytes whose number is not a constant are copied by copy_bytes(): memcpy() must not get a null pointer, even for 0 bytes."""

import re

CALL = re.compile(r"\bmemcpy\((.*)\);")
CONSTANT = re.compile(r"sizeof\b|\d+$|k[A-Z]\w*(\.size\(\))?$")
ALLOWED = {"base/copy_bytes.hpp", "base/copy_wide.hpp"}


def last_argument(arguments):
    depth, begin = 0, 0
    for place, letter in enumerate(arguments):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            begin = place + 1
    return arguments[begin:].strip()


def violations(tree):
    for file in tree.sources():
        if str(file) in ALLOWED:
            continue
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            call = CALL.search(line)
            if call and not CONSTANT.match(last_argument(call[1])):
                yield f"{file}:{number}: memcpy() of a number of bytes that may be 0; use copy_bytes() (base/copy_bytes.hpp)"
