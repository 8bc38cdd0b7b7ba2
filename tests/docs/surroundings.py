"""Makes the inputs of a document's command: data in the files that it names, databases, a server.

Sizes are made small, places such as /shared are in the scratch folder, and 3756 and 9756 are replaced by free ports.
"""

import bz2
import gzip
import lzma
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "commands"))
import program  # noqa: E402

PACKED = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}
TRIPLES = """<http://ex.org/ann> <http://ex.org/name> "Ann" .
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/bo> .
"""
QUADS = '<http://ex.org/bo> <http://ex.org/name> "Bo" <http://ex.org/g> .\n'
RDF_XML = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex.org/">
<rdf:Description rdf:about="http://ex.org/cy" ex:name="Cy"/></rdf:RDF>
"""
TEXTS = {".nt": TRIPLES, ".ttl": TRIPLES, ".turtle": TRIPLES, ".nq": QUADS, ".trig": TRIPLES, ".rdf": RDF_XML, ".owl": RDF_XML,
         ".xml": RDF_XML, ".jsonld": '{"@context": {"name": "http://ex.org/name"}, "@id": "http://ex.org/di", "name": "Di"}\n', ".rq": "SELECT * { ?s ?p ?o } LIMIT 10\n", ".ru": "DELETE WHERE { ?s <urn:draft> ?o }\n",
         ".rules": "[(?x <http://ex.org/knows> ?y) -> (?y <http://ex.org/knows> ?x)]\n",
         ".srl": "RULE { ?y <http://ex.org/knows> ?x } WHERE { ?x <http://ex.org/knows> ?y }\n", ".txt": "people.ttl\n"}
SETTINGS = 'database = "data"\ncreate = true\n'  # quadrille.toml; other files of that kind are made by commands
PLACES = re.compile(r"(?<![\w:/.])/(shared|data|backups|var|etc|srv)(?=[/ '\"]|$)")
MADE_BY = re.compile(r"--db[= ](\S+)")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Surroundings:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.port, self.monitoring_port = free_port(), free_port()
        self.servers = []
        tools = self.folder / "bin"
        tools.mkdir()
        build = pathlib.Path(program.PROGRAM).parent
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(build)
        (tools / "curl").write_text('#!/bin/sh\nexec env PATH="${PATH#*:}" curl -sS --fail-with-body "$@"\n')
        (tools / "curl").chmod(0o755)
        self.environment = {"PATH": f"{tools}:{build}:/usr/bin:/bin"}

    def end(self):
        for server in self.servers:
            server.end()

    # --- what is made of a command ---

    def small_and_here(self, text):
        text = PLACES.sub(lambda found: f"{self.folder}/{found[1]}", text)
        text = re.sub(r"(--universities|--lubm)([= ])\d+", r"\1\g<2>1", text)
        text = re.sub(r"--per-file[= ]\d+", "--per-file 1", text)
        return text.replace("3756", str(self.port)).replace("9756", str(self.monitoring_port))

    def as_documented(self, text):
        """The output of a command with the names and ports of the document."""
        text = text.replace(f"{self.folder}/", "/").replace(str(self.folder), "")
        return text.replace(str(self.port), "3756").replace(str(self.monitoring_port), "9756")

    # --- what is there before it ---

    def provide(self, text):
        words = [word.strip("'\"") for word in re.split(r"[\s=@]+", text)]
        if "--create" not in words and not re.search(r"\b(?:build|restore)\b", text):
            for name in MADE_BY.findall(text):
                self.provide_database(self.folder / name, *re.findall(r"--graph[= ](\w+:\S+)", text))
        made = re.findall(r"--output[= ](\S+)", text)  # by the command itself, which refuses an existing file
        for word in words:
            if word not in made:
                self.provide_file(word)
        for folder in re.findall(r"(?:\bfind |[ =])([\w./-]+)(?:/(?=\s|$)| -name)", text):
            self.provide_file(folder + "/people.ttl")
        updated = re.search(r"quadrille update --db (\S+)", text)
        if updated and not self.servers:
            self.serve(f"quadrille serve --db {updated[1]}")
        if ":" + str(self.port) in text and "quadrille serve" not in text and not self.servers:
            self.provide_database(self.folder / "served", options=["--lubm", 1] if "univ-bench" in text else [])
            self.serve(f"quadrille serve --db served --port {self.port}")
        source = re.search(r"(?:restore|--backup) (\S+)", text)
        if source and not (self.folder / source[1]).exists():
            self.provide_database(self.folder / "served")
            assert program.run("backup", "--db", self.folder / "served", self.folder / source[1]).status == 0

    def provide_database(self, path, *graphs, options=()):
        if path.exists() and not graphs:
            return
        data = self.folder / "sample.nq"
        more = [f"<urn:a> <urn:p> <urn:o> <{graph}> .\n" for graph in graphs]
        data.write_text(TRIPLES + ("" if "lubm" in path.name else QUADS) + "".join(more))
        path.parent.mkdir(parents=True, exist_ok=True)
        program.build(path, *([] if options else [data]), options=["--replace", *options])

    def provide_file(self, word):
        if "*" in word and not word.startswith("/") and any(self.folder.glob(word)):
            return
        word = word.replace("*", "0")
        if word == "quadrille.toml" and not (self.folder / word).exists():
            (self.folder / word).write_text(SETTINGS)
        packed = next((ending for ending in PACKED if word.endswith(ending)), "")
        kind = pathlib.Path(word.removesuffix(packed)).suffix
        path = self.folder / word
        if not re.fullmatch(r"[\w./-]+", word) or kind not in TEXTS or path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        data = TEXTS[kind].encode()
        path.write_bytes(PACKED[packed](data) if packed else data)

    # --- servers ---

    def serve(self, text):
        """Starts `quadrille serve ...`; it serves until another one takes its port, or to the end."""
        words = re.findall(r"'[^']*'|\S+", text.partition("#")[0])
        words = [word.strip("'") for word in words[words.index("serve") + 1:]] if "serve" in words else []
        if "--port" not in words:
            words += ["--port", str(self.port)]
        self.end()
        self.servers.append(Served(self, words))


class Served:
    def __init__(self, surroundings, words):
        self.log = open(surroundings.folder / "serve.log", "w+b")
        self.process = subprocess.Popen([program.PROGRAM, "serve", *words], cwd=surroundings.folder, stderr=self.log,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        preexec_fn=program.die_with_the_test,
                                        env={**os.environ, **surroundings.environment})
        until = time.monotonic() + program.patience(30)
        while time.monotonic() < until and self.process.poll() is None:
            self.log.seek(0)
            if b"quadrille: serving" in self.log.read():
                return
            time.sleep(0.05)
        self.log.seek(0)
        said = self.log.read().decode(errors="replace")
        self.end()
        raise AssertionError(f"quadrille serve {' '.join(words)} does not serve:\n{said}")

    def end(self):
        images = program.images_of(self.process.pid) if self.process.poll() is None else {}
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        for image in images.values():
            image.kill()
            image.close()
        self.process.wait()
        self.log.close()
