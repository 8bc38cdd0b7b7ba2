"""Files of RDF: their syntaxes and compressions by the names of the files."""

import bz2
import lzma
import os
import pathlib
from typing import Any, BinaryIO, Callable, Dict, NamedTuple, Optional, Union

Source = Union[str, "os.PathLike[str]", bytes, BinaryIO]

MEDIA_TYPES = {"turtle": "text/turtle", "nt": "application/n-triples", "nq": "application/n-quads",
               "trig": "application/trig", "rdf": "application/rdf+xml", "jsonld": "application/ld+json"}
NAMES = {"ttl": "turtle", "n3": "turtle", "ntriples": "nt", "nquads": "nq", "xml": "rdf", "owl": "rdf", "rdfxml": "rdf",
         "jsonl": "jsonld", "ndjson": "jsonld"}
WITH_GRAPHS = ("nq", "trig", "jsonld")
DECOMPRESSED: Dict[str, Callable[[str], Any]] = {".bz2": bz2.open, ".xz": lzma.open}


def syntax_named(name: str) -> str:
    """The syntax of a name: turtle, nt, nq, trig, rdf or jsonld. ttl, n3, ntriples, nquads, xml, owl, rdfxml, jsonl and ndjson mean
    one of these."""
    syntax = NAMES.get(name.lower(), name.lower())
    if syntax not in MEDIA_TYPES:
        raise ValueError(f"no syntax {name!r}; there are {', '.join(MEDIA_TYPES)}")
    return syntax


def syntax_of(path: str) -> str:
    """The syntax that the name of a file stands for: people.ttl, people.nq.gz."""
    name = pathlib.PurePath(path)
    ending = name.with_suffix("").suffix if name.suffix in (".gz", *DECOMPRESSED) else name.suffix
    try:
        return syntax_named(ending[1:])
    except ValueError:
        raise ValueError(f"the name {path!r} does not show the syntax; give format=: {', '.join(MEDIA_TYPES)}") from None


class Data(NamedTuple):
    """What load() sends: content, its syntax, whether it is compressed with gzip, and the file to close."""

    content: Union[bytes, BinaryIO]
    syntax: str
    is_gzip: bool
    bytes: Optional[int]
    file: Optional[BinaryIO]


def data_of(source: Source, format: Optional[str]) -> Data:
    """The data of a path, of bytes, or of a file that is open for reading bytes."""
    syntax = format and syntax_named(format)
    if isinstance(source, bytes):
        if not syntax:
            raise ValueError(f"bytes have no name that shows the syntax; give format=: {', '.join(MEDIA_TYPES)}")
        return Data(source, syntax, False, len(source), None)
    if isinstance(source, (str, os.PathLike)):
        return data_of_path(os.fspath(source), syntax)
    return Data(source, syntax or syntax_of(str(getattr(source, "name", ""))), False, None, None)


def data_of_path(path: str, syntax: Optional[str]) -> Data:
    syntax = syntax or syntax_of(path)
    ending = pathlib.PurePath(path).suffix
    if ending in DECOMPRESSED:
        unpacked: BinaryIO = DECOMPRESSED[ending](path)
        return Data(unpacked, syntax, False, None, unpacked)
    file = open(path, "rb")
    return Data(file, syntax, ending == ".gz", os.fstat(file.fileno()).st_size, file)
