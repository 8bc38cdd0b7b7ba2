#!/usr/bin/env python3
"""Runs the suites of JSON-LD 1.1 and of RDFC-1.0 over HTTP against a served database, and compares with docs/conformance.md.

json_ld_http_suites.py [--images N] [--program QUADRILLE]

toRdf, streaming   PUT of the document, GET of the quads. What the server has then is read back in four forms of JSON-LD, too.
fromRdf            PUT of the quads, GET of the expanded form.
remote-doc         LOAD from a web server that answers as the suite says.
rdfc10             PUT of the quads, GET with canonical=true, byte for byte.

pyoxigraph judges quads; JSON is compared here. The base IRI of a test is that of the graph, so documents with named graphs
cannot have one. Tests with options of the JSON-LD API that HTTP does not have are not run here; those in process have them.
Exit status: 0 if the outcomes are those of the page, 1 if any differs, worse or better, 77 without suites.
"""

import argparse
import http.server
import io
import json
import os
import sys
import tempfile
import threading
import urllib.parse
import urllib.request
from collections import Counter
from pathlib import Path

from http_suites import ROOT, SHARED, published, served

SUITES = SHARED / "json-ld"
CANON = SHARED / "rdf-canon"
BASES = {"api": "https://w3c.github.io/json-ld-api/tests/", "streaming": "https://w3c.github.io/json-ld-streaming/tests/"}
EXPANDED = 'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"'
# Options of the API that a request cannot have. (useJCS is the only form of rdf:JSON that is written.)
NOT_IN_HTTP = ("produceGeneralizedRdf", "rdfDirection", "expandContext", "useNativeTypes", "useRdfType")
OTHER_FORMS = ({}, {"profile": "expanded"}, {"profile": "flattened"}, {"profile": "streaming"})


class Failed(Exception):
    """The server's answer is not that of the test."""


class Server:
    def __init__(self, url):
        self.url = url

    def send(self, method, path, body=None, headers=None, **parameters):
        """(status, body)"""
        query = urllib.parse.urlencode(parameters)
        request = urllib.request.Request(f"{self.url}/{path}?{query}", data=body, method=method, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def expect(self, *words, **more):
        status, body = self.send(*words, **more)
        if status >= 300:
            raise Failed(f"{words[0]} has status {status}: {body.decode(errors='replace')}")
        return body

    def update(self, text):
        return self.send("POST", "update", text.encode(), {"Content-Type": "application/sparql-update"})

    def clear(self):
        self.expect("POST", "update", b"DROP ALL", {"Content-Type": "application/sparql-update"})


def canonical(quads):
    import pyoxigraph
    dataset = pyoxigraph.Dataset(quads)
    dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.RDFC_1_0)
    return sorted(map(str, dataset))


def quads_of(text, name, **more):
    import pyoxigraph
    formats = {"nq": pyoxigraph.RdfFormat.N_QUADS, "jsonld": pyoxigraph.RdfFormat.JSON_LD}
    return list(pyoxigraph.parse(io.BytesIO(text), format=formats[name], lenient=True, **more))


def difference(have, want):
    lines = [f"  {word} {line}" for word, some, others in (("have", have, want), ("want", want, have)) for line in some if line not in others]
    return "other quads:\n" + "\n".join(lines[:20])


def expect_same(have, want):
    if have != want:
        raise Failed(difference(have, want))


def normal(value, in_list=False):
    """Expanded JSON-LD in one order, all blank nodes with one label: the quads tell them apart."""
    if isinstance(value, dict):
        return {key: normal(its, key == "@list") for key, its in sorted(value.items())}
    if isinstance(value, list):
        items = [normal(item) for item in value]
        return items if in_list else sorted(items, key=lambda item: json.dumps(item, sort_keys=True))
    return "_:b" if isinstance(value, str) and value.startswith("_:") else value


class Suite:
    def __init__(self, folder, name):
        self.folder, self.base = SUITES / folder, BASES[folder]
        manifest = json.loads((self.folder / f"{name}-manifest.jsonld").read_text())
        self.tests = [test for test in manifest["sequence"] if test.get("option", {}).get("specVersion") != "json-ld-1.0"]

    def read(self, name):
        return (self.folder / name).read_bytes()

    def contexts(self):
        """--context-at for each file that a document of the suite may name."""
        files = sorted(self.folder.glob("*oRdf/**/*.jsonld"))
        texts = b"".join(file.read_bytes() for file in files)
        return [word for file in files if file.name.encode() in texts
                for word in ("--context-at", f"{self.base}{file.relative_to(self.folder)}={file}")]


def why_not_in_http(suite, test):
    """The reason why a request cannot be this test; empty if it can."""
    option = test.get("option", {})
    if test.get("expectErrorCode") == "invalid streaming key order":
        return "documents of at most 1 MB are read as a whole, so their keys may have any order"
    if "rdfDirection" not in option and "expect" in test and b'"@direction"' in suite.read(test["input"]):
        return "directions are dropped"
    if option.get("processingMode") == "json-ld-1.0":
        return "processingMode json-ld-1.0"
    return next((name for name in NOT_IN_HTTP if name in option), "")


def kind_of(test):
    return next(kind for kind in ("NegativeEvaluationTest", "PositiveSyntaxTest", "PositiveEvaluationTest") if f"jld:{kind}" in test["@type"])


def to_rdf(server, suite, test):
    want = quads_of(suite.read(test["expect"]), "nq") if "expect" in test else []
    has_graphs = any(str(quad.graph_name) != "DEFAULT" for quad in want)
    base = test.get("option", {}).get("base", suite.base + test["input"])
    target = {} if has_graphs else {"graph": base}
    status, body = server.send("PUT", "data", suite.read(test["input"]), {"Content-Type": "application/ld+json"}, **target)
    if kind_of(test) == "NegativeEvaluationTest":
        code = test["expectErrorCode"]
        if not 400 <= status < 500 or code not in body.decode():
            raise Failed(f"status {status}, expected the error '{code}': {body.decode(errors='replace')}")
        return
    if status >= 300:
        raise Failed(f"status {status}: {body.decode(errors='replace')}")
    if "expect" not in test:
        return
    if not want:  # a graph without triples does not exist
        if server.send("GET", "data", format="nt", **target)[0] != 404:
            raise Failed("there is a graph where none should be")
        return
    have = canonical(quads_of(server.expect("GET", "data", format="nq" if has_graphs else "nt", **target), "nq"))
    expect_same(have, canonical(want))
    for form in OTHER_FORMS:
        document = server.expect("GET", "data", format="jsonld", **target, **form)
        expect_same(canonical(quads_of(document, "jsonld")), have)


def from_rdf(server, suite, test):
    server.expect("PUT", "data", suite.read(test["input"]), {"Content-Type": "application/n-quads"})
    document = server.expect("GET", "data", headers={"Accept": EXPANDED})
    want = suite.read(test["expect"])
    expect_same(canonical(quads_of(document, "jsonld")), canonical(quads_of(want, "jsonld")))
    if normal(json.loads(document)) != normal(json.loads(want)):
        raise Failed(f"  have {document.decode()}\n  want {want.decode()}")


class Documents:
    """A web server of the files of the suite, with the headers that the test demands of its input."""

    def __init__(self, suite):
        self.test = None
        place = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                name = self.path.lstrip("/")
                option = place.test.get("option", {}) if name == place.test["input"] else {}
                file = suite.folder / name
                is_page = name == place.test["input"] and file.suffix == ".html"  # the shared folder has none of the pages
                found = file.exists() or is_page
                self.send_response(int(option.get("httpStatus", 200)) if "redirectTo" in option else 200 if found else 404)
                if "redirectTo" in option:
                    self.send_header("Location", f"/{option['redirectTo']}")
                endings = {".jsonld": "application/ld+json", ".json": "application/json", ".html": "text/html", ".jldt": "application/jldTest"}
                self.send_header("Content-Type", option.get("contentType", endings.get(file.suffix, "text/plain")))
                links = option.get("httpLink", [])
                for link in [links] if isinstance(links, str) else links:
                    self.send_header("Link", link)
                body = file.read_bytes() if file.exists() and "redirectTo" not in option else b""
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def remote_document(server, documents, suite, test):
    documents.test = test
    status, body = server.update(f"LOAD <{documents.url}{test['input']}>")
    if kind_of(test) == "NegativeEvaluationTest":
        if not (400 <= status < 500 or status == 502):  # 502: there is no such document
            raise Failed(f"status {status}, expected the error '{test['expectErrorCode']}'")
        return
    if status >= 300:
        raise Failed(f"status {status}: {body.decode(errors='replace')}")
    have = canonical(quads_of(server.expect("GET", "data", format="nq"), "nq"))
    want = quads_of(suite.read(test["expect"]).replace(suite.base.encode(), documents.url.encode()), "jsonld")
    expect_same(have, canonical(want))


def canonical_form(server, test):
    name = Path(test["action"]).name
    server.expect("PUT", "data", (CANON / "rdfc10" / name).read_bytes(), {"Content-Type": "application/n-quads"})
    status, body = server.send("GET", "data", format="nq", canonical="true")
    if "Negative" in str(test["type"]):
        if status != 400 or b"--canonical-steps" not in body:
            raise Failed(f"status {status}, expected a refusal: {body[:200]!r}")
        return
    want = (CANON / "rdfc10" / Path(test["result"]).name).read_bytes()
    if status != 200 or body != want:
        raise Failed(f"status {status}:\n  have {body.decode()}\n  want {want.decode()}")


def run_suite(name, tests, run, server, why_not=lambda test: ""):
    """(counts, faults)"""
    counts, faults = Counter(passed=0, failed=0, skipped=0), []
    for test in tests:
        if why_not(test):
            counts["skipped"] += 1
            continue
        server.clear()
        try:
            run(test)
            counts["passed"] += 1
        except Failed as error:
            counts["failed"] += 1
            faults.append((f"{name}/{test.get('@id', test.get('id'))}", f"{test.get('input', '')} ({test['name']}): {error}"))
    return counts, faults


def run_all(url, documents, suites):
    server = Server(url)
    api, remote = suites["toRdf"], suites["remote-doc"]
    yield "json-ld-to-rdf", run_suite("json-ld-to-rdf", api.tests, lambda test: to_rdf(server, api, test), server, lambda test: why_not_in_http(api, test))
    streaming = suites["stream-toRdf"]
    yield "json-ld-streaming", run_suite("json-ld-streaming", streaming.tests, lambda test: to_rdf(server, streaming, test), server,
                                         lambda test: why_not_in_http(streaming, test))
    back = suites["fromRdf"]
    yield "json-ld-from-rdf", run_suite("json-ld-from-rdf", [test for test in back.tests if "expect" in test],
                                        lambda test: from_rdf(server, back, test), server, lambda test: why_not_in_http(back, test))
    yield "json-ld-remote-doc", run_suite("json-ld-remote-doc", remote.tests,
                                          lambda test: remote_document(server, documents, remote, test), server,
                                          lambda test: "html" in test.get("option", {}).get("httpLink", "")
                                          or test.get("option", {}).get("processorFeature", ""))
    manifest = json.loads((CANON / "manifest.jsonld").read_text())
    forms = [test for test in manifest["entries"] if "Map" not in str(test["type"])]
    yield "rdfc10", run_suite("rdfc10", forms, lambda test: canonical_form(server, test), server,
                              lambda test: "hashAlgorithm" if "hashAlgorithm" in test else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/release/bin/quadrille", help="the quadrille to test")
    parser.add_argument("--images", type=int, default=1, help="processes to run on")
    options = parser.parse_args()
    missing = next((f"there is no {folder}" for folder in (SUITES, CANON) if not folder.exists()), None)
    try:
        import pyoxigraph  # noqa: F401
    except ImportError as error:
        missing = missing or f"{error}; ./test installs it in build/venv"
    if missing:
        print(f"skipped: {missing}")
        sys.exit(1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1" else 77)
    suites = {name: Suite("streaming" if name.startswith("stream") else "api", name)
              for name in ("toRdf", "stream-toRdf", "fromRdf", "remote-doc")}
    documents = Documents(suites["remote-doc"])
    allowed = ["--allow-load", documents.url, "--allow-context", documents.url,
               *suites["toRdf"].contexts(), *suites["stream-toRdf"].contexts()]
    pages, failing = published()
    found = []
    with tempfile.TemporaryDirectory() as scratch, served(options.program, f"{scratch}/db", options.images, 1, allowed) as url:
        for name, (counts, faults) in run_all(url, documents, suites):
            print(f"{name}: {dict(counts)}")
            found += [f"{test} fails: {fault}" for test, fault in faults if test not in failing]
            if counts != pages.get(name):
                found.append(f"{name}: {dict(counts)}; the page has {dict(pages.get(name, {}))}")
    documents.close()
    print(*found, sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
