"""A database of files, queried over HTTP (Server) or by a command for each query (Command); removed at the end."""

import http.client
import re
import shutil
import subprocess
import tempfile
import threading
import urllib.parse
from collections import deque
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode, Quad, RdfFormat, parse, serialize

SHORT_NAMES = {"application/sparql-results+xml": "xml", "application/sparql-results+json": "json", "text/csv": "csv",
               "text/tab-separated-values": "tsv", "text/turtle": "turtle"}
STATUSES = [(b"there is no function <", 501), (b"SERVICE <.*> is not allowed here", 403),
            (b"quadrille: line \\d+, column \\d+: ", 400)]
FORMATS = {".ttl": RdfFormat.TURTLE, ".nt": RdfFormat.N_TRIPLES, ".rdf": RdfFormat.RDF_XML}


class BuildFailed(Exception):
    pass


class Database:
    def __init__(self, program, folder, default, named, images=1, rules=()):
        """`default`, `named`: (path, IRI) of files; relative IRIs in them are resolved by the IRI. `rules`: options of build."""
        self.folder = Path(folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        if len(default) == 1 and not named:
            source, base = default[0]
            source = [str(source), "--base", base]
        else:
            source = [str(self.merged(default, named))]
        build = subprocess.run([program, "build", "--db", self.folder / "db", "--images", str(images), *rules, *source],
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
        if build.returncode:
            raise BuildFailed(build.stderr.strip()[-300:])

    def merged(self, default, named):
        """Several graphs as one file of N-Quads, with different blank nodes."""
        quads = []
        for files, is_default in ((default, True), (named, False)):
            for path, base in files:
                for quad in parse(path=str(path), format=FORMATS[path.suffix], base_iri=base, rename_blank_nodes=True):
                    name = DefaultGraph() if is_default else NamedNode(base)
                    quads.append(Quad(quad.subject, quad.predicate, quad.object, name))
        merged = self.folder / "data.nq"
        merged.write_bytes(serialize(quads, format=RdfFormat.N_QUADS))
        return merged

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Server(Database):
    def __init__(self, program, folder, default, named, images=1, options=(), rules=()):
        """`options`: of serve."""
        super().__init__(program, folder, default, named, images, rules)
        self.process = subprocess.Popen([program, "serve", "--db", self.folder / "db", "--images", str(images),
                                         "--port", "0", *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)
        self.lines = deque(maxlen=20)
        for line in self.process.stdout:
            self.lines.append(line.strip())
            started = re.search(r"http://([\d.]+):(\d+)/sparql", line)
            if started:
                self.url = started[0]
                self.connection = http.client.HTTPConnection(started[1], int(started[2]), timeout=60)
                threading.Thread(target=self.listen, daemon=True).start()
                return
        raise BuildFailed("the server did not start: " + self.last_words())

    def listen(self):
        for line in self.process.stdout:
            self.lines.append(line.strip())

    def last_words(self):
        return " / ".join(self.lines)

    def ask(self, query, accept):
        """Status and body of an answer; status 0 if the server has died."""
        body = urllib.parse.urlencode({"query": query})
        headers = {"Accept": accept, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            self.connection.request("POST", "/sparql", body, headers)
            response = self.connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            return 0, repr(error).encode()

    def is_alive(self, wait_s=0):
        """True if the server runs; waits that long for its end."""
        try:
            self.process.wait(wait_s)
        except subprocess.TimeoutExpired:
            return True
        return False

    def close(self):
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        super().close()


class Command(Database):
    """`quadrille query`, one process (or `images` of them) for each query. Its outcomes have the statuses of HTTP."""

    def __init__(self, program, folder, default, named, images=1, options=(), rules=()):
        """`options`: of query."""
        super().__init__(program, folder, default, named, images, rules)
        self.command = [program, "query", "--db", self.folder / "db", "--images", str(images), *options]
        self.ended = None

    def ask(self, query, accept):
        with tempfile.NamedTemporaryFile(suffix=".rq", dir=self.folder) as file:  # standard input stays with mpiexec
            file.write(query.encode())
            file.flush()
            form = ["--format", SHORT_NAMES[accept]] if accept in SHORT_NAMES else []
            self.ended = subprocess.run([*self.command, *form, "-f", file.name], stdin=subprocess.DEVNULL,
                                        capture_output=True, timeout=60)
        if self.ended.returncode == 0:
            return 200, self.ended.stdout
        return next((status for text, status in STATUSES if re.search(text, self.ended.stderr)), 500), self.ended.stderr

    def last_words(self):
        return self.ended.stderr.decode(errors="replace").strip()

    def is_alive(self, wait_s=0):
        return self.ended.returncode in (0, 1)
