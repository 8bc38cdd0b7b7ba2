#!/usr/bin/env python3
"""JSON-LD as input: files, lines, standard input, Graph Store, LOAD; remote contexts; malformed documents. pyoxigraph
judges the quads."""

import bz2
import gzip
import http.server
import io
import json
import lzma
import os
import pathlib
import resource
import subprocess
import sys
import threading
import unittest

try:
    import pyoxigraph
except ImportError:
    print("pyoxigraph is missing: run ./test, which installs it")
    sys.exit(77)

from program import PROGRAM, Case, build, die_with_the_test, for_images, run, serving
from sparql_client import ask, request

LD_JSON = "application/ld+json"
COUNT = "SELECT (COUNT(*) AS ?n) { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"
PEOPLE = {
    "@context": {"@vocab": "http://e/", "knows": {"@type": "@id"}, "age": {"@type": "http://www.w3.org/2001/XMLSchema#integer"}},
    "@graph": [
        {"@id": "http://e/ann", "name": [{"@value": "Ann", "@language": "en"}, "Ann"], "knows": ["http://e/bob", "_:x"], "age": 30},
        {"@id": "_:x", "@type": "http://e/Person", "name": "Xaver", "list": {"@list": [1, 2.5, True, {"@id": "http://e/ann"}]}},
        {"@id": "http://e/g", "@graph": [{"@id": "http://e/s", "p": {"q": "nested"}}]},
    ]}


def context_of(terms):
    return json.dumps({"@context": terms}).encode()


class Contexts:
    """A web server of contexts and documents."""

    def __init__(self):
        self.asked = []
        place = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                place.asked.append(self.path)
                status, headers, body = place.answer(self.path)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def answer(self, path):
        json_ld = {"Content-Type": LD_JSON}
        person = {"name": "http://e/name", "knows": {"@id": "http://e/knows", "@type": "@id"}}
        pages = {
            "/open/person": (200, json_ld, context_of(person)),
            "/open/both": (200, json_ld, context_of(["person", {"nick": "http://e/nick"}])),
            "/open/itself": (200, json_ld, context_of("itself")),
            "/open/moved": (302, {"Location": "/open/person"}, b""),
            "/open/leads-away": (302, {"Location": "/secret"}, b""),
            "/open/page": (200, {"Content-Type": "text/html", "Link": f'<person>; rel="alternate"; type="{LD_JSON}"'}, b"<html>"),
            "/open/zipped": (200, {**json_ld, "Content-Encoding": "gzip"}, gzip.compress(context_of(person))),
            "/open/huge": (200, json_ld, b'{"@context": {"a": "' + b"x" * (5 << 20) + b'"}}'),
            "/open/people.jsonld": (200, json_ld, json.dumps({**PEOPLE, "@context": [PEOPLE["@context"], "person"]}).encode()),
            "/secret": (200, json_ld, context_of(person)),
        }
        return pages.get(path, (404, {}, b"no"))

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def canonical(quads):
    dataset = pyoxigraph.Dataset(quads)
    dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.UNSTABLE)
    return sorted(map(str, dataset))


def quads_of(text, base="http://b/"):
    return list(pyoxigraph.parse(io.BytesIO(text), format=pyoxigraph.RdfFormat.JSON_LD, base_iri=base))


class JsonLd(Case):
    def dumped(self, database):
        told = run("dump", "--db", database)
        self.assertEqual(told.status, 0, told.errors)
        return list(pyoxigraph.parse(told.output, format=pyoxigraph.RdfFormat.N_QUADS))

    def assertHolds(self, database, quads):
        self.assertEqual(canonical(self.dumped(database)), canonical(quads))


@for_images(1, 2, 3)
class Builds(JsonLd):
    @classmethod
    def prepare(cls):
        cls.contexts = Contexts()
        cls.addClassCleanup(cls.contexts.close)
        cls.document = json.dumps(PEOPLE).encode()
        cls.made = 0

    def build(self, *inputs, options=(), given=b"", replace=True):
        options = [*options, *(["--replace"] if replace else [])]
        return run("build", "--db", self.folder / "db", "--images", self.images, *options, *inputs, given=given)

    def write(self, name, text):
        file = self.folder / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def test_every_name_and_compression(self):
        for name, pack in (("a.jsonld", bytes), ("a.jsonld.gz", gzip.compress), ("a.jsonl.bz2", bz2.compress),
                           ("a.ndjson.xz", lzma.compress)):
            with self.subTest(name):
                self.assertSays(self.build(self.write(name, pack(self.document))), 0)
                self.assertHolds(self.folder / "db", quads_of(self.document))

    def test_standard_input_has_a_format(self):
        for name in ("jsonld", "json-ld", LD_JSON, "jsonld.gz"):
            given = gzip.compress(self.document) if name.endswith(".gz") else self.document
            self.assertSays(self.build("-", options=["--format", name], given=given), 0)
        self.assertHolds(self.folder / "db", quads_of(self.document))

    def test_labels_of_files_and_of_lines_are_separate(self):
        first = self.write("first.jsonld", self.document)
        second = self.write("second.jsonl", b"\n".join([self.document, self.document]) + b"\n")
        self.assertSays(self.build(first, second), 0)
        blanks = {quad.subject for quad in self.dumped(self.folder / "db") if isinstance(quad.subject, pyoxigraph.BlankNode)}
        once = {quad.subject for quad in quads_of(self.document) if isinstance(quad.subject, pyoxigraph.BlankNode)}
        self.assertEqual(len(blanks), 3 * len(once))

    def test_many_files_on_all_images(self):
        folder = self.folder / "many"
        folder.mkdir(exist_ok=True)
        quads = []
        for number in range(20):
            nodes = [{"@id": f"http://e/{number}-{node}", "p": [node, f"v{node}"]} for node in range(50)]
            text = json.dumps({"@context": {"@vocab": "http://e/"}, "@graph": nodes}).encode()
            (folder / f"{number}.jsonld").write_bytes(text)
            quads += quads_of(text)
        self.assertSays(self.build(folder), 0)
        self.assertHolds(self.folder / "db", quads)

    def test_a_large_document_is_read_in_pieces(self):
        nodes = [{"@id": f"http://e/{node}", "name": f"n{node}" * 10, "to": {"@id": f"_:b{node % 7}"}} for node in range(20000)]
        text = json.dumps({"@context": {"@vocab": "http://e/"}, "@graph": nodes}).encode()
        self.assertGreater(len(text), 1 << 20)
        self.assertSays(self.build(self.write("large.jsonld", text)), 0, "40000 quads")
        self.assertEqual(len(self.dumped(self.folder / "db")), 40000)

    def test_relative_iris_and_directions(self):
        text = b'{"@id": "s", "http://e/p": {"@value": "x", "@language": "ar", "@direction": "rtl"}}'
        self.assertSays(self.build(self.write("r.jsonld", text), options=["--base", "http://b/d/"]), 0)
        told = run("dump", "--db", self.folder / "db")
        self.assertEqual(told.text, '<http://b/d/s> <http://e/p> "x"@ar--rtl .\n')

    # --- contexts ---

    def with_context(self, name, context):
        return self.write(name, json.dumps({"@context": context, "@id": "http://e/s", "name": "n", "nick": "k"}))

    def test_a_context_that_is_not_allowed_is_refused(self):
        file = self.with_context("refused.jsonld", "https://schema.example/")
        self.assertSays(self.build(file), 1, f"{file}:1:1: ", "<https://schema.example/>", "--allow-context", "--context-at")
        self.assertSays(self.build(file, options=["--allow-context", "https://schema.example.org/"]), 1,
                        "<https://schema.example/>")

    def test_a_context_from_a_file(self):
        terms = self.write("terms.json", context_of({"name": "http://e/name"}))
        file = self.with_context("at.jsonld", "https://schema.example/?v=1")
        self.assertSays(self.build(file, options=["--context-at", f"https://schema.example/?v=1={terms}"]), 0)
        self.assertEqual(run("dump", "--db", self.folder / "db").text, '<http://e/s> <http://e/name> "n" .\n')
        self.assertSays(self.build(file, options=["--context-at", "https://schema.example/=/no/such"]), 1, "cannot read /no/such")
        self.assertSays(self.build(file, options=["--context-at", str(terms)]), 1, "IRI=FILE")

    def test_a_context_beside_the_document(self):
        self.write("beside.jsonld", context_of({"name": "http://e/name"}))
        file = self.with_context("relative.jsonld", "beside.jsonld")
        self.assertSays(self.build(file), 1, f"<file://{self.folder}/beside.jsonld>")
        self.assertSays(self.build(file, options=["--allow-context", f"file://{self.folder}/"]), 0)

    def test_contexts_from_a_server(self):
        allowed = ["--allow-context", f"{self.contexts.url}/open/"]
        both = '<http://e/s> <http://e/name> "n" .\n<http://e/s> <http://e/nick> "k" .\n'
        name = '<http://e/s> <http://e/name> "n" .\n'
        for path, wanted in (("person", name), ("both", both), ("moved", name), ("page", name), ("zipped", name)):
            with self.subTest(path):
                file = self.with_context("server.jsonld", f"{self.contexts.url}/open/{path}")
                self.assertSays(self.build(file, options=allowed), 0)
                self.assertEqual(run("dump", "--db", self.folder / "db", "--sorted").text, wanted)
        for path, reason in (("itself", "includes itself"), ("leads-away", "/secret"), ("huge", "bytes, the limit"),
                             ("missing", "status 404")):
            with self.subTest(path):
                file = self.with_context("server.jsonld", f"{self.contexts.url}/open/{path}")
                self.assertSays(self.build(file, options=allowed), 1, f"{file}:1:1: ", reason)

    def test_a_context_is_fetched_once_a_load(self):
        before = len(self.contexts.asked)
        line = json.dumps({"@context": f"{self.contexts.url}/open/person", "@id": "http://e/s", "name": "n"})
        self.assertSays(self.build(self.write("lines.jsonl", f"{line}\n" * 100),
                                   options=["--allow-context", self.contexts.url]), 0)
        self.assertEqual(len(self.contexts.asked) - before, 1)

    # --- malformed documents ---

    def test_what_is_malformed_is_skipped_and_the_rest_loaded(self):
        deep = "[" * 100_000 + "]" * 100_000
        items = ['{"@id": "http://e/1", "http://e/p": "ok"}', '{"@id": 5}', '{"@id": "http://e/2", "http://e/p": "\\ud800"}',
                 f'{{"http://e/p": {deep}}}', '{"@context": "http://127.0.0.1:9/", "http://e/p": 1}',
                 '{"@id": "http://e/3", "http://e/p": "ok"}']
        for name, text in (("bad.jsonld", "[" + ",\n".join(items) + "]"), ("bad.jsonl", "\n".join(items))):
            with self.subTest(name):
                file = self.write(name, text)
                rejects = self.folder / "rejects"
                told = self.build(file, options=["--on-error", "skip", "--rejects", rejects])
                self.assertSays(told, 3, "4 ")
                self.assertEqual(run("dump", "--db", self.folder / "db", "--sorted").text,
                                 '<http://e/1> <http://e/p> "ok" .\n<http://e/3> <http://e/p> "ok" .\n')
                kept = rejects.read_text()
                for line, reason in ((2, "@id must be a string"), (3, "half of a surrogate pair"), (4, "nested deeper than 500"),
                                     (5, "<http://127.0.0.1:9/>")):
                    self.assertRegex(kept, rf"# {file}:{line}:\d+: [^\n]*{reason}")
                self.assertIn(items[1], kept)
                self.assertSays(self.build(file), 1, f"{file}:2:1: ")

    def test_a_file_that_is_no_json(self):
        self.assertSays(self.build(self.write("turtle.jsonld", "@prefix : <http://e/> . :a :b :c .")), 1, "this is Turtle, not JSON-LD")
        self.assertSays(self.build(self.write("ld.ttl", self.document)), 1, "this is JSON-LD, not Turtle", "--format jsonld")


@for_images(1, 2)
class Forms(JsonLd):
    """The forms of JSON-LD that `query` and `dump` write, from a database and from its server."""

    QUERY = "CONSTRUCT WHERE { ?s ?p ?o }"

    @classmethod
    def prepare(cls):
        (cls.folder / "terms.json").write_bytes(context_of({"called": "http://e/name"}))
        (cls.folder / "data.ttl").write_text('<http://e/s> <http://e/name> "n" ; <http://e/to> [ <http://e/name> "m" ] .')
        cls.assertSays(cls(), run("build", "--db", cls.folder / "db", cls.folder / "data.ttl"), 0)
        cls.at = ["--context-at", f"https://schema.example/={cls.folder}/terms.json"]
        cls.context = ["--context", "https://schema.example/"]

    def written(self, command, *options, status=0, says=""):
        words = [command, "--db", self.folder / "db", "--images", self.images, "--format", "jsonld", *options]
        told = run(*words, *([self.QUERY] if command == "query" else []))
        self.assertSays(told, status, *([says] if says else []))
        return json.loads(told.text) if status == 0 else None

    def assertForms(self, at):
        quads = canonical(quads_of(json.dumps(self.written("dump")).encode()))
        self.assertEqual(len(quads), 3)
        for command in ("query", "dump"):
            for form in ("expanded", "flattened"):
                with self.subTest(command=command, form=form):
                    document = self.written(command, "--form", form)
                    self.assertEqual(canonical(quads_of(json.dumps(document).encode())), quads)
                    self.assertEqual(type(document), list)
                    self.assertEqual([node["http://e/name"] for node in document if node["@id"] == "http://e/s"], [[{"@value": "n"}]])
                    nested = [node for node in document for to in node.get("http://e/to", []) if len(to) > 1]
                    self.assertEqual(nested, [])
            for form in ([], ["--form", "compacted"], ["--form", "flattened"]):
                document = self.written(command, *self.context, *at, *form)
                self.assertEqual(document["@context"], "https://schema.example/")
                self.assertEqual([node["called"] for node in document["@graph"] if node["@id"] == "http://e/s"], ["n"])
            self.written(command, *self.context, *at, "--form", "expanded", status=1, says="the expanded form of JSON-LD has no context")

    def test_of_a_database(self):
        self.assertForms(self.at)
        for command in ("query", "dump"):
            self.written(command, *self.context, status=1, says="--context-at")
        self.assertSays(run("dump", "--db", self.folder / "db", "--form", "expanded"), 1, "--format jsonld")
        self.assertSays(run("query", "--db", self.folder / "db", "--form", "nested", self.QUERY), 1, "compacted")
        self.assertSays(run("query", "--db", self.folder / "db", *self.context, self.QUERY), 1, "--format jsonld")

    def test_of_its_server(self):
        with serving(self.folder / "db", self.images, options=self.at):
            self.assertForms([])
            self.assertEqual(self.written("dump", *self.context, *self.at)["@context"], "https://schema.example/")
            self.written("query", *self.context, *self.at, status=1, says="whose own options determine the allowed contexts")


class Memory(JsonLd):
    def test_a_string_of_a_gigabyte_is_skipped_in_bounded_memory(self):
        database = self.folder / "db"
        process = subprocess.Popen([PROGRAM, "build", "--db", database, "--images", "1", "--on-error", "skip", "--format", "jsonld", "-"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=die_with_the_test)
        said = []
        reader = threading.Thread(target=lambda: said.append(process.stderr.read().decode()))
        reader.start()
        process.stdin.write(b'[{"@id": "http://e/1", "http://e/p": "before"},\n{"http://e/p": "')
        for _ in range(1024):
            process.stdin.write(b"x" * (1 << 20))
        process.stdin.write(b'"}, {"@id": "http://e/2", "http://e/p": "after"}]')
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        reader.join()
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(process.returncode, 3, said[0])
        self.assertLess(usage.ru_maxrss, 600 << 10, "KB")
        self.assertEqual(run("dump", "--db", database, "--sorted").text,
                         '<http://e/1> <http://e/p> "before" .\n<http://e/2> <http://e/p> "after" .\n')


@for_images(1, 2)
class Serves(JsonLd):
    @classmethod
    def prepare(cls):
        cls.contexts = Contexts()
        cls.addClassCleanup(cls.contexts.close)
        cls.document = json.dumps(PEOPLE).encode()
        (cls.folder / "file.jsonld.gz").write_bytes(gzip.compress(cls.document))
        (cls.folder / "terms.json").write_bytes(context_of({"name": "http://e/name"}))
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=[
            "--create", "--allow-context", f"{cls.contexts.url}/open/", "--context-at", f"https://schema.example/={cls.folder}/terms.json",
            "--allow-load", f"file://{cls.folder}/", "--allow-load", f"{cls.contexts.url}/open/"]))

    def setUp(self):
        self.update("DROP ALL")

    def update(self, text):
        answer = request(self.server, "POST", "/update", text.encode(), {"Content-Type": "application/sparql-update"})
        self.assertEqual(answer.status, 200, answer.text)

    def send(self, method, path, body, media_type=LD_JSON):
        return request(self.server, method, path, body if isinstance(body, bytes) else json.dumps(body).encode(),
                       {"Content-Type": media_type})

    def stored(self):
        answer = request(self.server, "GET", "/data", headers={"Accept": "application/n-quads"})
        return list(pyoxigraph.parse(answer.text.encode(), format=pyoxigraph.RdfFormat.N_QUADS))

    def test_post_and_put_of_the_dataset_keep_the_graphs(self):
        for method in ("POST", "PUT"):
            answer = self.send(method, "/data", self.document)
            self.assertEqual(answer.status, 200, answer.text)
            if method == "PUT":
                self.assertEqual(canonical(self.stored()), canonical(quads_of(self.document)))

    def test_a_graph_takes_triples_and_refuses_other_graphs(self):
        triples = {"@id": "", "http://e/p": [1, 2]}
        answer = self.send("PUT", "/data?graph=http://e/g", triples)
        self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual(ask(self.server, "SELECT (COUNT(*) AS ?n) { GRAPH <http://e/g> { <http://e/g> ?p ?o } }").number, 2)
        answer = self.send("POST", "/data?graph=http://e/g", self.document)
        self.assertEqual(answer.status, 400, answer.text)
        self.assertIn("the document has triples in the graph <http://e/g>", answer.text)

    def test_lines_and_plain_json_are_json_ld(self):
        lines = b'{"@id": "http://e/1", "http://e/p": "a"}\n{"@id": "http://e/2", "http://e/p": "b"}\n'
        for number, media_type in enumerate(("application/x-ndjson", "application/jsonl", "application/json"), 1):
            answer = self.send("POST", f"/data?graph=http://e/g{number}", lines, media_type)
            self.assertEqual(answer.status, 201, answer.text)
        self.assertEqual(ask(self.server, COUNT).number, 6)

    def test_load_reads_files_and_pages(self):
        for place in (f"file://{self.folder}/file.jsonld.gz", f"{self.contexts.url}/open/people.jsonld"):
            with self.subTest(place):
                self.update(f"DROP ALL ; LOAD <{place}>")
                self.assertEqual(canonical(self.stored()), canonical(quads_of(self.document)))

    def test_contexts_are_kept_between_loads(self):
        body = {"@context": f"{self.contexts.url}/open/both", "@id": "http://e/s", "name": "n", "nick": "k"}
        before = self.contexts.asked.count("/open/both")
        for _ in range(3):
            self.assertEqual(self.send("POST", "/data?default", body).status, 200)
        self.assertEqual(ask(self.server, COUNT).number, 2)
        self.assertLessEqual(self.contexts.asked.count("/open/both") - before, 1)
        body["@context"] = "https://schema.example/"
        self.assertEqual(self.send("POST", "/data?default", body).status, 200)

    def test_a_context_that_is_not_allowed_is_refused(self):
        answer = self.send("POST", "/data?default", {"@context": f"{self.contexts.url}/secret", "@id": "http://e/s", "name": "n"})
        self.assertEqual(answer.status, 400, answer.text)
        for part in ("the request's body:1:1", f"<{self.contexts.url}/secret>", "--allow-context"):
            self.assertIn(part, answer.text)
        self.assertNotIn("/secret", self.contexts.asked)

    def test_a_malformed_document_changes_nothing(self):
        answer = self.send("POST", "/data?default", b'[{"@id": "http://e/s", "http://e/p": 1},\n{"@id": 5}]')
        self.assertEqual(answer.status, 400, answer.text)
        self.assertIn("the request's body:2:1: invalid @id value", answer.text)
        self.assertEqual(ask(self.server, COUNT).number, 0)

    def test_the_load_command_sends_it(self):
        told = run("load", "--db", self.folder / "db", "--context-at", f"https://mine.example/={self.folder}/terms.json",
                   "--format", "jsonl", "-", given=b'{"@context": "https://mine.example/", "@id": "http://e/s", "name": "n"}\n')
        self.assertSays(told, 0)
        self.assertEqual(ask(self.server, COUNT).number, 1)


if __name__ == "__main__":
    unittest.main()
