"""Links of the documents are valid: a relative link leads to an existing file or folder."""

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
