#!/usr/bin/env python3
"""Malformed RDF 1.2 and JSON-LD: each mistake has a file, line, column and reason, in builds, loads, requests over HTTP
and SPARQL, and the rest of the input is loaded. json_ld_test.py has a string of a gigabyte."""

import json
import unittest

from program import Case, build, run, serving
from sparql_client import request

E = "http://e/"
LOOP = "http://e/loop"  # a context that includes itself
DEEP = "triples are nested more than 100 deep"
DIRECTION = "the direction after a language tag is --ltr or --rtl"
SURROGATE = "an escape of a surrogate, which is not a character"


def nested(depth, node=lambda name: f"<{E}{name}>"):
    return f"<<( {node('s')} {node('p')} " * depth + node("o") + " )>>" * depth


def short(name):
    return ":" + name


# Name: (suffix of the file, malformed text, the column or the text at which it is found, reason).
MISTAKES = {
    "deep lines": ("nt", f"<{E}s> <{E}p> {nested(101)} .", 2 * 13 + 1 + 100 * 30, DEEP),
    "deep quads": ("nq", f"<{E}s> <{E}p> {nested(101)} <{E}g> .", 2 * 13 + 1 + 100 * 30, DEEP),
    "deep Turtle": ("ttl", f":s :p {nested(101, short)} .", 7 + 100 * 10, DEEP),
    "deep TriG": ("trig", f":g {{ :s :p << :s :p {nested(100, short)} >> }}", 21 + 99 * 10, DEEP),
    "an open annotation": ("ttl", ":s :p :o {| :q :z .", " .", "the '{|' of line 2, column 10 is not closed"),
    "an open annotation in a graph": ("trig", ":g { :s :p :o ~ :r {| :q :z }", " }", "the '{|' of line 2, column 20 is not closed"),
    "a direction of lines": ("nt", f'<{E}s> <{E}p> "x"@en--up .', "@en", DIRECTION),
    "a direction of Turtle": ("ttl", ':s :p "x"@en--up .', "@en", DIRECTION),
    "a subject of lines": ("nt", f'<{E}s> <{E}p> <<( "x" <{E}p> <{E}o> )>> .', '"x"', "expected a subject"),
    "a subject of Turtle": ("ttl", ':s :p <<( "x" :p :o )>> .', '"x"', "expected a subject"),
    "a subject of a reified triple": ("ttl", '<< "x" :p :o >> :q :z .', '"x"', "expected a subject"),
    "a surrogate of lines": ("nt", rf'<{E}s> <{E}p> "a\uD800" .', r"\uD800", SURROGATE),
    "a surrogate of Turtle": ("ttl", r':s :p <<( :a :b "\uD800"@en--ltr )>> .', r"\uD800", SURROGATE),
    "a surrogate of JSON": ("jsonl", r'{"@id": "http://e/s", "http://e/p": "a\uD800"}', r"\uD800", "half of a surrogate pair"),
    "arrays": ("jsonl", '{"http://e/p": ' + "[" * 100_000 + "]" * 100_000 + "}", 16 + 499, "nested deeper than 500"),
    "a context": ("jsonl", f'{{"@context": "{LOOP}", "@id": "http://e/s", "name": "n"}}', 1, "includes itself"),
}
MEDIA_TYPES = {"nt": "application/n-triples", "nq": "application/n-quads", "ttl": "text/turtle", "trig": "application/trig",
               "jsonl": "application/x-ndjson"}


def good(suffix, name):
    if suffix == "jsonl":
        return json.dumps({"@id": E + name, E + "is": {"@id": E + "good"}})
    text = f"<{E}{name}> <{E}is> <{E}good>"
    return f"{{ {text} }}" if suffix == "trig" else f"{text} ."


def document(suffix, text):
    first = (f"PREFIX : <{E}> " if suffix in ("ttl", "trig") else "") + good(suffix, "first")
    return "\n".join([first, text, good(suffix, "last")]) + "\n"


def expected_column(text, at):
    """`at`: a column, or the last text at which the mistake is found, without spaces in front."""
    return at if isinstance(at, int) else text.rindex(at) + 1 + len(at) - len(at.lstrip())


class BadRdf12(Case):
    @classmethod
    def prepare(cls):
        loop = cls.folder / "loop.jsonld"
        loop.write_text(json.dumps({"@context": [LOOP, {"name": E + "name"}]}))
        cls.context = ["--context-at", f"{LOOP}={loop}"]
        (cls.folder / "none.nt").write_text("")
        build(cls.folder / "served", cls.folder / "none.nt")
        cls.server = cls.enterClassContext(serving(cls.folder / "served", options=cls.context))
        cls.files = {}
        for name, (suffix, text, at, reason) in MISTAKES.items():
            file = cls.folder / f"{name.replace(' ', '-')}.{suffix}"
            file.write_text(document(suffix, text))
            cls.files[name] = (file, f"2:{expected_column(text, at)}: ", reason)

    def send(self, method, path, body, media_type):
        return request(self.server, method, path, body.encode(), {"Content-Type": media_type})

    def assertReports(self, told, file, place, reason):
        lines = [line for line in told.splitlines() if f"{file}:{place}" in line and reason in line]
        self.assertTrue(lines, f"no {file}:{place}...{reason} in\n{told[:2000]}")

    def assertHasGood(self, database):
        told = run("dump", "--db", database, "--sorted")
        self.assertEqual(told.text, "".join(f"<{E}{name}> <{E}is> <{E}good> .\n" for name in ("first", "last")))

    def test_builds_stop_or_skip_them(self):
        """All files at once: the reports of all of them, and the quads around each."""
        rejects = self.folder / "rejects"
        files = [file for file, _, _ in self.files.values()]
        told = run("build", "--db", self.folder / "db", "--images", 1, *self.context, "--on-error", "skip", "--rejects", rejects, *files)
        self.assertSays(told, 3)
        self.assertHasGood(self.folder / "db")
        kept = rejects.read_text()
        for name, (file, place, reason) in self.files.items():
            with self.subTest(name):
                self.assertReports(kept, file, place, reason)
                self.assertIn(MISTAKES[name][1], kept)
        for name in ("deep Turtle", "a subject of lines", "a surrogate of JSON"):
            with self.subTest(name):
                file, place, reason = self.files[name]
                told = run("build", "--db", self.folder / "stopped", "--images", 1, *self.context, file)
                self.assertSays(told, 1)
                self.assertReports(told.errors, file, place, reason)
                self.assertFalse((self.folder / "stopped").exists())

    def test_loads_stop_or_skip_them(self):
        """Through the server, and in the folder of a database that none serves."""
        build(self.folder / "loaded", self.folder / "none.nt")
        files = [file for file, _, _ in self.files.values()]
        for database in ("loaded", "served"):
            rejects = self.folder / f"{database}.rejects"
            told = run("load", "--db", self.folder / database, *self.context, "--on-error", "skip", "--rejects", rejects, *files)
            self.assertSays(told, 3)
            self.assertHasGood(self.folder / database)
            kept = rejects.read_text()
            for name, (file, place, reason) in self.files.items():
                with self.subTest(name, database=database):
                    self.assertReports(kept, file, place, reason)
            file, place, reason = self.files["an open annotation in a graph"]
            told = run("load", "--db", self.folder / database, file)
            self.assertSays(told, 1)
            self.assertReports(told.errors, file, place, reason)

    def test_requests_are_refused_and_change_nothing(self):
        for name, (_, place, reason) in self.files.items():
            with self.subTest(name):
                suffix, text, _, _ = MISTAKES[name]
                path = "/data" if suffix in ("nq", "trig", "jsonl") else "/data?default"
                answer = self.send("PUT", path, document(suffix, text), MEDIA_TYPES[suffix])
                self.assertEqual(answer.status, 400, answer.text[:500])
                self.assertReports(answer.text, "the request's body", place, reason)
        answer = request(self.server, "GET", "/data", headers={"Accept": "application/n-quads"})
        self.assertNotIn("<<(", answer.text)

    def test_sparql_has_them_too(self):
        prefix = f"PREFIX : <{E}>\n"
        cases = ((f":s :p {nested(101, short)}", None, "nest more than 100 deep"),
                 (":s :p :o {| :q :z", None, "unexpected '}'"),
                 (':s :p "x"@en--up', '@en--up', "--ltr or --rtl"),
                 (':s :p <<( "x" :p :o )>>', '"x"', "the subject of a triple term is an IRI or a blank node"),
                 (r':s :p "\uD800"', '"', r"'\uD800', which names no character"))
        for text, at, reason in cases:
            for form, path, media_type in (("SELECT * { ", "/sparql", "application/sparql-query"),
                                           ("INSERT DATA { ", "/update", "application/sparql-update")):
                if "subject" in reason and form.startswith("SELECT"):
                    continue  # a pattern may have one, and matches nothing
                with self.subTest(text[:30], form=form):
                    answer = self.send("POST", path, f"{prefix}{form}{text} }}", media_type)
                    self.assertEqual(answer.status, 400, answer.text[:500])
                    column = len(form) + text.index(at) + 1 if at else r"\d+"
                    self.assertRegex(answer.text, rf"line 2, column {column}\b")
                    self.assertIn(reason, answer.text)

    def test_another_version_is_a_warning(self):
        for suffix, text in (("ttl", 'VERSION "2.0"'), ("nt", 'VERSION "2.0"'), ("trig", "@version '2.0' .")):
            with self.subTest(suffix):
                file = self.folder / f"version.{suffix}"
                file.write_text(document(suffix, text))
                told = run("build", "--db", self.folder / "version", "--images", 1, "--replace", file)
                self.assertSays(told, 0, f"{file}:2:", "2.0", "warning")
                self.assertHasGood(self.folder / "version")


if __name__ == "__main__":
    unittest.main()
