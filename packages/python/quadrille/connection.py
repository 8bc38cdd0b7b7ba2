"""A connection to a database: queries, updates, and whole graphs."""

import gzip
import json
import os
import shutil
import ssl
from types import TracebackType
from typing import Any, BinaryIO, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Type, TypeVar, Union

from . import files
from .rows import Rows, Triples
from .terms import IRI, Term
from .texts import with_bindings
from .transport import DEFAULT_PORT, Address, Body, Content, Transport, buffered, credentials

Bindings = Mapping[str, Term]
GraphName = Union[str, IRI, None]
Self = TypeVar("Self", bound="Connection")

ROWS = "text/tab-separated-values"  # the shortest format that has terms as they are
TRIPLES = "application/n-triples"


class Change(NamedTuple):
    """What an update has done: the version of the database after it, and the number of quads."""

    version: int
    inserted: int
    deleted: int


class Connection:
    """A database of a server. quadrille.connect() makes it.

    Each function sends a request of its own; connections to the server are kept and used again. Several threads may use one
    Connection. A request that fails is a QuadrilleError. `with` and close() end it.

    `bindings` gives values to variables of a text: db.query("SELECT ?o { ?who ?p ?o }", {"who": IRI("http://ex.org/ann")}).
    A value is a term or a Python value (terms.py). Values are written as terms, so input of users cannot become a part of
    the query; a bound variable cannot be one of those after SELECT.

    `timeout` is the time limit of a request at the server, in seconds; without it, the limit is connect()'s, or else the server's: 60 s for
    queries, none for updates.
    """

    def __init__(self, transport: Transport, timeout: Optional[float] = None) -> None:
        self._transport = transport
        self._timeout = timeout

    @property
    def url(self) -> str:
        """The address of the database; its endpoint is url + "/sparql"."""
        return str(self._transport.address)

    @property
    def is_closed(self) -> bool:
        return self._transport.is_closed

    # --- queries ---

    def query(self, text: str, bindings: Optional[Bindings] = None, **options: Any) -> Union[Rows, Triples, bool]:
        """The answer of a query of any form: Rows of SELECT, the bool of ASK, Triples of CONSTRUCT and DESCRIBE.

        Options, of all functions that send a query:
        default_graphs, named_graphs   lists of IRIs: the dataset, instead of FROM and FROM NAMED
        infer                          True: also what follows by rules (default); False: only stated quads; "only": only the others
        timeout                        seconds
        """
        body = self._ask(text, bindings, f"{ROWS}, {TRIPLES}", {}, **options)
        lines = buffered(body)
        if body.media_type == TRIPLES:
            return Triples(lines)
        if lines.peek(1)[:1] in (b"t", b"f"):  # variables begin with "?"
            return lines.read().strip() == b"true"
        return Rows(lines)

    def select(self, text: str, bindings: Optional[Bindings] = None, **options: Any) -> Rows:
        """The rows of a SELECT."""
        return checked(self.query(text, bindings, **options), Rows, "SELECT")

    def ask(self, text: str, bindings: Optional[Bindings] = None, **options: Any) -> bool:
        """The answer of an ASK."""
        return checked(self.query(text, bindings, **options), bool, "ASK")

    def construct(self, text: str, bindings: Optional[Bindings] = None, **options: Any) -> Triples:
        """The triples of a CONSTRUCT or DESCRIBE."""
        return checked(self.query(text, bindings, **options), Triples, "CONSTRUCT or DESCRIBE")

    def stream(self, text: str, format: str, bindings: Optional[Bindings] = None, **options: Any) -> BinaryIO:
        """The answer as bytes in a format of the server: json, xml, csv, tsv, turtle, nt, rdf, html."""
        return buffered(self._ask(text, bindings, "*/*", {"format": format}, **options))

    def explain(self, text: str, bindings: Optional[Bindings] = None, mode: str = "plan", **options: Any) -> str:
        """How a query is run: its plan, its logical plans rule by rule (mode="rules"), or, by running it, its profile."""
        return buffered(self._ask(text, bindings, "text/plain", {"explain": mode}, **options)).read().decode()

    def graphs(self) -> List[IRI]:
        """The names of all named graphs."""
        return [row[0] for row in self.select("SELECT DISTINCT ?graph { GRAPH ?graph { ?s ?p ?o } } ORDER BY ?graph")]

    # --- changes ---

    def update(self, text: str, bindings: Optional[Bindings] = None, timeout: Optional[float] = None) -> Change:
        """Runs an update; all of it is on the server's disk when the function returns, or nothing has changed."""
        bound = with_bindings(text, bindings or {})
        return change(self._send("POST", "/update", [], bound.encode(), {"Content-Type": "application/sparql-update"}, timeout, bound))

    def load(self, source: files.Source, graph: GraphName = None, format: Optional[str] = None, replace: bool = False,
             timeout: Optional[float] = None) -> Change:
        """Adds RDF to a graph, all or nothing.

        source    the path of a file; or bytes; or a file that is open for reading bytes. Files of any size are streamed. A path
                  that ends with .gz is sent as it is; .bz2 and .xz are unpacked here.
        graph     an IRI; "default", the default graph. Without it, N-Quads, TriG and JSON-LD go to their own graphs, the others to the
                  default graph.
        format    turtle, nt, nq, trig, rdf or jsonld; by default as the name of the file shows
        replace   remove what was in the graph before; of N-Quads, TriG and JSON-LD without `graph`: in the whole
                  database
        """
        data = files.data_of(source, format)
        headers = {"Content-Type": files.MEDIA_TYPES[data.syntax]}
        if data.is_gzip:
            headers["Content-Encoding"] = "gzip"
        if data.bytes is not None:
            headers["Content-Length"] = str(data.bytes)
        if graph is None and data.syntax not in files.WITH_GRAPHS:
            graph = "default"
        try:
            return change(self._send("PUT" if replace else "POST", "/data", graph_parameter(graph), data.content, headers, timeout))
        finally:
            if data.file:
                data.file.close()

    # --- export ---

    def dump(self, target: Union[str, "os.PathLike[str]", BinaryIO], graph: GraphName = None, format: Optional[str] = None) -> None:
        """Writes the database, or one graph of it, into a file.

        target    the path of a file, which is there only when it is whole; with .gz it is compressed. Or a file that is open for
                  writing bytes
        graph     an IRI; "default", the default graph; by default all graphs
        format    nq or trig; of one graph turtle, nt or rdf. By default as the name of the file shows
        """
        if not isinstance(target, (str, os.PathLike)):
            syntax = files.syntax_named(format or ("nq" if graph is None else "turtle"))
            self._write(target, graph, syntax)
            return
        path = os.fspath(target)
        syntax = files.syntax_named(format) if format else files.syntax_of(path)
        part = path + ".part"
        try:
            with open(part, "wb") as file:
                self._write(file, graph, syntax, path.endswith(".gz"))
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise

    def _write(self, file: BinaryIO, graph: GraphName, syntax: str, is_gzip: bool = False) -> None:
        headers = {"Accept": files.MEDIA_TYPES[syntax], "Accept-Encoding": "gzip" if is_gzip else "identity"}
        body = self._send("GET", "/data", graph_parameter(graph), None, headers)
        if is_gzip and body.encoding != "gzip":  # the server does not compress short answers
            with gzip.open(file, "wb") as packed:
                shutil.copyfileobj(buffered(body), packed)
        else:
            shutil.copyfileobj(buffered(body), file, 1 << 18)

    # --- requests ---

    def _ask(self, text: str, bindings: Optional[Bindings], accept: str, parameters: Mapping[str, str], *,
             default_graphs: Iterable[GraphName] = (), named_graphs: Iterable[GraphName] = (),
             infer: Union[bool, str, None] = None, timeout: Optional[float] = None) -> Body:
        bound = with_bindings(text, bindings or {})
        pairs = [*parameters.items(), *(("default-graph-uri", str(graph)) for graph in default_graphs),
                 *(("named-graph-uri", str(graph)) for graph in named_graphs)]
        if infer is not None:
            pairs.append(("infer", str(infer).lower()))
        headers = {"Accept": accept, "Content-Type": "application/sparql-query"}
        return self._send("POST", "/query", pairs, bound.encode(), headers, timeout, bound)

    def _send(self, method: str, path: str, parameters: List[Tuple[str, Any]], content: Content, headers: Dict[str, str],
              timeout: Optional[float] = None, text: Optional[str] = None) -> Body:
        limit = self._timeout if timeout is None else timeout
        if limit is not None:
            parameters = [*parameters, ("timeout", f"{round(limit * 1000)}ms")]
        return self._transport.request(method, path, parameters, content, headers, limit, text)

    # --- the end ---

    def close(self) -> None:
        """Closes the connections to the server that no answer uses."""
        self._transport.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} to {self.url}>"


Kind = TypeVar("Kind")


def checked(answer: Any, kind: Type[Kind], form: str) -> Kind:
    if isinstance(answer, kind):
        return answer
    if not isinstance(answer, bool):
        answer.close()
    raise ValueError(f"the query is no {form}; query() takes queries of all forms")


def graph_parameter(graph: GraphName) -> List[Tuple[str, Optional[str]]]:
    if graph is None:
        return []
    return [("default", None)] if graph == "default" else [("graph", str(graph))]


def change(body: Body) -> Change:
    said = json.loads(buffered(body).read())
    return Change(said["version"], said["inserted"], said["deleted"])


def connect(url: str = f"http://localhost:{DEFAULT_PORT}", token: Optional[str] = None, user: Optional[str] = None,
            password: Optional[str] = None, database: Optional[str] = None, cafile: Optional[str] = None,
            ssl_context: Optional[ssl.SSLContext] = None, timeout: Optional[float] = None) -> Connection:
    """A connection to a server. The server is asked at the first request, not before.

    url              http:// or https://, the host and the port, such as https://data.example.org:3756
    token            of `quadrille access token add`; or
    user, password   of `quadrille access user add`
    database         the name of one of several databases of the server; by default the default one
    cafile           a file with the certificate of an authority that the system does not know, for https
    ssl_context      for other settings of TLS, such as a certificate of the client
    timeout          the time limit of each request, in seconds
    """
    address = Address(url, database)
    if address.scheme == "https" and ssl_context is None:
        ssl_context = ssl.create_default_context(cafile=cafile)
    elif cafile is not None:
        raise ValueError("cafile is for addresses with https, without ssl_context")
    return Connection(Transport(address, credentials(token, user, password), ssl_context), timeout)
