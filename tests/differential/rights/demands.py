"""The graphs that a write wants to change, whether it changes anything in them or not: these the user must be allowed to write.

    named(write)                    graphs that the text names as places of changes
    possible(step)                  graphs that it changes only if there is something to change
    wanted(step, quads, solutions)  graphs that it does want to change. `quads`: what the user can read before

A graph is None, an absolute IRI, or "_:label", as in users.py.
"""

from patterns import Group, InGraph
from queries import Dataset, Item, Query, Select
from terms import Blank, Iri, Literal, Variable
from tree import descendants
from updates import Data, Modify, Template, Update
from world import name_of
from writes import Load, Managed, StoreWrite

FRESH = "http://127.0.0.1/data/new"  # stands for the name that the server makes for a POST of triples


def operations(write):
    return write.operations if isinstance(write, Update) else (write,)


def named(write):
    if isinstance(write, StoreWrite):
        is_empty = write.update and not any(isinstance(node, Template) for node in descendants(write.update))
        return set() if write.target == "ALL" or is_empty else {_place(write.target)}
    return {graph for one in write.operations for graph in _named_by(one)}


def _place(place):
    return None if place == "DEFAULT" else name_of(place)


def _named_by(operation):
    if isinstance(operation, Data) and operation.words != "DELETE WHERE":
        return {name_of(one.graph) for one in operation.templates}
    if isinstance(operation, Managed):
        places = operation.places[-1:] if operation.verb in ("ADD", "COPY") else operation.places
        return {_place(place) for place in places if place not in ("NAMED", "ALL")}
    if isinstance(operation, Load):
        return {name_of(operation.into)}
    return set()


def _templates(operation):
    """Those that need solutions."""
    if isinstance(operation, Modify):
        return (*operation.delete, *operation.insert)
    return operation.templates if isinstance(operation, Data) and operation.words == "DELETE WHERE" else ()


def _constant(operation, template):
    graph = template.graph or (operation.with_ if isinstance(operation, Modify) else None)
    return name_of(graph)


def possible(step):
    """Without those that a variable may stand for."""
    if isinstance(step, StoreWrite):
        return set() if step.target == "ALL" else {_place(step.target)}
    if isinstance(step, Managed):
        return {None} if step.places[0] == "ALL" else set()
    return {_constant(step, one) for one in _templates(step) if not isinstance(one.graph, Variable)}


def depends_on_data(step):
    return (bool(_templates(step)) or isinstance(step, Managed) and step.places[0] in ("NAMED", "ALL")
            or isinstance(step, StoreWrite) and step.target == "ALL" or isinstance(step, Load) and not step.into)


def wanted(step, quads, solutions):
    """`solutions(query)`: the rows of a Query as dicts of cells, of the readable quads."""
    there = {_of_cell(row[3]) for row in quads}
    if isinstance(step, Managed) and step.places[0] in ("NAMED", "ALL"):
        return there - ({None} if step.places[0] == "NAMED" else set())
    if isinstance(step, Load) and not step.into:
        return _of_document(step.quads, step.is_dataset)
    if isinstance(step, StoreWrite) and step.target == "ALL":
        if step.method == "POST" and not step.is_dataset:
            return {FRESH}
        if not step.is_dataset:
            return set()  # a PUT of triples in place of all graphs is no request
        return (there if step.method == "PUT" else set()).union(*(_of_document(one, step.is_dataset) for one in step.documents))
    return _of_templates(step, quads, solutions) if _templates(step) else set()


def _of_cell(cell):
    return None if cell is None else "_:" + cell[1] if cell[0] == "b" else cell[1]


def _of_document(quads, is_dataset):
    return {name_of(quad.graph) if is_dataset else None for quad in quads}


def _of_templates(step, quads, solutions):
    rows = solutions(_query_of(step, quads))
    found = set()
    for template in _templates(step):
        for row in rows:
            graph = row.get(template.graph.name) if isinstance(template.graph, Variable) else ("i", _constant(step, template))
            if graph is not None and graph[0] != "l" and any(_is_quad(triple, row) for triple in template.triples):
                found.add(_of_cell(graph) if graph[1] is not None else None)
    return found


def _query_of(step, quads):
    """The pattern of an operation as a query for the variables of its templates."""
    templates = _templates(step)
    variables = {node.name for one in templates for node in descendants(one) if isinstance(node, Variable)}
    if isinstance(step, Data):
        where = Group(tuple(InGraph(one.graph, Group(one.triples)) if one.graph else Group(one.triples) for one in templates))
        dataset = None
    else:
        where, dataset = step.where, _dataset_of(step, quads)
    items = tuple(Item(None, Variable(name)) for name in sorted(variables))
    return Query(Select("DISTINCT" if items else "", items, where, limit=None if items else 1), dataset)


def _dataset_of(step, quads):
    """USING replaces WITH, which replaces the default graph alone."""
    if step.using or step.using_named:
        return Dataset(step.using, step.using_named, False)
    if not step.with_:
        return None
    names = sorted({row[3][1] for row in quads if row[3] and row[3][0] == "i"})
    return Dataset((step.with_,), tuple(map(Iri, names)), False)


def _is_quad(triple, row):
    subject, object_ = (_kind(term, row) for term in (triple.subject, triple.object))
    return subject in ("i", "b") and object_ is not None


def _kind(term, row):
    if isinstance(term, Variable):
        cell = row.get(term.name)
        return cell and cell[0]
    return "l" if isinstance(term, Literal) else "b" if isinstance(term, Blank) else "i"
