#!/usr/bin/env python3
"""The query log and the audit log of a server (docs/logs.md)."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import threading
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, children_of, for_images, patience, run, serving
from sparql_client import CutOff, ask, request

PAGE = pathlib.Path(__file__).parents[2] / "docs/logs.md"
UPDATE = {"Content-Type": "application/sparql-update"}
TURTLE = {"Content-Type": "text/turtle"}
NUMBERS = {"status", "seconds", "waiting_seconds", "planning_seconds", "running_seconds", "sending_seconds", "rows", "bytes",
           "peak_memory_bytes", "text_bytes"}
GROUPS = {"QUADRILLE_GROUP_SIZE": "1"}


def basic(name, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()}


def query(text, **more):
    return "/sparql?" + urllib.parse.urlencode({"query": text, **more})


def entries(file):
    """The entries of a log in JSON."""
    return [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()] if file.exists() else []


def documented(title):
    """The members that a table of the page explains."""
    section = PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    return {name for line in section.splitlines() if line.startswith("| `")
            for name in re.findall(r"`([a-z_]+)`", line.split("|")[1])}


class Logs(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text("".join(f"<urn:s{i}> <urn:p{i % 7}> \"{i}\" .\n" for i in range(3000)))
        build(cls.folder / "built", file)

    def setUp(self):
        self.own = self.folder / self.id().rsplit(".", 1)[1]
        self.own.mkdir()
        shutil.copytree(self.folder / "built", self.own / "db")
        self.queries, self.audit = self.own / "queries.log", self.own / "audit.log"

    @contextlib.contextmanager
    def served(self, *options, images=1, log_format="json", **more):
        logs = ("--query-log", self.queries, "--audit-log", self.audit, "--log-format", log_format)
        with serving(self.own / "db", images, options=(*logs, *options), **more) as server:
            self.server = server
            yield server

    def wanted(self, count, file=None):
        """The entries of the query log, as soon as there are so many."""
        until = time.monotonic() + patience(10)
        while True:
            found = entries(file or self.queries)
            if len(found) >= count or time.monotonic() > until:
                self.assertEqual(len(found), count, found)
                return found
            time.sleep(0.02)

    def events(self, name=None):
        """The entries of the audit log, in order; without those of the server itself."""
        return [entry for entry in entries(self.audit) if (name or entry["event"]) == entry["event"] and entry["event"] not in ("start", "stop")]


@for_images(1, 2)
class Queries(Logs):
    def test_each_operation_has_an_entry(self):
        with self.served(images=self.images) as server:
            text = "SELECT ?s { ?s <urn:p1> ?o } LIMIT 3"
            answer = request(server, "GET", query(text), headers={"X-Request-Id": "mine-1"})
            self.assertEqual(answer.status, 200)
            self.assertEqual(request(server, "POST", "/update", "INSERT DATA { <urn:a> <urn:b> 1 }", UPDATE).status, 200)
            self.assertEqual(request(server, "PUT", "/data?graph=urn:g", "<urn:a> <urn:b> 2 .", TURTLE).status, 201)
            self.assertEqual(request(server, "GET", "/data?graph=urn:g").status, 200)
            self.assertEqual(request(server, "GET", "/rules").status, 200)
            self.assertEqual(request(server, "GET", query("nonsense")).status, 400)
            for path in ("/health", "/jobs", "/algorithms", "/nowhere", "/admin/queries"):
                request(server, "GET", path)
            found = self.wanted(6)
        first = next(entry for entry in found if entry["id"] == "mine-1")
        self.assertEqual({name: first[name] for name in ("log", "id", "user", "client", "database", "kind", "status", "rows", "text", "text_bytes")},
                         {"log": "query", "id": "mine-1", "user": "(anonymous)", "client": "127.0.0.1", "database": "db", "kind": "query",
                          "status": 200, "rows": 3, "text": text, "text_bytes": len(text)})
        self.assertGreater(first["bytes"], len(answer.text))
        self.assertRegex(first["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        stages = sum(first[f"{stage}_seconds"] for stage in ("waiting", "planning", "running", "sending"))
        self.assertAlmostEqual(first["seconds"], stages, delta=1e-5)
        self.assertEqual(sorted((entry["kind"], entry["status"]) for entry in found),
                         [("graph_read", 200), ("graph_write", 201), ("query", 200), ("query", 400), ("rules", 200), ("update", 200)])
        for entry in found:
            self.assertLessEqual(set(entry), documented("The query log"))
            self.assertLessEqual(NUMBERS, set(entry))
        self.assertEqual(stat.S_IMODE(self.queries.stat().st_mode), 0o600)

    def test_slow_queries_have_their_plan(self):
        with self.served("--slow", "0.3", images=self.images) as server:
            self.assertEqual(request(server, "GET", query("ASK {}")).status, 200)
            limited = request(server, "GET", query(sample_data.endless(4), timeout="1"))
            self.assertEqual(limited.status, 503)
            quick, slow = self.wanted(2)
        self.assertNotIn("plan", quick)
        self.assertIn("IndexScan", slow["plan"])
        self.assertEqual(slow["text"], sample_data.endless(4))
        self.assertGreaterEqual(slow["seconds"], 0.9)
        self.assertEqual(slow["status"], 503)
        self.assertGreater(slow["peak_memory_bytes"], 0)
        self.assertLessEqual(set(slow), documented("The query log"))

    def test_jobs_have_an_entry_when_they_end(self):
        with self.served("--slow", "0", images=self.images) as server:
            answer = request(server, "POST", "/jobs", "SELECT * { ?s <urn:p1> ?o }", {"Content-Type": "application/sparql-query", "X-Request-Id": "of-job"})
            id = json.loads(answer.text)["id"]
            request(server, "GET", f"/jobs/{id}?wait=30")
            (entry,) = self.wanted(1)
        self.assertEqual((entry["id"], entry["job"], entry["kind"], entry["status"], entry["client"]), ("of-job", id, "query", 200, "127.0.0.1"))
        self.assertGreater(entry["rows"], 0)
        self.assertGreater(entry["bytes"], 0)
        self.assertIn("plan", entry)

    def test_a_query_that_somebody_ends_says_so(self):
        with self.served(images=self.images) as server:
            client = threading.Thread(target=lambda: request(server, "GET", query(sample_data.endless(4), timeout="1min"), headers={"X-Request-Id": "long"}))
            client.start()
            until = time.monotonic() + patience(10)
            while request(server, "DELETE", "/admin/queries/long").status != 202:
                self.assertLess(time.monotonic(), until)
                time.sleep(0.05)
            client.join()
            (entry,) = self.wanted(1)
            cancel = [its for its in self.events("administration") if its.get("status") == 202]
        self.assertEqual((entry["status"], entry["cancelled"]), (503, True))
        self.assertEqual([its["action"] for its in cancel], ["DELETE /admin/queries/long"])

    def test_an_answer_that_is_cut_off_says_so(self):
        with self.served(images=self.images) as server:
            with self.assertRaises(CutOff):
                request(server, "GET", query("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }", timeout="1"))
            (entry,) = self.wanted(1)
        self.assertEqual((entry["status"], entry["cut_off"]), (200, True))
        self.assertGreater(entry["rows"], 0)


class Formats(Logs):
    def test_a_hostile_text_is_one_entry_in_both_formats(self):
        hostile = 'SELECT * { ?s ?p "\x1b[31m\\n" }\n2026-11-29T10:00:00.000Z query id=forged user=ann\r\n# \u202e \x85'
        for log_format in ("lines", "json"):
            self.queries.unlink(missing_ok=True)
            with self.served(log_format=log_format) as server:
                request(server, "POST", "/sparql", hostile.encode() + b" \xff\xfe", {"Content-Type": "application/sparql-query"})
                server.stop()
            (line,) = self.queries.read_bytes().splitlines()
            self.assertNotRegex(line, rb"[\x00-\x1f\x7f]")
            self.assertNotIn("\u202e".encode(), line)
            if log_format == "json":
                self.assertTrue(json.loads(line)["text"].startswith(hostile))
            else:
                quoted = line.decode().split(" text=", 1)[1]
                self.assertTrue(json.loads(quoted).startswith(hostile))

    def test_messages_have_the_format_too(self):
        with serving(self.own / "db", 1, options=("--query-log", "-", "--log-format", "json")) as server:
            self.assertEqual(request(server, "GET", query("ASK {}")).status, 200)
            server.stop()
            said = [json.loads(line) for line in server.errors.splitlines()]
        self.assertEqual(sorted(entry["log"] for entry in said), ["query", "server", "server"])
        self.assertIn("serving", said[0]["message"])

    def test_a_log_that_cannot_be_opened_ends_the_start(self):
        for option in ("--query-log", "--audit-log"):
            ended = run("serve", "--db", self.own / "db", "--port", 0, option, self.own / "none/x.log")
            self.assertSays(ended, 1, "none/x.log")
        self.assertSays(run("serve", "--db", self.own / "db", "--slow", 1), 1, "--query-log")
        self.assertSays(run("serve", "--db", self.own / "db", "--audit-log", "-"), 1, "must be a file")

    def test_files_that_are_moved_away_or_truncated_go_on(self):
        with self.served() as server:
            self.assertEqual(request(server, "POST", "/update", "INSERT DATA { <urn:a> <urn:b> 1 }", UPDATE).status, 200)
            self.wanted(1)
            for log in (self.queries, self.audit):
                log.rename(log.with_suffix(".1"))
            self.assertEqual(request(server, "POST", "/update", "INSERT DATA { <urn:a> <urn:b> 2 }", UPDATE).status, 200)
            self.wanted(1)
            self.assertEqual(len(self.events("write")), 2)
            os.truncate(self.queries, 0)
            self.assertEqual(request(server, "GET", query("ASK {}")).status, 200)
            (entry,) = self.wanted(1)
        self.assertEqual(entry["text"], "ASK {}")
        self.assertEqual(len(entries(self.queries.with_suffix(".1"))), 1)

    def test_a_query_log_that_cannot_be_written_delays_nobody(self):
        with serving(self.own / "db", 1, options=("--query-log", "/dev/full")) as server:
            for _ in range(3):
                self.assertEqual(request(server, "GET", query("ASK {}")).status, 200)
                time.sleep(0.2)
            server.stop()
            self.assertEqual(server.errors.count("query log"), 1, server.errors)
            self.assertIn("/dev/full", server.errors)


class Accounts(Logs):
    def setUp(self):
        super().setUp()
        self.access = self.own / "access.toml"
        for name, role in (("ann", "write"), ("bo", "read"), ("eve", "admin")):
            ended = run("access", "user", "add", name, "--role", role, "--access", self.access, given=f"password-of-{name}".encode())
            self.assertEqual(ended.status, 0, ended.errors)
        self.users = {name: basic(name, f"password-of-{name}") for name in ("ann", "bo", "eve")}


class Audit(Accounts):
    def test_logins_have_one_entry_for_each_connection(self):
        with self.served("--access", self.access) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            for headers in (self.users["ann"], self.users["ann"], self.users["bo"], self.users["ann"]):
                connection.request("GET", query("ASK {}"), headers=headers)
                self.assertEqual(connection.getresponse().read() != b"", True)
            connection.close()
            logins = self.events("login")
        self.assertEqual([(entry["user"], entry["by"], entry["client"]) for entry in logins],
                         [("ann", "password", "127.0.0.1"), ("bo", "password", "127.0.0.1")])
        for entry in logins:
            self.assertLessEqual(set(entry), documented("The audit log"))

    def test_refusals(self):
        with self.served("--access", self.access) as server:
            self.assertEqual(request(server, "GET", query("ASK {}")).status, 401)
            self.assertEqual(request(server, "GET", query("ASK {}"), headers=basic("ann", "wrong")).status, 401)
            self.assertEqual(request(server, "GET", query("ASK {}"), headers=basic("nobody", "x")).status, 401)
            self.assertEqual(request(server, "POST", "/update", "CLEAR ALL", {**UPDATE, **self.users["bo"]}).status, 403)
            self.assertEqual(request(server, "GET", query("ASK {}"), headers={"Host": "evil.example"}).status, 421)
            refusals = self.events("refusal")
            while True:  # until the delay
                answer = request(server, "GET", query("ASK {}"), headers=basic("ann", "wrong"))
                if answer.status == 429:
                    break
            late = self.events("refusal")[-1]
        self.assertEqual([(entry["status"], entry.get("user")) for entry in refusals],
                         [(401, "(anonymous)"), (401, "ann"), (401, None), (403, "bo"), (421, None)])
        self.assertEqual((late["status"], late["user"]), (429, "ann"))
        self.assertEqual(refusals[3]["action"], "POST /update")
        self.assertIn("'write'", refusals[3]["message"])
        for entry in refusals:
            self.assertLessEqual(set(entry), documented("The audit log"))

    def test_writes_have_their_graphs_and_their_results(self):
        with self.served("--access", self.access) as server:
            ann = {**self.users["ann"], "X-Request-Id": "w"}
            text = "WITH <urn:g> DELETE { ?s ?p 1 } INSERT { ?s ?p 2 } USING <urn:u> WHERE { ?s ?p 1 }; INSERT DATA { <urn:a> <urn:b> 1 }"
            answer = request(server, "POST", "/update", text, {**UPDATE, **ann})
            self.assertEqual(answer.status, 200, answer.text)
            self.assertEqual(request(server, "PUT", "/data?graph=urn:h", "<urn:a> <urn:b> 1, 2 .", {**TURTLE, **ann}).status, 201)
            self.assertEqual(request(server, "POST", "/data?default", "<urn:a> <urn:b> 3 .", {**TURTLE, **ann}).status, 200)
            self.assertEqual(request(server, "DELETE", "/data?graph=urn:h", headers=ann).status, 200)
            self.assertEqual(request(server, "DELETE", "/data?graph=urn:none", headers=ann).status, 404)
            self.assertEqual(request(server, "POST", "/update", "nonsense", {**UPDATE, **ann}).status, 400)
            job = json.loads(request(server, "POST", "/jobs", "CLEAR GRAPH <urn:g>", {**UPDATE, **ann}).text)["id"]
            request(server, "GET", f"/jobs/{job}?wait=30", headers=ann)
            found = self.events("write")
        self.assertEqual([(entry["state"], entry["action"]) for entry in found],
                         [(state, action) for action in ("POST /update", "PUT /data", "POST /data", "DELETE /data", "DELETE /data", "job")
                          for state in ("begins", "ended")])
        self.assertTrue(all((entry["id"], entry["user"]) == ("w", "ann") for entry in found))
        begins, ended = found[::2], found[1::2]
        self.assertEqual([entry["graphs"] for entry in begins], [["default", "urn:g"], ["urn:h"], ["default"], ["urn:h"], ["urn:none"], ["urn:g"]])
        self.assertEqual(begins[0]["read_graphs"], ["urn:u"])
        result = json.loads(answer.text)
        self.assertEqual({name: ended[0][name] for name in ("version", "inserted", "deleted", "status")}, {**result, "status": 200})
        self.assertEqual([entry["status"] for entry in ended], [200, 201, 200, 200, 404, 200])
        self.assertEqual((ended[1]["inserted"], ended[3]["deleted"]), (2, 2))
        self.assertEqual(ended[5]["job"], job)
        for entry in found:
            self.assertLessEqual(set(entry), documented("The audit log"))

    def test_rules_and_administration(self):
        with self.served("--access", self.access, "--backup-target", self.own) as server:
            eve = self.users["eve"]
            rule = "RULE { ?x <urn:q> ?y } WHERE { ?x <urn:p> ?y }"
            self.assertEqual(request(server, "PUT", "/rules/mine.srl", rule, {**eve, "Content-Type": "application/sparql-rl"}).status, 201)
            self.assertEqual(request(server, "DELETE", "/rules/mine.srl", headers=eve).status, 200)
            self.assertEqual(request(server, "POST", "/admin/compact?kind=merge", headers=eve).status, 200)
            self.assertEqual(request(server, "POST", f"/admin/backup?target={self.own}/backup", headers=eve).status, 200)
            self.assertEqual(request(server, "DELETE", "/admin/queries/none", headers=eve).status, 404)
            self.assertEqual(request(server, "DELETE", "/jobs/none", headers=eve).status, 404)
            self.assertEqual(request(server, "GET", "/admin/queries", headers=eve).status, 200)
            rules, administration = self.events("rules"), self.events("administration")
            server.stop()
        self.assertEqual([entry.get("rules") for entry in rules], [["+mine.srl"], None, ["-mine.srl"], None])
        self.assertEqual(rules[1]["status"], 201)
        self.assertEqual([(entry["action"], entry.get("status")) for entry in administration], [
            (action, status) for action, ended in (("POST /admin/compact", 200), ("POST /admin/backup", 200),
                                                   ("DELETE /admin/queries/none", 404), ("DELETE /jobs/none", 404)) for status in (None, ended)])
        self.assertEqual(administration[0]["parameters"], ["kind=merge"])
        for entry in rules + administration:
            self.assertLessEqual(set(entry), documented("The audit log"))
        start, stop = [entry for entry in entries(self.audit) if entry["event"] in ("start", "stop")]
        self.assertIn(f"access={self.access}", start["settings"])
        self.assertIn(f"port={server.port}", start["settings"])
        self.assertEqual(start["version"], stop["version"])
        self.assertEqual(entries(self.audit)[-1], stop)
        self.assertLessEqual(set(start), documented("The audit log"))

    def test_no_secret_is_in_a_log(self):
        token = run("access", "token", "add", "--user", "ann", "--access", self.access).text.strip()
        planted = {"password-of-ann", "planted-1", "planted-2", "planted-3", "planted-4", token, token[:-1] + "x"}
        for log_format in ("lines", "json"):
            with self.served("--access", self.access, "--slow", "0", log_format=log_format) as server:
                for headers in (self.users["ann"], basic("ann", "planted-1"), basic("planted-1", "x"), {"Authorization": f"Bearer {token}"},
                                {"Authorization": f"Bearer {token[:-1]}x"}, {"Authorization": "planted-1"}, {"X-Remote-User": "planted-1"}):
                    request(server, "GET", query("ASK { SERVICE SILENT <http://ann:planted-2@127.0.0.1:1/sparql> { ?s ?p ?o } }"), headers=headers)
                    request(server, "POST", "/update", "LOAD <http://ann:planted-2@127.0.0.1:1/x>; CLEAR SILENT GRAPH <http://x:planted-3@h/g>", {**UPDATE, **headers})
                    request(server, "PUT", "/data?graph=" + urllib.parse.quote("http://x:planted-3@h/g"), "<urn:a> <urn:b> 1 .", {**TURTLE, **headers})
                    request(server, "POST", "/admin/compact?" + urllib.parse.urlencode({"kind": "http://x:planted-3@h/"}), headers=headers)
                credential = server.authorization["Authorization"].split()[1]
                request(server, "POST", "/admin/compact")
                server.stop()
            said = self.queries.read_text() + self.audit.read_text() + server.errors
            for secret in planted | {credential}:
                self.assertNotIn(secret, said)
            self.assertGreater(len(said.splitlines()), 30)
            self.queries.unlink()
            self.audit.unlink()
        refused = run("serve", "--db", self.own / "db", "--allow-service", "http://u:planted-4@h/")
        self.assertSays(refused, 1, "http://***@h/")
        self.assertNotIn("planted-4", refused.text + refused.errors)


class Durable(Accounts):
    def test_an_entry_is_synced_before_its_answer(self):
        if not shutil.which("strace"):
            self.skipTest("strace is missing")
        trace = self.own / "trace"
        wrapper = ("strace", "-f", "-y", "-s", "400", "-e", "trace=write,fdatasync,sendmsg", "-o", trace)
        with self.served(wrapper=wrapper) as server:
            request(server, "POST", "/update", "INSERT DATA { <urn:a> <urn:b> 1 }", {**UPDATE, "X-Request-Id": "traced"})
            request(server, "GET", query("ASK {}"), headers={"Host": "evil.example", "X-Request-Id": "refused"})
            for pid in children_of(server.process.pid):  # strace would let it go on
                os.kill(pid, signal.SIGTERM)
            self.assertIsNotNone(server.wait(patience(30)))
        lines = trace.read_text(errors="replace").splitlines()

        def place(part, *more, after=0):
            found = [n for n, line in enumerate(lines) if n >= after and part in line and all(one in line for one in more)]
            self.assertTrue(found, (part, more))
            return found[0]

        begins = place("write(", "audit.log", "traced", "begins")
        ended = place("write(", "audit.log", "traced", "ended")
        answer = place("sendmsg(", "X-Request-Id: traced")
        first_sync = place("fdatasync(", "audit.log", after=begins)
        self.assertLess(first_sync, ended)
        self.assertLess(place("fdatasync(", "audit.log", after=ended), answer)
        refusal = place("write(", "audit.log", "refused")
        self.assertLess(place("fdatasync(", "audit.log", after=refusal), place("sendmsg(", "X-Request-Id: refused"))

    def test_an_acknowledged_write_is_in_the_log_after_a_kill(self):
        for number in range(5):
            with self.served() as server:
                self.assertEqual(request(server, "POST", "/update", f"INSERT DATA {{ <urn:a> <urn:b> {number} }}", {**UPDATE, "X-Request-Id": f"k{number}"}).status, 200)
                for image in server.images().values():
                    image.kill()
            ended = [entry for entry in self.events("write") if entry["state"] == "ended"]
            self.assertEqual(ended[-1]["id"], f"k{number}")

    def test_what_cannot_be_audited_does_not_happen(self):
        small = self.own / "small"
        small.mkdir()
        self.audit = small / "audit.log"
        script = f"mount -t tmpfs -o size=64k none {small} && exec \"$@\""
        if subprocess.run(["unshare", "-m", "true"]).returncode != 0:
            self.skipTest("needs the right to mount")
        with self.served("--access", self.access, wrapper=("unshare", "-m", "sh", "-c", script, "sh")) as server:
            seen = pathlib.Path(f"/proc/{server.process.pid}/root{small}")
            ann, eve = self.users["ann"], self.users["eve"]

            def update(number):
                return request(server, "POST", "/update", f"INSERT DATA {{ <urn:a> <urn:full> {number} }}", {**UPDATE, **ann})

            self.assertEqual(update(1).status, 200)
            with open(seen / "filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
                while True:
                    filler.write(b"x" * 512)
            while (refused := update(2)).status == 200:  # the last page of the log may have room
                pass
            self.assertEqual(refused.status, 507, refused.text)
            self.assertIn("audit log", refused.text)
            self.assertEqual(request(server, "POST", "/admin/compact", headers=eve).status, 507)
            self.assertEqual(request(server, "PUT", "/data?graph=urn:full", "<urn:a> <urn:b> 1 .", {**TURTLE, **ann}).status, 507)
            self.assertEqual(request(server, "GET", query("ASK {}"), headers=ann).status, 200)
            self.assertEqual(request(server, "GET", query("ASK {}"), headers=basic("ann", "wrong")).status, 401)
            self.assertEqual(request(server, "GET", "/data?graph=urn:full", headers=ann).status, 404)
            whole = (seen / "audit.log").read_text()
            self.assertTrue(whole.endswith("}\n"))
            (seen / "filler").unlink()
            self.assertEqual(update(3).status, 200)
            kept = [json.loads(line) for line in (seen / "audit.log").read_text().splitlines()]
            server.stop()
        begins = [entry for entry in kept if entry["event"] == "write" and entry["state"] == "begins"]
        ended = [entry for entry in kept if entry["event"] == "write" and entry["state"] == "ended"]
        self.assertEqual(len(begins), len(ended))
        self.assertEqual(server.errors.count("the audit log cannot be written"), 1, server.errors)
        self.assertEqual(server.errors.count("the audit log is written again"), 1, server.errors)


class Clients(Accounts):
    def test_the_client_of_a_trusted_proxy_is_the_one_that_it_names(self):
        for trusted, client in (((), "127.0.0.1"), (("--trusted-proxy", "127.0.0.1"), "192.0.2.7")):
            self.queries.unlink(missing_ok=True)
            with self.served("--access", self.access, *trusted) as server:
                for _ in range(2):
                    request(server, "GET", query("ASK {}"), headers={"X-Forwarded-For": "198.51.100.1, 192.0.2.7", **self.users["ann"]})
                self.assertEqual({entry["client"] for entry in self.wanted(2)}, {client})
                self.assertEqual({entry["client"] for entry in self.events("login")[-2:]}, {client})

    def test_two_groups_write_the_same_files_and_a_relayed_request_once(self):
        with self.served("--access", self.access, "--trusted-proxy", "127.0.0.1", "--listen", "all", images=2, environment=GROUPS) as server:
            first, second = (port for _, port in sorted(self.ports(server).items()))
            ann = {"X-Forwarded-For": "192.0.2.7", **self.users["ann"]}
            for port, name in ((first, "at-first"), (second, "at-second")):
                answer = self.at(port, "GET", query("SELECT * { <urn:s7> ?p ?o }"), headers={**ann, "X-Request-Id": name})
                self.assertEqual(answer.status, 200, answer.text)
            relayed = self.at(second, "POST", "/update", "INSERT DATA { <urn:a> <urn:b> 1 }", {**UPDATE, **ann, "X-Request-Id": "relayed"})
            self.assertEqual(relayed.status, 200, relayed.text)
            self.assertEqual(self.at(second, "POST", "/admin/compact", headers={**ann, "X-Request-Id": "no"}).status, 403)
            found = self.wanted(3)
            written, refusals = self.events("write"), self.events("refusal")
        self.assertEqual(sorted(entry["id"] for entry in found), ["at-first", "at-second", "relayed"])
        self.assertEqual({entry["client"] for entry in found}, {"192.0.2.7"})
        self.assertEqual({entry["user"] for entry in found}, {"ann"})
        self.assertEqual([(entry["id"], entry["state"], entry["client"], entry["user"]) for entry in written],
                         [("relayed", "begins", "192.0.2.7", "ann"), ("relayed", "ended", "192.0.2.7", "ann")])
        self.assertEqual([entry["id"] for entry in refusals], ["no"])

    def ports(self, server):
        answer = request(server, "GET", "/health", headers=self.users["ann"])
        return {its["group"]: its["port"] for its in json.loads(answer.text)["listeners"]}

    def at(self, port, *words, **more):
        return request(type("Listener", (), {"port": port, "authorization": {}}), *words, **more)


if __name__ == "__main__":
    unittest.main()
