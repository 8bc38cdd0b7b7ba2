"""The answers of queries, read while they arrive: rows of SELECT, triples of CONSTRUCT and DESCRIBE."""

import io
import re
from operator import itemgetter
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, NamedTuple, Optional, Tuple, Type, TypeVar, Union

from . import frames
from .terms import BlankNode, IRI, Term, parse

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Item = TypeVar("Item")
Self = TypeVar("Self", bound="Stream[Any]")


class Stream(Generic[Item]):
    """An answer that is read while it arrives, once, in constant memory.

    It has one of the server's connections until it has been read to its end or closed; close() in the middle ends the query.
    An answer that is cut off, for example by the time limit, ends with a QuadrilleError.
    """

    def __init__(self, lines: io.BufferedReader) -> None:
        self._lines = lines
        self._is_read = False  # to its end

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        line = b"" if self._is_read else self._open_lines().readline()
        if not line:
            self._is_read = True
            raise StopIteration
        return self._item(line[:-1].decode())

    def _item(self, line: str) -> Item:
        raise NotImplementedError

    def _open_lines(self) -> io.BufferedReader:
        if self._lines.closed:
            raise ValueError("the answer has been closed; send the query again")
        return self._lines

    def close(self) -> None:
        """Ends the answer."""
        self._lines.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()


class Row(Tuple[Optional[Term], ...]):
    """A row of an answer: row.name, row["name"] or row[0] is a value (terms.py), and None if the variable has none.

    A row is a tuple in the order of the columns. Variables whose names begin with "_" only work as row["_name"].
    """

    __slots__ = ()
    _fields: Tuple[str, ...] = ()

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return tuple.__getitem__(self, key)
        if key not in self._fields:
            raise KeyError(f"no variable ?{key}; there are ?{', ?'.join(self._fields)}")
        return tuple.__getitem__(self, self._fields.index(key))

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any: ...

    def _asdict(self) -> Dict[str, Optional[Term]]:
        """{variable: value}"""
        return dict(zip(self._fields, self))

    def __repr__(self) -> str:
        return f"Row({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self))})"


def row_type(columns: Tuple[str, ...]) -> Type[Row]:
    """The type of the rows of one answer, with a property for each variable."""
    named = {name: property(itemgetter(place)) for place, name in enumerate(columns) if not name.startswith("_")}
    return type("Row", (Row,), {"__slots__": (), "_fields": columns, **named})


class Rows(Stream[Row]):
    """The rows of a SELECT, in the server's order: for row in rows: print(row.name).

    The to_... functions put all rows that have not been read into a frame, with a type for each column; docs/python.md
    describes the types. `terms=True` makes each cell the text of its term in N-Triples, which is exact whatever the data are,
    instead of a value; quadrille.parse() reads such a text.
    """

    def __init__(self, lines: io.BufferedReader) -> None:
        super().__init__(lines)
        #: The names of the variables, without "?".
        self.columns: Tuple[str, ...] = tuple(name[1:] for name in lines.readline()[:-1].decode().split("\t") if name)
        self._type = row_type(self.columns)

    def _item(self, line: str) -> Row:
        return self._type([parse(cell) if cell else None for cell in line.split("\t")] if self.columns else ())

    def to_arrow(self, terms: bool = False) -> "pyarrow.Table":
        """The rows as an Arrow table; needs pyarrow."""
        if self._is_read:
            raise ValueError("all rows have been read already; send the query again")
        with self._open_lines() as lines:
            return frames.arrow_table(self.columns, lines, terms)

    def to_pandas(self, terms: bool = False) -> "pandas.DataFrame":
        """The rows as a data frame of pandas; needs pandas and pyarrow."""
        return frames.pandas_frame(self.to_arrow(terms))

    def to_polars(self, terms: bool = False) -> "polars.DataFrame":
        """The rows as a data frame of Polars; needs polars and pyarrow."""
        return frames.polars_frame(self.to_arrow(terms))


class Triple(NamedTuple):
    """A triple of a graph: for subject, predicate, object in triples."""

    subject: Union[IRI, BlankNode]
    predicate: IRI
    object: Term


TRIPLE = re.compile(r"(\S+) (\S+) (.+) \.")


class Triples(Stream[Triple]):
    """The triples of a CONSTRUCT or DESCRIBE."""

    def _item(self, line: str) -> Triple:
        found = TRIPLE.fullmatch(line)
        assert found, line
        return Triple(*map(parse, found.groups()))  # type: ignore[arg-type]
