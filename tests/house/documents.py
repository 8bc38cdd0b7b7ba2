"""Links of the documents lead somewhere: a relative one to a file or folder that is there."""

import re

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def violations(tree):
    for file in tree.files:
        if file.suffix != ".md":
            continue
        for target in LINK.findall(FENCE.sub("", tree.text(file))):
            path = target.split("#")[0]
            if path and ":" not in path and not (tree.root / file.parent / path).exists():
                yield f"{file}: the link to {target} leads nowhere"
