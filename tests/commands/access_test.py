#!/usr/bin/env python3
"""Accounts as their users see them: the command access, curl with names, tokens and JWTs, and secrets that stay secret."""

import concurrent.futures
import json
import os
import pathlib
import pty
import re
import signal
import stat
import subprocess
import termios
import time
import unittest

import sample_data
from program import PROGRAM, Case, build, for_images, run, serving
from sparql_client import request

UPDATE = "update=INSERT+DATA+%7B%3Curn:a%3E+%3Curn:p%3E+1%7D"
PASSWORD = "correct horse battery"


def curl(server, *options, path="/sparql?query=ASK%7B%7D"):
    """(status, headers and body)"""
    ended = subprocess.run(["curl", "-s", "-S", "-i", "--max-time", "60", *map(str, options), f"http://127.0.0.1:{server.port}{path}"],
                           capture_output=True, timeout=90)
    text = ended.stdout.decode(errors="replace")
    return int(re.match(r"HTTP/1.1 (\d+)", text)[1]), text


class Accounts(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(cls.folder / "db", file)

    def setUp(self):
        self.file = self.folder / f"{self._testMethodName}.toml"

    def access(self, *words, given=b"", status=0):
        ended = run("access", *words, "--access", self.file, given=given)
        self.assertEqual(ended.status, status, ended.errors)
        return ended

    def user(self, name, *roles, password=PASSWORD):
        self.access("user", "add", name, *[word for role in roles for word in ("--role", role)], given=password.encode())

    def token(self, name, *options):
        return self.access("token", "add", "--user", name, *options).text.strip()

    def served(self, *options, images=1, **more):
        return serving(self.folder / "db", images, options=("--access", self.file, *options), **more)


class TheCommand(Accounts):
    def test_a_file_is_made_that_nobody_else_reads(self):
        self.user("ann", "write")
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)
        self.assertIn("$argon2id$v=19$m=65536,t=2,p=1$", self.file.read_text())
        self.file.chmod(0o640)
        self.assertSays(run("access", "user", "list", "--access", self.file), 1, "chmod 600")
        refused = run("serve", "--db", self.folder / "db", "--port", "0", "--access", self.file)
        self.assertSays(refused, 1, "chmod 600", "0640")

    def test_users_roles_and_tokens_are_listed(self):
        self.user("ann", "write")
        self.access("role", "add", "editors", "--grant", "write:notes", "--grant", "read")
        self.access("user", "add", "bo", "--role", "editors", "--no-password")
        token = self.token("ann", "--role", "read", "--expires", "12h")
        self.assertRegex(token, r"\Aqdt_[A-Za-z0-9_-]{43}\Z")
        self.assertNotIn(token, self.file.read_text())
        self.assertEqual(json.loads(self.access("user", "list", "--json").text),
                         [{"name": "ann", "password": True, "roles": ["write"]},
                          {"name": "bo", "password": False, "roles": ["editors"]}])
        self.assertEqual(json.loads(self.access("role", "list", "--json").text),
                         [{"name": "editors", "grants": ["write:notes", "read"]}])
        (row,) = json.loads(self.access("token", "list", "--json").text)
        self.assertEqual((row["user"], row["roles"]), ("ann", ["read"]))
        self.assertIn(row["id"], self.access("token", "list").text)
        self.access("token", "remove", row["id"])
        self.assertEqual(self.access("token", "list").text, "")

    def test_what_would_break_the_file_is_refused(self):
        self.access("role", "add", "editors", "--grant", "read")
        self.user("ann", "editors")
        self.token("ann")
        before = self.file.read_text()
        for words, message in ((("role", "remove", "editors"), "in use by ann"), (("user", "remove", "eve"), "there is no user 'eve'"),
                               (("token", "add", "--user", "eve"), "there is no user 'eve'"),
                               (("user", "add", "ann", "--no-password"), "--replace"),
                               (("user", "add", "zoe", "--no-password", "--role", "writer"), "there is no role 'writer'"),
                               (("user", "add", "a b", "--no-password"), "letters"),
                               (("role", "add", "x", "--grant", "own"), "write:notes"),
                               (("token", "add", "--user", "ann", "--expires", "soon"), "90d"),
                               (("user", "add", "zoe"), "8 to 1024")):
            self.assertIn(message, self.access(*words, status=1, given=b"short").errors)
        self.assertEqual(self.file.read_text(), before)
        self.assertIn("1 token", self.access("user", "remove", "ann").errors)

    def test_many_changes_at_once_are_all_there(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: self.access("user", "add", f"user{number}", "--no-password"), range(16)))
        names = {row["name"] for row in json.loads(self.access("user", "list", "--json").text)}
        self.assertEqual(names, {f"user{number}" for number in range(16)})
        self.assertEqual(list(self.folder.glob(f".{self.file.name}*")), [])

    def asked(self, name):
        """(pid, terminal) of a command that asks for the password of a new user."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(PROGRAM, [PROGRAM, "access", "user", "add", name, "--access", str(self.file)])
        self.shown_until(terminal, b": ")
        return pid, terminal

    def shown_until(self, terminal, end):
        shown = b""
        while not shown.endswith(end):
            shown += os.read(terminal, 1000)
        return shown

    def ended(self, pid, terminal):
        """(exit status, the rest that it has shown)"""
        shown = b""
        try:
            while piece := os.read(terminal, 1000):
                shown += piece
        except OSError:
            pass
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown

    def test_a_terminal_is_asked_twice_and_shows_nothing(self):
        def typed(first, second):
            pid, terminal = self.asked("zoe")
            os.write(terminal, first + b"\n")
            shown = self.shown_until(terminal, b"again: ")
            os.write(terminal, second + b"\n")
            status, rest = self.ended(pid, terminal)
            return status, shown + rest

        status, shown = typed(b"first secret", b"other secret")
        self.assertEqual(status, 1)
        self.assertIn(b"differ", shown)
        status, shown = typed(b"first secret", b"first secret")
        self.assertEqual(status, 0, shown)
        self.assertNotIn(b"secret", shown)

    def test_control_c_gives_the_terminal_back(self):
        for ending, expected in ((b"\x03", -signal.SIGINT), (b"\x1c", -signal.SIGQUIT), (b"\x04", 1)):
            pid, terminal = self.asked("zoe")
            shows = lambda: bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
            self.assertFalse(shows())
            os.write(terminal, ending)
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            self.assertTrue(shows(), ending)
            status, _ = self.ended(pid, terminal)
            self.assertEqual(status, expected)
        self.assertFalse(self.file.exists())

    def test_others_change_the_file_while_a_password_is_typed(self):
        pid, terminal = self.asked("zoe")
        self.user("ann", "read")
        self.user("zoe", "read")
        os.write(terminal, b"first secret\n")
        self.shown_until(terminal, b"again: ")
        os.write(terminal, b"first secret\n")
        status, shown = self.ended(pid, terminal)
        self.assertEqual(status, 1)
        self.assertIn(b"already", shown)
        self.assertEqual(len(json.loads(self.access("user", "list", "--json").text)), 2)


class WithCurl(Accounts):
    def test_each_kind_of_credentials(self):
        self.user("ann", "write")
        token, reader = self.token("ann"), self.token("ann", "--role", "read")
        with self.served() as server:
            self.assertIn("with 1 account (anonymous: none)", server.errors)
            status, text = curl(server)
            self.assertEqual(status, 401)
            self.assertIn("WWW-Authenticate: Basic", text)
            self.assertIn("WWW-Authenticate: Bearer", text)
            self.assertEqual(curl(server, "--user", f"ann:{PASSWORD}")[0], 200)
            self.assertEqual(curl(server, "--user", "ann:wrong")[0], 401)
            self.assertEqual(curl(server, "-H", f"Authorization: Bearer {token}", "--data", UPDATE, path="/update")[0], 200)
            status, text = curl(server, "-H", f"Authorization: Bearer {reader}", "--data", UPDATE, path="/update")
            self.assertEqual(status, 403)
            self.assertIn("'write'", text)
            self.assertEqual(curl(server, "-H", f"Authorization: Bearer {token[:-1]}", path="/")[0], 401)
            self.assertEqual(curl(server, "--user", f"ann:{PASSWORD}", "-X", "POST", path="/admin/compact")[0], 403)

    def test_a_token_does_not_see_what_it_could_not_send(self):
        self.user("ann", "write")
        writer, reader = self.token("ann"), self.token("ann", "--role", "read")
        with self.served() as server:
            def ask(token, *options, path):
                return curl(server, "-H", f"Authorization: Bearer {token}", *options, path=path)

            _, text = ask(writer, "--data", UPDATE, path="/jobs")
            job = re.search(r"^Location: (\S+)", text, re.MULTILINE)[1]
            self.assertEqual(ask(writer, path=job)[0], 200)
            for path in (job, job + "/result"):
                self.assertEqual(ask(reader, path=path)[0], 404)
            self.assertEqual(ask(reader, "-X", "DELETE", path=job)[0], 404)
            self.assertNotIn("INSERT", ask(reader, path="/jobs")[1])
            self.assertIn("INSERT", ask(writer, path="/jobs")[1])
            _, text = ask(reader, "--data", "query=ASK%7B%7D", path="/jobs")
            self.assertEqual(ask(writer, path=re.search(r"^Location: (\S+)", text, re.MULTILINE)[1])[0], 200)

    def test_commands_use_the_run_credential_or_a_token(self):
        self.user("ann", "read")
        token = self.folder / "token"
        token.write_text(self.token("ann") + "\n")
        db = self.folder / "db"
        with self.served() as server:
            url = f"http://127.0.0.1:{server.port}"
            (credential,) = db.glob("credential.*")
            self.assertEqual(stat.S_IMODE(credential.stat().st_mode), 0o600)
            self.assertEqual(run("query", "--db", db, "ASK {}").status, 0)
            self.assertEqual(run("update", "--db", db, "INSERT DATA { <urn:a> <urn:b> 1 }").status, 0)
            self.assertEqual(run("compact", "--db", db).status, 0)
            self.assertIn("served", run("info", "--db", db).text)
            self.assertSays(run("query", "--server", url, "ASK {}"), 1, "--token-file")
            self.assertSays(run("query", "--server", url, "--token-file", token, "ASK {}"), 1, "chmod 600")
            token.chmod(0o600)
            self.assertEqual(run("query", "--server", url, "--token-file", token, "ASK {}").status, 0)
            self.assertSays(run("update", "--server", url, "--token-file", token, "CLEAR ALL"), 1, "'write'")
            self.assertSays(run("update", "--db", db, "--token-file", token, "CLEAR ALL"), 1, "'write'")
            self.assertSays(run("query", "--server", "http://192.0.2.9:1", "--token-file", token, "ASK {}"), 1, "https://")
            credential.unlink()
            self.assertSays(run("compact", "--db", db), 1, "credential")
        self.assertEqual(list(db.glob("credential.*")), [])

    def test_a_credential_of_a_killed_server_is_removed_by_the_next(self):
        db = self.folder / "db"
        self.user("ann")
        with self.served() as server:
            (left,) = db.glob("credential.*")
            secret = left.read_text()
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
        self.assertTrue(left.exists())
        with self.served("--read-only"), self.served("--read-only") as second:
            found = list(db.glob("credential.*"))
            self.assertEqual(len(found), 2)
            self.assertNotIn(left, found)
            refused = request(second, "POST", "/admin/compact", "", {"Authorization": f"Bearer {secret.strip()}"})
            self.assertEqual(refused.status, 401)

    def test_a_change_of_the_file_counts_at_once(self):
        self.user("ann", "read")
        with self.served() as server:
            token = self.token("ann")
            self.assertEqual(self.soon(server, 200, "-H", f"Authorization: Bearer {token}"), 200)
            (row,) = json.loads(self.access("token", "list", "--json").text)
            self.access("token", "remove", row["id"])
            self.assertEqual(self.soon(server, 401, "-H", f"Authorization: Bearer {token}"), 401)
            self.access("user", "remove", "ann")
            self.assertEqual(self.soon(server, 401, "--user", f"ann:{PASSWORD}"), 401)
            self.file.write_text("[[user]]\nnam = 1\n")
            time.sleep(0.5)
            curl(server)
            self.assertIn("did you mean 'name'?", server.errors)
            self.assertIn("stay as they were", server.errors)

    def test_without_its_last_user_the_server_stays_closed(self):
        self.user("ann", "write")
        with self.served() as server:
            self.access("user", "remove", "ann")
            self.assertEqual(self.soon(server, 401, "--user", f"ann:{PASSWORD}"), 401)
            self.assertEqual(curl(server)[0], 401)
            self.assertEqual(curl(server, "--data", UPDATE, path="/update")[0], 401)
        with self.served() as server:
            self.assertIn("with 0 accounts (anonymous: none)", server.errors)
            self.assertEqual(curl(server)[0], 401)

    def soon(self, server, wanted, *options):
        """The status, after at most a second."""
        until = time.monotonic() + 1
        while (status := curl(server, *options)[0]) != wanted and time.monotonic() < until:
            time.sleep(0.05)
        return status

    def test_failed_logins_wait(self):
        self.user("ann", "read")
        with self.served() as server:
            statuses = [curl(server, "--user", "ann:wrong")[0] for _ in range(6)]
            self.assertEqual(statuses, [401] * 5 + [429])
            status, text = curl(server, "--user", f"ann:{PASSWORD}")
            self.assertEqual(status, 429)
            self.assertIn("Retry-After: ", text)
            time.sleep(1.1)
            self.assertEqual(curl(server, "--user", f"ann:{PASSWORD}")[0], 200)

    def test_after_a_delay_guesses_pass_one_at_a_time(self):
        self.user("ann", "read")
        with self.served() as server:
            self.assertEqual([curl(server, "--user", "ann:wrong")[0] for _ in range(6)], [401] * 5 + [429])
            time.sleep(1.1)
            with concurrent.futures.ThreadPoolExecutor(12) as pool:
                statuses = list(pool.map(lambda number: curl(server, "--user", f"ann:guess{number}")[0], range(12)))
            self.assertEqual(sorted(statuses), [401] + [429] * 11)

    def test_an_unknown_name_takes_as_long_as_a_wrong_password(self):
        self.user("ann", "read")
        with self.served() as server:
            def seconds(name):
                began = time.monotonic()
                self.assertEqual(curl(server, "--user", f"{name}:wrong")[0], 401)
                return time.monotonic() - began

            seconds("warm-up")
            # In turns, and the shortest: other work on the machine makes some longer.
            pairs = [(seconds("ann"), seconds(f"eve{i}")) for i in range(4)]
            known, unknown = (min(times) for times in zip(*pairs))
            self.assertGreater(unknown, 0.5 * known)
            self.assertLess(unknown, 2 * known)

    def test_secrets_are_in_no_log_argument_or_message(self):
        self.user("ann", "read", password="planted-password-1")
        token = self.token("ann")
        planted = {"planted-password-1", "planted-wrong-2", token, token + "3", "qdr_planted4", "eyJhbGciOiJub25lIn0.e30.planted5"}
        with self.served() as server:
            credential = server.authorization["Authorization"].split()[1]
            said = ""
            for words in (("--user", "ann:planted-password-1"), ("--user", "ann:planted-wrong-2"), ("--user", "planted-wrong-2:x"),
                          *(("-H", f"Authorization: Bearer {one}") for one in sorted(planted) + [credential])):
                for path in ("/sparql?query=ASK%7B%7D", "/sparql?query=nonsense", "/jobs", "/health", "/nowhere"):
                    said += curl(server, *words, path=path)[1]
                said += curl(server, *words, "-X", "POST", path="/admin/compact")[1]
            ended = run("query", "--db", self.folder / "db", "ASK {")
            said += ended.text + ended.errors + run("info", "--db", self.folder / "db", "--json").text
            said += (self.folder / "db/lock").read_text()
            for image in server.images().values():
                said += pathlib.Path(f"/proc/{image.pid}/cmdline").read_text()
                said += pathlib.Path(f"/proc/{image.pid}/environ").read_text()
            server.stop()
            said += server.errors
        for secret in (planted | {credential}) - {"planted-wrong-2"}:
            self.assertNotIn(secret, said)
        self.assertNotIn("planted-wrong-2", server.errors)

    def test_a_database_has_the_name_of_its_folder(self):
        self.user("ann", "read:db", "write:other")
        with self.served() as server:
            self.assertEqual(curl(server, "--user", f"ann:{PASSWORD}")[0], 200)
            status, text = curl(server, "--user", f"ann:{PASSWORD}", "--data", UPDATE, path="/update")
            self.assertEqual(status, 403)
            self.assertIn("'db'", text)


@for_images(2)
class OfAnotherGroup(Accounts):
    """The listener of another group knows the same users, and passes them on."""

    def test_each_listener_asks_for_the_same_rights(self):
        self.user("ann", "write")
        self.user("bo", "read")
        with self.served("--listen", "all", images=self.images, environment={"QUADRILLE_GROUP_SIZE": "1"}) as server:
            ports = json.loads(request(server, "GET", "/health", headers=server.authorization).text)["listeners"]
            other = type("Listener", (), {"port": next(one["port"] for one in ports if one["port"] != server.port)})
            for listener in (server, other):
                self.assertEqual(curl(listener)[0], 401)
                for user, statuses in (("ann", (200, 200, 403, 202)), ("bo", (200, 403, 403, 202))):
                    login = ("--user", f"{user}:{PASSWORD}")
                    found = (curl(listener, *login)[0], curl(listener, *login, "--data", UPDATE, path="/update")[0],
                             curl(listener, *login, "-X", "POST", path="/admin/compact")[0],
                             curl(listener, *login, "--data", "query=ASK%7B%7D", path="/jobs")[0])
                    self.assertEqual(found, statuses, (listener.port == server.port, user))
                self.assertEqual(curl(listener, "-H", "Quadrille-Relay: x owner - - 61646d696e * 0")[0], 401)
                status, text = curl(listener, "--user", f"bo:{PASSWORD}", path="/jobs")
                self.assertNotIn("ann", text)
                evil = curl(listener, "-H", "Host: evil.example.org", "--user", f"ann:{PASSWORD}")
                self.assertEqual(evil[0], 421)
            owners = {curl(one, "--user", f"bo:{PASSWORD}", path="/jobs")[1].count('"id"') for one in (server, other)}
            self.assertEqual(owners, {2})


if __name__ == "__main__":
    unittest.main()
