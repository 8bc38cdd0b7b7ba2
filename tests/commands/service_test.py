#!/usr/bin/env python3
"""SERVICE: two served databases, and endpoints that answer correctly, incorrectly, late or not at all."""

import contextlib
import gzip
import http.server
import json
import re
import socket
import threading
import unittest
import urllib.parse

from program import Case, build, for_images, patience, run, serving
from sparql_client import CSV, ask, health, request

PEOPLE = "".join(f'<urn:p{n}> <urn:name> "person {n}" .\n' for n in range(600))
HERE = "".join(f"<urn:p{n}> <urn:at> <urn:town{n % 7}> .\n" for n in range(600))
VALUES = re.compile(r"VALUES \( \?(\w+) \) \{(.*?)\}")
NAMES = "SELECT ?x ?n { ?x <urn:at> <urn:town1> SERVICE <%s> { ?x <urn:name> ?n } }"


def rows_json(variables, rows):
    bindings = [{name: {"type": "literal", "value": value} for name, value in row.items()} for row in rows]
    return json.dumps({"head": {"vars": variables}, "results": {"bindings": bindings}}).encode()


class Endpoint:
    """A small HTTP server that records its requests. answers[path](handler, query) answers."""

    def __init__(self):
        endpoint = self
        self.asked, self.answers, self.headers, self.clients = [], {}, [], set()
        self.ended = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                query = urllib.parse.parse_qs(body)["query"][0]
                endpoint.asked.append(query)
                endpoint.headers.append(dict(self.headers))
                endpoint.clients.add(self.client_address)
                with contextlib.suppress(ConnectionError):
                    endpoint.answers[urllib.parse.urlsplit(self.path).path](self, query)

            def reply(self, body, type="application/sparql-results+json", status=200, **headers):
                self.send_response(status)
                self.send_header("Content-Type", type)
                self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def close(self):
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()


def names_of(handler, query):
    """The names of those in VALUES, or of one that is not in it."""
    found = VALUES.search(query)
    people = re.findall(r"<urn:p(\d+)>", found[2]) if found else ["1"]
    rows = [{"x": {"type": "uri", "value": f"urn:p{n}"}, "n": {"type": "literal", "value": f"name {n}"}} for n in people]
    handler.reply(json.dumps({"results": {"bindings": rows}}).encode())


class Federation(Case):
    """A database and its server, which may query the recording endpoint and the served people."""

    options = ()

    @classmethod
    def prepare(cls):
        (cls.folder / "people.nt").write_text(PEOPLE)
        (cls.folder / "here.nt").write_text(HERE)
        build(cls.folder / "people", cls.folder / "people.nt", images=1)
        build(cls.folder / "db", cls.folder / "here.nt", images=cls.images)
        cls.people = cls.enterClassContext(serving(cls.folder / "people"))
        cls.endpoint = Endpoint()
        cls.addClassCleanup(cls.endpoint.close)
        cls.url = f"http://127.0.0.1:{cls.people.port}/sparql"
        cls.allowed = ["--allow-service", cls.endpoint.url, "--allow-service", cls.url, "--service-at",
                       f"urn:people={cls.url}", "--allow-service", "http://127.0.0.1:1/"]
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=[*cls.allowed, *cls.options]))

    def setUp(self):
        self.endpoint.asked.clear()
        self.endpoint.headers.clear()
        self.endpoint.clients.clear()

    def answer_by(self, path, answer):
        self.endpoint.answers[path] = answer
        return self.endpoint.url + path

    def assertFails(self, query, status, *parts, **parameters):
        answer = ask(self.server, query, **parameters)
        self.assertEqual(answer.status, status, answer.text)
        for part in parts:
            self.assertIn(part, answer.text)
        return answer

    def assertSilent(self, url, rows=86):
        """With SILENT the answer has the local rows, without values from the endpoint."""
        answer = ask(self.server, NAMES.replace("SERVICE", "SERVICE SILENT") % url)
        self.assertEqual(answer.status, 200, answer.text)
        self.assertEqual([sorted(row) for row in answer.bindings], [["x"]] * rows)


@for_images(1, 2, 4)
class Services(Federation):
    def test_another_database_is_joined_with_this_one(self):
        for name in (self.url, "urn:people"):
            answer = ask(self.server, NAMES % name)
            self.assertEqual(answer.status, 200, answer.text)
            self.assertEqual(sorted((row["x"], row["n"]) for row in answer.bindings),
                             sorted((f"urn:p{n}", f"person {n}") for n in range(1, 600, 7)))

    def test_and_all_of_it(self):
        query = "SELECT (COUNT(*) AS ?k) (COUNT(DISTINCT ?t) AS ?ts) { ?x <urn:at> ?t SERVICE <urn:people> { ?x ?p ?n } }"
        self.assertEqual(ask(self.server, query).bindings, [{"k": "600", "ts": "7"}])

    def test_a_variable_names_the_endpoint(self):
        query = ("SELECT ?s ?n { VALUES ?s { <%s> <urn:people> } SERVICE ?s { <urn:p5> <urn:name> ?n } }" %
                 self.answer_by("/five", lambda handler, _: handler.reply(rows_json(["n"], [{"n": "five"}]))))
        found = {row["s"]: row["n"] for row in ask(self.server, query).bindings}
        self.assertEqual(found, {self.endpoint.url + "/five": "five", "urn:people": "person 5"})

    def test_values_are_sent_in_batches(self):
        url = self.answer_by("/names", names_of)
        answer = ask(self.server, "SELECT ?x ?n { ?x <urn:at> ?t SERVICE <%s> { ?x <urn:name> ?n } }" % url)
        self.assertEqual(sorted(row["n"] for row in answer.bindings), sorted(f"name {n}" for n in range(600)))
        self.assertEqual((len(self.endpoint.asked), len(self.endpoint.clients)), (3, 1))
        sent = [n for query in self.endpoint.asked for n in re.findall(r"<urn:p(\d+)>", query)]
        self.assertEqual(sorted(map(int, sent)), list(range(600)))
        self.assertIn("application/sparql-results+json", self.endpoint.headers[0]["Accept"])
        self.assertEqual(self.endpoint.headers[0]["Accept-Encoding"], "zstd, gzip;q=0.9")

    def test_xml_and_gzip_are_read(self):
        xml = ('<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="n"/>'
               '</head><results><result><binding name="n"><literal xml:lang="en">a &amp; b</literal></binding></result>'
               "</results></sparql>").encode()
        url = self.answer_by("/xml", lambda handler, _: handler.reply(
            gzip.compress(xml), "application/sparql-results+xml; charset=utf-8", Content_Encoding="gzip"))
        answer = ask(self.server, "SELECT ?n { SERVICE <%s> { <a:a> <a:b> ?n } }" % url, CSV)
        self.assertEqual(answer.text, "n\r\na & b\r\n")

    def test_a_place_that_is_not_allowed_is_not_asked(self):
        forbidden = "http://127.0.0.2:1/sparql"
        self.assertFails(NAMES % forbidden, 403, forbidden, "--allow-service")
        self.assertFails("SELECT * { VALUES ?s { <%s> } SERVICE ?s { ?x ?y ?z } }" % forbidden, 403, forbidden)
        self.assertSilent(forbidden)
        for path in ("/away", "/away-by-get"):
            url = self.answer_by(path, lambda handler, _: handler.reply(b"", status=303 if "get" in path else 307,
                                                                        Location=forbidden))
            self.assertFails(NAMES % url, 403, forbidden, "--allow-service")

    def test_redirects_to_allowed_places_are_followed(self):
        self.answer_by("/names", names_of)
        url = self.answer_by("/moved", lambda handler, _: handler.reply(b"", status=308, Location="/names"))
        self.assertEqual(len(ask(self.server, NAMES % url).bindings), 86)
        url = self.answer_by("/round", lambda handler, _: handler.reply(b"", status=308, Location="/round"))
        self.assertFails(NAMES % url, 502, "redirects")

    def test_an_endpoint_that_is_down(self):
        self.assertFails(NAMES % "http://127.0.0.1:1/sparql", 502, "http://127.0.0.1:1/sparql", "no answer")
        self.assertSilent("http://127.0.0.1:1/sparql")

    def test_answers_that_are_none(self):
        bad = {
            "/html": (lambda handler, _: handler.reply(b"<html>welcome</html>", "text/html"), "text/html"),
            "/error": (lambda handler, _: handler.reply(b"out of\norder", "text/plain", 500), "status 500: out of order"),
            "/no-json": (lambda handler, _: handler.reply(b"{\"results\": {\"bindings\": [}"), "not JSON"),
            "/no-xml": (lambda handler, _: handler.reply(b"<sparql><results><result></sparql>",
                                                         "application/sparql-results+xml"), "not XML"),
            "/other": (lambda handler, _: handler.reply(b"{}"), "no results"),
            "/ask": (lambda handler, _: handler.reply(b'{"head": {}, "boolean": true}'), "true or false"),
            "/unbound": (lambda handler, _: handler.reply(rows_json(["x", "n"], [{"n": "a"}])), "leaves ?x unbound"),
            "/doctype": (lambda handler, _: handler.reply(
                b'<!DOCTYPE sparql [<!ENTITY a "aaaa">]><sparql>&a;</sparql>', "application/sparql-results+xml"),
                "document type"),
            "/bad-gzip": (lambda handler, _: handler.reply(b"no gzip at all", Content_Encoding="gzip"), "SERVICE <"),
        }
        for path, (answer, words) in bad.items():
            with self.subTest(path):
                url = self.answer_by(path, answer)
                self.assertFails(NAMES % url, 502, url, words)
                self.assertSilent(url)

    def test_an_answer_that_breaks_off(self):
        def begin(handler, _):
            handler.send_response(200)
            handler.send_header("Content-Type", "application/sparql-results+json")
            handler.send_header("Content-Length", "100000")
            handler.end_headers()
            handler.wfile.write(rows_json(["x", "n"], [])[:-3])
            handler.wfile.write(b'{"x": {"type": "uri", "value": "urn:p1"}, "n": {"type": "literal", "value": "N"}},')
            handler.close_connection = True

        url = self.answer_by("/broken", begin)
        self.assertFails(NAMES % url, 502, url)
        self.assertSilent(url)

    def test_a_slow_endpoint_ends_with_the_query(self):
        url = self.answer_by("/slow", lambda handler, _: self.endpoint.ended.wait(60))
        for query in (NAMES, NAMES.replace("SERVICE", "SERVICE SILENT")):
            answer = self.assertFails(query % url, 503, "time limit", timeout=1)
            self.assertLess(answer.seconds, 1 + patience(1))
        self.assertEqual(health(self.server).status, 200)

    def test_a_connection_that_does_not_come_about_ends_with_the_query(self):
        with socket.create_server(("127.0.0.1", 0), backlog=0) as full, contextlib.ExitStack() as stack:
            address = full.getsockname()
            for one in [stack.enter_context(socket.socket()) for _ in range(3)]:  # they are never accepted: the next ones wait
                one.setblocking(False)
                one.connect_ex(address)
            url = f"http://127.0.0.1:{address[1]}/"
            with serving(self.folder / "none", options=["--create", "--allow-service", url]) as server:
                answer = ask(server, f"SELECT * {{ SERVICE <{url}> {{ ?s ?p ?o }} }}", timeout=1)
                self.assertEqual(answer.status, 503, answer.text)
                self.assertLess(answer.seconds, 1 + patience(1))

    def test_an_endpoint_that_trickles_too(self):
        def trickle(handler, _):
            handler.send_response(200)
            handler.send_header("Content-Type", "application/sparql-results+json")
            handler.end_headers()
            handler.wfile.write(b'{"results": {"bindings": [')
            while not self.endpoint.ended.wait(0.05):
                handler.wfile.write(b" ")

        answer = self.assertFails(NAMES % self.answer_by("/trickle", trickle), 503, "time limit", timeout=1)
        self.assertLess(answer.seconds, 1 + patience(1))

    def test_a_client_that_goes_away_ends_the_question(self):
        gone = threading.Event()

        def wait(handler, _):
            handler.connection.settimeout(20)
            with contextlib.suppress(OSError):
                if not handler.connection.recv(1):
                    gone.set()

        url = self.answer_by("/waiting", wait)
        with self.assertRaises(TimeoutError):
            ask(self.server, NAMES % url, patience=1)
        self.assertTrue(gone.wait(5 + patience(5)))

    def test_many_questions_at_once(self):
        self.answer_by("/names", names_of)
        failures = []

        def client():
            for _ in range(5):
                answer = ask(self.server, NAMES % (self.endpoint.url + "/names"))
                if answer.status != 200 or len(answer.bindings) != 86:
                    failures.append(answer.text)

        threads = [threading.Thread(target=client) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_an_update_takes_solutions_from_a_service(self):
        update = ("INSERT { GRAPH <urn:g> { ?x <urn:called> ?n . ?x <urn:has> _:b } } WHERE "
                  "{ ?x <urn:at> <urn:town1> SERVICE <urn:people> { ?x <urn:name> ?n } } ; "
                  "INSERT { GRAPH <urn:h> { ?x <urn:mail> ?m } } WHERE { SERVICE SILENT <urn:nobody> { ?x ?y ?m } }")
        answer = request(self.server, "POST", "/update", update, {"Content-Type": "application/sparql-update"})
        self.assertEqual(answer.status, 200, answer.text)
        self.assertEqual(json.loads(answer.text)["inserted"], 172)
        asked = ask(self.server, 'SELECT (COUNT(*) AS ?k) { GRAPH <urn:g> { ?x <urn:called> ?n . ?x <urn:has> ?b } }')
        self.assertEqual(asked.number, 86)
        failing = update.replace("urn:people", "http://127.0.0.2:1/").replace("urn:g>", "urn:g2>")
        answer = request(self.server, "POST", "/update", failing, {"Content-Type": "application/sparql-update"})
        self.assertEqual(answer.status, 403, answer.text)

    def test_the_command_asks_services_too(self):
        query = NAMES % "urn:people"
        with_options = run("query", "--db", self.folder / "people", "--format", "csv",
                           "SELECT * { SERVICE <urn:people> { <urn:p3> <urn:name> ?n } }", "--service-at",
                           f"urn:people={self.url}")
        self.assertSays(with_options, 1, "is served")
        build(self.folder / f"other{self.images}", self.folder / "here.nt", images=self.images)
        asked = run("query", "--db", self.folder / f"other{self.images}", "--images", self.images, "--format", "csv", query,
                    "--service-at", f"urn:people={self.url}")
        self.assertSays(asked, 0)
        self.assertEqual(len(asked.lines), 87)
        refused = run("query", "--db", self.folder / f"other{self.images}", "--images", self.images, query)
        self.assertSays(refused, 1, "urn:people", "--allow-service")

    def test_the_service_description_tells_of_it(self):
        answer = request(self.server, "GET", "/sparql", headers={"Accept": "application/n-triples"})
        self.assertIn("BasicFederatedQuery", answer.text)
        self.assertNotIn("BasicFederatedQuery", request(self.people, "GET", "/sparql").text)


@for_images(1, 2)
class Limits(Federation):
    options = ("--memory", "256M")

    def test_a_huge_answer_ends_with_the_memory_of_the_query(self):
        def flood(handler, _):
            handler.send_response(200)
            handler.send_header("Content-Type", "application/sparql-results+json")
            handler.end_headers()
            handler.wfile.write(b'{"results": {"bindings": [')
            number = 0
            while not self.endpoint.ended.is_set():
                rows = [{"x": {"type": "uri", "value": f"urn:p{number + n}"},
                         "n": {"type": "literal", "value": "long " * 40 + str(number + n)}} for n in range(1000)]
                handler.wfile.write(json.dumps(rows)[1:-1].encode() + b",")
                number += 1000

        url = self.answer_by("/flood", flood)
        for query in (NAMES, NAMES.replace("SERVICE", "SERVICE SILENT")):
            self.assertFails(query % url, 507, "memory", timeout=60)
        self.assertEqual(ask(self.server, "SELECT (COUNT(*) AS ?k) { ?x <urn:at> ?t }").number, 600)

    def test_a_row_without_end_is_no_answer(self):
        def flood(handler, _):
            handler.send_response(200)
            handler.send_header("Content-Type", "application/sparql-results+json")
            handler.end_headers()
            handler.wfile.write(b'{"results": {"bindings": [{"x": {"value": "')
            while not self.endpoint.ended.is_set():
                handler.wfile.write(b"x" * (1 << 20))

        self.assertFails(NAMES % self.answer_by("/endless", flood), 502, "a row of more than")


class Rules(Case):
    def test_without_options_nobody_is_asked(self):
        data = self.folder / "a.nt"
        data.write_text("<urn:a> <urn:b> <urn:c> .\n")
        build(self.folder / "db", data)
        with serving(self.folder / "db") as server:
            for query in ("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }", 
                          "SELECT * { ?s <urn:b> ?o OPTIONAL { SERVICE <http://127.0.0.1:1/> { ?o ?p ?v } } }"):
                answer = ask(server, query)
                self.assertEqual(answer.status, 403, answer.text)
                self.assertIn("--allow-service", answer.text)
            answer = ask(server, "SELECT * { ?s ?p ?o SERVICE SILENT <http://127.0.0.1:1/> { ?s ?q ?v } }")
            self.assertEqual(answer.bindings, [{"s": "urn:a", "p": "urn:b", "o": "urn:c"}])

    def test_options_that_are_none(self):
        for words in (("--allow-service", "example.org"), ("--allow-service", "file:///data/"),
                      ("--service-at", "urn:a"), ("--service-at", "urn:a=ftp://b/"), ("--service-at", "=http://b/")):
            with self.subTest(words):
                self.assertSays(run("serve", "--db", self.folder / "none", *words), 1, words[0])


if __name__ == "__main__":
    unittest.main()
