"""Every folder with code has a README.md and a CMakeLists.txt, and its name is a concept."""

import re

EMPTY_NAME = re.compile(r"(^|_)(utils?|helpers?|misc|common|stuff)(_|$)", re.IGNORECASE)

PARTS_OF_THE_FOLDER_ABOVE = {"detail", "testing"}


def violations(tree):
    files = set(tree.files)
    for folder in sorted({file.parent for file in tree.sources()}):
        if folder.name in PARTS_OF_THE_FOLDER_ABOVE:
            continue
        for needed in ("README.md", "CMakeLists.txt"):
            if folder / needed not in files:
                yield f"{folder}: has no {needed}"
    for file in tree.files:
        for part in [*file.parts[:-1], file.stem]:
            if EMPTY_NAME.search(part):
                yield f"{file}: '{part}' names no concept"
