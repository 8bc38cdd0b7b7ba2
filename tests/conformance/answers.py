"""Answers and expected answers as rows of terms, read from every format that the suite and the engine use."""

import csv
import io

from pyoxigraph import (BlankNode, NamedNode, QueryBoolean, QueryResultsFormat, RdfFormat, Triple, parse,
                        parse_query_results)

RESULT_SET = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

# By the extension of the expected file: the format to request from the engine, and its reader.
TABLES = {".srx": ("application/sparql-results+xml", QueryResultsFormat.XML),
          ".srj": ("application/sparql-results+json", QueryResultsFormat.JSON),
          ".tsv": ("text/tab-separated-values", QueryResultsFormat.TSV),
          ".csv": ("text/csv", None)}
GRAPHS = {".ttl": RdfFormat.TURTLE, ".rdf": RdfFormat.RDF_XML, ".nt": RdfFormat.N_TRIPLES}
TURTLE = "text/turtle"


def cell(term):
    if term is None:
        return None
    if isinstance(term, NamedNode):
        return ("i", term.value)
    if isinstance(term, BlankNode):
        return ("b", term.value)
    if isinstance(term, Triple):
        return ("t", cell(term.subject), cell(term.predicate), cell(term.object))
    direction = f"--{term.direction}" if term.direction else ""
    return ("l", term.value, term.datatype.value, (term.language or "").lower() + direction)


def table(content, form):
    """Variables and rows in their order; for ASK no variables and one cell."""
    if form is None:
        header, *lines = csv.reader(io.StringIO(content.decode()))
        return header, [tuple(("b", text) if text.startswith("_:") else ("text", text) for text in line)
                        for line in lines]
    parsed = parse_query_results(content, form)
    if isinstance(parsed, QueryBoolean):
        return [], [(("boolean", bool(parsed)),)]
    variables = [variable.value for variable in parsed.variables]
    return variables, [tuple(cell(solution[name]) for name in variables) for solution in parsed]


def graph(content, form, base):
    return sorted({(cell(triple.subject), cell(triple.predicate), cell(triple.object))
                   for triple in parse(content, form, base_iri=base)}, key=repr)


def result_set(triples):
    """Variables, rows and whether they are ordered, if the graph is a result set in RDF; None if it is a plain graph."""
    objects = {}
    for subject, predicate, value in triples:
        objects.setdefault((subject, predicate[1]), []).append(value)

    def all(subject, name):
        return objects.get((subject, RESULT_SET + name), [])

    heads = [subject for subject, predicate, value in triples
             if predicate[1] == RDF_TYPE and value == ("i", RESULT_SET + "ResultSet")]
    if not heads:
        return None
    head = heads[0]
    if all(head, "boolean"):
        return [], [(("boolean", all(head, "boolean")[0][1] == "true"),)], False
    variables = sorted(value[1] for value in all(head, "resultVariable"))
    rows = []
    for solution in all(head, "solution"):
        bound = {all(binding, "variable")[0][1]: all(binding, "value")[0] for binding in all(solution, "binding")}
        index = [int(value[1]) for value in all(solution, "index")]
        rows.append((index[0] if index else 0, tuple(bound.get(name) for name in variables)))
    ordered = len({index for index, _ in rows}) > 1
    return variables, [row for _, row in sorted(rows, key=lambda row: row[0])], ordered


def rearranged(header, rows, wanted):
    """The columns in the order `wanted`; None if they are other columns."""
    if sorted(header) != sorted(wanted):
        return None
    places = [header.index(name) for name in wanted]
    return [tuple(row[place] for place in places) for row in rows] if header else rows


def numbered(rows):
    return [(*row, ("place", place)) for place, row in enumerate(rows)]
