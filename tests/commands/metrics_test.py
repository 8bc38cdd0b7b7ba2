#!/usr/bin/env python3
"""Metrics: /metrics and /ready of the endpoint, the listener of --admin-listen, the alert rules, Prometheus itself."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, die_with_the_test, for_images, patience, run, running, serving
from sparql_client import ask, request

PROMTOOL, PROMETHEUS = shutil.which("promtool"), shutil.which("prometheus")
DOCS = pathlib.Path(__file__).parents[2] / "docs"
RULES = DOCS / "monitoring" / "quadrille.rules.yml"
UPDATE = {"Content-Type": "application/sparql-update"}
# Families that a server has only with TLS, or after a backup.
SOMETIMES = {"quadrille_tls_certificate_expiry_timestamp_seconds", "quadrille_backup_last_success_timestamp_seconds"}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def path_of(query, **more):
    return "/sparql?" + urllib.parse.urlencode({"query": query, **more})


class Monitor:
    """The second listener of a server: for sparql_client.request()."""

    def __init__(self, port):
        self.port = port


class Scrape:
    """The metrics of one moment: {'name{label="value"}': number}, and the families."""

    def __init__(self, text):
        self.text = text
        self.values, self.families, self.labels = {}, {}, {}
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split()
                self.families[name] = kind
            elif not line.startswith("#"):
                series, _, value = line.rpartition(" ")
                self.values[series] = float(value)
                name = re.sub(r"_(bucket|sum|count)$", "", series.partition("{")[0])
                name = name if name in self.families else series.partition("{")[0]
                labels = set(re.findall(r'(?:\{|,)(\w+)="', series)) - {"le"}
                self.labels.setdefault(name, set()).update(labels)

    def __getitem__(self, series):
        """The value of a series, or of the only one of a family."""
        if series in self.values:
            return self.values[series]
        (value,) = (value for found, value in self.values.items() if found.startswith(series + "{"))
        return value

    def sum(self, start):
        return sum(value for series, value in self.values.items() if series.startswith(start))


def scrape(listener):
    answer = request(listener, "GET", "/metrics")
    assert answer.status == 200, answer
    assert answer.type == "text/plain; version=0.0.4; charset=utf-8", answer
    return Scrape(answer.text)


def settled(server):
    """The metrics when nothing else runs than the reading itself: a request is counted after its answer."""
    until = time.monotonic() + patience(10)
    while (now := scrape(server.monitor)).sum("quadrille_requests_running") != 1:
        assert time.monotonic() < until, now.text
    return now


@contextlib.contextmanager
def watched(folder, images=1, options=(), **more):
    """A server with a second listener: server.monitor."""
    with serving(folder, images, options=("--admin-listen", "0", *options), **more) as server:
        server.monitor = Monitor(int(re.search(r"/metrics, /health and /ready are on https?://127.0.0.1:(\d+)",
                                               server.errors)[1]))
        yield server


class Metrics(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text("".join(f"<urn:s{i}> <urn:p{i % 7}> \"{i}\" .\n" for i in range(3000)))
        build(cls.folder / "db", file, images=getattr(cls, "images", 1))

    def changes(self, server, work):
        """The metrics that `work` changes, as a function of a series."""
        before = scrape(server.monitor)
        work()
        after = settled(server)
        return lambda series: after[series] - before[series]


@for_images(1, 2)
class Figures(Metrics):
    def setUp(self):
        self.database = self.folder / self._testMethodName
        shutil.copytree(self.folder / "db", self.database)
        context = watched(self.database, self.images)
        self.server = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def test_counts_agree_with_the_requests(self):
        server = self.server

        def work():
            for _ in range(7):
                self.assertEqual(ask(server, "SELECT * { ?s <urn:p1> ?o } LIMIT 5").status, 200)
            for _ in range(3):
                self.assertEqual(ask(server, "SELECT nonsense").status, 400)
            for _ in range(2):
                self.assertEqual(request(server, "POST", "/update", "INSERT DATA { <urn:x> <urn:p> 1 }", UPDATE).status, 200)
            self.assertEqual(request(server, "GET", "/data?graph=urn:none").status, 404)
            self.assertEqual(request(server, "PUT", "/data?graph=urn:g", "<urn:a> <urn:b> 1 .", {"Content-Type": "text/turtle"}).status, 201)
            self.assertEqual(request(server, "GET", "/nowhere").status, 404)
            self.assertEqual(request(server, "GET", "/ready").status, 200)

        change = self.changes(server, work)
        count = lambda kind, status: change(f'quadrille_requests_total{{kind="{kind}",status="{status}"}}')
        self.assertEqual(count("query", 200), 7)
        self.assertEqual(count("query", 400), 3)
        self.assertEqual(count("update", 200), 2)
        self.assertEqual(count("graph_read", 404), 1)
        self.assertEqual(count("graph_write", 201), 1)
        self.assertEqual(count("other", 404), 1)
        self.assertGreaterEqual(count("state", 200), 2)  # /ready, and the reading itself
        self.assertEqual(change('quadrille_request_duration_seconds_count{kind="query"}'), 10)
        self.assertEqual(change('quadrille_request_duration_seconds_bucket{kind="query",le="+Inf"}'), 10)
        self.assertGreater(change('quadrille_request_duration_seconds_sum{kind="query"}'), 0)
        self.assertEqual(change('quadrille_request_stage_duration_seconds_count{kind="query",stage="running"}'), 7)
        self.assertEqual(change('quadrille_response_rows_total{kind="query"}'), 35)
        self.assertGreater(change('quadrille_response_bytes_total{kind="query"}'), 7 * 200)

    def test_figures_of_the_engine(self):
        server = self.server
        first = scrape(server.monitor)
        images = {str(image) for image in range(self.images)}
        for name in ("quadrille_memory_used_bytes", "quadrille_memory_limit_bytes", "quadrille_memory_high_water_bytes",
                     "quadrille_image_resident_memory_bytes", "quadrille_log_bytes"):
            series = [series for series in first.values if series.startswith(name + "{")]
            self.assertEqual({re.search(r'image="(\d+)"', one)[1] for one in series}, images, name)
            self.assertTrue(all(first[one] > 0 for one in series), name)
        for image in images:
            self.assertLess(first[f'quadrille_memory_used_bytes{{image="{image}"}}'],
                            first[f'quadrille_memory_limit_bytes{{image="{image}"}}'])
        self.assertEqual(first["quadrille_quads"], 3000)
        self.assertEqual(first["quadrille_ready"], 1)

        def work():
            for i in range(4):
                self.assertEqual(request(server, "POST", "/update", f"INSERT DATA {{ <urn:x> <urn:p> {i} }}", UPDATE).status, 200)
            for _ in range(8):
                ask(server, "ASK { <urn:s1> ?p ?o }")
            self.assertEqual(request(server, "POST", "/admin/compact").status, 200)
            self.assertEqual(request(server, "POST", f"/admin/backup?target={self.folder}/backup-{self.id()}").status, 200)

        before = time.time()
        change = self.changes(server, work)
        self.assertEqual(change("quadrille_quads"), 4)
        self.assertEqual(change("quadrille_state_version"), 4)
        self.assertEqual(change("quadrille_generation"), 1)
        self.assertGreaterEqual(change('quadrille_log_syncs_total{image="0"}'), 4)
        self.assertGreater(change('quadrille_log_sync_seconds_total{image="0"}'), 0)
        self.assertGreaterEqual(change('quadrille_cache_hits_total{cache="prepared_queries"}'), 4)
        self.assertEqual(change('quadrille_compactions_total{outcome="succeeded"}'), 1)
        self.assertEqual(change('quadrille_backups_total{outcome="succeeded"}'), 1)
        self.assertEqual(change('quadrille_backups_total{outcome="failed"}'), 0)
        last = scrape(server.monitor)
        self.assertGreaterEqual(last["quadrille_backup_last_success_timestamp_seconds"], int(before))
        self.assertLess(abs(last["quadrille_process_start_time_seconds"] - before), patience(60))

    def test_long_queries_and_messages(self):
        server = self.server
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            clients = [pool.submit(request, server, "GET", path_of(sample_data.endless(4), timeout="20s"),
                                   None, {"X-Request-Id": f"long-{n}"}) for n in range(6)]
            until = time.monotonic() + patience(15)
            while time.monotonic() < until:
                now = scrape(server.monitor)
                # The figures of one answer are not read at the same time.
                figures = [now[name] for name in ("quadrille_lanes", "quadrille_lanes_running", "quadrille_lanes_waiting",
                                                  'quadrille_requests_running{kind="query"}')]
                if figures == [4, 4, 2, 6]:
                    break
                time.sleep(0.02)
            self.assertEqual(figures, [4, 4, 2, 6])
            for n in range(6):
                self.assertEqual(request(server, "DELETE", f"/admin/queries/long-{n}").status, 202)
            for client in clients:
                self.assertEqual(client.result(patience(20)).status, 503)
        after = settled(server)
        self.assertEqual(after["quadrille_lanes_running"], 0)
        self.assertEqual(after['quadrille_requests_cancelled_total{kind="query"}'], 6)
        self.assertEqual(after['quadrille_requests_total{kind="query",status="503"}'], 6)
        in_groups = self.images > 1 and "QUADRILLE_GROUP_SIZE" in os.environ
        for image in range(self.images):
            sent = after[f'quadrille_messages_sent_total{{image="{image}"}}']
            self.assertEqual(sent > 0, in_groups, f"image {image} has sent {sent}")

    def test_many_clients_while_the_metrics_are_read(self):
        server, clients, each = self.server, 8, 60
        stop = threading.Event()
        seen = []

        def watch():
            while not stop.is_set():
                seen.append(scrape(server.monitor)['quadrille_requests_total{kind="query",status="200"}'])

        def work():
            watchers = [threading.Thread(target=watch) for _ in range(2)]
            for one in watchers:
                one.start()
            with concurrent.futures.ThreadPoolExecutor(clients) as pool:
                answers = list(pool.map(lambda n: ask(server, f"ASK {{ <urn:s{n}> ?p ?o }}").status, range(clients * each)))
            stop.set()
            for one in watchers:
                one.join()
            self.assertEqual(set(answers), {200})

        change = self.changes(server, work)
        self.assertEqual(change('quadrille_requests_total{kind="query",status="200"}'), clients * each)
        self.assertGreater(len(seen), 4)

    def test_the_page_has_all_metrics(self):
        self.assertEqual(request(self.server, "POST", f"/admin/backup?target={self.folder}/backup-{self.id()}").status, 200)
        rows = re.findall(r"^\| `(quadrille_\w+)` \| (\w+) \|([^|]*)\|", (DOCS / "metrics.md").read_text(), re.MULTILINE)
        now = scrape(self.server.monitor)
        documented = {name: kind for name, kind, _ in rows}
        self.assertEqual(len(rows), len(documented))
        self.maxDiff = None
        self.assertEqual({**now.families, "quadrille_tls_certificate_expiry_timestamp_seconds": "gauge"}, documented)
        for name, _, labels in rows:
            if name in now.labels:
                self.assertEqual(now.labels[name], set(re.findall(r"`(\w+)`", labels)), name)

    def test_rules_and_dashboard_use_metrics_that_exist(self):
        self.assertEqual(request(self.server, "POST", f"/admin/backup?target={self.folder}/backup-{self.id()}").status, 200)
        now = scrape(self.server.monitor)
        known = set(now.families) | SOMETIMES
        for name, kind in now.families.items():
            if kind == "histogram":
                known |= {f"{name}_{part}" for part in ("bucket", "sum", "count")}
        dashboard = DOCS / "monitoring" / "quadrille.dashboard.json"
        json.loads(dashboard.read_text())
        for file in (RULES, dashboard, DOCS / "monitoring" / "quadrille.rules.test.yml"):
            used = set(re.findall(r"quadrille_\w+", file.read_text()))
            self.assertEqual(used - known, set(), file)
            self.assertGreater(len(used), 10)


class Access(Metrics):
    def test_strangers_learn_nothing(self):
        file = self.folder / "access.toml"
        tokens = {}
        for name in ("read", "write", "admin", "metrics"):
            run("access", "user", "add", name, "--role", name, "--no-password", "--access", file)
            tokens[name] = run("access", "token", "add", "--user", name, "--access", file).text.strip()
        with watched(self.folder / "db", options=("--access", file)) as server:
            self.assertEqual(request(server, "GET", "/metrics").status, 401)
            self.assertEqual(request(server, "GET", "/metrics", headers={"Authorization": "Bearer qdt_wrong"}).status, 401)
            for name, token in tokens.items():
                answer = request(server, "GET", "/metrics", headers={"Authorization": f"Bearer {token}"})
                self.assertEqual(answer.status, 200 if name in ("admin", "metrics") else 403, name)
                self.assertEqual("quadrille_" in answer.text, answer.status == 200)
            self.assertEqual(request(server, "GET", "/ready").text, "ready\n")
            wrong = {"Authorization": "Basic eDp5"}
            self.assertEqual(request(server, "GET", "/sparql?query=ASK%7B%7D", headers=wrong).status, 401)
            self.assertEqual(scrape(server.monitor)['quadrille_logins_total{outcome="wrong"}'], 1)
            # The second listener needs no credentials, and none helps there.
            for headers in ({}, {"Authorization": f"Bearer {tokens['admin']}"}, wrong):
                for path in ("/metrics", "/health", "/ready"):
                    self.assertEqual(request(server.monitor, "GET", path, headers=headers).status, 200)
                for method, path in (("GET", "/"), ("GET", "/sparql?query=ASK%7B%7D"), ("POST", "/update"), ("GET", "/data"),
                                     ("PUT", "/data?default"), ("GET", "/rules"), ("GET", "/jobs"), ("POST", "/jobs"),
                                     ("GET", "/algorithms"), ("GET", "/metrics/x"), ("GET", "//metrics")):
                    answer = request(server.monitor, method, path, headers={**headers, "Content-Type": "text/plain"})
                    self.assertEqual(answer.status, 404, path)
                    self.assertIn("--admin-listen", answer.text)
                for method in ("POST", "PUT", "DELETE", "PATCH"):
                    self.assertEqual(request(server.monitor, method, "/metrics", headers=headers).status, 405)
            server.monitor.authorization = server.authorization
            for path in ("/admin/queries", "/admin/compact"):
                self.assertEqual(request(server.monitor, "GET", path).status, 404)
            self.assertEqual(request(server.monitor, "GET", "/metrics", headers={"Host": "rebound.example.org"}).status, 421)
            self.assertIn('"quads":3000', request(server.monitor, "GET", "/health").text)

    def test_without_accounts_the_endpoint_has_no_metrics_for_everybody(self):
        with serving(self.folder / "db") as server:
            self.assertEqual(request(server, "GET", "/metrics").status, 401)
            self.assertEqual(request(server, "GET", "/metrics", headers=server.authorization).status, 200)
            self.assertNotIn("/metrics", server.errors)

    def test_addresses_that_cannot_be_used(self):
        for words, part in ((("--admin-listen", "here"), "must be a port, or an address and a port"),
                            (("--admin-listen", "127.0.0.1:70000"), "must be a port"),
                            (("--admin-listen", "192.0.2.1:9756"), "cannot listen on 192.0.2.1:9756")):
            self.assertSays(run("serve", "--db", self.folder / "db", "--port", 0, *words), 1, part)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assertSays(run("serve", "--db", self.folder / "db", "--port", 0, "--admin-listen", port), 1,
                            f"cannot listen on 127.0.0.1:{port}", "choose another one with --admin-listen")

    def test_half_requests_to_one_listener_do_not_hold_the_other(self):
        with watched(self.folder / "db") as server, contextlib.ExitStack() as open_ones:
            for _ in range(40):
                half = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.monitor.port)))
                half.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-A: ")
            self.assertEqual(ask(server, "ASK {}").status, 200)
            time.sleep(1.2)
            self.assertEqual(request(server.monitor, "GET", "/ready").status, 200)


class Starting(Case):
    LINES = 200_000

    def test_a_server_that_recovers_is_not_ready(self):
        database = self.folder / "recovered"
        data = "".join(f"<http://ex.org/s{n}> <http://ex.org/p{n % 7}> \"{n % 1000}\" .\n" for n in range(self.LINES))
        with serving(database, options=("--create", "--compact-at", "0")) as server:
            self.assertLess(request(server, "POST", "/data?default", data, {"Content-Type": "application/n-triples"}).status, 300)
        monitor = Monitor(free_port())
        seen = []
        with running("serve", "--db", database, "--port", 0, "--compact-at", "0", "--admin-listen", monitor.port):
            until = time.monotonic() + patience(60)
            while time.monotonic() < until and (not seen or seen[-1][0].status == 503):
                with contextlib.suppress(ConnectionError):
                    seen.append((request(monitor, "GET", "/ready"), scrape(monitor)))
        states = [ready.text for ready, _ in seen]
        self.assertEqual(states[-1], "ready\n")
        self.assertTrue(any(re.fullmatch(r"recovering, \d+ %\n", state) for state in states), states)
        first, last = seen[0][1], seen[-1][1]
        self.assertEqual((first["quadrille_ready"], last["quadrille_ready"]), (0, 1))
        self.assertNotIn("quadrille_quads", first.families)
        self.assertEqual(last["quadrille_quads"], self.LINES)
        self.assertGreaterEqual(last['quadrille_requests_total{kind="state",status="503"}'], 1)


@unittest.skipIf(PROMTOOL is None or PROMETHEUS is None, "prometheus is not installed")
class WithPrometheus(Metrics):
    def promtool(self, *words, given=None):
        ended = subprocess.run([PROMTOOL, *map(str, words)], input=given, capture_output=True, text=True, timeout=60,
                               cwd=DOCS / "monitoring")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        return ended.stdout + ended.stderr

    def test_the_rules_and_their_tests(self):
        self.assertIn("SUCCESS: 13 rules found", self.promtool("check", "rules", RULES))
        self.assertIn("SUCCESS", self.promtool("test", "rules", "quadrille.rules.test.yml"))
        self.promtool("check", "config", "prometheus.yml")
        page = (DOCS / "metrics.md").read_text()
        alerts = set(re.findall(r"alert: (\w+)", RULES.read_text()))
        self.assertEqual(alerts, set(re.findall(r"`(Quadrille\w+)`", page)))

    def test_a_server_under_load(self):
        port = free_port()
        with watched(self.folder / "db") as server:
            self.assertEqual(self.promtool("check", "metrics", given=scrape(server.monitor).text).strip(), "")
            (self.folder / "prometheus.yml").write_text(
                f"global: {{scrape_interval: 1s, evaluation_interval: 1s}}\n"
                f"rule_files: [{RULES}]\n"
                f"scrape_configs: [{{job_name: quadrille, static_configs: [{{targets: ['127.0.0.1:{server.monitor.port}']}}]}}]\n")
            process = subprocess.Popen(
                [PROMETHEUS, f"--config.file={self.folder}/prometheus.yml", f"--storage.tsdb.path={self.folder}/tsdb",
                 f"--web.listen-address=127.0.0.1:{port}"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                preexec_fn=die_with_the_test)
            try:
                self.load_and_compare(server, Monitor(port))
            finally:
                process.kill()
                process.wait()

    def value(self, prometheus, query):
        """The only value of a query to Prometheus; None: there is none yet."""
        try:
            answer = request(prometheus, "GET", "/api/v1/query?" + urllib.parse.urlencode({"query": query}))
        except ConnectionError:
            return None
        found = json.loads(answer.text)["data"]["result"] if answer.status == 200 else []
        return float(found[0]["value"][1]) if found else None

    def wait_for(self, prometheus, query, wanted):
        until = time.monotonic() + patience(15)
        while (value := self.value(prometheus, query)) != wanted:
            self.assertLess(time.monotonic(), until, f"{query}: {value}, not {wanted}")
            time.sleep(0.1)

    def load_and_compare(self, server, prometheus):
        sent = 0
        self.wait_for(prometheus, "up", 1)
        until = time.monotonic() + 3
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            while time.monotonic() < until:
                self.assertEqual(set(pool.map(lambda n: ask(server, f"ASK {{ <urn:s{n}> ?p ?o }}").status, range(40))), {200})
                sent += 40
        self.wait_for(prometheus, 'quadrille_requests_total{kind="query",status="200"}', sent)
        self.wait_for(prometheus, 'quadrille_request_duration_seconds_count{kind="query"}', sent)
        self.assertEqual(self.value(prometheus, 'quadrille_ready{job="quadrille"}'), 1)
        self.assertGreater(self.value(prometheus, 'sum(rate(quadrille_requests_total[20s]))'), 1)
        self.assertIsNone(self.value(prometheus, 'ALERTS{alertstate="firing"}'))


if __name__ == "__main__":
    unittest.main()
