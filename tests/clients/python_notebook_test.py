#!/usr/bin/env python3
"""The Python client in notebooks: servers of serve(), which end with the Python process, and the cells of %%sparql."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import unittest.mock

import package

package.needed("IPython", "pandas", "polars")

import polars
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

import quadrille
from program import Case, children_of, patience
from quadrille import QuadrilleError


def is_running(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Servers(Case):
    def until_they_end(self, processes):
        until = time.monotonic() + patience(40)
        while any(map(is_running, processes)):
            self.assertLess(time.monotonic(), until, f"of {processes}, some still run")
            time.sleep(0.02)

    def test_a_database_stays_when_its_server_ends(self):
        with self.assertRaisesRegex(FileNotFoundError, "create=True"):
            quadrille.serve(self.folder / "kept")
        with quadrille.serve(self.folder / "kept", create=True, options=["--timeout", 7]) as db:
            db.update("INSERT DATA { <urn:a> <urn:b> 1 }")
            self.assertIn("serving", db.log)
            children = children_of(os.getpid())
            self.assertTrue(children)
        self.until_they_end(children)
        with self.assertRaisesRegex(QuadrilleError, "closed"):
            db.query("ASK {}")
        with quadrille.serve(self.folder / "kept", images=2) as db:
            self.assertTrue(db.ask("ASK { <urn:a> <urn:b> 1 }"))
            with self.assertRaisesRegex(QuadrilleError, "has not started(.|\n)*kept"):
                quadrille.serve(self.folder / "kept")

    def test_a_temporary_database(self):
        with unittest.mock.patch.object(tempfile, "tempdir", str(self.folder)):
            db = quadrille.serve()
            self.assertTrue(list(self.folder.glob("quadrille-*/database")))
            self.assertFalse(db.ask("ASK { ?s ?p ?o }"))
            db.close()
            db.close()
            self.assertFalse(list(self.folder.glob("quadrille-*")))

    def test_mistakes(self):
        with self.assertRaisesRegex(QuadrilleError, "has not started(.|\n)*--nonsense"):
            quadrille.serve(options=["--nonsense"])

    def test_a_server_ends_with_python(self):
        text = textwrap.dedent(f"""\
            import sys
            sys.path.insert(0, {str(package.ROOT / 'packages/python')!r})
            import quadrille
            db = quadrille.serve({str(self.folder / 'ends')!r}, create=True)
            print(db.url, flush=True)
            sys.stdin.readline()
            """)
        for number in (signal.SIGKILL, None):
            process = subprocess.Popen([sys.executable, "-B", "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.assertIn("http://127.0.0.1:", process.stdout.readline())
            below = children_of(process.pid)
            self.assertGreaterEqual(len(below), 2)
            if number:
                process.send_signal(number)
            process.communicate("")
            self.until_they_end(below)


class Cells(Case):
    @classmethod
    def prepare(cls):
        cls.db = cls.enterClassContext(quadrille.serve())
        cls.db.update('INSERT DATA { <urn:ann> <urn:name> "Ann" ; <urn:age> 42 . <urn:bo> <urn:name> "Bo" }')
        cls.shell = InteractiveShell(ipython_dir=str(cls.folder), config=Config({"HistoryManager": {"enabled": False}}))
        cls.shell.run_cell("%load_ext quadrille").raise_error()

    def setUp(self):
        self.shell.reset()
        self.shell.user_ns["db"] = self.db

    def run_cell(self, text):
        with capture_output() as captured:
            result = self.shell.run_cell(text)
        return result, captured.stdout + captured.stderr

    def value(self, text):
        result, said = self.run_cell(text)
        self.assertTrue(result.success, said)
        return result.result

    def test_queries(self):
        frame = self.value("%%sparql\nSELECT ?name { ?s <urn:name> ?name } ORDER BY ?name")
        self.assertEqual(list(frame["name"]), ["Ann", "Bo"])
        self.assertIs(self.value("%%sparql db\n# a comment\nASK { ?s <urn:age> 42 }"), True)
        triple, = self.value("%%sparql\nCONSTRUCT WHERE { ?s <urn:age> ?o }")
        self.assertEqual(triple.object, 42)
        rows = self.value("%%sparql --format rows\nSELECT ?age { ?s <urn:age> ?age }")
        self.assertEqual(rows[0].age, 42)
        self.assertIsInstance(self.value("%%sparql --format polars\nSELECT ?age { ?s <urn:age> ?age }"), polars.DataFrame)

    def test_answers_in_variables(self):
        self.assertIsNone(self.value("%%sparql db --to found --format arrow\nSELECT ?age { ?s <urn:age> ?age }"))
        self.assertEqual(self.shell.user_ns["found"]["age"].to_pylist(), [42])

    def test_updates(self):
        self.assertEqual(self.value("%%sparql\nPREFIX : <urn:>\nINSERT DATA { :a :new 1 }").inserted, 1)

    def test_mistakes_are_shown_with_their_place(self):
        result, said = self.run_cell("%%sparql\nSELECT * {\n  ?s é: ?o }")
        self.assertFalse(result.success)
        self.assertIn("line 2, column 6", said)
        self.assertIn("\n    ?s é: ?o }\n       ^", said)
        self.assertNotIn("Traceback", said)
        self.shell.user_ns["other"] = quadrille.connect()
        self.assertIn("several open connections", self.run_cell("%%sparql\nASK {}")[1])
        self.assertIn("x is no connection", self.run_cell("%%sparql x\nASK {}")[1])
        self.shell.reset()
        self.assertIn("make a connection", self.run_cell("%%sparql\nASK {}")[1])


if __name__ == "__main__":
    unittest.main()
