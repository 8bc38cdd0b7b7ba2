"""Comments are laid out by hand: the formatter leaves them alone, and no line of them has more than 120 columns."""

import re

MOST = 120
COMMENT = re.compile(r"^\s*//")


def violations(tree):
    settings = [file for file in tree.files if file.name == ".clang-format"]
    for file in settings:
        if not re.search(r"^ReflowComments: false$", tree.text(file), re.MULTILINE):
            yield f"{file}: ReflowComments must be false, for the formatter would break drawings"
    for file in tree.sources():
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            if len(line) > MOST and COMMENT.match(line):
                yield f"{file}:{number}: a comment of {len(line)} columns; {MOST} at most"
