#!/usr/bin/env python3
"""Settings that change while the server runs: SIGHUP and /admin/reload, at all listeners, under load; mistakes."""

import contextlib
import http.client
import json
import os
import pty
import signal
import socket
import ssl
import threading
import time
import unittest
import urllib.parse

import sample_data
from certificates import Authority
from program import PROGRAM, Case, Process, build, children_of, die_with_the_test, for_images, patience, run, serving
from sparql_client import request

ASK = "/sparql?query=ASK%7B%7D"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
INSERT = "update=INSERT+DATA+%7B%3Curn:a%3E+%3Curn:p%3E+1%7D"


class Reloads(Case):
    images = 1

    @classmethod
    def prepare(cls):
        data = cls.folder / "data.nq"
        data.write_text(sample_data.PEOPLE)
        build(cls.folder / "data", data, images=2)

    def setUp(self):
        self.file = self.folder / f"{self._testMethodName}.toml"

    def write(self, text):
        replacement = self.file.with_suffix(".new")
        replacement.write_text(text)
        replacement.replace(self.file)

    @contextlib.contextmanager
    def served(self, text, *options, environment=None):
        self.write(text)
        with serving(self.folder / "data", self.images, options=("--config", self.file, *options),
                     environment=environment) as server:
            yield server

    def reload(self, server):
        answer = request(server, "POST", "/admin/reload")
        self.assertEqual(answer.status, 200, answer.text)
        return json.loads(answer.text)

    def refused(self, server):
        answer = request(server, "POST", "/admin/reload")
        self.assertEqual(answer.status, 400, answer.text)
        return answer.text

    def change(self, server, text):
        self.write(text)
        return self.reload(server)

    def hang_up(self, server, text, expected):
        """Sends SIGHUP to the process that the user has started, and waits for the line of the log."""
        before = len(server.errors)
        self.write(text)
        server.process.send_signal(signal.SIGHUP)
        until = time.monotonic() + patience(20)
        while expected not in server.errors[before:]:
            self.assertLess(time.monotonic(), until, server.errors[before:])
            time.sleep(0.02)

    def status(self, server, path=ASK, headers=None, method="GET", body=None):
        return request(server, method, path, body, headers or {}).status

    def update(self, server):
        return self.status(server, "/sparql", FORM, "POST", INSERT)


@for_images(1, 2)
class Changes(Reloads):
    def test_a_signal_and_a_request_do_the_same(self):
        with self.served('anonymous = "write"\n') as server:
            self.assertEqual(self.update(server), 200)
            self.hang_up(server, 'anonymous = "read"\ntimeout = 5\n', "settings read again: applied anonymous, timeout")
            self.assertEqual(self.update(server), 403)
            self.assertEqual(self.change(server, 'anonymous = "write"\ntimeout = 5\n'),
                             {"applied": ["anonymous"], "needs_restart": [], "read_again": []})
            self.assertEqual(self.update(server), 200)
            self.hang_up(server, 'anonymous = "write"\ntimeout = 5\n', "settings read again: nothing has changed")
            self.assertIsNone(server.wait(0))

    def test_settings_that_need_a_restart_are_named_each_time(self):
        with self.served("") as server:
            text = 'sync = "off"\nmemory = "1G"\ntimeout = 5\n'
            self.assertEqual(self.change(server, text), {"applied": ["timeout"], "needs_restart": ["sync", "memory"], "read_again": []})
            self.assertEqual(self.reload(server), {"applied": [], "needs_restart": ["sync", "memory"], "read_again": []})
            self.assertIn("a restart is needed for sync, memory", server.errors)
            shown = {row["key"]: row for row in json.loads(request(server, "GET", "/admin/settings").text)}
            self.assertEqual((shown["timeout"]["value"], shown["timeout"]["from"], shown["timeout"]["line"]), (5, "file", 3))
            self.assertEqual(shown["sync"]["from"], "default")
            self.assertEqual(self.change(server, ""), {"applied": ["timeout"], "needs_restart": [], "read_again": []})

    def test_a_mistake_changes_nothing(self):
        with self.served('anonymous = "write"\n') as server:
            for text, mistake in [('anonymous = "none"\ntimout = 5\n', "line 2, column 1: unknown key 'timout'"),
                                  ('anonymous = "none"\nport = "x"\n', "line 2, column 8"),
                                  ('anonymous = "none"\naccess = "nowhere.toml"\n', "nowhere.toml: No such file"),
                                  ('anonymous = "none"\ntls-cert = "c.pem"\n', "--tls-cert is set by ")]:
                self.write(text)
                self.assertIn(mistake, self.refused(server))
                self.assertEqual(self.update(server), 200)
            self.hang_up(server, 'anonymous = "none"\nx = 1\n', "the settings stay as they were: ")
            self.assertEqual(self.update(server), 200)
            self.file.unlink()
            self.assertIn("No such file", self.refused(server))
            self.assertEqual(self.update(server), 200)

    def test_options_still_go_before_the_file(self):
        with self.served("", "--anonymous", "read") as server:
            self.assertEqual(self.change(server, 'anonymous = "write"\n')["applied"], [])
            self.assertEqual(self.update(server), 403)

    def test_reload_needs_the_right_admin(self):
        with self.served("") as server:
            self.assertEqual(request(server, "POST", "/admin/reload", headers={"Authorization": "Bearer wrong"}).status, 401)
            self.assertEqual(request(server, "GET", "/admin/reload").status, 405)

    def test_names_and_origins(self):
        with self.served("") as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

            def status(host):  # on one connection, which keeps what it knows
                connection.request("GET", ASK, headers={"Host": host})
                answer = connection.getresponse()
                answer.read()
                return answer.status
            self.assertEqual(status("db.example.org"), 421)
            connection.close()
            self.change(server, 'public-name = ["db.example.org"]\nallow-origin = ["https://app.example.org"]\n'
                                'map-tiles = "https://tile.example.org/{z}/{x}/{y}.png"\n')
            self.assertIn("img-src 'self' data: https://tile.example.org;", request(server, "GET", "/").headers["content-security-policy"])
            self.assertEqual(status("db.example.org"), 200)
            origin = {"Origin": "https://app.example.org"}
            self.assertEqual(request(server, "GET", ASK, headers=origin).headers.get("access-control-allow-origin"), origin["Origin"])
            self.change(server, "")
            self.assertIsNone(request(server, "GET", ASK, headers=origin).headers.get("access-control-allow-origin"))
            self.assertEqual(status("db.example.org"), 421)
            self.assertNotIn("https", request(server, "GET", "/").headers["content-security-policy"])
            connection.close()

    def test_places_of_load_and_service(self):
        load = "update=LOAD+%3Cfile://" + str(self.folder / "more.nt") + "%3E"
        (self.folder / "more.nt").write_text("<urn:x> <urn:y> <urn:z> .\n")
        service = "/sparql?query=ASK%7BSERVICE+%3Chttp://127.0.0.1:9/%3E+%7B%3Fs+%3Fp+%3Fo%7D%7D"
        with self.served("") as server:
            self.assertEqual(self.status(server, "/sparql", FORM, "POST", load), 403)
            self.assertEqual(self.status(server, service), 403)
            self.change(server, f'allow-load = ["file://{self.folder}/"]\nallow-service = ["http://127.0.0.1:9/"]\n')
            self.assertEqual(self.status(server, "/sparql", FORM, "POST", load), 200)
            self.assertEqual(self.status(server, service), 502)
            self.change(server, "")
            self.assertEqual(self.status(server, "/sparql", FORM, "POST", load), 403)
            self.assertEqual(self.status(server, service), 403)

    def test_a_server_becomes_read_only_and_writable_again(self):
        with self.served("") as server:
            self.assertEqual(self.change(server, "read-only = true\n")["applied"], ["read-only"])
            self.assertEqual(self.update(server), 403)
            self.assertTrue(json.loads(request(server, "GET", "/health").text)["read_only"])
            self.assertEqual(self.change(server, "")["applied"], ["read-only"])
            self.assertEqual(self.update(server), 200)

    def test_a_server_that_was_opened_read_only_stays_so(self):
        with self.served("read-only = true\n") as server:
            self.assertEqual(self.change(server, ""), {"applied": [], "needs_restart": ["read-only"], "read_again": []})
            self.assertEqual(self.update(server), 403)

    def test_limits(self):
        slow = "/sparql?" + urllib.parse.urlencode({"query": sample_data.endless(20)})
        with self.served("timeout = 600\n") as server:
            self.change(server, "timeout = 0.2\nmax-jobs = 0\n")
            self.assertEqual(self.status(server, slow), 503)
            self.assertEqual(self.status(server, "/jobs", FORM, "POST", "query=ASK%7B%7D"), 429)
            self.change(server, "timeout = 600\n")
            self.assertEqual(self.status(server, "/jobs", FORM, "POST", "query=ASK%7B%7D"), 202)

    def test_accounts_and_proxies(self):
        accounts = self.folder / f"{self._testMethodName}.access"
        run("access", "user", "add", "ann", "--role", "read", "--no-password", "--access", accounts)
        ann = {"X-Remote-User": "ann"}
        with self.served(f'access = "{accounts}"\n') as server:
            self.assertEqual(self.status(server, headers=ann), 401)
            answer = self.change(server, f'access = "{accounts}"\ntrusted-proxies = ["127.0.0.1"]\n')
            self.assertEqual((answer["applied"], answer["read_again"]), (["trusted-proxies"], ["access"]))
            self.assertEqual(self.status(server, headers=ann), 200)
            accounts.chmod(0o644)
            self.assertIn("others may read", self.refused(server))
            self.assertEqual(self.status(server, headers=ann), 200)

    def test_no_request_fails_while_settings_change(self):
        texts = ["timeout = 50\n", 'timeout = 51\npublic-name = ["a.example.org"]\nallow-plain = true\n', "max-jobs = 7\n"]
        failed, asked = [], [0] * 4
        with self.served(texts[0]) as server:
            ends = threading.Event()

            def ask(number):
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
                while not ends.is_set():
                    update = asked[number] % 10 == 9
                    try:
                        connection.request(*(("POST", "/sparql", INSERT, FORM) if update else ("GET", ASK)))
                        answer = connection.getresponse()
                        text = answer.read()
                        if answer.status != 200:
                            failed.append((answer.status, text))
                    except Exception as error:  # noqa: BLE001
                        failed.append(repr(error))
                    asked[number] += 1
                connection.close()
            threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            for turn in range(30):
                self.write(texts[turn % len(texts)])
                if turn % 2:
                    self.reload(server)
                else:
                    server.process.send_signal(signal.SIGHUP)
                time.sleep(0.05)
            ends.set()
            for thread in threads:
                thread.join()
            self.assertEqual(failed, [])
            self.assertGreater(min(asked), 20)


class TwoGroups(Reloads):
    images = 2
    GROUPS = {"QUADRILLE_GROUP_SIZE": "1"}

    def test_every_listener_follows(self):
        with self.served("", "--listen", "all", environment=self.GROUPS) as server:
            ports = server.listeners()
            self.assertEqual(len(ports), 2)
            servers = [self.at(server, port) for port in ports.values()]
            self.assertEqual([self.status(its) for its in servers], [200, 200])
            self.change(server, 'anonymous = "none"\n')
            self.assertEqual([self.status(its) for its in servers], [403, 403])
            self.change(server, 'public-name = ["db.example.org"]\n')
            self.assertEqual([self.status(its, headers={"Host": "db.example.org"}) for its in servers], [200, 200])
            self.hang_up(server, "", "applied public-name")
            self.assertEqual([self.status(its, headers={"Host": "db.example.org"}) for its in servers], [421, 421])

    def test_a_reload_at_another_listener_is_one_of_all(self):
        with self.served("", "--listen", "all", environment=self.GROUPS) as server:
            servers = [self.at(server, port) for port in server.listeners().values()]
            self.write('anonymous = "none"\n')
            self.assertEqual(self.reload(servers[1])["applied"], ["anonymous"])
            self.assertEqual([self.status(its) for its in servers], [403, 403])
            self.write('anonymous = "all"\n')
            self.assertIn("line 1, column 13", self.refused(servers[1]))

    def at(self, server, port):
        class Listener:
            authorization = server.authorization
        Listener.port = port
        return Listener


class Signals(Reloads):
    def test_images_start_again_with_the_settings_of_the_moment(self):
        self.images = 2
        with self.served('anonymous = "write"\n', "--restart") as server:
            self.change(server, 'anonymous = "read"\n')
            before = len(server.errors)
            server.images()[1].kill()
            until = time.monotonic() + patience(40)
            while "quadrille: serving" not in server.errors[before:]:
                self.assertLess(time.monotonic(), until, server.errors[before:])
                time.sleep(0.05)
            port = int(server.errors[before:].rpartition(":")[2].split("/")[0])
            server.port = port
            self.assertEqual(self.update(server), 403)
            for child in children_of(server.process.pid):
                with contextlib.suppress(OSError):
                    server.seen[child] = Process(child)

    def test_a_server_whose_terminal_is_gone_ends(self):
        self.write("")
        for images in (1, 2):
            with self.subTest(images):
                pid, terminal = pty.fork()
                if pid == 0:
                    die_with_the_test()
                    os.execv(PROGRAM, [PROGRAM, "serve", "--db", str(self.folder / "data"), "--port", "0", "--images", str(images)])
                said = b""
                while b"quadrille: serving" not in said:
                    said += os.read(terminal, 4096)
                os.close(terminal)  # the kernel sends SIGHUP
                until = time.monotonic() + patience(20)
                while os.waitpid(pid, os.WNOHANG) == (0, 0):
                    if time.monotonic() > until:
                        os.kill(pid, signal.SIGKILL)
                        os.waitpid(pid, 0)
                        self.fail("it still runs")
                    time.sleep(0.05)

    def test_without_a_file_the_variables_and_accounts_are_read(self):
        with serving(self.folder / "data", 1, environment={"QUADRILLE_TIMEOUT": "7"}) as server:
            self.assertEqual(self.reload(server), {"applied": [], "needs_restart": [], "read_again": []})


class Tls(Reloads):
    def common_name(self, server, authority):
        context = ssl.create_default_context(cafile=authority.certificate)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as plain:
            with context.wrap_socket(plain, server_hostname="localhost") as connection:
                return dict(pair[0] for pair in connection.getpeercert()["subject"])["commonName"]

    def test_certificates_are_read_at_once_and_can_be_others(self):
        authority = Authority(self.folder)
        settings = lambda name: f'tls-cert = "{name}.pem"\ntls-key = "{name}.key"\n'
        authority.issue("one"), authority.issue("two")
        with self.served(settings("one")) as server:
            self.assertEqual(self.common_name(server, authority), "one")
            self.hang_up(server, settings("two"), "applied tls-cert, tls-key; the files of tls-cert were read")
            self.assertEqual(self.common_name(server, authority), "two")
            certificate, key = authority.issue("three")
            certificate.replace(self.folder / "two.pem"), key.replace(self.folder / "two.key")
            self.hang_up(server, settings("two"), "nothing has changed; the files of tls-cert were read")
            self.assertEqual(self.common_name(server, authority), "three")
            (self.folder / "two.pem").write_text("nothing")
            self.hang_up(server, settings("two"), "the settings stay as they were: ")
            self.assertEqual(self.common_name(server, authority), "three")
            self.hang_up(server, settings("one") + 'sync = "off"\n', "a restart is needed for sync")
            self.hang_up(server, "", "a restart is needed for tls-cert, tls-key")
            self.assertEqual(self.common_name(server, authority), "one")


if __name__ == "__main__":
    unittest.main()
