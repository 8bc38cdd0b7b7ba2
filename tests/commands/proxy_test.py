#!/usr/bin/env python3
"""nginx in front of a server: who the server takes its clients for."""

import base64
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

import sample_data
from program import Case, build, die_with_the_test, serving
from sparql_client import request

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
UPDATE = "INSERT DATA { <http://ex.org/a> <http://ex.org/p> 1 }"
TYPE = {"Content-Type": "application/sparql-update"}
NAME = {"Host": "data.example.org"}
ACCOUNTS = """
[[user]]
name = "ann"
roles = ["write"]
[[user]]
name = "bo"
roles = ["read"]
[[user]]
name = "root"
roles = ["admin"]
"""
CONFIGURATION = """
daemon off;
master_process off;
error_log {folder}/error.log;
pid {folder}/nginx.pid;
events {{ }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://127.0.0.1:{server};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      {lines}
    }}
  }}
}}
"""
LOGIN = """
      proxy_set_header X-Remote-User $remote_user;
      proxy_set_header Authorization "";
      auth_basic "notes";
      auth_basic_user_file {folder}/users;
"""


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Proxy:
    """nginx in front of `server`; `lines` go into its location."""

    def __init__(self, folder, server, lines=""):
        folder.mkdir()
        users = [f"{name}:{apr1('secret of ' + name)}\n" for name in ("ann", "bo", "root", "eve")]
        (folder / "users").write_text("".join(users))
        self.port = free_port()
        (folder / "nginx.conf").write_text(CONFIGURATION.format(
            folder=folder, port=self.port, server=server.port, lines=lines.format(folder=folder)))
        self.process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")],
                                        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_the_test)
        self._wait(folder)

    def _wait(self, folder):
        for _ in range(500):
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                time.sleep(0.01)
        raise AssertionError("nginx did not start: " + (folder / "error.log").read_text())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def apr1(password):
    return subprocess.run(["openssl", "passwd", "-apr1", password], check=True, capture_output=True, text=True).stdout.strip()


def login(name):
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:secret of {name}".encode()).decode()}


@unittest.skipIf(NGINX is None, "nginx is not installed")
class BehindNginx(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(cls.folder / "db", file)
        cls.accounts = cls.folder / "access.toml"
        cls.accounts.write_text(ACCOUNTS)
        cls.accounts.chmod(0o600)

    def served(self, *options):
        return serving(self.folder / "db", options=("--public-name", "data.example.org", *options))

    def proxy(self, server, lines=""):
        return Proxy(self.folder / f"nginx-{self.id()}-{server.port}", server, lines)

    def update(self, server, **headers):
        return request(server, "POST", "/update", UPDATE, NAME | TYPE | headers)

    def query(self, server, **headers):
        return request(server, "GET", "/sparql?query=ASK%7B%7D", headers=NAME | headers)

    def test_its_clients_do_not_count_as_local(self):
        with self.served() as server, self.proxy(server) as proxy:
            self.assertEqual(self.query(proxy).status, 200)
            refused = self.update(proxy)
            self.assertEqual(refused.status, 403)
            self.assertIn("'write'", refused.text)
            self.assertEqual(self.update(server).status, 200)
            self.assertEqual(self.update(server, Via="1.1 proxy").status, 403)
            self.assertEqual(self.update(server, Forwarded="for=127.0.0.1").status, 403)
            self.assertEqual(self.update(server, **{"x-forwarded-host": "localhost"}).status, 403)

    def test_administration_needs_a_credential(self):
        for lines in ("", "proxy_set_header X-Forwarded-For '';"):
            with self.served() as server, self.proxy(server, lines) as proxy:
                for one in (proxy, server):
                    refused = request(one, "POST", "/admin/compact", "", NAME | {"Authorization": ""})
                    self.assertEqual(refused.status, 401)
                    self.assertIn("'admin'", refused.text)

    def test_its_users_are_the_servers(self):
        with self.served("--access", self.accounts, "--trusted-proxy", "127.0.0.1") as server:
            with self.proxy(server, LOGIN) as proxy:
                self.assertEqual(self.query(proxy).status, 401)  # of nginx
                self.assertEqual(self.query(proxy, **login("bo")).status, 200)
                self.assertEqual(self.update(proxy, **login("bo")).status, 403)
                self.assertEqual(self.update(proxy, **login("ann")).status, 200)
                unknown = self.query(proxy, **login("eve"))
                self.assertEqual(unknown.status, 403)
                self.assertIn("eve", unknown.text)
                self.assertEqual(request(proxy, "POST", "/admin/compact", "", NAME | login("root")).status, 200)
                self.assertEqual(self.update(proxy, **login("bo"), **{"X-Remote-User": "root"}).status, 403)
                two = request(server, "GET", "/", headers={"X-Remote-User": "bo", "x-remote-user": "root"})
                self.assertEqual(two.status, 400)

    def test_a_user_is_not_taken_from_others(self):
        with self.served("--access", self.accounts, "--trusted-proxy", "127.0.0.2") as server:
            self.assertEqual(self.query(server, **{"X-Remote-User": "root"}).status, 401)
        with self.served("--access", self.accounts) as server, self.proxy(server, LOGIN) as proxy:
            self.assertEqual(self.query(proxy, **login("root")).status, 401)

    def test_the_name_of_the_proxy_must_be_known(self):
        with serving(self.folder / "db") as server, self.proxy(server) as proxy:
            refused = self.query(proxy)
            self.assertEqual(refused.status, 421)
            self.assertIn("data.example.org", refused.text)
            self.assertEqual(self.query(proxy, Host="localhost").status, 200)


if __name__ == "__main__":
    unittest.main()
