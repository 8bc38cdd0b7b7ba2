"""Cases: the requests to the server, and the answers of its services.

| way | sent | expected |
| --- | --- | --- |
| framed | requests with correct lengths, one or several at once | an answer to each |
| unframed | any bytes, then a valid request | some answers, and the end of the connection |
| cut | the start of a request; then the client disconnects | nothing |
"""

import base64
import dataclasses
import gzip
import random
import urllib.parse
from dataclasses import dataclass, field

import seeds
from mutations import Mutator

LAST_REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
ACCEPT = [b"application/sparql-results+json, text/turtle", b"application/sparql-results+xml, application/n-triples",
          b"text/csv, application/rdf+xml", b"text/tab-separated-values;q=0.5, */*;q=0.1", b"text/html", b"*/*", b"image/png"]
QUESTIONS = ["SELECT * { SERVICE <%s> { ?a <urn:p> ?b } }", "SELECT * { ?a <urn:age> ?n SERVICE SILENT <%s> { ?a <urn:p> ?b } }",
             "SELECT * { ?a <urn:knows> ?b SERVICE <%s> { ?a <urn:p> ?b } } ORDER BY ?b",
             "INSERT { ?a <urn:p> ?b } WHERE { SERVICE <%s> { ?a <urn:p> ?b } }"]


@dataclass
class Case:
    way: str
    data: bytes
    methods: list = field(default_factory=list)  # framed: of each request
    service: bytes = b""  # all that the service of this worker answers

    def to_json(self):
        fields = dataclasses.asdict(self) | {"methods": [method.decode() for method in self.methods]}
        return {name: base64.b64encode(value).decode() if isinstance(value, bytes) else value for name, value in fields.items()}

    @staticmethod
    def from_json(fields):
        return Case(fields["way"], base64.b64decode(fields["data"]), [method.encode() for method in fields["methods"]],
                    base64.b64decode(fields["service"]))


def service_name(worker):
    return f"urn:service:{worker}"


class Cases:
    """next() is the next case of one worker; the same for the same seed."""

    def __init__(self, seed, worker):
        self.random = random.Random(f"{seed}/{worker}")
        self.service = service_name(worker)
        self.queries = seeds.QUERIES + seeds.texts_of("parser")
        self.documents = [text for texts in seeds.DOCUMENTS.values() for text in texts]
        self.documents += seeds.texts_of("statements", 200) + seeds.texts_of("lines", 200)
        self.answers = [text for _, text in seeds.SERVICE_TEXTS]
        self.near_query = Mutator(self.random, self.queries + seeds.UPDATES).near
        self.near_document = Mutator(self.random, self.documents).near
        self.near_answer = Mutator(self.random, self.answers).near
        self.near_head = Mutator(self.random, seeds.HEADS).bytes_near
        self.kinds = [self.query] * 6 + [self.update] * 3 + [self.document] * 5 + [self.asks_service] * 4 + [
            self.pipeline] * 2 + [self.head] * 5 + [self.chunks] * 3 + [self.cut] * 2

    def next(self):
        return self.random.choice(self.kinds)()

    # --- framed ---

    def query(self):
        text = self.near_query(self.random.choice(self.queries if self.random.random() < 0.3 else seeds.QUERIES))
        headers = b"Accept: " + self.random.choice(ACCEPT) + b"\r\n" + self.coding()
        asked = self.random.choice((b"/sparql", b"/sparql?explain=profile", b"/sparql?timeout=1&default-prefixes=on"))
        if len(text) < 2000 and self.random.random() < 0.3:
            method = self.random.choice((b"GET", b"HEAD"))
            return framed(method, b"/sparql?query=" + urllib.parse.quote(text).encode(), headers=headers)
        return framed(b"POST", asked, b"application/sparql-query", text, headers)

    def update(self):
        text = self.near_query(self.random.choice(seeds.UPDATES))
        if self.random.random() < 0.2:
            form = b"update=" + urllib.parse.quote_plus(text).encode()
            return framed(b"POST", b"/update?timeout=2", b"application/x-www-form-urlencoded", form)
        return framed(b"POST", b"/update?timeout=2", b"application/sparql-update", text)

    def document(self):
        kind = self.random.choice(list(seeds.DOCUMENTS))
        seed = self.random.choice(self.documents if self.random.random() < 0.2 else seeds.DOCUMENTS[kind])
        body, headers = self.near_document(seed), b""
        if self.random.random() < 0.2:
            body = gzip.compress(body, 1, mtime=0)
            headers = b"Content-Encoding: gzip\r\n"
            if self.random.random() < 0.3:
                body = self.near_document(body)
        targets = (b"",) if kind in ("application/n-quads", "application/trig") else (b"?default", b"?graph=urn:g4", b"/new", b"")
        target = self.random.choice(targets)
        return framed(self.random.choice((b"PUT", b"POST", b"POST")), b"/data" + target, kind.encode(), body, headers)

    def asks_service(self):
        question = self.random.choice(QUESTIONS) % self.service
        kind, text = self.random.choice(seeds.SERVICE_TEXTS)
        body = self.near_answer(text)
        if self.random.random() < 0.2:
            body = gzip.compress(body, 1, mtime=0)
            kind += "\r\nContent-Encoding: gzip"
        if self.random.random() < 0.3:
            body = in_chunks(body, self.random)
            kind += "\r\nTransfer-Encoding: chunked"
        else:
            kind += f"\r\nContent-Length: {len(body)}"
        answer = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + body
        case = framed(b"POST", b"/update?timeout=2" if question.startswith("INSERT") else b"/sparql",
                      b"application/sparql-update" if question.startswith("INSERT") else b"application/sparql-query",
                      question.encode())
        case.service = self.near_head(answer) if self.random.random() < 0.3 else answer
        return case

    def pipeline(self):
        parts = [self.random.choice((self.query, self.update, self.document))() for _ in range(self.random.randint(2, 6))]
        return Case("framed", b"".join(part.data for part in parts), [part.methods[0] for part in parts])

    # --- not framed ---

    def head(self):
        return Case("unframed", self.near_head(self.random.choice(seeds.HEADS)))

    def chunks(self):
        kind, path, text = self.random.choice((
            (b"application/sparql-query", b"/sparql", self.random.choice(seeds.QUERIES)),
            (b"text/turtle", b"/data?default", seeds.DOCUMENTS["text/turtle"][0])))
        head = b"POST %b HTTP/1.1\r\nHost: localhost\r\nContent-Type: %b\r\nTransfer-Encoding: chunked\r\n\r\n" % (path, kind)
        return Case("unframed", head + self.near_head(in_chunks(text, self.random)))

    def cut(self):
        data = self.random.choice((self.query, self.update, self.document))().data
        return Case("cut", data[:self.random.randint(0, len(data))])

    def coding(self):
        return self.random.choice((b"", b"", b"Accept-Encoding: gzip\r\n", b"Accept-Encoding: zstd, identity;q=0\r\n"))


def framed(method, target, content_type=None, body=b"", headers=b""):
    if content_type is not None:
        headers += b"Content-Type: %b\r\nContent-Length: %d\r\n" % (content_type, len(body))
    return Case("framed", b"%b %b HTTP/1.1\r\nHost: localhost\r\n%b\r\n%b" % (method, target, headers, body), [method])


def in_chunks(data, random):
    chunks = []
    while data:
        size = random.choice((1, 7, 100, 5000))
        chunks.append(b"%x\r\n%b\r\n" % (len(data[:size]), data[:size]))
        data = data[size:]
    return b"".join(chunks) + b"0\r\n\r\n"
