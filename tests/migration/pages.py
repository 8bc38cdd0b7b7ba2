"""What docs/migration.md and the pages of the systems show: the data, the prefixes, and queries with their answers.

A query is a block that begins with ```sparql and a comment: "# Quadrille" is a query for Quadrille, "# Fuseki" one that was written for
Fuseki. Its last lines are comments, what Quadrille says to it:

    # -> refused: a part of the message
    # -> ex:moby "Moby Dick"@en            a line for each row; in any order unless the query has ORDER BY
    # -> no rows
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
OVERVIEW = "migration.md"
MARK = "# -> "


@dataclass
class Query:
    page: str
    line: int
    system: str
    text: str
    says: list = field(default_factory=list)

    @property
    def refusal(self):
        first = self.says[0] if self.says else ""
        return first.removeprefix("refused: ") if first.startswith("refused: ") else None

    @property
    def rows(self):
        return [] if self.says == ["no rows"] else self.says

    def __str__(self):
        return f"docs/{self.page}:{self.line}"


def pages():
    return sorted(file.name for file in DOCS.glob("migration*.md"))


def here_document(name, page=OVERVIEW):
    """The text that the command `cat > NAME <<END` of a page writes."""
    return re.search(rf"^cat > {re.escape(name)} <<'?END'?\n(.*?)^END$", (DOCS / page).read_text(), re.M | re.S)[1]


def library():
    return here_document("library.trig")


def prefixes():
    return here_document("library.prefixes")


def queries(page):
    """All queries of a page, in order."""
    text = (DOCS / page).read_text()
    for found in re.finditer(r"^```sparql\n(.*?)^```$", text, re.M | re.S):
        first, *lines = found[1].splitlines()
        says = [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]
        yield Query(page, text.count("\n", 0, found.start()) + 1, first.removeprefix("# "),
                    "\n".join(line for line in lines if not line.startswith(MARK)), says)


def pairs(page):
    """(the query of another system, what Quadrille is asked instead) for each one that has an answer here."""
    original = None
    for query in queries(page):
        if query.system.endswith(" and Quadrille"):
            yield query, query
        elif query.system != "Quadrille":
            original = query
        elif original:
            yield original, query
            original = None
