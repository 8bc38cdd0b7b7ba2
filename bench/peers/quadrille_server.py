"""Quadrille itself, with the interface of a peer: a database of the same data, served by several images."""

import pathlib

from process import Running


class QuadrilleServer:
    path = "/sparql?timeout=3600"

    def __init__(self, program, place, images, seconds=7200):
        self.program = pathlib.Path(program).resolve()
        self.place = pathlib.Path(place)
        self.images = images
        self.seconds = seconds
        self.name = f"Quadrille, {images} image{'s' if images > 1 else ''}"
        self.configuration = f"`quadrille serve --images {images} --read-only`"

    def serving(self, database, port):
        log = self.place / f"quadrille-{self.images}-serve.log"
        server = Running([self.program, "serve", "--db", database, "--images", self.images, "--port", port, "--read-only"],
                         log, self.seconds)
        try:
            server.await_answer(f"http://127.0.0.1:{port}/sparql")
        except BaseException:
            server.stop()
            raise
        return server
