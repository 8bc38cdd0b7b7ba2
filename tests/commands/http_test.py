#!/usr/bin/env python3
"""SPARQL over HTTP: the three kinds of requests, every format of answers, refusals, graphs named by the request."""

import bz2
import contextlib
import gzip
import html.parser
import json
import lzma
import re
import socket
import subprocess
import unittest
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zlib

import sample_data
from program import Case, build, for_images, serving
from sparql_client import CSV, JSON, NTRIPLES, TSV, TURTLE, XML, ask, health, request
from transport import http_connection

NAMES = "SELECT ?s ?name { ?s <http://ex.org/name> ?name } ORDER BY ?s"
GRAPH = "CONSTRUCT { ?s <http://ex.org/old> ?age } { ?s <http://ex.org/age> ?age }"
FORTY_TWO = '"42"^^<http://www.w3.org/2001/XMLSchema#integer>'
FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"


def in_url(query, **parameters):
    return "/sparql?" + urllib.parse.urlencode({"query": query, **parameters})


class Served(Case):
    data = sample_data.PEOPLE
    options = ()

    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(cls.data)
        build(cls.folder / "db", file, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=cls.options))

    def post(self, body, content_type, path="/sparql", accept=TSV):
        return request(self.server, "POST", path, body, {"Content-Type": content_type, "Accept": accept})

    def assertRefused(self, answer, status, *parts):
        self.assertEqual(answer.status, status, answer.text)
        for part in parts:
            self.assertIn(part, answer.text)


@for_images(1, 2, 4)
class Protocol(Served):
    def test_a_query_comes_by_get_by_a_form_or_as_a_body(self):
        wanted = '?s\t?name\n<http://ex.org/ann>\t"Ann"@en\n<http://ex.org/cid>\t"C\u00efd \\"the\\" third"\n'
        form = urllib.parse.urlencode({"query": NAMES})
        for answer in (ask(self.server, NAMES, TSV), self.post(form, FORM), self.post(NAMES, QUERY),
                       self.post(NAMES, QUERY + "; charset=UTF-8")):
            self.assertEqual((answer.status, answer.text), (200, wanted))

    def test_a_connection_takes_many_queries(self):
        connection = http_connection(self.server, timeout=20)
        path = "/sparql?" + urllib.parse.urlencode({"query": "ASK { ?s ?p 42 }", "format": "json"})
        for _ in range(50):
            connection.request("GET", path)
            self.assertTrue(json.loads(connection.getresponse().read())["boolean"])
        connection.close()

    def test_head_has_no_body_and_options_tells_the_methods(self):
        path = "/sparql?" + urllib.parse.urlencode({"query": NAMES})
        head = request(self.server, "HEAD", path, headers={"Accept": JSON})
        self.assertEqual((head.status, head.type, head.text), (200, JSON, ""))
        options = request(self.server, "OPTIONS", "/sparql")
        self.assertIn("POST", options.headers["allow"])

    def test_select_in_every_form_by_accept_and_by_name(self):
        checks = {
            ("json", JSON): lambda text: self.assertEqual(json.loads(text)["results"]["bindings"][0]["name"],
                                                          {"type": "literal", "value": "Ann", "xml:lang": "en"}),
            ("xml", XML): lambda text: self.assertIn("Ann", "".join(ElementTree.fromstring(text).itertext())),
            ("csv", CSV): lambda text: self.assertEqual(
                text, 's,name\r\nhttp://ex.org/ann,Ann\r\nhttp://ex.org/cid,"C\u00efd ""the"" third"\r\n'),
            ("tsv", TSV): lambda text: self.assertIn('<http://ex.org/ann>\t"Ann"@en\n', text),
        }
        for (name, media_type), check in checks.items():
            for answer in (ask(self.server, NAMES, media_type), ask(self.server, NAMES, None, format=name),
                           ask(self.server, NAMES, "image/png, */*;q=0.1", format=name)):
                with self.subTest(name):
                    self.assertEqual(answer.status, 200, answer.text)
                    self.assertEqual(answer.type.partition(";")[0], media_type)
                    check(answer.text)

    def test_long_answers_are_compressed_for_those_who_take_it(self):
        graph = "/data?graph=http://ex.org/long"
        lines = "".join(f"<http://ex.org/thing/{n}> <http://ex.org/p> {n} .\n" for n in range(2000))
        self.assertIn(request(self.server, "PUT", graph, lines, {"Content-Type": "text/turtle"}).status, (200, 201))
        self.addCleanup(request, self.server, "DELETE", graph)
        few = "SELECT * { GRAPH <http://ex.org/long> { ?s ?p ?o } } LIMIT 500"
        many = "SELECT * { GRAPH <http://ex.org/long> { ?s ?p ?o . ?t ?p 1 , ?q } } LIMIT 200000"
        optional = "OPTIONAL { ?s ?p ?o } " * 60
        for path in (in_url(few, format="tsv"), in_url(many, format="csv"), in_url(few, format="json"),
                     in_url("CONSTRUCT { ?s ?p ?o } { GRAPH <http://ex.org/long> { ?s ?p ?o } }"), graph, "/data",
                     in_url("SELECT * { %s }" % optional, explain="plan", format="json")):
            plain, head = self.bytes_of(path)
            self.assertNotIn("content-encoding", head)
            self.assertIn("Accept-Encoding", head["vary"])
            for coding, magic in (("gzip", b"\x1f\x8b"), ("zstd", b"\x28\xb5\x2f\xfd")):
                with self.subTest(f"{path} {coding}"):
                    packed, head = self.bytes_of(path, {"Accept-Encoding": f"br, {coding};q=0.8"})
                    self.assertEqual((head["content-encoding"], packed[:len(magic)]), (coding, magic))
                    self.assertLess(len(packed), len(plain) / 2)
                    if coding == "gzip" and "explain" not in path:  # that has times
                        self.assertEqual(sorted(gzip.decompress(packed).splitlines()), sorted(plain.splitlines()))

    def bytes_of(self, path, headers=None):
        connection = http_connection(self.server)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            body = answer.read()
            self.assertEqual(answer.status, 200, body)
            return body, {name.lower(): value for name, value in answer.getheaders()}

    def test_construct_in_both_forms(self):
        line = f"<http://ex.org/bob> <http://ex.org/old> {FORTY_TWO} .\n"
        for answer in (ask(self.server, GRAPH, NTRIPLES), ask(self.server, GRAPH, format="nt")):
            self.assertEqual((answer.status, answer.type, answer.text), (200, NTRIPLES, line))
        for answer in (ask(self.server, GRAPH, TURTLE), ask(self.server, GRAPH, None)):
            self.assertEqual((answer.status, answer.type), (200, TURTLE))
            self.assertRegex(answer.text, r"<http://ex.org/bob>\s+<http://ex.org/old>\s+(42|" + re.escape(FORTY_TWO) + ")")

    def test_ask_and_describe(self):
        self.assertTrue(json.loads(ask(self.server, "ASK { ?s ?p 42 }").text)["boolean"])
        self.assertFalse(json.loads(ask(self.server, "ASK { ?s ?p 43 }").text)["boolean"])
        described = ask(self.server, "DESCRIBE <http://ex.org/bob>", NTRIPLES)
        self.assertEqual(sorted(described.text.splitlines()),
                         [line for line in sample_data.PEOPLE_LINES if line.startswith("<http://ex.org/bob>")])

    def test_no_accept_at_all_gives_json_and_turtle(self):
        self.assertEqual(ask(self.server, NAMES, None).type, JSON)
        self.assertEqual(ask(self.server, GRAPH, None).type, TURTLE)

    def test_a_syntax_error_names_line_and_column(self):
        text = "SELECT *\nWHERE { ?s ?p }"
        for answer in (ask(self.server, text), self.post(text, QUERY)):
            self.assertRefused(answer, 400, "line 2, column 15")
        self.assertRefused(ask(self.server, "SELECT ?x { ?s nix:da ?o }"), 400, "line 1, column 16", "nix")

    def test_malformed_requests(self):
        get = lambda path: request(self.server, "GET", path)
        self.assertRefused(get("/sparql?timeout=1"), 400, "query")
        self.assertRefused(get("/sparql?query=ASK%20%7B%7D&query=ASK%20%7B%7D"), 400, "more than one query")
        self.assertRefused(get("/sparql?query=%ZZ"), 400, "percent-encoding")
        self.assertRefused(get("/sparql?timeout=x&query=ASK%7B%7D"), 400, "timeout")
        self.assertRefused(ask(self.server, NAMES, default_graph_uri="relative"), 400, "absolute IRI")
        self.assertRefused(get("/nowhere"), 404, "/sparql")
        self.assertRefused(request(self.server, "DELETE", "/sparql"), 405, "GET")
        self.assertRefused(self.post(NAMES, "text/plain"), 415, QUERY)
        too_long = {"Content-Type": QUERY, "Content-Length": str(10**12)}
        self.assertRefused(request(self.server, "POST", "/sparql", headers=too_long), 413)

    def test_forms_that_cannot_be_had(self):
        self.assertRefused(ask(self.server, NAMES, "image/png"), 406, "format=json")
        self.assertRefused(ask(self.server, NAMES, TURTLE), 406, "json")
        self.assertRefused(ask(self.server, GRAPH, CSV), 406, "turtle")
        self.assertRefused(ask(self.server, NAMES, None, format="doc"), 406, "doc")

    def test_what_is_missing_is_named(self):
        self.assertRefused(ask(self.server, "SELECT (<http://ex.org/f>(1) AS ?x) {}"), 501, "http://ex.org/f")

    def test_a_get_without_a_query_tells_what_the_endpoint_can_do(self):
        self.assertIn("sd:SPARQL11Update", request(self.server, "GET", "/sparql").text)

    def test_a_server_that_only_reads_takes_no_updates(self):
        update = "INSERT DATA { <http://ex.org/a> <http://ex.org/p> 1 }"
        build(self.folder / "reads", self.folder / "data.nq", images=self.images)
        with serving(self.folder / "reads", self.images, options=["--read-only"]) as server:
            headers = {"Content-Type": "application/sparql-update"}
            self.assertRefused(request(server, "POST", "/update", update, headers), 403, "--read-only")
            self.assertRefused(request(server, "DELETE", "/data?default"), 403, "--read-only")
            self.assertNotIn("Update", request(server, "GET", "/sparql").text)

    def test_graphs_are_read_in_every_form(self):
        for path, accept, form, part in (("/data?default", "", "text/turtle", "<http://ex.org/knows>"),
                                         ("/data?default", "application/rdf+xml", "application/rdf+xml", "<p:knows"),
                                         ("/data?default", NTRIPLES, NTRIPLES, "<http://ex.org/ann> <"),
                                         ("/data", "", "application/n-quads", " ."),
                                         ("/data", "application/trig", "application/trig", "@prefix")):
            with self.subTest((path, accept)):
                answer = request(self.server, "GET", path, headers={"Accept": accept} if accept else {})
                self.assertEqual((answer.status, answer.type), (200, form))
                self.assertIn(part, answer.text)
        self.assertRefused(request(self.server, "GET", "/data?graph=http://ex.org/none"), 404, "http://ex.org/none")

    def test_versions_of_rdf_are_hints_and_unknown_ones_warnings(self):
        graph = "/data?graph=http://ex.org/versions"
        triple = "<http://ex.org/v> <http://ex.org/p> <http://ex.org/o> .\n"
        for body, media_type, unknown in ((triple, "text/turtle;version=1.2", None), (triple, f'{NTRIPLES}; version="1.1"', None),
                                          (f'VERSION "1.2"\n{triple}', "text/turtle", None),
                                          (f'VERSION "2.0"\n{triple}', "text/turtle", "2.0"), (triple, "text/turtle; version=9", "9")):
            with self.subTest((body, media_type)):
                answer = request(self.server, "PUT", graph, body, {"Content-Type": media_type})
                self.assertIn(answer.status, (200, 201), answer.text)
                warnings = json.loads(answer.text).get("warnings", [])
                self.assertEqual(len(warnings), 0 if unknown is None else 1, answer.text)
                if unknown:
                    self.assertIn(f'the request\'s body:1:1: the document announces version "{unknown}"', warnings[0])
        self.assertEqual(request(self.server, "DELETE", graph).status, 200)
        query = request(self.server, "POST", "/sparql", NAMES, {"Content-Type": "application/sparql-query;version=1.2"})
        self.assertEqual(query.status, 200, query.text)
        for version, count in (("1.2", 0), ("2.0", 1)):
            answer = request(self.server, "POST", "/update", "CLEAR SILENT GRAPH <http://ex.org/none>",
                             {"Content-Type": f"application/sparql-update;version={version}"})
            self.assertEqual(len(json.loads(answer.text).get("warnings", [])), count, answer.text)

    def test_a_path_with_a_star_is_answered_or_named(self):
        answer = ask(self.server, "SELECT ?o { <http://ex.org/ann> <http://ex.org/knows>* ?o } ORDER BY ?o", CSV)
        if answer.status == 200:
            self.assertEqual(answer.text, "o\r\nhttp://ex.org/ann\r\nhttp://ex.org/bob\r\nhttp://ex.org/cid\r\n")
        else:
            self.assertRefused(answer, 501, "property path", "line 1, column")

    def test_bytes_that_are_no_http_do_no_harm(self):
        for junk in (b"\0\1\2\3\r\n\r\n", b"GET\r\n\r\n", b"POST /sparql HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                     b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
                     b"Content-Length: 4\r\n\r\n\xff\xfe\x00\xc0"):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as connection:
                connection.sendall(junk)
                connection.shutdown(socket.SHUT_WR)
                said = b""
                while got := connection.recv(65536):
                    said += got
                self.assertNotIn(b" 200 ", said.split(b"\r\n")[0])
                self.assertNotIn(b" 500 ", said.split(b"\r\n")[0])
        self.assertEqual(health(self.server).status, 200)

    def test_the_front_page_and_health(self):
        self.assertIn("<script type=\"module\"", request(self.server, "GET", "/").text)
        told = json.loads(health(self.server).text)
        self.assertEqual((told["status"], told["images"], told["quads"]), ("ok", self.images, 5))
        caches = told["caches"]
        self.assertEqual(set(caches),
                         {"adjacency_indexes", "class_bitmaps", "compressed_texts", "graphs", "prepared_queries", "total"})
        self.assertEqual(caches["total"]["bytes"],
                         sum(cache["bytes"] for name, cache in caches.items() if name != "total"))
        self.assertGreater(caches["prepared_queries"]["most_bytes"], 0)


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
HTML = "text/html; charset=utf-8"
EVIL = '</td></textarea><script>alert("1")</script>'


class PageReader(html.parser.HTMLParser):
    """A page as a browser sees it: the cells of its table, the links, the names of all elements."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.links, self.elements, self.texts = [], [], set(), []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "a":
            self.links.append(dict(attributes)["href"])

    def handle_data(self, data):
        self.texts.append(data)
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip("\n")


@for_images(1, 2)
class Browsers(Served):
    data = sample_data.PEOPLE + f"<javascript:alert(1)> <http://ex.org/name> {json.dumps(EVIL)} .\n"

    def page(self, query, **parameters):
        path = "/sparql?" + urllib.parse.urlencode({"query": query} | parameters)
        answer = request(self.server, "GET", path, headers={"Accept": BROWSER})
        self.assertEqual((answer.status, answer.type), (200, HTML), answer.text)
        page = PageReader(answer.text)
        self.assertNotIn("script", page.elements)
        self.assertIn("form", page.elements)
        return page

    def test_a_browser_gets_the_form_and_a_table(self):
        page = self.page("SELECT ?s ?age { ?s <http://ex.org/name> ?name OPTIONAL { ?s <http://ex.org/age> ?age } } "
                         "ORDER BY ?name LIMIT 2 OFFSET 1")
        self.assertEqual(page.rows, [["s", "age"], ["http://ex.org/cid", ""], ["http://ex.org/ann", ""]])
        self.assertIn("http://ex.org/cid", page.links)
        self.assertEqual(self.page("SELECT ?age { ?s <http://ex.org/age> ?age }").rows, [["age"], ["42 xsd:integer"]])
        self.assertEqual(self.page("ASK {}", format="text/html").texts.count("true"), 1)
        self.assertEqual(self.page("DESCRIBE <http://ex.org/cid>").rows[0], ["subject", "predicate", "object"])

    def test_without_a_query_it_gets_the_workbench(self):
        for path in ("/", "/sparql"):
            answer = request(self.server, "GET", path, headers={"Accept": BROWSER})
            self.assertEqual((answer.status, answer.type), (200, HTML), answer.text)
            self.assertIn("<script type=\"module\" src=\"assets/", answer.text)

    def test_nothing_of_the_data_or_the_query_is_markup(self):
        page = self.page("SELECT * { ?s ?p ?o FILTER(STRLEN(STR(?o)) > 30) } # " + EVIL)
        self.assertEqual(page.rows[1:], [["javascript:alert(1)", "http://ex.org/name", EVIL]])
        self.assertNotIn("javascript:alert(1)", page.links)

    def test_who_does_not_name_html_gets_what_programs_get(self):
        for accept, form in (("*/*", JSON), (None, JSON), ("application/json", JSON)):
            self.assertEqual(ask(self.server, NAMES, accept).type, form)
        self.assertEqual(request(self.server, "GET", "/sparql", headers={"Accept": "*/*"}).type, TURTLE)


@for_images(1)
class LinksOfOthers(Served):
    """URLs as the pages of other servers make them, with this server's name."""

    def test_they_are_answered(self):
        query = urllib.parse.quote(NAMES)
        links = {
            "default-graph-uri=&query=%s&format=text%%2Fhtml&timeout=0&debug=on&run=+Run+Query+": HTML,
            "default-graph-uri=&query=%s&format=application%%2Fsparql-results%%2Bjson&timeout=30000&signal_void=on": JSON,
            "query=%s&format=application/sparql-results+json&CXML_redir_for_subjs=121": JSON,
            "query=%s&format=auto": JSON,
            "query=%s&action=tsv_export&timeout=30s&send=100": TSV,
            "query=%s&output=xml&stylesheet=%%2Fxml-to-html.xsl&force-accept=text%%2Fplain": XML,
            "query=%s&Accept=text%%2Fcsv&infer=true&sameAs=true&queryLn=SPARQL": CSV,
        }
        for link, form in links.items():
            with self.subTest(link):
                answer = request(self.server, "GET", "/sparql?" + link % query, headers={"Accept": "*/*"})
                self.assertEqual((answer.status, answer.type.partition(";")[0]), (200, form.partition(";")[0]), answer.text)
                self.assertIn("Ann", answer.text)

    def test_a_long_url_is_refused_with_what_to_do(self):
        answer = request(self.server, "GET", "/sparql?query=" + "a" * 66_000)
        self.assertRefused(answer, 414, "64 KiB", "send the query by POST")
        values = " ".join(f"<http://www.example.org/entity/number/{number}>" for number in range(800))
        count = ask(self.server, f"SELECT (COUNT(*) AS ?n) {{ VALUES ?x {{ {values} }} }}")
        self.assertEqual(count.number, 800)


WHOM = "SELECT ?o { <http://ex.org/ann> <http://ex.org/knows> ?o } ORDER BY ?o"
WHERE = "SELECT ?g ?o { GRAPH ?g { <http://ex.org/ann> <http://ex.org/knows> ?o } } ORDER BY ?g ?o"


def values(answer):
    assert answer.status == 200, answer.text
    return [" ".join(value.rpartition("/")[2] for value in line.split(",")) for line in answer.text.splitlines()[1:]]


@for_images(1, 2, 4)
class Graphs(Served):
    data = sample_data.TWO_GRAPHS
    one, two = "http://ex.org/g1", "http://ex.org/g2"

    def ask(self, query, **parameters):
        return values(ask(self.server, query, CSV, **parameters))

    def test_the_default_graph_is_the_one_without_a_name(self):
        self.assertEqual(self.ask(WHOM), ["bob"])
        self.assertEqual(self.ask(WHERE), ["g1 cid", "g1 dan", "g2 dan"])

    def test_the_request_chooses_the_default_graph(self):
        self.assertEqual(self.ask(WHOM, default_graph_uri=self.one), ["cid", "dan"])
        self.assertEqual(self.ask(WHOM, default_graph_uri=[self.one, self.two]), ["cid", "dan"])
        self.assertEqual(self.ask(WHOM, default_graph_uri="http://ex.org/none"), [])
        self.assertEqual(self.ask(WHERE, default_graph_uri=self.one), [])

    def test_the_request_chooses_the_named_graphs(self):
        self.assertEqual(self.ask(WHERE, named_graph_uri=self.two), ["g2 dan"])
        self.assertEqual(self.ask(WHOM, named_graph_uri=self.two), [])

    def test_the_request_wins_over_the_query(self):
        query = WHOM.replace("{", f"FROM <{self.two}> {{", 1)
        self.assertEqual(self.ask(query), ["dan"])
        self.assertEqual(self.ask(query, default_graph_uri=self.one), ["cid", "dan"])


class CompressedDocuments(Served):
    images = 1
    document = b"".join(b"<urn:a> <urn:b> <urn:c%d> .\n" % n for n in range(50000))

    def put(self, coding, body, path="/data?graph=urn:packed"):
        return request(self.server, "PUT", path, body, {"Content-Type": "text/turtle", "Content-Encoding": coding})

    def packed(self):
        def zstd(*options):
            return subprocess.run(["zstd", "-c", *options], input=self.document, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  check=True).stdout

        large = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28}]
        return ({"gzip": gzip.compress(self.document), "x-gzip": gzip.compress(self.document), "deflate": zlib.compress(self.document),
                 "zstd": zstd(), "bzip2": bz2.compress(self.document), "x-bzip2": bz2.compress(self.document),
                 "xz": lzma.compress(self.document), "XZ": lzma.compress(self.document[:100000]) + lzma.compress(self.document[100000:])},
                {"zstd": zstd("--ultra", "--long=30", "--no-check"), "xz": lzma.compress(self.document, filters=large)})

    def test_they_are_read_in_every_coding(self):
        good, too_large = self.packed()
        for coding, body in good.items():
            with self.subTest(coding):
                request(self.server, "DELETE", "/data?graph=urn:packed")
                answer = self.put(coding, body)
                self.assertEqual((answer.status, json.loads(answer.text)["inserted"]), (201, 50000), answer.text)
                self.assertRefused(self.put(coding, body[:len(body) // 2]), 400)
                self.assertRefused(self.put(coding, body[:100] + bytes(100) + body[200:]), 400)
                self.assertRefused(self.put(coding, self.document), 400)
        for coding, body in too_large.items():
            self.assertRefused(self.put(coding, body), 400, "too much memory")

    def test_other_codings_and_other_bodies_are_refused(self):
        self.assertRefused(self.put("br", b"x"), 415, "gzip, zstd, bzip2 or xz")
        answer = request(self.server, "POST", "/sparql", b"x", {"Content-Type": QUERY, "Content-Encoding": "zstd"})
        self.assertRefused(answer, 415, "plain or with gzip")
        self.assertNotIn("zstd,", answer.text)


@for_images(1, 2, 4)
class UnionOfGraphs(Served):
    data = sample_data.TWO_GRAPHS
    options = ("--union-default-graph",)

    def test_the_default_graph_is_the_union_of_all_without_duplicates(self):
        self.assertEqual(values(ask(self.server, WHOM, CSV)), ["bob", "cid", "dan"])
        self.assertEqual(ask(self.server, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }").number, 4)
        self.assertEqual(values(ask(self.server, WHERE, CSV)), ["g1 cid", "g1 dan", "g2 dan"])
        chosen = ask(self.server, WHOM, CSV, default_graph_uri="http://ex.org/g2")
        self.assertEqual(values(chosen), ["dan"])


if __name__ == "__main__":
    unittest.main()
