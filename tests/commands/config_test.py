#!/usr/bin/env python3
"""The settings of serve: in a file, in variables and on the command line; config check and config show."""

import contextlib
import json
import os
import pathlib
import re
import tempfile
import time
import types
import unittest

import sample_data
from program import Case, build, for_images, images_of, patience, run, running
from sparql_client import request

ROOT = pathlib.Path(__file__).parents[2]


def keys_of_help():
    """{option: its line} of the long options in `serve --help`."""
    lines = run("serve", "--help").lines
    found = [re.match(r"\s+(?:-\w,)?--([\w-]+)", line) for line in lines]
    return {match[1] for match in found if match} - {"help", "config"}


def key_of(option):
    return {"db": "database", "trusted-proxy": "trusted-proxies"}.get(option, option)


class Settings(Case):
    @classmethod
    def prepare(cls):
        data = cls.folder / "data.nq"
        data.write_text(sample_data.PEOPLE)
        build(cls.folder / "data", data, images=2)

    def file(self, text, name="q.toml"):
        path = self.folder / name
        path.write_text(text)
        return path

    def show(self, *words, environment=None, folder=None):
        ended = run("config", "show", "--json", *words, environment=environment, folder=folder)
        self.assertEqual(ended.status, 0, ended.errors)
        return {row["key"]: row for row in json.loads(ended.text)}

    def check(self, text, *words, environment=None):
        return run("config", "check", self.file(text), *words, environment=environment)

    def assertMistake(self, text, message, *words, environment=None):
        """`config check` and `serve` report it alike."""
        checked = self.check(text, *words, environment=environment)
        self.assertSays(checked, 1, message)
        self.assertSays(run("serve", "--config", self.folder / "q.toml", *words, environment=environment), 1, message)


class TheTable(Settings):
    def test_every_option_of_serve_is_a_key_and_every_key_an_option(self):
        shown = self.show("--db", "data")
        self.assertEqual(set(shown), {key_of(option) for option in keys_of_help()})
        self.assertGreater(len(shown), 40)

    def test_every_value_survives_show(self):
        text = "".join([
            f'database = "{self.folder}/data"\n', "port = 0\ntimeout = 2.5\nmemory = \"1G\"\nallow-plain = true\n",
            'trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]\nanonymous = "read"\ndefault-prefixes = true\nimages = 2\n',
            'service-at = ["urn:x=http://localhost:1/sparql"]\njob-space = 1000000\nread-only = true\ncompact-at = 0\n'])
        first = self.show(self.file(text))
        shown = run("config", "show", self.file(text))
        again = self.show(self.file(shown.text))
        self.assertEqual({key: row.get("value") for key, row in first.items()},
                         {key: row.get("value") for key, row in again.items()})
        self.assertEqual(first["trusted-proxies"]["value"], ["127.0.0.1", "10.0.0.0/8"])
        self.assertEqual(first["timeout"]["value"], 2.5)
        self.assertIs(first["allow-plain"]["value"], True)

    def test_variables_of_the_project_are_no_mistakes(self):
        """Each variable that the program, its launcher or its tests read is a setting or known to have another use."""
        names = set()
        for ending in ("cpp", "hpp", "py"):
            for source in ROOT.rglob(f"*.{ending}"):
                if "build" not in source.relative_to(ROOT).parts[:1]:
                    names |= set(re.findall(r'(?:getenv\(|environ(?:\.get\(|\[))"(QUADRILLE_[A-Z_]+)"', source.read_text()))
        self.assertIn("QUADRILLE_SHARED", names)
        ended = run("config", "check", "--db", self.folder / "data",
                    environment={name: "" for name in names - {"QUADRILLE_FAILPOINT"}})
        self.assertEqual(ended.status, 0, ended.errors)
        names -= {"QUADRILLE_FAILPOINT", "QUADRILLE_ACCESS", "QUADRILLE_CONFIG"}  # their values have a meaning
        ended = run("config", "check", "--db", self.folder / "data", environment={name: "1" for name in names})
        self.assertEqual(ended.status, 0, ended.errors)

    def test_the_settings_of_the_packages_are_accepted(self):
        for file in ("packages/debian/quadrille.toml", "docker/quadrille.toml"):
            shown = run("config", "show", ROOT / file, "--json")
            self.assertEqual(shown.status, 0, (file, shown.errors))
            commented = re.sub(r"^# ([\w-]+ = .*)$", r"\1", (ROOT / file).read_text(), flags=re.M)
            self.assertIn("database", self.show(self.file(commented)))

    def test_the_example_is_accepted(self):
        text = (ROOT / "docs/quadrille.toml").read_text()
        self.assertSays(self.check(text), 0)
        # Every line that is commented out is a setting, too.
        commented = re.sub(r"^# ([\w-]+ = .*|\[\[\w+\]\])$", r"\1", text, flags=re.M)
        shown = self.show(self.file(commented))
        for line in re.findall(r"^# ([\w-]+) = .*$", text.split("# [[backup]]")[0], re.M):
            self.assertEqual(shown[line]["from"], "file", line)
        self.assertEqual(shown["backup"]["value"], ["every=1d,keep=7,to=/backups/data"])


class Precedence(Settings):
    def test_an_option_goes_before_a_variable_before_the_file_before_the_default(self):
        file = self.file('database = "data"\nport = 1\ntimeout = 1\nmax-waiting = 1\nallow-origin = ["http://a"]\n')
        shown = self.show(file, "--port", 3, environment={"QUADRILLE_PORT": "2", "QUADRILLE_TIMEOUT": "2",
                                                          "QUADRILLE_ALLOW_ORIGIN": "http://b,http://c"})
        self.assertEqual((shown["port"]["value"], shown["port"]["from"], shown["port"]["where"]), (3, "option", "--port"))
        self.assertEqual((shown["timeout"]["value"], shown["timeout"]["where"]), (2, "QUADRILLE_TIMEOUT"))
        self.assertEqual((shown["max-waiting"]["value"], shown["max-waiting"]["where"], shown["max-waiting"]["line"]),
                         (1, str(file), 4))
        self.assertEqual((shown["sync"]["from"], shown["sync"]["default"]), ("default", "on"))
        self.assertEqual(shown["allow-origin"]["value"], ["http://b", "http://c"])

    def test_a_flag_can_be_switched_off_by_a_higher_source(self):
        file = self.file('database = "data"\nread-only = true\nallow-plain = true\n')
        shown = self.show(file, environment={"QUADRILLE_READ_ONLY": "false"})
        self.assertIs(shown["read-only"]["value"], False)
        self.assertIs(self.show(file, "--allow-plain=false")["allow-plain"]["value"], False)

    def test_of_create_and_read_only_the_lower_source_gives_way(self):
        file = self.file('database = "data"\ncreate = true\n')
        shown = self.show(file, environment={"QUADRILLE_READ_ONLY": "true"})
        self.assertEqual((shown["read-only"]["value"], shown["create"]["from"]), (True, "default"))

    def test_backups_are_tables_or_texts(self):
        for text in ('[[backup]]\nevery = "1d"\nto = "copies"\nkeep = 3\n', 'backup = "every=1d,to=copies,keep=3"\n'):
            shown = self.show(self.file(f'database = "data"\n{text}'), folder=self.folder)
            parts = set(shown["backup"]["value"][0].split(","))
            self.assertEqual(parts, {"every=1d", f"to={self.folder}/copies", "keep=3"})

    def test_the_file_can_be_named_by_a_variable(self):
        file = self.file('database = "data"\nport = 7\n')
        self.assertEqual(self.show(environment={"QUADRILLE_CONFIG": str(file)})["port"]["value"], 7)

    def test_paths_are_relative_to_the_file_and_to_the_caller(self):
        (self.folder / "conf").mkdir(exist_ok=True)
        self.file('database = "../data"\naccess = "a.toml"\nrules = ["rdfs", "mine.srl"]\nplace = ["base=file:big"]\n',
                  "conf/q.toml")
        shown = self.show("conf/q.toml", "--tls-cert", "c.pem", "--tls-key", "k.pem", "--create", folder=self.folder)
        self.assertEqual(shown["database"]["value"], "conf/../data")
        self.assertEqual(shown["access"]["value"], "conf/a.toml")
        self.assertEqual(shown["rules"]["value"], ["rdfs", "conf/mine.srl"])
        self.assertEqual(shown["place"]["value"], ["base=file:conf/big"])
        self.assertEqual(shown["tls-cert"]["value"], "c.pem")

    def test_no_secret_is_a_value(self):
        """Settings name files that hold secrets; none is itself a secret."""
        for key in self.show("--db", "data"):
            self.assertNotRegex(key, "password|secret|token|credential")


class Mistakes(Settings):
    def test_an_unknown_key_has_its_place_and_the_nearest_name(self):
        self.assertMistake('database = "data"\n\n  tiemout = 3\n',
                           "q.toml: line 3, column 3: unknown key 'tiemout'; did you mean 'timeout'?")
        self.assertMistake('db = "data"\n', "unknown key 'db'; did you mean 'database'?")
        self.assertMistake('trusted-proxy = "::1"\n', "did you mean 'trusted-proxies'?")

    def test_a_wrong_type_or_value_has_its_place(self):
        for line, column, message in [
                ('port = "80"', 8, "'port' must be a number, without quotes"), ("port = 99999", 8, "'port': "),
                ("port = 80.5", 8, "must be a whole number from 0 to 65535; found '80.5'"), ("timeout = -1", 11, "greater than 0"),
                ('memory = "much"', 10, "must be a size such as 512M or 2G; found 'much'"),
                ('anonymous = "all"', 13, "must be one of: none, read, write"), ("create = 1", 10, "must be true or false"),
                ('allow-load = ["http"]', 14, "must be the beginning of an IRI"), ("host = 1", 8, "a text in quotes"),
                ('place = ["x=y"]', 9, "'place': ")]:
            with self.subTest(line):
                self.assertMistake(f'database = "data"\n{line}\n', f"line 2, column {column}: ")
                self.assertIn(message, self.check(f'database = "data"\n{line}\n').errors)

    def test_malformed_toml_has_its_place(self):
        self.assertMistake('database = "data"\nport = = 1\n', "q.toml: line 2, column 8: ")

    def test_a_variable_that_is_no_setting_is_a_mistake(self):
        self.assertMistake('database = "data"\n', "did you mean 'QUADRILLE_TIMEOUT'?", environment={"QUADRILLE_TIMOUT": "3"})
        self.assertMistake('database = "data"\n', "QUADRILLE_PORT: must be a whole number from 0 to 65535; found 'x'",
                           environment={"QUADRILLE_PORT": "x"})

    def test_settings_that_need_each_other_name_their_places(self):
        self.assertMistake('database = "data"\ntls-cert = "c.pem"\n', "--tls-cert is set by ")
        self.assertMistake('database = "data"\ncreate = true\nread-only = true\n', "--create is set by ")

    def test_files_that_serve_would_refuse_are_mistakes(self):
        secret = self.folder / "access.toml"
        secret.write_text("")
        secret.chmod(0o644)
        self.assertMistake('database = "data"\naccess = "access.toml"\n', "access.toml: others may read")
        self.assertMistake('database = "data"\naccess = "none.toml"\n', "none.toml: No such file")
        for log in ("query-log", "audit-log"):
            self.assertMistake(f'database = "data"\n{log} = "none/a.log"\n', f"there is no folder {self.folder}/none")
        self.assertMistake('database = "data"\ntls-cert = "c.pem"\ntls-key = "k.pem"\n', "c.pem: No such file")
        self.assertMistake('database = "nothing"\n', "nothing")
        self.assertMistake('database = "data"\nplacement = "none"\n', "line 2, column 13: ")
        several = self.check('database = "nothing"\naccess = "none.toml"\n')
        self.assertSays(several, 1, "none.toml", "nothing")

    def test_a_file_that_is_not_there_is_a_mistake(self):
        self.assertSays(run("serve", "--config", "/nowhere/q.toml"), 1, "/nowhere/q.toml: No such file")
        self.assertSays(run("config", "check", "/nowhere/q.toml"), 1, "/nowhere/q.toml: No such file")
        self.assertSays(run("serve"), 1, "a database is missing; give --db DIR or --databases DIR, or 'database' in the file of --config")


@for_images(1, 2)
class Serving(Settings):
    """Servers that have all settings from a file."""

    @contextlib.contextmanager
    def served(self, text, environment=None):
        """The process, and its port."""
        file = self.file(f'database = "data"\nport = 0\nimages = {self.images}\n{text}')
        with tempfile.TemporaryFile() as errors:
            with running("serve", "--config", file, environment=environment, errors=errors) as process:
                until = time.monotonic() + patience(30)
                while not (found := re.search(rb"on http://127\.0\.0\.1:(\d+)/sparql\n", os.pread(errors.fileno(), 9999, 0))):
                    self.assertLess(time.monotonic(), until, os.pread(errors.fileno(), 9999, 0))
                    time.sleep(0.02)
                yield process, int(found[1])

    def test_they_need_no_other_option(self):
        with self.served('anonymous = "read"\npublic-name = ["db.example.org"]\n') as (process, port):
            server = types.SimpleNamespace(port=port)
            ask = lambda host: request(server, "GET", "/sparql?query=ASK%7B%7D", headers={"Host": host}).status
            self.assertEqual(ask("localhost"), 200)
            self.assertEqual(ask("db.example.org"), 200)
            self.assertEqual(ask("other.example.org"), 421)
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            self.assertEqual(request(server, "POST", "/sparql", "update=CLEAR+DEFAULT", form).status, 403)
            self.assertEqual(len(images_of(process.pid)), self.images)

    def test_images_get_the_settings_once_and_read_no_file(self):
        with self.served("timeout = 7\n", environment={"QUADRILLE_GROUP_SIZE": "1", "QUADRILLE_MAX_WAITING": "5"}) as (process, port):
            self.assertEqual(request(types.SimpleNamespace(port=port), "GET", "/health").status, 200)
            if self.images == 1:
                return
            for image in images_of(process.pid).values():
                words = pathlib.Path(f"/proc/{image.pid}/cmdline").read_bytes().decode().split("\0")
                added = words[words.index("--settled"):]
                self.assertEqual(added.count("--timeout=7"), 1, words)
                self.assertEqual(added.count("--max-waiting=5"), 1, words)


if __name__ == "__main__":
    unittest.main()
