#!/usr/bin/env python3
"""/mcp, by the protocol's own client: 20 questions about LUBM are answered by the tools alone, and compared with what the dump says."""

import asyncio
import collections
import os
import re
import sys
import unittest

try:
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.exceptions import MCPError
except ImportError as error:
    message = f"{error}: tests/requirements.txt; ./test installs it in build/venv"
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit(message)
    print(f"skipped: {message}")
    sys.exit(77)

from program import Case, build, for_images, run, serving

UB = "http://swat.cse.lehigh.edu/onto/univ-bench.owl#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
PROLOGUE = f"PREFIX ub: <{UB}>\n"
DEPARTMENT = "http://www.Department0.University0.edu"


class Failed(Exception):
    pass


class Tools:
    """The tools of a server, as a language model sees them."""

    def __init__(self, client):
        self.client = client

    async def call(self, name, **arguments):
        result = await self.client.call_tool(name, arguments)
        text = result.content[0].text
        assert len(text) < 70_000
        if result.is_error:
            raise Failed(text)
        return text

    async def rows(self, query):
        """Without the header; terms without quotation marks and brackets."""
        text = await self.call("query", query=PROLOGUE + query)
        return [[re.sub(r'^[<"]|[">]$', "", cell) for cell in line.split("\t")] for line in text.splitlines()[1:]]

    async def number(self, query):
        return int((await self.rows(query))[0][0])

    async def found(self, text):
        """The IRIs that find() names, with the rest of their lines."""
        lines = (await self.call("find", text=text)).splitlines()
        return {match[1]: line for line in lines if (match := re.search(r"<([^>]+)>", line))}


class Data:
    """The triples of the dump, by predicate."""

    def __init__(self, dump):
        self.by_predicate = collections.defaultdict(list)
        for line in dump.splitlines():
            subject, predicate, iri, text = re.match(r'<([^>]*)> <([^>]*)> (?:<([^>]*)>|"([^"]*)").* \.$', line).groups()
            self.by_predicate[predicate].append((subject, text if iri is None else iri))
        self.types = collections.defaultdict(set)
        for subject, its in self.by_predicate[TYPE]:
            self.types[its.removeprefix(UB)].add(subject)

    def __call__(self, name):
        return self.by_predicate[UB + name]


async def corrected(tools):
    """A query without its PREFIX: the message says what is missing."""
    try:
        await tools.call("query", query="SELECT (COUNT(*) AS ?n) { ?x a ub:Lecturer }")
    except Failed as failure:
        assert re.search(r"line 1, column \d+: the prefix 'ub:' is not declared", str(failure)), failure
        assert "PREFIX" in str(failure), failure
        return await tools.number("SELECT (COUNT(*) AS ?n) { ?x a ub:Lecturer }")


async def counted(tools):
    """More rows than an answer has: the model counts instead."""
    text = await tools.call("query", query=PROLOGUE + "SELECT ?x { ?x a ub:UndergraduateStudent }")
    assert "the first 100 rows, and there are more" in text, text[-300:]
    return await tools.number("SELECT (COUNT(*) AS ?n) { ?x a ub:UndergraduateStudent }")


async def first(awaitable, pattern):
    return re.search(pattern, await awaitable)[1]


async def class_named(tools, words):
    return next(iri for iri, line in (await tools.found(words)).items() if line.startswith("class"))


async def professors(tools):
    return await tools.number(f"SELECT (COUNT(*) AS ?n) {{ ?x a <{await class_named(tools, 'full professor')}> }}")


async def predicates_of_departments(tools):
    of_class = await class_named(tools, "department")
    text = await tools.call("schema", **{"class": of_class})
    return set(re.findall(r"^\d+\t<([^>]+)>", text.split("What leads")[0], re.M))


async def email(tools):
    return await first(tools.call("describe", iri=f"{DEPARTMENT}/FullProfessor0"), r'emailAddress>\t"([^"]+)"')


async def course(tools):
    return {iri for iri, line in (await tools.found("Course10")).items() if '"Course10"' in line}


QUESTIONS = {
    "How many classes are there?": (
        lambda t: first(t.call("schema"), r"(\d+) classes"), lambda d: str(len(d.types))),
    "Which class has the most things?": (
        lambda t: first(t.call("schema"), r"Classes .*:\n\d+\t<([^>]+)>"),
        lambda d: UB + max(d.types, key=lambda one: len(d.types[one]))),
    "How many full professors are there?": (professors, lambda d: len(d.types["FullProfessor"])),
    "What do departments have?": (
        predicates_of_departments,
        lambda d: {p for p, pairs in d.by_predicate.items() if p != TYPE and any(s in d.types["Department"] for s, _ in pairs)}),
    "Who is the head of the first department?": (
        lambda t: t.rows(f"SELECT ?x {{ ?x ub:headOf <{DEPARTMENT}> }}"),
        lambda d: [[s] for s, o in d("headOf") if o == DEPARTMENT]),
    "What is the e-mail address of its FullProfessor0?": (
        email, lambda d: dict(d("emailAddress"))[f"{DEPARTMENT}/FullProfessor0"]),
    "How many departments has the university?": (
        lambda t: t.number("SELECT (COUNT(*) AS ?n) { ?x a ub:Department ; ub:subOrganizationOf <http://www.University0.edu> }"),
        lambda d: sum(s in d.types["Department"] and o == "http://www.University0.edu" for s, o in d("subOrganizationOf"))),
    "How many publications are there?": (
        lambda t: first(t.call("schema"), rf"(\d+)\t<{UB}Publication>"), lambda d: str(len(d.types["Publication"]))),
    "How many publications has the author with the most?": (
        lambda t: t.number("SELECT (COUNT(*) AS ?n) { ?p ub:publicationAuthor ?a } GROUP BY ?a ORDER BY DESC(?n) LIMIT 1"),
        lambda d: max(collections.Counter(o for _, o in d("publicationAuthor")).values())),
    "How many courses does a student take at most?": (
        lambda t: t.number("SELECT (COUNT(*) AS ?n) { ?s ub:takesCourse ?c } GROUP BY ?s ORDER BY DESC(?n) LIMIT 1"),
        lambda d: max(collections.Counter(s for s, _ in d("takesCourse")).values())),
    "Of which classes are advisors?": (
        lambda t: t.rows("SELECT DISTINCT ?c { ?x ub:advisor ?a . ?a a ?c } ORDER BY ?c"),
        lambda d: sorted([UB + name] for name, things in d.types.items() if things & {o for _, o in d("advisor")})),
    "Which things are called Course10?": (course, lambda d: {s for s, o in d("name") if o == "Course10"}),
    "Is a lecturer the head of a department?": (
        lambda t: first(t.call("query", query=PROLOGUE + "ASK { ?x a ub:Lecturer ; ub:headOf ?d }"), r"(\w+)"),
        lambda d: str(any(s in d.types["Lecturer"] for s, _ in d("headOf"))).lower()),
    "From how many universities are the doctoral degrees?": (
        lambda t: t.number("SELECT (COUNT(DISTINCT ?u) AS ?n) { ?x ub:doctoralDegreeFrom ?u }"),
        lambda d: len({o for _, o in d("doctoralDegreeFrom")})),
    "How many graduate students take a course of their advisor?": (
        lambda t: t.number("SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x a ub:GraduateStudent ; ub:advisor ?a ; ub:takesCourse ?c . "
                           "?a ub:teacherOf ?c }"),
        lambda d: len({s for s, a in d("advisor") if s in d.types["GraduateStudent"]
                       and {o for x, o in d("takesCourse") if x == s} & {o for x, o in d("teacherOf") if x == a}})),
    "Of which datatype are telephone numbers?": (
        lambda t: first(t.call("schema"), rf"<{UB}telephone>\t<([^>]+)>"), lambda d: "http://www.w3.org/2001/XMLSchema#string"),
    "To what does the first research group belong?": (
        lambda t: first(t.call("describe", iri=f"{DEPARTMENT}/ResearchGroup0"), r"subOrganizationOf>\t<([^>]+)>"),
        lambda d: dict(d("subOrganizationOf"))[f"{DEPARTMENT}/ResearchGroup0"]),
    "Which undergraduates are there?": (counted, lambda d: len(d.types["UndergraduateStudent"])),
    "How many lecturers are there?": (corrected, lambda d: len(d.types["Lecturer"])),
    "Which things begin with the IRI of its Lecturer0?": (
        lambda t: t.found(f"{DEPARTMENT}/Lecturer0"),
        lambda d: {s for things in d.types.values() for s in things if s.startswith(f"{DEPARTMENT}/Lecturer0")}),
}


@for_images(1, 2)
class ModelContextProtocol(Case):
    @classmethod
    def prepare(cls):
        build(cls.folder / "db", images=cls.images, options=["--lubm", 1])
        cls.data = Data(run("dump", "--db", cls.folder / "db").text)
        cls.access = cls.folder / "access.toml"
        cls.tokens = {}
        for user in ("read", "admin"):
            assert run("access", "user", "add", user, "--role", user, "--no-password", "--access", cls.access).status == 0
            cls.tokens[user] = run("access", "token", "add", "--user", user, "--access", cls.access).text.strip()
        cls.server = cls.enterClassContext(serving(cls.folder / "db", cls.images, options=("--access", cls.access)))

    def with_tools(self, work, user="read", mode="auto"):
        async def connected():
            headers = {"Authorization": f"Bearer {self.tokens[user]}"} if user else {}
            async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
                transport = streamable_http_client(f"http://127.0.0.1:{self.server.port}/mcp", http_client=http)
                async with Client(transport, mode=mode) as client:
                    return await work(Tools(client))
        return asyncio.run(connected())

    def test_twenty_questions(self):
        self.assertEqual(len(QUESTIONS), 20)

        async def ask(tools):
            return {question: await answer(tools) for question, (answer, _) in QUESTIONS.items()}

        for question, answer in self.with_tools(ask).items():
            expected = QUESTIONS[question][1](self.data)
            with self.subTest(question):
                self.assertEqual(set(answer) if isinstance(answer, dict) else answer, expected)

    def test_every_revision_of_the_client(self):
        async def list_and_call(tools):
            listed = {tool.name for tool in (await tools.client.list_tools()).tools}
            return listed, (await tools.call("query", query="ASK {}")).strip()

        for mode in ("auto", "legacy", "2026-07-28"):
            with self.subTest(mode):
                self.assertEqual(self.with_tools(list_and_call, mode=mode), ({"schema", "find", "query", "describe", "explain"}, "true"))

    def test_nothing_can_be_changed_even_by_an_administrator(self):
        async def change(tools):
            for text in ("INSERT DATA { <urn:a> <urn:p> 1 }", "DROP ALL", "LOAD <http://localhost/x.ttl>"):
                with self.assertRaisesRegex(Failed, "line 1, column 1"):
                    await tools.call("query", query=text)
            return await tools.rows("SELECT (COUNT(*) AS ?n) { <urn:a> ?p ?o }")

        self.assertEqual(self.with_tools(change, "admin"), [["0"]])

    def test_without_a_token_there_is_nothing(self):
        async def ask(tools):
            return await tools.call("schema")

        with self.assertRaises(BaseExceptionGroup):
            self.with_tools(ask, None)
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        answer = httpx2.post(f"http://127.0.0.1:{self.server.port}/mcp", json=ping)
        self.assertEqual(answer.status_code, 401)

    def test_plans_and_expensive_queries(self):
        async def explain(tools):
            self.assertIn("IndexScan", await tools.call("explain", query=PROLOGUE + "SELECT * { ?x ub:advisor ?y }"))
            self.assertIn("No rows", await tools.call("query", query="SELECT * { ?x <urn:nothing> ?y }"))
            with self.assertRaisesRegex(Failed, "is not an IRI"):
                await tools.call("describe", iri="two words")
            with self.assertRaisesRegex(Failed, "needs the argument 'query'"):
                await tools.call("query")

        self.with_tools(explain)


if __name__ == "__main__":
    unittest.main()
