#!/usr/bin/env python3
"""Prints the answers of pyoxigraph to queries, as JSON: {"name of the file": ["row in N-Triples form", ...], ...}

    answers_of_oxigraph.py DATA.nt QUERY.rq...
"""

import json
import re
import sys
from pathlib import Path

import pyoxigraph

LANGUAGE = re.compile(r'(?<=")@\S+$')


def text(term):
    """In N-Triples form, language tags in lower case; unbound: empty."""
    return LANGUAGE.sub(lambda tag: tag[0].lower(), str(term)) if term is not None else ""


def rows(store, query):
    found = store.query(query)
    if isinstance(found, pyoxigraph.QuerySolutions):
        return ["\t".join(text(row[variable]) for variable in found.variables) for row in found]
    return sorted({" ".join(text(term) for term in (triple.subject, triple.predicate, triple.object)) + " ."
                   for triple in found})


def main(data, *queries):
    store = pyoxigraph.Store()
    store.bulk_load(path=data, format=pyoxigraph.RdfFormat.N_TRIPLES)
    json.dump({Path(query).stem: rows(store, Path(query).read_text()) for query in queries}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
