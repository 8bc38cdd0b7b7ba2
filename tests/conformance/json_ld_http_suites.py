#!/usr/bin/env python3
"""Runs the suites of JSON-LD 1.1 and of RDFC-1.0 over HTTP against a served database, and compares with docs/conformance.md.

json_ld_http_suites.py [--images N] [--program QUADRILLE] [SUITE...]      suites by the names of the page

suite                      request                             expected
json-ld-to-rdf, -streaming PUT of the document                 the quads of the suite; the same ones from four forms of JSON-LD
json-ld-from-rdf           PUT of the quads, GET expanded      the document of the suite
json-ld-expand, -flatten,  PUT of the document, GET in this    what is stored has the quads of the suite's document, and
  -compact                 form, with the context of the test  the answer has the quads of what is stored
json-ld-remote-doc         LOAD from a web server that         the quads of the suite's document
                           answers as the suite demands
rdfc10                     PUT of the quads, GET canonical     the document of the suite, byte for byte; for a map of labels,
                                                               the quads of the input with these labels

The base IRI of a test is that of the graph. A document with named graphs is for the dataset, so it has no base here. Tests
whose options a request cannot have are in not_over_http.txt, with the reason; they run in process.
Exit status: 0 if the outcomes are those of the page, 1 if any differs, worse or better, 77 without suites or judge.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from http_suites import ROOT, SHARED, published, served

try:
    from same_data import (Failed, canonical, expect_flat, expect_same, has_graphs, normal, quads_of, without_directions,
                           without_relative_iris)
    from suite_server import Documents, Server
    MISSING = ""
except ImportError as error:
    MISSING = f"{error}; ./test installs it in build/venv"

SUITES, CANON = SHARED / "json-ld", SHARED / "rdf-canon"
BASES = {"api": "https://w3c.github.io/json-ld-api/tests/", "streaming": "https://w3c.github.io/json-ld-streaming/tests/"}
LD_JSON, N_QUADS = "application/ld+json", "application/n-quads"
EXPANDED = 'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"'
FORMS = ({}, {"profile": "expanded"}, {"profile": "flattened"}, {"profile": "streaming"})
# pyoxigraph 0.5.13 takes the base for terms with a slash, instead of @vocab, and knows no term with the containers @type and
# @set. Quadrille reads these documents instead.
MISREAD = ("compact/0021-out.jsonld", "compact/s002-out.jsonld")
LIST = Path(__file__).with_name("not_over_http.txt")


class Suite:
    """A manifest of JSON-LD without the tests of JSON-LD 1.0 alone."""

    def __init__(self, folder, name):
        self.folder, self.base = SUITES / folder, BASES[folder]
        manifest = json.loads((self.folder / f"{name}-manifest.jsonld").read_text())
        self.tests = [test for test in manifest["sequence"] if test.get("option", {}).get("specVersion") != "json-ld-1.0"]

    def read(self, name):
        return (self.folder / name).read_bytes()

    def base_of(self, test):
        return test.get("option", {}).get("base", self.base + test["input"])

    def contexts(self):
        """--context-at for each file that a document of the suite may name."""
        named = {name for file in self.folder.glob("*/**/*.jsonld") for name in re.findall(rb"[\w-]+\.jsonld", file.read_bytes())}
        return [word for file in sorted(self.folder.glob("*/**/*.jsonld")) if file.name.encode() in named
                for word in ("--context-at", f"{self.base}{file.relative_to(self.folder)}={file}")]


def is_negative(test):
    return "jld:NegativeEvaluationTest" in test["@type"]


class Tests:
    """A test in one function; Failed if the server's answers are not those of the suite."""

    def __init__(self, server, documents):
        self.server, self.documents = server, documents

    def stored(self, target, want):
        """The quads of `target`; they are `want`, lines in canonical form."""
        if not want and target:  # a graph without triples does not exist
            if self.server.send("GET", "data", format="nt", **target)[0] != 404:
                raise Failed("there is a graph where none should be")
            return []
        quads = quads_of(self.server.expect("GET", "data", format="nt" if target else "nq", **target), "nq")
        expect_same(canonical(without_directions(quads)), want)
        return quads

    def expect_answer(self, quads, target, by_server=False, **form):
        """GET of JSON-LD has these quads. Returns its JSON."""
        document = json.loads(self.server.expect("GET", "data", format="jsonld", **target, **form))
        if "context" in form:  # which pyoxigraph does not fetch
            name = form["context"].removeprefix(self.documents.url)
            if document["@context"] != form["context"]:
                raise Failed(f"the answer has the context {document['@context']}")
            document["@context"] = json.loads((SUITES / "api" / name).read_text())["@context"]
        expect_same(canonical(self.read(json.dumps(document).encode(), by_server)), canonical(quads))
        return document

    def to_rdf(self, suite, test):
        want = quads_of(suite.read(test["expect"]), "nq") if "expect" in test else []
        if "expandContext" in test.get("option", {}):
            return self.linked(suite, test, want)
        target = {} if has_graphs(want) else {"graph": suite.base_of(test)}
        answer = self.server.put(suite.read(test["input"]), LD_JSON, target)
        if is_negative(test):
            return self.server.expect_error(answer, test["expectErrorCode"])
        if answer[0] >= 300:
            raise Failed(f"status {answer[0]}: {answer[1].decode(errors='replace')}")
        if "expect" not in test:
            return None
        quads = self.stored(target, canonical(want))
        for form in FORMS if quads else ():
            self.expect_answer(quads, target, **form)

    def linked(self, suite, test, want):
        """The extra context comes as that of a Link header, which has the same place among the contexts."""
        link = f"</{test['option']['expandContext']}>; rel=\"http://www.w3.org/ns/json-ld#context\""
        option = {"contentType": "application/json", "httpLink": link}
        self.documents.serve(suite.folder, {**test, "option": option})
        self.server.load(self.documents.url + test["input"])
        self.stored({}, canonical(want))

    def from_rdf(self, suite, test):
        self.server.expect("PUT", "data", suite.read(test["input"]), {"Content-Type": N_QUADS})
        answer = self.server.send("GET", "data", headers={"Accept": EXPANDED})
        if is_negative(test):  # the two with the code "invalid JSON literal"
            return self.server.expect_error(answer, "literals of rdf:JSON that are no JSON")
        if answer[0] != 200:
            raise Failed(f"status {answer[0]}: {answer[1].decode(errors='replace')}")
        have, want = answer[1], suite.read(test["expect"])
        expect_same(canonical(quads_of(have, "jsonld")), canonical(quads_of(want, "jsonld")))
        if normal(json.loads(have)) != normal(json.loads(want)):
            raise Failed(f"  have {have.decode()}\n  want {want.decode()}")

    def read(self, document, by_server=False, **more):
        """The quads of JSON-LD."""
        if not by_server:
            return quads_of(document, "jsonld", **more)
        self.server.expect("PUT", "data", document, {"Content-Type": LD_JSON})
        return quads_of(self.server.expect("GET", "data", format="nq"), "nq")

    def read_expected(self, suite, test):
        """The quads of the expected document. IRIs of an expanded document that are still relative have no base."""
        base = {"base_iri": suite.base_of(test)} if "context" in test else {}
        quads = self.read(suite.read(test["expect"]), test["expect"] in MISREAD, **base)
        self.server.clear()
        return without_relative_iris(quads)

    def document(self, suite, test, form):
        """A test whose result is a document. The answer is another document of the same quads."""
        want = [] if is_negative(test) else self.read_expected(suite, test)
        if "expandContext" in test.get("option", {}):
            return self.linked(suite, test, want)
        target = {} if has_graphs(want) or form == "compacted" and is_negative(test) else {"graph": suite.base_of(test)}
        answer = self.server.put(suite.read(test["input"]), LD_JSON, target)
        more = {"profile": form} if form != "compacted" else {}
        if "context" in test:
            self.documents.serve(suite.folder, {})
            more["context"] = self.documents.url + test["context"]
        if is_negative(test):
            if answer[0] < 300:
                answer = self.server.send("GET", "data", format="jsonld", **more)
            return self.server.expect_error(answer, test["expectErrorCode"])
        if answer[0] >= 300:
            raise Failed(f"status {answer[0]}: {answer[1].decode(errors='replace')}")
        quads = self.stored(target, canonical(without_directions(want)))
        document = self.expect_answer(quads, target, test["expect"] in MISREAD, **more) if quads or not target else []
        if form == "flattened" and "context" not in test:
            expect_flat(document)

    def remote_document(self, suite, test):
        self.documents.serve(suite.folder, test)
        status, body = self.server.update(f"LOAD <{self.documents.url}{test['input']}>")
        if is_negative(test):
            # A document that is not there or of another type has the code "loading document failed", for which LOAD has words.
            words = {"#t0004": "unknown syntax", "#t0008": "status 404"}
            return self.server.expect_error((status, body), words.get(test["@id"], test["expectErrorCode"]), (400, 502))
        if status >= 300:
            raise Failed(f"status {status}: {body.decode(errors='replace')}")
        want = suite.read(test["expect"]).replace(suite.base.encode(), self.documents.url.encode())
        self.stored({}, canonical(quads_of(want, "jsonld")))

    def canonical_form(self, _, test):
        data = (CANON / "rdfc10" / Path(test["action"]).name).read_bytes()
        self.server.expect("PUT", "data", data, {"Content-Type": N_QUADS})
        status, body = self.server.send("GET", "data", format="nq", canonical="true")
        if "Negative" in test["type"]:
            return self.server.expect_error((status, body), "--canonical-steps")
        want = (CANON / "rdfc10" / Path(test["result"]).name).read_bytes()
        if status == 200 and "Map" in test["type"]:
            return expect_same(quad_lines(body), quad_lines(relabelled(data, json.loads(want))))
        if status != 200 or body != want:
            raise Failed(f"status {status}:\n  have {body.decode()}\n  want {want.decode()}")


def relabelled(lines, labels):
    """N-Quads with other labels; no literal of the suite has "_:"."""
    return re.sub(r"_:([\w-]+)", lambda node: f"_:{labels[node[1]]}", lines.decode()).encode()


def quad_lines(text):
    return sorted({str(quad) for quad in quads_of(text, "nq")})


def not_over_http():
    """{suite: {test: reason}}"""
    left_out = {}
    for line in LIST.read_text().splitlines():
        if line and not line.startswith("#"):
            name, reason = line.split(maxsplit=1)
            suite, test = name.split("/")
            left_out.setdefault(suite, {})[test] = reason
    return left_out


def suites_of(tests):
    """{name: (manifest, tests, function)}"""
    def of(folder, name, run, *more):
        suite = Suite(folder, name)
        return suite, suite.tests, lambda test: run(suite, test, *more)
    entries = json.loads((CANON / "manifest.jsonld").read_text())["entries"]
    return {"json-ld-to-rdf": of("api", "toRdf", tests.to_rdf),
            "json-ld-streaming": of("streaming", "stream-toRdf", tests.to_rdf),
            "json-ld-from-rdf": of("api", "fromRdf", tests.from_rdf),
            "json-ld-expand": of("api", "expand", tests.document, "expanded"),
            "json-ld-flatten": of("api", "flatten", tests.document, "flattened"),
            "json-ld-compact": of("api", "compact", tests.document, "compacted"),
            "json-ld-remote-doc": of("api", "remote-doc", tests.remote_document),
            "rdfc10": (None, entries, lambda test: tests.canonical_form(None, test))}


def run_suite(name, tests, run, server, left_out):
    """(counts, faults)"""
    counts, faults = Counter(passed=0, failed=0, skipped=0), []
    ids = [test.get("@id", test.get("id")) for test in tests]
    faults += [f"{LIST.name} names {name}/{test}, which does not exist" for test in left_out if test not in ids]
    for test, identifier in zip(tests, ids):
        if identifier in left_out:
            counts["skipped"] += 1
            continue
        server.clear()
        try:
            run(test)
            counts["passed"] += 1
        except Failed as error:
            counts["failed"] += 1
            faults.append(f"{name}/{identifier} fails: {test.get('input', '')} ({test['name']}): {error}")
    return counts, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/release/bin/quadrille", help="the quadrille to test")
    parser.add_argument("--images", type=int, default=1, help="processes to run on")
    parser.add_argument("suites", nargs="*", metavar="SUITE")
    options = parser.parse_args()
    missing = MISSING or next((f"there is no {folder}" for folder in (SUITES, CANON) if not folder.exists()), None)
    if missing:
        print(f"skipped: {missing}")
        sys.exit(1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1" else 77)
    documents = Documents()
    allowed = ["--allow-load", documents.url, "--allow-context", documents.url,
               *Suite("api", "toRdf").contexts(), *Suite("streaming", "stream-toRdf").contexts()]
    pages, left_out, found = published()[0], not_over_http(), []
    with tempfile.TemporaryDirectory() as scratch, served(options.program, f"{scratch}/db", options.images, 1, allowed) as url:
        server = Server(url)
        for name, (_, tests, run) in suites_of(Tests(server, documents)).items():
            if options.suites and name not in options.suites:
                continue
            counts, faults = run_suite(name, tests, run, server, left_out.get(name, {}))
            print(f"{name}: {dict(counts)}")
            found += faults
            if counts != pages.get(name):
                found.append(f"{name}: {dict(counts)}; the page has {dict(pages.get(name, {}))}")
        server.close()
    documents.close()
    print(*found, sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
