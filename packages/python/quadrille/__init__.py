"""Quadrille, an RDF database with SPARQL: its client for Python, and its program, which `quadrille --help` describes.

    import quadrille

    with quadrille.connect("http://localhost:3756") as db:
        for row in db.select("SELECT ?name { ?person <http://ex.org/name> ?name }"):
            print(row.name)

connect()    a Connection: queries, updates, files
serve()      the same to a server of its own, for notebooks and tests
terms.py     how RDF terms become Python values: IRI, BlankNode, Literal, parse(), n3()
%load_ext quadrille    %%sparql in IPython and Jupyter

docs/python.md of Quadrille's documentation is a tutorial. The package needs only Python's standard library; frames need pyarrow, and
pandas or polars.
"""

from typing import Any

from .connection import Change, Connection, connect
from .errors import QuadrilleError
from .executable import main, program
from .rows import Row, Rows, Triple, Triples
from .server import Server, serve
from .terms import XSD, BlankNode, IRI, Literal, Term, n3, parse

__all__ = ["BlankNode", "Change", "Connection", "IRI", "Literal", "QuadrilleError", "Row", "Rows", "Server", "Term", "Triple", "Triples",
           "XSD", "connect", "main", "n3", "parse", "program", "serve"]


def load_ipython_extension(shell: Any) -> None:
    """Called by %load_ext quadrille."""
    from .magics import SparqlMagics
    shell.register_magics(SparqlMagics)
