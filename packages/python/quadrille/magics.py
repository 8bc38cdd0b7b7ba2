"""%%sparql, for IPython and Jupyter: `%load_ext quadrille`, then cells that are queries or updates."""

from typing import Any, Callable, Dict, List, Optional

from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

from .connection import Connection
from .errors import QuadrilleError
from .rows import Rows, Triples
from .texts import is_query

FRAMES: Dict[str, Callable[[Rows], Any]] = {"pandas": Rows.to_pandas, "polars": Rows.to_polars, "arrow": Rows.to_arrow, "rows": list}


class CellError(QuadrilleError):
    """The error of a cell, which IPython shows without a traceback."""

    def _render_traceback_(self) -> List[str]:
        return [str(self)]


@magics_class
class SparqlMagics(Magics):
    @magic_arguments()
    @argument("connection", nargs="?", help="the variable with the Connection; by default the only one that is open")
    @argument("--to", metavar="NAME", help="put the answer into this variable, and show nothing")
    @argument("--format", choices=tuple(FRAMES), help="the form of rows; by default the first of these that is installed")
    @cell_magic
    def sparql(self, line: str, cell: str) -> Any:
        """Runs the cell as a query or an update.

            %%sparql db --to people
            SELECT ?name { ?person <http://ex.org/name> ?name }
        """
        arguments = parse_argstring(self.sparql, line)
        connection = self._connection(arguments.connection)
        try:
            answer = self._answer(connection, cell, arguments.format)
        except QuadrilleError as error:
            raise CellError(error.message, error.status, error.text) from None
        if not arguments.to:
            return answer
        self.shell.user_ns[arguments.to] = answer
        return None

    def _answer(self, connection: Connection, cell: str, format: Optional[str]) -> Any:
        if not is_query(cell):
            return connection.update(cell)
        answer = connection.query(cell)
        if isinstance(answer, Triples):
            return list(answer)
        return FRAMES[format or installed_format()](answer) if isinstance(answer, Rows) else answer

    def _connection(self, name: Optional[str]) -> Connection:
        variables = self.shell.user_ns
        if name:
            if not isinstance(variables.get(name), Connection):
                raise UsageError(f"{name} is no connection; make one: {name} = quadrille.connect(...)")
            return variables[name]
        # IPython keeps results in _, __, _1 and so on
        found = {id(value): value for key, value in list(variables.items())
                 if isinstance(value, Connection) and not value.is_closed and not key.startswith("_")}
        if len(found) != 1:
            raise UsageError("make a connection: db = quadrille.connect(...)" if not found
                             else "there are several open connections; name the variable of one: %%sparql db")
        return next(iter(found.values()))


def installed_format() -> str:
    """pandas or polars, if they are installed with pyarrow."""
    from importlib.util import find_spec
    return next((name for name in ("pandas", "polars") if find_spec(name) and find_spec("pyarrow")), "rows")
