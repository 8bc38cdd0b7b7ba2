#!/usr/bin/env python3
"""Jobs: queries and updates that no client waits for (POST /jobs): states, progress, results, cancelling, limits, ends.

QUADRILLE_GROUP_SIZE cuts the images into groups.
"""

import gzip
import json
import os
import random
import signal
import socket
import time
import unittest
import urllib.parse
import urllib.request

import algorithm_graphs as graphs
import sample_data
from program import Case, build, for_images, patience, run, running, serving
from sparql_client import CSV, JSON, ask, request

QUERY = {"Content-Type": "application/sparql-query"}
UPDATE = {"Content-Type": "application/sparql-update"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
VERTICES = 2000
FEW, MANY = 20_000, 110_000  # edges; queries of many run in a lane
LONG = (f"{graphs.PREFIXES} SELECT (COUNT(*) AS ?n) {{ SERVICE algo:pagerank {{ [] algo:predicate g:p ; "
        "algo:iterations 100000000 ; algo:tolerance 0 ; algo:vertex ?v ; algo:score ?x } }")
LONG_UPDATE = (f"{graphs.PREFIXES} INSERT {{ ?v g:rank ?x }} WHERE {{ SERVICE algo:pagerank {{ [] algo:predicate g:p ; "
               "algo:iterations 100000000 ; algo:tolerance 0 ; algo:vertex ?v ; algo:score ?x } }")
SHORT = f"SELECT ?v {{ ?v <{graphs.G}name> ?n }} ORDER BY ?v"
COUNT = f"SELECT (COUNT(*) AS ?n) {{ ?s <{graphs.G}p> ?o }}"
ENDED = ("done", "failed", "cancelled")


class Jobs(Case):
    options = ()
    edges = FEW
    is_served = True

    @classmethod
    def prepare(cls):
        dice = random.Random(5)
        file = cls.folder / "edges.nt"
        with file.open("w") as out:
            for _ in range(cls.edges):
                out.write(f"<{graphs.G}v{dice.randrange(VERTICES)}> <{graphs.G}p> <{graphs.G}v{dice.randrange(VERTICES)}> .\n")
            for number in range(3):
                out.write(f'<{graphs.G}v{number}> <{graphs.G}name> "{number}" .\n')
        cls.db = cls.folder / "db"
        build(cls.db, file, images=cls.images)
        if cls.is_served:
            cls.server = cls.enterClassContext(serving(cls.db, cls.images, options=cls.options))

    def setUp(self):
        if self.is_served:
            self.addCleanup(self.delete_all)

    def delete_all(self):
        for job in self.list():
            while request(self.server, "DELETE", f"/jobs/{job['id']}").status == 200:
                pass

    def url(self, path):
        return f"http://127.0.0.1:{self.server.port}{path}"

    def post(self, text, headers=QUERY, path="/jobs", **more):
        return request(self.server, "POST", path, text, {**headers, **more})

    def submit(self, text, headers=QUERY, path="/jobs", **more):
        answer = self.post(text, headers, path, **more)
        self.assertEqual(answer.status, 202, answer.text)
        job = json.loads(answer.text)
        self.assertEqual(answer.headers["location"], f"/jobs/{job['id']}")
        return job["id"]

    def job(self, id, wait=None):
        answer = request(self.server, "GET", f"/jobs/{id}" + (f"?wait={wait}" if wait else ""))
        self.assertEqual(answer.status, 200, answer.text)
        return json.loads(answer.text)

    def list(self):
        return json.loads(request(self.server, "GET", "/jobs").text)["jobs"]

    def ended(self, id):
        until = time.monotonic() + patience(60)
        while (job := self.job(id, "10s"))["state"] not in ENDED:
            self.assertLess(time.monotonic(), until, job)
        return job

    def running(self, id, until=lambda job: job["state"] == "running"):
        end = time.monotonic() + patience(30)
        while not until(job := self.job(id)):
            self.assertNotIn(job["state"], ENDED, job)
            self.assertLess(time.monotonic(), end, job)
            time.sleep(0.01)
        return job

    def result(self, id, method="GET", **headers):
        return request(self.server, method, f"/jobs/{id}/result", None, headers)


@for_images(1, 2)
class Runs(Jobs):
    options = ("--timeout", "1")
    edges = MANY

    def test_a_query_runs_and_its_result_is_there_afterwards(self):
        id = self.submit(SHORT, Accept=CSV)
        job = self.ended(id)
        self.assertEqual((job["state"], job["operation"], job["text"]), ("done", "query", SHORT))
        self.assertEqual(job["media_type"].split(";")[0], CSV)
        for _ in range(2):
            answer = self.result(id)
            self.assertEqual((answer.status, answer.text), (200, ask(self.server, SHORT, CSV).text))
        self.assertEqual(job["result_bytes"], len(answer.text))
        self.assertEqual(self.result(id, "HEAD").status, 200)
        self.assertEqual(request(self.server, "DELETE", f"/jobs/{id}").status, 204)
        for path in (f"/jobs/{id}", f"/jobs/{id}/result"):
            answer = request(self.server, "GET", path)
            self.assertEqual(answer.status, 404)
            self.assertIn("restarted", answer.text)

    def test_all_forms_of_the_protocol_and_all_formats(self):
        form = urllib.parse.urlencode({"query": SHORT, "format": "tsv"})
        of_form = self.submit(form, FORM)
        self.assertEqual(self.ended(of_form)["media_type"].split(";")[0], "text/tab-separated-values")
        self.assertEqual(self.result(of_form).text.splitlines()[0], "?v")
        asked = self.submit("ASK { ?s ?p ?o }", Accept=JSON)
        self.ended(asked)
        self.assertTrue(json.loads(self.result(asked).text)["boolean"])
        graph = self.submit(f"CONSTRUCT {{ ?s <{graphs.G}q> ?o }} WHERE {{ ?s <{graphs.G}name> ?o }}", path="/jobs?format=nt")
        self.ended(graph)
        self.assertEqual(len(self.result(graph).text.splitlines()), 3)
        profile = self.submit(SHORT, path="/jobs?explain=profile&format=json")
        self.ended(profile)
        self.assertIn("plan", json.loads(self.result(profile).text))

    def test_a_large_result_comes_whole_and_compressed(self):
        every = f"SELECT * {{ ?a <{graphs.G}p> ?b }}"
        id = self.submit(every, Accept=CSV)
        job = self.ended(id)
        plain = self.result(id)
        self.assertEqual(len(plain.text), job["result_bytes"])
        self.assertEqual(sorted(plain.text.splitlines()), sorted(ask(self.server, every, CSV, timeout="1min").text.splitlines()))
        headers = {"Accept-Encoding": "gzip"}
        with urllib.request.urlopen(urllib.request.Request(self.url(f"/jobs/{id}/result"), headers=headers)) as answer:
            self.assertEqual(gzip.decompress(answer.read()).decode(), plain.text)

    def test_progress_shows_rounds_and_a_residual_and_no_deadline_applies(self):
        id = self.submit(LONG)
        job = self.running(id, lambda job: job.get("round", 0) > 10)
        self.assertEqual(job["frontier"], len({*self.vertices()}))
        self.assertLess(job["residual"], 1)
        self.assertGreater(job["memory_bytes"], 8 * VERTICES)
        early = self.result(id)
        self.assertEqual((early.status, early.headers["retry-after"]), (409, "1"))
        time.sleep(1.2)  # longer than the server's time limit of queries
        later = self.job(id)
        self.assertEqual(later["state"], "running")
        self.assertGreater(later["round"], job["round"])
        self.assertGreater(later["run_seconds"], 1)
        self.assertGreaterEqual(later["sent_bytes"], job["sent_bytes"])
        if os.environ.get("QUADRILLE_GROUP_SIZE") == "1":
            self.assertGreater(later["sent_bytes"], job["sent_bytes"])

    def vertices(self):
        answer = ask(self.server, f"SELECT DISTINCT ?v {{ {{ ?v <{graphs.G}p> ?x }} UNION {{ ?x <{graphs.G}p> ?v }} }}", CSV,
                     timeout="1min")
        return answer.text.splitlines()[1:]

    def test_a_running_job_is_cancelled_within_half_a_second(self):
        for text, headers in ((LONG, QUERY), (LONG_UPDATE, UPDATE), (sample_data.endless(), QUERY)):
            id = self.submit(text, headers)
            self.running(id)
            time.sleep(0.3)
            since = time.monotonic()
            answer = request(self.server, "DELETE", f"/jobs/{id}")
            self.assertLess(time.monotonic() - since, patience(0.5))
            self.assertEqual((answer.status, json.loads(answer.text)["state"]), (200, "cancelled"))
            self.assertEqual(self.result(id).status, 409)
            self.assertEqual(request(self.server, "DELETE", f"/jobs/{id}").status, 204)
        self.assertEqual(ask(self.server, f"ASK {{ ?v <{graphs.G}rank> ?x }}", CSV).text.split()[-1], "false")

    def test_an_update_returns_its_numbers(self):
        id = self.submit(f"INSERT DATA {{ <{graphs.G}new> <{graphs.G}r> 1, 2 }}", UPDATE)
        self.assertEqual(self.ended(id)["operation"], "update")
        self.assertEqual(json.loads(self.result(id).text)["inserted"], 2)
        other = self.submit(urllib.parse.urlencode({"update": f"DELETE WHERE {{ <{graphs.G}new> ?p ?o }}"}), FORM)
        self.ended(other)
        self.assertEqual(json.loads(self.result(other).text)["deleted"], 2)

    def test_mistakes_are_the_answer_of_the_post(self):
        self.assertEqual(self.post("SELECT nothing").status, 400)
        self.assertEqual(self.post("INSERT nothing", UPDATE).status, 400)
        self.assertEqual(self.post("", {"Content-Type": "text/plain"}).status, 415)
        self.assertEqual(self.post(SHORT, Accept="image/png").status, 406)
        self.assertEqual(self.post(SHORT, path="/jobs?timeout=soon").status, 400)
        self.assertEqual(self.post(SHORT, Origin="http://elsewhere.example").status, 403)
        self.assertEqual(self.list(), [])

    def test_mistakes_that_only_the_run_finds_are_the_result(self):
        id = self.submit(f"{graphs.PREFIXES} SELECT ?v {{ SERVICE algo:bfs {{ [] algo:predicate g:p ; algo:start g:nobody ; "
                         "algo:vertex ?v } }")
        job = self.ended(id)
        self.assertEqual((job["state"], job["status"]), ("failed", 400))
        answer = self.result(id)
        self.assertEqual((answer.status, answer.text.strip()), (400, job["error"]))
        limited = self.submit(LONG, path="/jobs?timeout=200ms")
        self.assertEqual(self.ended(limited)["status"], 503)

    def test_paths_and_methods(self):
        self.assertEqual(request(self.server, "GET", "/jobs/none").status, 404)
        self.assertEqual(request(self.server, "DELETE", "/jobs/none").status, 404)
        self.assertEqual(request(self.server, "GET", "/jobs/none/more").status, 404)
        self.assertEqual(request(self.server, "DELETE", "/jobs").status, 405)
        self.assertEqual(request(self.server, "POST", "/jobs/none", SHORT, QUERY).status, 405)
        self.assertEqual(request(self.server, "DELETE", "/jobs/none/result").status, 405)

    def test_a_job_goes_on_if_its_client_leaves(self):
        with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
            connection.sendall(f"POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
                               f"Content-Length: {len(LONG)}\r\n\r\n{LONG}".encode())
            connection.recv(1)
        (job,) = self.list()
        with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
            connection.sendall(f"GET /jobs/{job['id']}?wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            time.sleep(0.1)
        time.sleep(0.3)
        self.running(job["id"], lambda job: job.get("round", 0) > 0)

    def test_the_command_analyze_runs_as_a_job(self):
        words = ("analyze", "--server", self.url(""), "--predicate", f"{graphs.G}p", "pagerank")
        ended = run(*words)
        self.assertEqual((ended.status, len(ended.lines)), (0, 1 + len(self.vertices())), ended.errors)
        self.assertEqual(self.list(), [])
        self.assertSays(run(*words[:-1], "bfs", "--start", "<urn:nobody>"), 1, "urn:nobody")
        self.assertEqual(self.list(), [])
        with running(*words, "--iterations", "100000000", "--tolerance", "0") as process:
            until = time.monotonic() + patience(30)
            while not any(job["state"] == "running" for job in self.list()):
                self.assertLess(time.monotonic(), until)
                time.sleep(0.05)
            time.sleep(1.2)  # longer than the server's time limit of queries
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(patience(10)), 1)
        self.assertEqual(self.list(), [])

    def test_short_queries_and_others_run_beside_jobs(self):
        ids = [self.submit(LONG) for _ in range(4)]
        self.running(ids[1])
        states = [job["state"] for job in self.list()]
        self.assertEqual(states, ["running", "running", "waiting", "waiting"])
        since = time.monotonic()
        for _ in range(10):
            self.assertEqual(ask(self.server, SHORT, CSV, timeout="1min").status, 200)
        self.assertEqual(ask(self.server, COUNT, CSV, timeout="1min").status, 200)
        self.assertLess(time.monotonic() - since, patience(5))
        waiting = request(self.server, "DELETE", f"/jobs/{ids[3]}")
        self.assertEqual(json.loads(waiting.text)["state"], "cancelled")
        request(self.server, "DELETE", f"/jobs/{ids[0]}")
        self.running(ids[2])


@for_images(2)
class Limits(Jobs):
    options = ("--max-jobs", "3", "--running-jobs", "1", "--job-space", "100K", "--keep-jobs", "3", "--read-only")

    def test_more_jobs_than_the_limit_are_refused(self):
        ids = [self.submit(LONG) for _ in range(3)]
        answer = self.post(SHORT)
        self.assertEqual(answer.status, 429)
        self.assertIn("--max-jobs", answer.text)
        self.assertGreater(int(answer.headers["retry-after"]), 0)
        self.assertEqual(request(self.server, "DELETE", f"/jobs/{ids[0]}").status, 200)
        self.assertEqual(request(self.server, "DELETE", f"/jobs/{ids[0]}").status, 204)
        self.submit(SHORT)

    def test_results_have_limited_space(self):
        every = f"SELECT * {{ ?a <{graphs.G}p> ?b }}"
        large = self.submit(every, Accept=CSV)
        job = self.ended(large)
        self.assertEqual((job["state"], job["status"]), ("failed", 507))
        self.assertIn("--job-space", job["error"])
        small = self.submit(every + " LIMIT 100", Accept=CSV)
        self.assertEqual(self.ended(small)["state"], "done")
        self.assertEqual(json.loads(request(self.server, "GET", "/jobs").text)["result_bytes"],
                         len(self.result(small).text))

    def test_ended_jobs_are_forgotten(self):
        id = self.submit(SHORT)
        self.ended(id)
        time.sleep(3.1)
        self.assertEqual(request(self.server, "GET", f"/jobs/{id}").status, 404)
        self.assertEqual(json.loads(request(self.server, "GET", "/jobs").text)["result_bytes"], 0)

    def test_a_read_only_server_refuses_updates(self):
        answer = self.post("INSERT DATA { <a:a> <a:b> 1 }", UPDATE)
        self.assertEqual(answer.status, 403)
        self.assertIn("--read-only", answer.text)


@for_images(2)
class Ends(Jobs):
    is_served = False

    def files(self):
        return sorted(path.name for path in self.db.iterdir() if not path.name.startswith("credential."))

    def test_jobs_end_with_the_server_and_leave_no_files(self):
        with serving(self.db, self.images):
            before = self.files()
        for number in (signal.SIGTERM, signal.SIGKILL):
            with serving(self.db, self.images) as self.server:
                done = self.submit(f"SELECT * {{ ?a <{graphs.G}p> ?b }}")
                long, update = self.submit(LONG), self.submit(LONG_UPDATE, UPDATE)
                self.ended(done)
                self.running(long, lambda job: job.get("round", 0) > 0)
                since = time.monotonic()
                self.server.stop(number)
                self.assertLess(time.monotonic() - since, patience(10))
            with serving(self.db, self.images) as self.server:
                self.assertEqual(self.list(), [])
                for id in (done, long, update):
                    self.assertIn("restarted", request(self.server, "GET", f"/jobs/{id}").text)
                self.assertEqual(ask(self.server, COUNT, CSV).status, 200)
                self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
