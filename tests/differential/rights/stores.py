"""Reads graphs by the Graph Store Protocol as a user, and from the database with the readable graphs alone."""

import cells
import judge
from peer import Said
from servers import N_QUADS

FORMATS = (None, N_QUADS, "application/n-triples", "text/turtle", "application/trig", "application/rdf+xml", "text/html")


def paths(graphs):
    """All graphs, the default graph, and named ones."""
    return ["/data", "/data?default", *(f"/data?graph={graph}" for graph in graphs)]


def ask(client, method, path, accept):
    return client.request(method, path, headers={"Accept": accept} if accept else {})


def difference(method, user, ours, theirs):
    """A short text; None if the answers agree. Of formats other than lines only status and media type are compared."""
    if user.read.is_none():
        return None if ours.status == 403 else f"{method}: status {ours.status} for a user without rights"
    if ours.status != theirs.status:
        return f"{method}: status {ours.status} instead of {theirs.status}"
    kind = ours.header("Content-Type")
    if kind != theirs.header("Content-Type"):
        return f"{method}: another media type"
    if not ours.is_good():
        return None if ours.body == theirs.body else f"{method}: another message"
    if method == "HEAD" or not kind.startswith(("application/n-quads", "application/n-triples")):
        return None
    return judge.differ_in_quads(*(Said("quads", cells.quads(one.body)) for one in (ours, theirs)), {})
