#!/usr/bin/env python3
"""Commands on a database that is being served: they use its server, and see the changes of updates."""

import contextlib
import json
import shutil
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from program import Case, build, for_images, patience, run, serving

DATA = """<http://ex.org/ann> <http://ex.org/name> "Ann \\"A\\" <http://x> ." .
<http://ex.org/ann> <http://ex.org/knows> _:bo .
_:bo <http://ex.org/name> "Bo"@en <http://ex.org/g> .
<http://ex.org/ann> <http://ex.org/age> "30"^^<http://www.w3.org/2001/XMLSchema#integer> <http://ex.org/g> .
"""
UPDATE = """INSERT DATA { <http://ex.org/cy> <http://ex.org/name> "Cy" GRAPH <http://ex.org/h> { <http://ex.org/cy>
  <http://ex.org/age> 7 , 7.50 } } ; DELETE WHERE { <http://ex.org/ann> <http://ex.org/knows> ?x }"""
NAMES = "SELECT ?n { { ?s <http://ex.org/name> ?n } UNION { GRAPH ?g { ?s <http://ex.org/name> ?n } } } ORDER BY ?n"


@for_images(1, 2, 4)
class Served(Case):
    @classmethod
    def prepare(cls):
        (cls.folder / "data.nq").write_text(DATA)
        build(cls.folder / "base", cls.folder / "data.nq", images=cls.images)

    def setUp(self):
        self.database = self.folder / self.id().rpartition(".")[2]
        shutil.copytree(self.folder / "base", self.database)
        self.addCleanup(shutil.rmtree, self.database)

    def command(self, *words, **options):
        return run(words[0], "--db", self.database, *words[1:], **options)

    def output(self, *words, **options):
        ended = self.command(*words, **options)
        self.assertEqual(ended.status, 0, ended.errors)
        return ended.output.decode()

    def serving(self, **options):
        return serving(self.database, self.images, **options)

    def test_a_query_sees_what_updates_have_changed(self):
        with self.serving():
            self.output("update", UPDATE)
            self.assertEqual(self.output("query", NAMES).splitlines(),
                             ["?n", '"Ann \\"A\\" <http://x> ."', '"Cy"', '"Bo"@en'])
            self.assertEqual(self.output("query", "--format", "csv", "ASK { ?s ?p 'Cy' }").strip(), "true")
            self.assertIn('"Cy"', self.output("query", "CONSTRUCT WHERE { ?s <http://ex.org/name> ?n }"))
            self.assertIn("<rdf:RDF", self.output("query", "--format", "rdf", "DESCRIBE <http://ex.org/cy>"))
            self.assertIn("Cy", self.output("query", "--file", "-", given=NAMES.encode()))

    def test_answers_errors_and_statuses_are_those_of_the_command_itself(self):
        asked = [("query", NAMES), ("query", "--format", "xml", NAMES), ("query", "SELECT {"),
                 ("query", "--format", "turtle", NAMES), ("query", "--file", "none.rq"),
                 ("query", "SELECT * { ?s ?p ?o } LIMIT 0")]
        alone = [self.command(*words) for words in asked]
        with self.serving():
            for words, expected in zip(asked, alone):
                with self.subTest(words):
                    served = self.command(*words)
                    self.assertEqual((served.status, served.output, served.errors),
                                     (expected.status, expected.output, expected.errors))

    def test_a_query_that_takes_longer_than_it_may_ends_with_an_error(self):
        endless = "SELECT (COUNT(*) AS ?n) { " + " ".join(f"VALUES ?v{i} {{ {'1 ' * 100} }}" for i in range(9)) + " }"
        with self.serving():
            ended = self.command("query", "--timeout", "0.5", endless)
            self.assertEqual((ended.status, ended.output), (1, b""))
            self.assertIn("time", ended.errors)

    def test_a_dump_is_that_of_the_same_data_unserved(self):
        forms = [("--format", form, *order) for form in ("nq", "trig") for order in ((), ("--sorted",))]
        with self.serving():
            self.output("update", UPDATE)
            served = {form: self.output("dump", *form) for form in forms}
        for form in forms:
            with self.subTest(form):
                alone = self.output("dump", *form)
                if "--sorted" in form:
                    self.assertEqual(served[form], alone)
                elif "nq" in form:
                    self.assertEqual(sorted(served[form].splitlines()), sorted(alone.splitlines()))
                again = self.folder / "again"
                shutil.rmtree(again, ignore_errors=True)
                build(again, "--format", form[1], "-", given=served[form].encode())
                quads = run("dump", "--db", again, "--sorted").output.decode()
                self.assertEqual(len(quads.splitlines()), 6)

    def test_a_dump_goes_to_a_file_and_n_triples_hold_no_graphs(self):
        with self.serving():
            self.output("dump", "--output", self.folder / "out.nq")
            self.assertEqual(len((self.folder / "out.nq").read_text().splitlines()), 4)
            self.assertSays(self.command("dump", "--output", self.folder / "out.nq"), 1, "out.nq exists; --replace overwrites it")
            self.output("dump", "--output", self.folder / "out.nq", "--replace")
            self.assertSays(self.command("dump", "--format", "nt"), 1, "named graphs")
            self.output("update", "DROP NAMED")
            self.assertEqual(len(self.output("dump", "--format", "nt").splitlines()), 2)

    def test_a_dump_of_one_graph_is_that_of_the_same_data_unserved(self):
        forms = [("--graph", graph, "--format", form, *order) for graph in ("default", "http://ex.org/g", "http://ex.org/h")
                 for form in ("nt", "turtle", "nq", "trig") for order in ((), ("--sorted",))]
        with self.serving() as server:
            self.output("update", UPDATE)
            served = {form: self.output("dump", *form) for form in forms}
            elsewhere = run("dump", "--server", f"http://127.0.0.1:{server.port}", *forms[0])
            self.assertEqual(elsewhere.text, served[forms[0]], elsewhere.errors)
            file = self.folder / "none.nt"
            self.assertSays(self.command("dump", "--graph", "urn:none", "--output", file), 1, "urn:none")
            self.assertFalse(file.exists())
            self.assertSays(self.command("dump", "--format", "turtle"), 1, "named graphs")
        for form in forms:
            with self.subTest(form):
                alone = self.output("dump", *form)
                if "--sorted" in form:
                    self.assertEqual(served[form], alone)
                elif form[3] in ("nq", "nt"):
                    self.assertEqual(sorted(served[form].splitlines()), sorted(alone.splitlines()))
                again = self.folder / "again"
                shutil.rmtree(again, ignore_errors=True)
                build(again, "--format", form[3], "-", given=served[form].encode())
                quads = run("dump", "--db", again, "--sorted").output.decode()
                self.assertEqual(len(quads.splitlines()), 2, quads)

    def test_a_server_elsewhere_is_asked_by_its_address(self):
        with self.serving() as server:
            at = f"http://127.0.0.1:{server.port}"
            for address in (at, at + "/", at + "/sparql"):
                self.assertEqual(run("query", "--server", address, NAMES).output, self.command("query", NAMES).output)
            self.assertSays(run("query", "--server", at, "SELECT {"), 1, "line 1")
            self.assertSays(run("query", "--server", "ftp://x", NAMES), 1, "ftp://x")
            self.assertEqual(sorted(run("dump", "--server", at).lines), sorted(self.output("dump").splitlines()))
        self.assertSays(run("query", "--server", at, NAMES), 1, "does not answer")

    def test_the_default_graph_may_be_the_union_of_all(self):
        count = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
        both = [self.output("query", count), self.output("query", "--union-default-graph", count)]
        with self.serving():
            for _ in range(2):
                self.assertEqual([self.output("query", count), self.output("query", "--union-default-graph", count)], both)
        self.assertEqual(both, ["?n\n2\n", "?n\n4\n"])

    def assertInfoCounts(self, in_default, in_named):
        self.assertIn(f"quads            {in_default + in_named} ({in_default} in the default graph, {in_named} in named graphs)\n",
                      self.output("info"))
        told = json.loads(self.output("info", "--json"))["quads"]
        self.assertEqual((told["default_graph"], told["named_graphs"]), (in_default, in_named))

    def test_info_counts_what_queries_find(self):
        counts = [f"SELECT (COUNT(*) AS ?n) {{ {pattern} }}" for pattern in ("?s ?p ?o", "GRAPH ?g { ?s ?p ?o }")]
        found = lambda: [int(self.output("query", count).split()[1]) for count in counts]
        before = found()
        self.assertInfoCounts(*before)
        self.assertNotIn("\nupdates", self.output("info"))
        with self.serving() as server:
            self.output("update", UPDATE)
            after = found()
            self.assertNotEqual(after, before)
            self.assertInfoCounts(*after)
            server.stop()
        self.assertInfoCounts(*after)
        self.assertIn("1 transaction in the log, counted above", self.output("info"))
        log = self.database / "log"
        shutil.move(log / "image-0000", self.folder / "log-of-image")  # damage
        described = self.output("info")
        self.assertIn(f"quads            {sum(before)} (", described)
        self.assertIn("not counted above: the database cannot be opened now", described)
        shutil.move(self.folder / "log-of-image", log / "image-0000")

    def test_info_tells_of_the_server(self):
        self.assertNotIn("served", self.output("info"))
        with self.serving() as server:
            self.output("update", UPDATE)
            self.assertIn(f"http://127.0.0.1:{server.first_port}, version 1\n", self.output("info"))
            told = json.loads(self.output("info", "--json"))
            self.assertEqual(told["server"]["images"], self.images)
            self.assertEqual(told["server"]["quads"], 6)
        self.assertNotIn("server", json.loads(self.output("info", "--json")))

    def test_a_server_that_was_killed_is_none(self):
        with self.serving():
            self.output("update", UPDATE)
        self.assertEqual(len(self.output("dump").splitlines()), 6)

    def test_load_reads_files_from_where_it_may(self):
        data, secret = self.folder / "data", self.folder / "secret.nt"
        data.mkdir(exist_ok=True)
        secret.write_text("<a:s> <a:p> <a:o> .\n")
        (data / "more.ttl").write_text("<> <a:p> <x> , 'o' .")
        (data / "bad.nt").write_text("<a:s> <a:p> <a:o> .\n<a:s> oops .\n")
        (data / "link.nt").unlink(missing_ok=True)
        (data / "link.nt").symlink_to(secret)
        count = ("query", "--format", "csv", "SELECT (COUNT(*) AS ?n) { GRAPH <a:g> { ?s ?p ?o } }")
        with self.serving(options=["--allow-load", f"file://{data}/"]):
            self.output("update", f"LOAD <file://{data}/more.ttl> INTO GRAPH <a:g>")
            self.assertEqual(self.output(*count).split(), ["n", "2"])
            self.assertIn(f"<file://{data}/more.ttl>\t<file://{data}/x>",
                          self.output("query", "SELECT ?s ?o { GRAPH <a:g> { ?s ?p ?o } }"))
            for wrong, message in ((f"file://{secret}", "not allowed"), (f"file://{data}/link.nt", "not allowed"),
                                   (f"file://{data}/../secret.nt", "not allowed"), (f"file://{data}/none.nt", "No such"),
                                   (f"file://{data}/bad.nt", "bad.nt:2:"), ("http://127.0.0.1:1/x.nt", "not allowed")):
                with self.subTest(wrong):
                    text = f"INSERT DATA {{ GRAPH <a:g> {{ <a:a> <a:b> 1 }} }} ; LOAD <{wrong}> INTO GRAPH <a:g>"
                    self.assertSays(self.command("update", text), 1, message)
                    self.assertEqual(self.output(*count).split(), ["n", "2"])
            self.output("update", f"LOAD SILENT <file://{secret}> ; LOAD SILENT <file://{data}/none.nt> ; "
                                  f"LOAD SILENT <file://{data}/bad.nt> INTO GRAPH <a:g>")
            self.assertEqual(self.output(*count).split(), ["n", "2"])

    def test_load_fetches_from_the_web(self):
        class Web(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/slow.ttl":
                    return self.drip()
                found = self.path == "/a.ttl"
                body = b"<#x> <a:p> [ <a:q> 1 ] ." if found else b""
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", "text/turtle")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def drip(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/turtle")
                self.end_headers()
                with contextlib.suppress(OSError):
                    for _ in range(600):
                        self.wfile.write(b"# more to come\n")
                        time.sleep(0.1)

            def log_message(self, *_):
                pass

        web = ThreadingHTTPServer(("127.0.0.1", 0), Web)
        threading.Thread(target=web.serve_forever, daemon=True).start()
        self.addCleanup(web.server_close)
        self.addCleanup(web.shutdown)
        url = f"http://127.0.0.1:{web.server_port}"
        with self.serving(options=["--allow-load", url]):
            self.output("update", f"LOAD <{url}/a.ttl> INTO GRAPH <a:g>")
            self.assertEqual(self.output("query", "SELECT ?s { GRAPH <a:g> { ?s <a:p> ?b . ?b <a:q> 1 } }").split(),
                             ["?s", f"<{url}/a.ttl#x>"])
            self.assertSays(self.command("update", f"LOAD <{url}/none>"), 1, "status 404")
            slow = self.command("update", "--timeout", "0.5", f"LOAD <{url}/slow.ttl>")
            self.assertSays(slow, 1, "time limit")
            self.assertLess(slow.seconds, patience(5))


if __name__ == "__main__":
    unittest.main()
