"""The error of all requests."""

import re
from typing import Optional, Tuple

# "line 2, column 15: ..." in answers about queries, "NAME:2:15: ..." in answers about files.
PLACE = re.compile(r"\bline (\d+), column (\d+)|:(\d+):(\d+): ")


class QuadrilleError(Exception):
    """A request that failed.

    message        what the server wrote, or why it could not be reached
    status         the status of HTTP, as in docs/http.md; None if there was no answer, or if it was cut off
    line, column   the place in the text of a query, an update or a file, from 1; None if the message has none
    text           the query or update; None for other requests

    str(error) is the message, with the line of the text and a mark below the column.
    """

    def __init__(self, message: str, status: Optional[int] = None, text: Optional[str] = None) -> None:
        self.message = message
        self.status = status
        self.text = text
        self.line, self.column = place_in(message)
        super().__init__(message + self._excerpt())

    def _excerpt(self) -> str:
        lines = self.text.split("\n") if self.text else []
        if self.line is None or self.column is None or self.line > len(lines):
            return ""
        line = lines[self.line - 1].rstrip("\r")
        indent = "".join("\t" if letter == "\t" else " " for letter in line[:self.column - 1])
        return f"\n  {line}\n  {indent}^"


def place_in(message: str) -> Tuple[Optional[int], Optional[int]]:
    """(line, column) of the first place that a message names."""
    found = PLACE.search(message)
    if not found:
        return None, None
    line, column = (int(number) for number in found.groups() if number)
    return line, column
