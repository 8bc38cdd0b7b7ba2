"""The W3C's manifests: folders of tests, and the query and expected answer of each test."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from pyoxigraph import BlankNode, NamedNode, RdfFormat, parse

# The address of the published suites: relative IRIs of queries, data and results are resolved by it.
PUBLISHED = "https://w3c.github.io/rdf-tests/sparql/"
TEST_MANIFEST = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
TEST_QUERY = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#"
SERVICE_DESCRIPTION = "http://www.w3.org/ns/sparql-service-description#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


@dataclass
class Test:
    name: str  # sparql11/bind/bind01
    kind: str  # QueryEvaluationTest, CSVResultFormatTest, PositiveSyntaxTest11, NegativeSyntaxTest, ...
    query: Path
    base: str  # IRI of the query
    result: Path = None
    default: list = field(default_factory=list)  # files that make the default graph
    named: list = field(default_factory=list)  # files that are named graphs, by their published IRIs
    services: list = field(default_factory=list)  # (IRI of an endpoint, files that it has)
    lax: bool = False  # REDUCED: how often a solution comes is open
    regimes: set = field(default_factory=set)  # of entailment: RDF, RDFS, D, OWL-RDF-Based, ...
    profiles: set = field(default_factory=set)  # of OWL: RL, DL, ...
    rules: tuple = ()  # options of the build

    def by_regime(self):
        """The test itself; one of an entailment regime for each rule set that answers it."""
        if not self.regimes:
            yield self
        for name, is_its in (("rdfs", self.regimes & {"RDF", "RDFS", "D"}),
                             ("owl-rl", "OWL-RDF-Based" in self.regimes and "RL" in self.profiles)):
            if is_its:
                yield replace(self, name=f"{self.name}.{name}", rules=("--rules", name, "--trivial"))

    @property
    def folder(self):
        return self.name.rsplit("/", 1)[0]


class Graph:
    """Triples of one file, found by subject and predicate."""

    def __init__(self, path, base):
        self.objects = {}
        for triple in parse(path=str(path), format=RdfFormat.TURTLE, base_iri=base):
            self.objects.setdefault((triple.subject, triple.predicate.value), []).append(triple.object)

    def all(self, subject, predicate):
        return self.objects.get((subject, predicate), [])

    def one(self, subject, predicate):
        found = self.all(subject, predicate)
        return found[0] if found else None

    def one_of(self, predicate):
        """The object of the only triple with this predicate, whatever its subject is; None if there is none."""
        return next((objects[0] for (_, its), objects in self.objects.items() if its == predicate), None)

    def items(self, head):
        while head is not None and head != NamedNode(RDF + "nil"):
            yield self.one(head, RDF + "first")
            head = self.one(head, RDF + "rest")


class Suite:
    """The suites below one folder, which holds sparql10, sparql11 and sparql12."""

    def __init__(self, root):
        self.root = Path(root)

    def iri(self, path):
        return PUBLISHED + path.relative_to(self.root).as_posix()

    def path(self, node):
        if not isinstance(node, NamedNode) or not node.value.startswith(PUBLISHED):
            return None
        return self.root / node.value[len(PUBLISHED):]

    def folders(self):
        return sorted(str(path.parent.relative_to(self.root)) for path in self.root.glob("sparql1[012]/*/manifest.ttl"))

    def tests(self, folder):
        manifest = self.root / folder / "manifest.ttl"
        graph = Graph(manifest, self.iri(manifest))
        for entry in graph.items(graph.one_of(TEST_MANIFEST + "entries")):
            test = self.test(graph, entry, folder)
            if test is not None:
                yield from test.by_regime()

    def test(self, graph, entry, folder):
        """One entry; None for those without a query (updates, protocols)."""
        types = [node.value for node in graph.all(entry, RDF + "type") if node.value.startswith(TEST_MANIFEST)]
        kind = types[0][len(TEST_MANIFEST):] if types else ""
        action = graph.one(entry, TEST_MANIFEST + "action")
        if "Syntax" in kind and "Update" not in kind:
            query = self.path(action) or self.path(graph.one(action, TEST_QUERY + "query"))
        elif kind in ("QueryEvaluationTest", "CSVResultFormatTest") and isinstance(action, BlankNode):
            query = self.path(graph.one(action, TEST_QUERY + "query"))
        else:
            return None
        if query is None or query.suffix == ".ru":
            return None
        test = Test(f"{folder}/{re.split('[#/]', entry.value)[-1]}", kind, query, self.iri(query))
        test.result = self.path(graph.one(entry, TEST_MANIFEST + "result"))
        test.default = [self.path(node) for node in graph.all(action, TEST_QUERY + "data")]
        test.named = [self.path(node) for node in graph.all(action, TEST_QUERY + "graphData")]
        test.named += [path for path in self.datasets(query) if path not in test.named]
        for service in graph.all(action, TEST_QUERY + "serviceData"):
            files = [self.path(node) for node in graph.all(service, TEST_QUERY + "data")]
            test.services.append((graph.one(service, TEST_QUERY + "endpoint").value, tuple(files)))
        for names, predicates in ((test.regimes, ("entailmentRegime",)),
                                  (test.profiles, ("EntailmentProfile", "entailmentProfile"))):
            for predicate in predicates:
                for value in graph.all(action, SERVICE_DESCRIPTION + predicate):
                    values = [value] if isinstance(value, NamedNode) else graph.items(value)
                    names.update(re.split("[#/]", each.value)[-1] for each in values)
        test.lax = graph.one(entry, TEST_MANIFEST + "resultCardinality") is not None
        return test

    def datasets(self, query):
        """The files that FROM and FROM NAMED name: an engine without access to the web has them as named graphs."""
        text = query.read_bytes().decode("utf-8", "replace")
        for name in re.findall(r"\bFROM\s+(?:NAMED\s+)?<([\w.-]+)>", text, re.IGNORECASE):
            if (query.parent / name).exists():
                yield query.parent / name
