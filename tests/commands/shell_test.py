#!/usr/bin/env python3
"""`quadrille shell` in a terminal (tmux), with input as it is typed, and as the reader of scripts."""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import stat
import subprocess
import time
import unittest

import sample_data
from credential import authorization
from program import LONGEST_LIFE_SECONDS, PROGRAM, Case, Process, Server, build, children_of, die_with_the_test, patience, run

FOAF = "http://xmlns.com/foaf/0.1/"
HOSTILE = "\\u001B[2J\\u001B]0;owned\\u0007\\u009B31m\\u202E"
DATA = f"""
@prefix ex: <http://ex.org/> .
@prefix foaf: <{FOAF}> .
ex:ann a foaf:Person ; foaf:name "Ann"@en ; foaf:knows ex:bo ; ex:note "{'long ' * 30}end" .
ex:bo a foaf:Person ; foaf:nick "\u65e5\u672c\u8a9e" ; ex:note "{HOSTILE}" .
ex:room a ex:Room .
"""
numbers = itertools.count()


class Terminal:
    """A tmux session with one program in it; `screen` is what a user sees."""

    def __init__(self, folder, *words, columns=100, lines=30, environment=None):
        name = next(numbers)
        self.socket, self.ended = folder / f"tmux-{name}", folder / f"ended-{name}"
        settings = {"XDG_STATE_HOME": folder / f"state-{name}", "LANG": "C.UTF-8", "LC_ALL": "", "PAGER": "", **(environment or {})}
        self.history = pathlib.Path(settings["XDG_STATE_HOME"]) / "quadrille/history"
        command = shlex.join(["env", *(f"{name}={value}" for name, value in settings.items()), "timeout", "--foreground",
                              str(LONGEST_LIFE_SECONDS), PROGRAM, "shell", *map(str, words)])
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines),
                   f"cd {shlex.quote(str(folder))}; {command}; echo $? > {shlex.quote(str(self.ended))}")

    def _tmux(self, *words):
        done = subprocess.run(["tmux", "-u", "-S", str(self.socket), *words], capture_output=True, text=True)
        return done.stdout

    def keys(self, *names):
        self._tmux("send-keys", *names)

    def type(self, text):
        """Types a text without Enter."""
        self._tmux("send-keys", "-l", "--", text[:-1] + "\\;" if text.endswith(";") else text)

    def paste(self, text):
        self._tmux("set-buffer", text)
        self._tmux("paste-buffer")

    def enter(self, *lines):
        for line in lines:
            if line:
                self.type(line)
            self.keys("Enter")

    def resize(self, columns, lines=30):
        self._tmux("resize-window", "-x", str(columns), "-y", str(lines))
        with open(self._tmux("display-message", "-p", "#{pane_tty}").strip()) as tty:
            until = time.monotonic() + patience(20)
            while os.get_terminal_size(tty.fileno()) != (columns, lines):
                assert time.monotonic() < until
                time.sleep(0.02)

    @property
    def screen(self):
        return "\n".join(line.rstrip() for line in self._tmux("capture-pane", "-p").splitlines()).rstrip()

    @property
    def last_line(self):
        return self.screen.rpartition("\n")[2]

    def wait(self, what, seconds=20):
        """Until the screen has a text, or a condition of the screen is true; returns the screen."""
        is_there = what if callable(what) else lambda screen: what in screen
        until = time.monotonic() + patience(seconds)
        while not is_there(screen := self.screen):
            if time.monotonic() > until:
                raise AssertionError(f"{what!r} does not come; the screen is\n{screen}")
            time.sleep(0.02)
        return screen

    def wait_for_prompt(self):
        return self.wait(lambda screen: screen.rpartition("\n")[2] == "quadrille>")

    def run(self, *lines):
        """Types lines on a cleared screen, waits for the end of what they start, and returns the screen."""
        self.keys("C-l")
        self.wait(lambda screen: screen.strip() == "quadrille>")
        self.enter(*lines)
        return self.wait(lambda screen: screen.count("\n") >= len(lines) and screen.rpartition("\n")[2] == "quadrille>")

    def status(self, seconds=20):
        """The exit status of the shell, when it has ended."""
        until = time.monotonic() + patience(seconds)
        while not self.ended.exists() or not self.ended.read_text():
            assert time.monotonic() < until, self.screen
            time.sleep(0.02)
        return int(self.ended.read_text())

    def end(self):
        self._tmux("kill-server")


def running_queries(database):
    """The texts of the queries that the server of a database works on."""
    port = next(holder["port"] for holder in json.loads((database / "lock").read_text()) if holder["role"] == "serve")
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("GET", "/admin/queries", headers=authorization(database, port))
        return [one["text"] for one in json.load(connection.getresponse())["queries"]]


def wait_until_running(database, count):
    until = time.monotonic() + patience(20)
    while len(running := running_queries(database)) != count:
        assert time.monotonic() < until, running
        time.sleep(0.02)


@unittest.skipUnless(shutil.which("tmux"), "needs tmux")
class Typed(Case):
    @classmethod
    def prepare(cls):
        data, cls.database = cls.folder / "people.ttl", cls.folder / "people"
        data.write_text(DATA)
        build(cls.database, data)
        cls.server = Server(cls.database)
        cls.addClassCleanup(cls.server.end)

    def terminal(self, *words, **options):
        terminal = Terminal(self.folder, "--db", self.database, *words, **options)
        self.addCleanup(terminal.end)
        terminal.wait_for_prompt()
        return terminal

    def test_statements_of_many_lines(self):
        shell = self.terminal()
        screen = shell.run("SELECT ?name {", "  ?person foaf:name ?name", "}", "")
        self.assertIn('      ...>   ?person foaf:name ?name\n', screen)
        self.assertIn(' name\n----------\n "Ann"@en\n(1 row)', screen)
        self.assertIn("1 inserted, 0 deleted", shell.run("INSERT DATA { <urn:a> <urn:b> 1 };"))
        self.assertIn("0 inserted, 1 deleted", shell.run("DELETE WHERE {", "<urn:a> ?p ?o } ;"))
        self.assertIn("true", shell.run("PREFIX p: <http://ex.org/>;", "ASK { p:ann ?p ?o };"))
        self.assertIn("foaf:knows ex:bo", shell.run("DESCRIBE <http://ex.org/ann>;"))

    def test_history(self):
        state = self.folder / "state-of-history"
        first = self.terminal(environment={"XDG_STATE_HOME": state})
        first.run("SELECT ?name {", "  ?person foaf:name ?name };")
        first.run("\\time on")
        first.keys("Up", "Up")
        first.wait("quadrille> SELECT ?name {\n  ?person foaf:name ?name };")
        first.keys("Enter")
        first.wait(lambda screen: "(1 row, 0." in screen)
        first.enter("\\quit")
        self.assertEqual(first.status(), 0)
        self.assertEqual(stat.S_IMODE(first.history.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(first.history.parent.stat().st_mode), 0o700)
        second = self.terminal(environment={"XDG_STATE_HOME": state})
        second.keys("Up", "Up")  # behind \\quit
        second.wait("quadrille> SELECT ?name {\n  ?person foaf:name ?name };")
        second.keys("Enter")
        second.wait('"Ann"@en')

    def test_completion(self):
        shell = self.terminal()
        shell.type("SEL")
        shell.keys("Tab")
        shell.type("* { ?person a foaf:P")
        shell.keys("Tab")
        shell.wait(lambda screen: screen.endswith("quadrille> SELECT * { ?person a foaf:Person") or not shell.keys("Tab"))
        shell.type("; foaf:n")
        shell.keys("Tab")
        shell.wait("foaf:name  foaf:nick\nquadrille> SELECT * { ?person a foaf:Person ; foaf:n")
        shell.type("i")
        shell.keys("Tab")
        shell.type("?n ; <http://ex.org/n")
        shell.keys("Tab")
        shell.wait("foaf:nick ?n ; <http://ex.org/note>")
        shell.enter("?note };")
        shell.wait("(1 row)")
        shell.type("\\lo")
        shell.keys("Tab")
        shell.type("peop")
        shell.keys("Tab", "Tab")
        shell.wait("people.ttl  people/")
        shell.wait(lambda screen: screen.endswith("quadrille> \\load people"))

    def test_control_c_ends_the_query_and_not_the_shell(self):
        shell = self.terminal()
        shell.enter(sample_data.endless(14) + ";")
        wait_until_running(self.database, 1)
        shell.keys("C-c")
        shell.wait("Cancelled.\nquadrille>")
        wait_until_running(self.database, 0)
        shell.type("SELECT * {")
        shell.keys("Enter")
        shell.wait(lambda screen: screen.endswith("...>"))
        shell.type("?s ?p")
        shell.wait(lambda screen: screen.endswith("...> ?s ?p"))
        shell.keys("C-c")
        shell.wait("?s ?p^C\nquadrille>")
        self.assertIn("true", shell.run("ASK {};"))
        shell.keys("C-d")
        self.assertEqual(shell.status(), 0)

    def test_tables_are_as_wide_as_the_terminal(self):
        shell = self.terminal(columns=60)
        query = "SELECT ?s ?note { ?s <http://ex.org/note> ?note } ORDER BY ?s LIMIT 1;"
        self.assertRegex(shell.run(query), r'\n ex:ann \| "long long long long long long.*\u2026\n')
        self.assertTrue(all(len(line) <= 60 for line in shell.screen.splitlines()))
        shell.resize(100)
        table = [line for line in shell.run(query).splitlines() if line.endswith("\u2026")]
        self.assertEqual([len(line) for line in table], [99])
        shell.resize(18)
        self.assertIn("-- 1 --\ns     ex:ann\nnote  \"long long \u2026", shell.run(query))

    def test_iris_are_cut_in_front_of_their_ends(self):
        shell = self.terminal(columns=40)
        iri = "http://long.example.org/of/students/Student12345"
        self.assertIn("\n <http://long.examp\u2026dents/Student12345>\n", shell.run(f"SELECT * {{ VALUES ?s {{ <{iri}> }} }};"))

    def test_an_answer_without_rows_has_hints(self):
        shell = self.terminal()
        self.assertIn("(0 rows)\nhint: foaf:nmae is not a predicate of the data; did you mean foaf:name?\n"
                      "hint: ?n is used, but is in no pattern", shell.run("SELECT ?n { ?s foaf:nmae ?name };"))
        self.assertNotIn("hint", shell.run("SELECT * { ?s foaf:name ex:ann };"))  # each is in the data

    def test_an_empty_line_ends_every_statement(self):
        shell = self.terminal()
        screen = shell.run("SELECT * {", "  ?s ?p ?o", "")
        self.assertIn("error: line 2, column ", screen)
        self.assertIn("expected", screen)
        self.assertIn("(1 row)", shell.run("SELECT ?name {", "  ?person foaf:name ?name }", ""))

    def test_pasted_text_may_have_empty_lines(self):
        shell = self.terminal()
        shell.paste("SELECT ?name {\n\n  ?person foaf:name ?name\n\n}\n;\n")
        shell.wait(' name\n----------\n "Ann"@en\n(1 row)')

    def test_prefixes_of_the_database_need_no_declaration(self):
        shell = self.terminal()
        self.assertIn(" ex:ann | ex:bo\n", shell.run("SELECT * { ?s foaf:knows ?o . ?s ex:note ?note } LIMIT 1;"
                                                       .replace("*", "?s ?o")))
        self.assertIn("ex: <http://ex.org/>", shell.run("\\prefix"))
        shell.type("SELECT * { ?s ex:no")
        shell.keys("Tab")
        shell.wait(lambda screen: screen.endswith("{ ?s ex:note") or not shell.keys("Tab"))

    def test_wide_and_hostile_characters(self):
        shell = self.terminal()
        screen = shell.run("SELECT ?nick ?s { ?s foaf:nick ?nick };")
        self.assertIn(' nick     | s\n----------+-------\n "\u65e5\u672c\u8a9e" | ex:bo', screen)
        self.assertIn("true", shell.run('ASK { ?s foaf:nick "\u65e5\u672c\u8a9e" };'))
        query = "SELECT ?note { <http://ex.org/bo> <http://ex.org/note> ?note };"
        for form in ("table", "tsv", "csv", "json", "xml"):
            shell.run(f"\\format {form}")
            screen = shell.run(query)
            self.assertIn("[2J", screen, form)
            self.assertIn("owned", screen, form)
            self.assertNotIn("\u009b", screen, form)
            self.assertIn("\\u009B31m\\u202E", screen, form)
            self.assertIn("quadrille> SELECT ?note", screen, form)  # nothing was cleared
        self.assertNotIn("owned", shell._tmux("display-message", "-p", "#{pane_title}"))
        shell.run("\\format turtle")
        self.assertIn("\\u009B31m\\u202E", shell.run("CONSTRUCT WHERE { <http://ex.org/bo> <http://ex.org/note> ?note };"))

    def test_the_pager(self):
        pager = 'head -n 3; echo "-- pager --"; read answer < /dev/tty'
        shell = self.terminal(lines=20, environment={"PAGER": pager})
        many = "SELECT * { VALUES ?a { 1 2 3 4 5 } VALUES ?b { 1 2 3 4 5 } } ;"
        shell.enter(many)
        self.assertIn(" a | b\n---+---\n 1 | 1\n-- pager --", shell.wait("-- pager --"))
        shell.keys("Enter")
        shell.wait_for_prompt()
        shell.enter(sample_data.endless(14).replace("(COUNT(*) AS ?n)", "*") + ";")  # the reader leaves early
        shell.wait(lambda screen: screen.count("-- pager --") == 2)
        shell.keys("Enter")
        shell.wait_for_prompt()
        wait_until_running(self.database, 0)
        self.assertNotIn("-- pager --", shell.run("SELECT * { VALUES ?a { 1 2 3 } };"))

    def test_commands(self):
        shell = self.terminal()
        (self.folder / "more.ttl").write_text("<http://ex.org/cy> <http://ex.org/age> 42 .\n")
        self.assertIn("1 quad read, 1 added", shell.run("\\load more.ttl http://ex.org/g"))
        self.assertRegex(shell.run("\\graphs"), r' ex:g +\| 1\n "default graph" +\| 8\n')
        shell.run("\\prefix e: <http://ex.org/>")
        self.assertIn("\ne: <http://ex.org/>", shell.run("\\prefix"))
        self.assertIn(" e:cy | 42", shell.run("SELECT * { GRAPH e:g { ?s e:age ?age } };"))
        shell.run("\\format json")
        self.assertIn('"value":"42"', shell.run("SELECT ?age { GRAPH e:g { ?s e:age ?age } };"))
        self.assertIn("must be one of: table, tsv", shell.run("\\format xls"))
        shell.run("\\format table")
        shell.run("\\time on")
        self.assertRegex(shell.run("SELECT ?age { GRAPH e:g { ?s e:age ?age } };"), r"\(1 row, \d+\.\d{3} s\)")
        shell.run("\\format tsv")
        shell.run("\\output answers.tsv")
        shell.run("SELECT ?age { GRAPH e:g { ?s e:age ?age } };")
        shell.run("\\output")
        self.assertEqual((self.folder / "answers.tsv").read_text(), "?age\n42\n")
        self.assertIn("`- IndexScan", shell.run("\\explain SELECT * { ?s foaf:name ?n . ?s foaf:knows ?o", "};"))
        self.assertIn("The next query is explained.", shell.run("\\explain profile"))
        self.assertIn("own ms", shell.run("ASK { ?s foaf:name ?n };"))
        self.assertIn("did you mean \\graphs?", shell.run("\\graph"))
        self.assertIn("\\load FILE [GRAPH]", shell.run("\\help"))
        self.assertIn("none.ttl", shell.run("\\load none.ttl"))
        shell.enter("\\q")
        self.assertEqual(shell.status(), 0)

    def test_words_that_are_meant_as_commands(self):
        shell = self.terminal()
        shell.wait_for_prompt()
        self.assertIn("\\explain", shell.run("help"))
        self.assertIn("\\explain", shell.run("?"))
        shell.enter("exit;")
        self.assertEqual(shell.status(), 0)

    def test_errors_show_their_place(self):
        shell = self.terminal()
        self.assertIn("error: line 2, column 11: the prefix 'no:' is not declared",
                      screen := shell.run("SELECT * {", "  ?person no:name ?n ; foaf:knows ?m", "};"))
        self.assertIn("\n    ?person no:name ?n ; foaf:knows ?m\n            ^", screen)
        self.assertRegex(shell.run("SELEC * { ?s ?p ?o };"), r"error: line 1, column 1: .*\n(.*\n)?  SELEC \* \{ \?s \?p \?o \}\n  \^")


class Scripts(Case):
    @classmethod
    def prepare(cls):
        cls.data, cls.database = cls.folder / "people.ttl", cls.folder / "people"
        cls.data.write_text(DATA)
        build(cls.database, cls.data)

    def shell(self, text, *words):
        return run("shell", *(words or ["--db", self.database]), given=text.encode())

    def test_run_on_a_server_of_their_own(self):
        ended = self.shell("PREFIX p: <http://ex.org/> ;\nSELECT ?name {\n ?s foaf:name ?name }\n\nASK { ex:ann ?p 1 };\n"
                           "INSERT DATA { p:new p:b 1 };\n\\format csv\nSELECT ?o { p:new ?p ?o }")
        self.assertEqual((ended.status, ended.text), (0, '?name\n"Ann"@en\nfalse\n1 inserted, 0 deleted\no\r\n1\r\n'), ended.errors)
        self.assertEqual(ended.errors, "")
        self.assertNotIn("serve", (self.database / "lock").read_text())

    def test_end_with_the_first_error(self):
        ended = self.shell("ASK {};\nSELECT * { ?s foo:p ?o };\nASK {};\n")
        self.assertEqual((ended.status, ended.text), (1, "true\n"))
        self.assertIn("error: line 1, column 15: the prefix 'foo:' is not declared", ended.errors)
        self.assertIn("\n                ^\n", ended.errors)
        self.assertEqual(self.shell("\\nothing\nASK {};").output, b"")

    def test_are_the_examples_of_the_manual(self):
        manual = (pathlib.Path(__file__).parents[2] / "docs/shell.md").read_text()
        lines = re.findall(r"^(?:quadrille>|      \.\.\.>) (.*)\n(?!error:)", manual, re.MULTILINE)
        self.assertGreater(len(lines), 5)
        lubm = self.folder / "lubm"
        build(lubm, options=["--lubm", "1"])
        ended = self.shell("\n".join(["\\format table", *lines]), "--db", lubm)
        self.assertEqual(ended.status, 0, ended.errors)
        tables = [line for line in manual.splitlines() if line.startswith((" ", "---")) and "|" in line and "...>" not in line]
        self.assertGreater(len(tables), 4)
        for line in tables:
            self.assertIn(line, ended.lines)
        self.assertIn("IndexJoin inner  ?x ub:advisor ?y  pos(ub:advisor ?y)", ended.text)

    def test_need_a_database_or_a_server(self):
        self.assertSays(self.shell("ASK {}", "--db", self.folder / "none"), 1, "quadrille build --db")
        self.assertSays(self.shell("ASK {}", "--db", self.folder), 1, "did not start")
        self.assertSays(self.shell("ASK {}", "--server", "http://127.0.0.1:9"), 1, "does not answer")

    @unittest.skipUnless(shutil.which("tmux"), "needs tmux")
    def test_control_c_is_not_for_the_server_of_a_shell(self):
        shell = Terminal(self.folder, "--db", self.database)
        self.addCleanup(shell.end)
        shell.wait_for_prompt()
        shell.enter(sample_data.endless(14) + ";")
        wait_until_running(self.database, 1)
        shell.keys("C-c")
        shell.wait("Cancelled.\nquadrille>")
        self.assertIn("true", shell.run("ASK {};"))
        shell.enter("\\quit")
        self.assertEqual(shell.status(), 0)
        self.assertNotIn("serve", (self.database / "lock").read_text())

    def test_leave_no_server_when_they_are_killed(self):
        process = subprocess.Popen([PROGRAM, "shell", "--db", self.database], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, preexec_fn=die_with_the_test)
        try:
            process.stdin.write(b"ASK {};\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), b"true\n")
            servers = [Process(pid) for pid in children_of(process.pid)]
            self.assertTrue(servers)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for server in servers:
                self.assertTrue(server.wait(patience(20)))
                server.close()
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


if __name__ == "__main__":
    unittest.main()
