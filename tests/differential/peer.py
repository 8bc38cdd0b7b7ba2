"""The peer, pyoxigraph, in a separate process, so that a query that takes too long can be ended.

    peer = Peer(); peer.load(lines); peer.ask(query) -> Said("rows", (variables, rows)) ... ; peer.close()
"""

import multiprocessing
from dataclasses import dataclass

import pyoxigraph
from terms import BASE

import cells

SECONDS = 4
MOST_ROWS = 3000


@dataclass
class Said:
    """An answer. kind: rows, quads; refused (with a message), unsupported, too much, fault (of the engine itself)."""
    kind: str
    what: object = None


class Peer:
    def __init__(self):
        self.lines = ""
        self._start()

    def _start(self):
        self.pipe, end = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=_serve, args=(end,), daemon=True)
        self.process.start()
        end.close()

    def load(self, lines):
        self.lines = lines
        return self._call("load", lines)

    def ask(self, query):
        dataset = query.dataset if query.dataset and query.dataset.by_protocol else None
        graphs = dataset and ([one.full() for one in dataset.default], [one.full() for one in dataset.named])
        return self._call("ask", query.request_text(), graphs)

    def update(self, update):
        return self._call("update", f"BASE <{BASE}> {update.text()}")

    def _call(self, *request):
        self.pipe.send(request)
        try:
            if self.pipe.poll(SECONDS):
                return Said(*self.pipe.recv())
        except EOFError:
            pass
        self.close()
        self._start()
        self.pipe.send(("load", self.lines))
        self.pipe.recv()
        return Said("too much")

    def close(self):
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe):
    store = pyoxigraph.Store()
    while True:
        what, *given = pipe.recv()
        try:
            if what == "load":
                store = pyoxigraph.Store()
                store.load(given[0].encode(), format=pyoxigraph.RdfFormat.N_QUADS)
                pipe.send(("quads", None))
            elif what == "ask":
                pipe.send(_answer(store, *given))
            else:
                store.update(given[0])
                pipe.send(("quads", cells.of_quads(store)))
        except (SyntaxError, RuntimeError) as error:  # RuntimeError: a cast with a wrong number of arguments
            pipe.send(("refused", str(error)))
        except (ValueError, OSError) as error:
            pipe.send(("fault", repr(error)))


def _answer(store, text, graphs):
    options = {}
    if graphs:
        options = {"default_graph": [pyoxigraph.NamedNode(one) for one in graphs[0]],
                   "named_graphs": [pyoxigraph.NamedNode(one) for one in graphs[1]]}
    found = store.query(text, **options)
    if isinstance(found, pyoxigraph.QueryBoolean):
        return "rows", ([], [(("boolean", bool(found)),)])
    if isinstance(found, pyoxigraph.QueryTriples):
        rows = {(cells.of_term(one.subject), cells.of_term(one.predicate), cells.of_term(one.object)) for one in found}
        return "rows", (["s", "p", "o"], sorted(rows))
    names, rows = [one.value for one in found.variables], []
    for solution in found:
        rows.append(tuple(cells.of_term(solution[name]) for name in names))
        if len(rows) > MOST_ROWS:
            return ("too much",)
    return "rows", (names, rows)
