#!/usr/bin/env python3
"""A server at work: time limits, memory limits, many clients, clients that disconnect; it continues after each."""

import concurrent.futures
import json
import random
import socket
import time
import unittest
import urllib.parse

import sample_data
from program import Case, build, for_images, patience, serving
from sparql_client import CSV, CutOff, ask, health

COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
# Rows that have to be there at once, gigabytes of them.
BIG_SORT = "SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f ?c"
BIG_GROUPS = "SELECT ?c ?f (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f } GROUP BY ?c ?f"
BIG_DISTINCT = "SELECT DISTINCT ?a ?d { ?a ?b ?c . ?d ?e ?f }"
UB = sample_data.UB


class University(Case):
    options = ()
    sizes = {}

    @classmethod
    def prepare(cls):
        data = cls.folder / "university.nt"
        sample_data.write_university(data, **cls.sizes)
        cls.lines = set(data.read_text().splitlines())
        build(cls.folder / "db", data, images=cls.images)
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=cls.options))
        cls.heap_at_rest = cls.heap_used(cls)  # the tables for terms of updates

    def assertGoesOn(self):
        answer = ask(self.server, COUNT)
        self.assertEqual(answer.number, len(self.lines))
        self.assertLess(answer.seconds, patience(2))

    def start_asking(self, query):
        """A connection over which the query has been sent."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=60)
        path = "/sparql?" + urllib.parse.urlencode({"query": query})
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {CSV}\r\n\r\n".encode())
        return connection

    def heap_used(self):
        return json.loads(health(self.server).text)["heap_used_bytes"]

    def assertMemoryIsGivenBack(self):
        until = time.monotonic() + patience(2)
        while self.heap_used() != self.heap_at_rest and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(self.heap_used(), self.heap_at_rest)


@for_images(1, 2, 4)
class Limits(University):
    options = ("--timeout", "3", "--memory", "128M")

    def test_a_query_past_its_time_is_refused_in_time(self):
        for parameters, seconds in (({"timeout": 1}, 1), ({}, 3), ({"timeout": "0.2"}, 0.2)):
            with self.subTest(parameters):
                answer = ask(self.server, sample_data.endless(), **parameters)
                self.assertEqual(answer.status, 503, answer.text)
                self.assertIn(f"time limit of {seconds:g} s", answer.text)
                self.assertIn("timeout=SECONDS", answer.text)
                self.assertGreaterEqual(answer.seconds, seconds)
                self.assertLess(answer.seconds, seconds + patience(1))
                self.assertGoesOn()
        self.assertMemoryIsGivenBack()

    def test_a_sort_past_its_time_too(self):
        for query in (BIG_SORT, BIG_GROUPS, sample_data.endless().replace("COUNT(*)", "COUNT(DISTINCT ?p1)")):
            answer = ask(self.server, query, timeout="0.3")
            self.assertIn(answer.status, (503, 507), answer.text)
            self.assertLess(answer.seconds, 0.3 + patience(1))
        self.assertGoesOn()

    def test_a_query_past_its_memory_is_refused(self):
        for query in (BIG_SORT, BIG_GROUPS):
            with self.subTest(query):
                answer = ask(self.server, query, timeout=60)
                self.assertEqual(answer.status, 507, answer.text)
                self.assertRegex(answer.text, r"memory.*\d+ MB.*raise --memory")
                self.assertGoesOn()
        self.assertMemoryIsGivenBack()

    def test_an_answer_that_has_begun_is_cut_off_where_memory_ends(self):
        try:
            answer = ask(self.server, BIG_DISTINCT, CSV, timeout=60)
            self.assertEqual(answer.status, 507, answer.text)
        except CutOff:
            pass
        self.assertGoesOn()
        self.assertMemoryIsGivenBack()

    def test_many_that_use_up_all_memory_do_no_harm_to_others(self):
        with concurrent.futures.ThreadPoolExecutor(12) as threads:
            heavy = [threads.submit(ask, self.server, BIG_SORT, timeout=60) for _ in range(6)]
            light = [threads.submit(ask, self.server, COUNT, timeout=60) for _ in range(20)]
            for answer in (future.result() for future in heavy):
                self.assertIn(answer.status, (503, 507), answer.text)
            for answer in (future.result() for future in light):
                self.assertIn(answer.status, (200, 507), answer.text)
        self.assertGoesOn()
        self.assertMemoryIsGivenBack()


@for_images(1, 2, 4)
class Clients(University):
    options = ("--timeout", "60")
    sizes = {"departments": 4}

    def test_health_answers_while_long_queries_run(self):
        connections = [self.start_asking(sample_data.endless()) for _ in range(6)]
        time.sleep(0.3)
        for _ in range(5):
            answer = health(self.server)
            self.assertEqual(answer.status, 200)
            self.assertLess(answer.seconds, patience(0.5))
        for connection in connections:
            connection.close()

    def test_a_client_that_goes_away_ends_its_query(self):
        for round in range(2):
            connections = [self.start_asking(sample_data.endless()) for _ in range(8)]
            time.sleep(1)
            for connection in connections:
                connection.close()
            # Long enough for a lane.
            answer = ask(self.server, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o . ?s ?q ?v . ?s ?r ?w }")
            self.assertEqual(answer.status, 200, answer.text)
            self.assertLess(answer.seconds, patience(3))
        self.assertMemoryIsGivenBack()

    def test_a_client_that_stops_reading_and_leaves_holds_nothing(self):
        connections = [self.start_asking("SELECT * { ?a ?b ?c . ?d ?e ?f }") for _ in range(6)]
        asked_at = time.monotonic()
        for connection in connections:
            connection.recv(1000)  # some must disconnect, or the others would wait for long
        self.assertLess(time.monotonic() - asked_at, 5 + patience(5))
        time.sleep(0.5)
        self.assertEqual(health(self.server).status, 200)
        for connection in connections:
            connection.close()
        self.assertGoesOn()
        self.assertMemoryIsGivenBack()

    def questions(self):
        """(query, correct rows) of several kinds and lengths, computed without the server."""
        courses = {}
        teachers = {}
        for line in self.lines:
            subject, predicate, value, _ = line.split(" ", 3)
            if predicate == f"<{UB}takesCourse>":
                courses.setdefault(subject, set()).add(value)
            if predicate == f"<{UB}teacherOf>":
                teachers.setdefault(value, set()).add(subject)
        iri = lambda term: term[1:-1]
        for student in sorted(courses)[::97]:
            rows = sorted(iri(course) for course in courses[student])
            yield f"SELECT ?c {{ {student} <{UB}takesCourse> ?c }} ORDER BY ?c", rows
            taught = sorted(iri(teacher) for course in courses[student] for teacher in teachers[course])
            yield (f"SELECT ?t {{ {student} <{UB}takesCourse> ?c . ?t <{UB}teacherOf> ?c }} ORDER BY ?t", taught)
        yield COUNT, [str(len(self.lines))]
        pairs = sum(len(taken) for taken in courses.values())
        yield f"SELECT (COUNT(*) AS ?n) {{ ?s <{UB}takesCourse> ?c . ?t <{UB}teacherOf> ?c }}", [str(pairs)]
        squared = sum(len(taken) ** 2 for taken in courses.values())
        yield f"SELECT (COUNT(*) AS ?n) {{ ?s <{UB}takesCourse> ?c . ?s <{UB}takesCourse> ?d }}", [str(squared)]
        subjects = {}
        for line in self.lines:
            subjects[line.split(" ")[0]] = subjects.get(line.split(" ")[0], 0) + 1
        star = str(sum(count ** 2 for count in subjects.values()))
        yield "SELECT (COUNT(*) AS ?n) { ?s ?p ?o . ?s ?q ?v }", [star]
        yield f"SELECT (COUNT(*) AS ?n) {{ ?s <{UB}advisor> ?a . ?x <{UB}teacherOf> ?y }}", [str(
            sum(f"<{UB}advisor>" in line for line in self.lines) * sum(f"<{UB}teacherOf>" in line for line in self.lines))]
        yield f"SELECT ?s {{ ?s <{UB}takesCourse> ?c }} ORDER BY ?s ?c", sorted(
            iri(student) for student, taken in courses.items() for _ in taken)

    def test_sixteen_clients_get_the_right_answers(self):
        questions = list(self.questions())

        def client(number):
            dice = random.Random(number)
            for _ in range(12):
                query, rows = dice.choice(questions)
                answer = ask(self.server, query, CSV)
                if answer.status != 200 or answer.text.split("\r\n")[1:-1] != rows:
                    return f"{query}\nstatus {answer.status}: {answer.text[:500]}\nwanted {rows[:10]}"
            return None

        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            for wrong in threads.map(client, range(16)):
                self.assertIsNone(wrong, wrong)
        self.assertMemoryIsGivenBack()

    def test_short_queries_do_not_wait_for_long_ones(self):
        connections = [self.start_asking(sample_data.endless()) for _ in range(6)]
        time.sleep(0.3)
        query, rows = next(self.questions())
        for _ in range(5):
            answer = ask(self.server, query, CSV)
            self.assertEqual(answer.text.split("\r\n")[1:-1], rows)
            self.assertLess(answer.seconds, patience(1))
        for connection in connections:
            connection.close()

    def test_an_endless_answer_can_be_read_for_a_while(self):
        connection = self.start_asking("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }")
        got = 0
        until = time.monotonic() + 1
        while time.monotonic() < until:
            got += len(connection.recv(1 << 20))
        connection.close()
        self.assertGreater(got, 1 << 20)
        self.assertGoesOn()


if __name__ == "__main__":
    unittest.main()
