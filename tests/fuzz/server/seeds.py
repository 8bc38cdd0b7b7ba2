"""The inputs of the mutations: data, queries, updates, documents, heads of requests, answers of services."""

import gzip
import pathlib
import tarfile

CORPUS = pathlib.Path(__file__).parents[1] / "corpus"

# The data that are served, and put back now and then.
BASE = "".join(
    f"<urn:p{n}> <urn:knows> <urn:p{n * 7 % 40}> .\n<urn:p{n}> <urn:name> \"person {n}\"@en .\n"
    f"<urn:p{n}> <urn:age> \"{n}\"^^<http://www.w3.org/2001/XMLSchema#integer> <urn:g{n % 3}> .\n"
    f"_:b{n} <urn:of> <urn:p{n}> .\n"
    f"<urn:p{n}> <urn:born> \"19{n + 10}-01-0{n % 9 + 1}T00:00:00Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n"
    for n in range(40)).encode()


def texts_of(name, most=600):
    """Files of the corpus of a fuzz target, at most `most`, evenly chosen."""
    with tarfile.open(CORPUS / f"{name}.tar.gz") as archive:
        files = sorted((member for member in archive if member.isfile()), key=lambda member: member.name)
        return [archive.extractfile(file).read() for file in files[::max(1, len(files) // most)]]


QUERIES = [query.encode() for query in (
    "SELECT * { ?s ?p ?o }",
    "SELECT ?s (COUNT(*) AS ?n) { ?s <urn:knows> ?o } GROUP BY ?s HAVING(?n > 0) ORDER BY DESC(?n) ?s LIMIT 10 OFFSET 2",
    "PREFIX : <urn:> SELECT DISTINCT ?a ?b { ?a :knows+/:name|^:knows* ?b } LIMIT 100",
    "ASK { <urn:p1> (<urn:knows>|!<urn:name>)* ?x FILTER NOT EXISTS { ?x <urn:age> 3 } }",
    "CONSTRUCT { ?s <urn:x> [ <urn:y> ?o, ?n ] . [] <urn:z> (1 2 ?o) } { ?s <urn:age> ?o OPTIONAL { ?s <urn:name> ?n } }",
    "DESCRIBE <urn:p1> ?x { ?x <urn:knows> <urn:p1> }",
    "SELECT * { { ?s <urn:age> ?a } UNION { ?s <urn:name> ?a MINUS { ?s <urn:age> ?b } } BIND(STR(?a) AS ?t) }",
    "SELECT * { GRAPH ?g { ?s <urn:age> ?a FILTER(?a IN (1, 2, 3) || ?a * 2 > 10.5e0 && BOUND(?g)) } }",
    "SELECT ?x { VALUES (?x ?y) { (1 \"a\"@en) (UNDEF 'b') (<urn:p1> \"2020-01-01\"^^<http://www.w3.org/2001/XMLSchema#date>) } }",
    "SELECT (GROUP_CONCAT(DISTINCT ?n; SEPARATOR=\", \") AS ?all) (SAMPLE(?n) AS ?one) (AVG(?a) AS ?m) (MIN(?a) AS ?i)"
    " { ?s <urn:name> ?n . GRAPH ?g { ?s <urn:age> ?a } }",
    "SELECT (REPLACE(\"abab\", \"(a)(b)\", \"$2$1\", \"i\") AS ?r) (REGEX(\"x\", \"[a-z]+\") AS ?q) (SUBSTR(\"motor car\", 6, 2) AS ?s)"
    " (ENCODE_FOR_URI(\"a b\") AS ?e) (STRBEFORE(\"abc\", \"b\") AS ?f) (SHA256(\"a\") AS ?h) (UUID() AS ?u) {}",
    "SELECT (YEAR(?b) AS ?y) (TZ(?b) AS ?z) (xsd:date(?b) AS ?d) (?b - ?b AS ?m) (CEIL(1.5) + ROUND(-2.5) AS ?r)"
    " { ?s <urn:born> ?b } ORDER BY ?b",
    "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT (xsd:double(\"1e400\") AS ?x) (xsd:decimal(1)/3 AS ?y)"
    " (IF(RAND() < 2, 1, 1/0) AS ?z) (COALESCE(1/0, \"n\") AS ?c) {}",
    "SELECT * FROM <urn:g1> FROM NAMED <urn:g2> { ?s ?p ?o GRAPH <urn:g2> { ?s ?q ?r } }",
    "SELECT * { ?s <urn:knows> ?o { SELECT ?o (MAX(?a) AS ?m) { GRAPH ?g { ?o <urn:age> ?a } } GROUP BY ?o } FILTER(?m < 30) }",
    "SELECT (EXISTS { ?a ?b ?c } AS ?x) (BNODE(\"n\") AS ?n) (IRI(\"x\") AS ?i) (STRDT(\"1\", xsd:integer) AS ?d) (STRLANG(\"a\", \"en\") AS ?l) {}",
    "SELECT REDUCED * { ?s <urn:name> ?n FILTER(LANGMATCHES(LANG(?n), \"*\") && CONTAINS(UCASE(?n), \"1\") && isLiteral(?n)) }",
)]

UPDATES = [update.encode() for update in (
    "INSERT DATA { <urn:x> <urn:p> 1, \"a\"@de, \"\"\"b\n\"c\"\"\" . GRAPH <urn:g9> { _:b <urn:q> true, 1.5, 1e3 } }",
    "DELETE DATA { <urn:p1> <urn:knows> <urn:p7> }",
    "DELETE { ?s <urn:name> ?n } INSERT { ?s <urn:called> ?n . GRAPH <urn:h> { ?s a [] } } WHERE { ?s <urn:name> ?n } ",
    "DELETE WHERE { ?s <urn:called> ?n }",
    "PREFIX : <urn:> INSERT { ?s :n ?m } WHERE { ?s :knows ?o . BIND(STRLEN(STR(?o)) + 1 AS ?m) }",
    "CREATE GRAPH <urn:g5> ; CLEAR GRAPH <urn:g9> ; DROP SILENT NAMED ; COPY SILENT <urn:g1> TO <urn:g2> ; MOVE SILENT <urn:g2> TO DEFAULT",
    "ADD SILENT DEFAULT TO <urn:g7> ; CLEAR DEFAULT",
    "WITH <urn:g1> DELETE { ?s ?p ?o } USING <urn:g0> USING NAMED <urn:g2> WHERE { ?s ?p ?o GRAPH ?g { ?s ?q ?r } }",
    "LOAD SILENT <http://127.0.0.1:1/x.ttl> INTO GRAPH <urn:g8> ; INSERT DATA {}",
)]

DOCUMENTS = {
    "text/turtle": [
        b"@prefix : <urn:> .\nPREFIX x: <http://x/>\n@base <http://b/> .\n:a x:b <c>, 1, -1.5, 1e0, true, \"l\"@en-GB, '''m\n'm''' ;\n"
        b" a [ :p (1 2 [] ()) ; ] . _:b1 :q \"\\u00e9\\n\"^^x:t .\n<d> <e> <#f> .\n", b"<a> <b> <c> . # comment\n" * 20],
    "application/trig": [
        b"@prefix : <urn:> . :g { :a :b :c . [] :d (1) } GRAPH <urn:h> { _:x :y \"z\" } { :d :e 1 } :s :p :o .\n"],
    "application/n-triples": [
        b"<urn:a> <urn:b> \"c\\t\\u00e9\\U0001F600\"@en .\n_:a <urn:b> _:c . # c\n<urn:a> <urn:n> \"1\"^^<http://www.w3.org/2001/XMLSchema#int> .\n"],
    "application/n-quads": [b"\n".join(BASE.split(b"\n")[:12]) + b"\n", b"<urn:a> <urn:b> <urn:c> <urn:g> .\n_:x <urn:b> \"1\" _:g .\n\n"],
    "application/rdf+xml": [
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE r [<!ENTITY e \"http://e/\">]>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
        b" xmlns:x=\"http://x/\" xml:base=\"http://b/\">\n<rdf:Description rdf:about=\"a\" x:p=\"v\" xml:lang=\"en\">\n<x:q rdf:resource=\"&e;o\"/>"
        b"<x:r rdf:datatype=\"http://d\">1</x:r><x:s rdf:parseType=\"Collection\"><x:T rdf:nodeID=\"n\"/></x:s>"
        b"<x:u rdf:parseType=\"Literal\"><b>m</b></x:u><x:v rdf:parseType=\"Resource\"><rdf:_1>i</rdf:_1></x:v>"
        b"<rdf:li rdf:ID=\"i\">l</rdf:li></rdf:Description></rdf:RDF>\n"],
}

JSON_RESULTS = (b'{"head":{"vars":["a","b"],"link":[]},"results":{"bindings":[{"a":{"type":"uri","value":"urn:p1"},'
                b'"b":{"type":"literal","value":"x\\u00e9\\n","xml:lang":"en"}},{"b":{"type":"bnode","value":"n"}},'
                b'{"a":{"type":"typed-literal","value":"1","datatype":"http://www.w3.org/2001/XMLSchema#integer"}},{}]}}')
XML_RESULTS = (b'<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="a"/>'
               b'<variable name="b"/></head><results><result><binding name="a"><uri>urn:p1</uri></binding><binding name="b">'
               b'<literal xml:lang="en">a &amp; b</literal></binding></result><result><binding name="b"><bnode>n</bnode></binding>'
               b'<binding name="a"><literal datatype="http://www.w3.org/2001/XMLSchema#integer">1</literal></binding></result>'
               b'</results></sparql>')
# Type and text of what a service answers; the last ones are of types that are not read.
SERVICE_TEXTS = [("application/sparql-results+json", JSON_RESULTS), ("application/sparql-results+json", b'{"head":{},"boolean":true}'),
                 ("application/sparql-results+xml", XML_RESULTS), ("text/csv", b"a,b\r\nurn:p1,x\r\n"),
                 ("text/tab-separated-values", b"?a\t?b\n<urn:p1>\t\"x\"@en\n"), ("text/html", b"<html>busy</html>")]

FORM = b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
HEADS = [
    b"GET /sparql?query=ASK%20%7B%3Fs+%3Fp+1%7D&format=json&timeout=1 HTTP/1.1\r\nHost: localhost\r\nAccept: application/json;q=0.5, */*;q=0.1\r\n\r\n",
    b"GET /sparql?query=SELECT+*+%7B%3Fs+%3Fp+%3Fo%7D&default-graph-uri=urn:g1&named-graph-uri=urn:g2 HTTP/1.1\r\nHost: localhost\r\n"
    b"Accept-Encoding: gzip;q=0.5, zstd;q=0.8, identity;q=0\r\nAccept: text/csv\r\nConnection: keep-alive\r\n\r\n",
    b"HEAD /sparql?query=ASK%7B%7D&explain=profile HTTP/1.1\r\nHost: localhost\r\nUser-Agent: fuzz\r\n\r\n",
    b"OPTIONS /data HTTP/1.1\r\nHost: localhost\r\nOrigin: http://y\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
    b"GET /data?graph=urn:g1 HTTP/1.0\r\nAccept: application/n-triples\r\nConnection: keep-alive\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: [::1]:80\r\nAccept: text/html\r\n\r\n",
    b"GET /sparql?default-graph-uri=&query=ASK%7B%7D&timeout=30s HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n",
    b"DELETE /data/some%20graph HTTP/1.1\r\nHost: localhost\r\n\r\n",
    FORM + b"Content-Length: 22\r\n\r\nquery=ASK+%7B%7D&a=b&c",
    FORM + b"Transfer-Encoding: chunked\r\n\r\n8;x=y\r\nquery=AS\r\n7\r\nK%7B%7D\r\n0\r\nTrailer: t\r\n\r\n",
    b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query; charset=utf-8\r\nTransfer-Encoding: chunked\r\n"
    b"Expect: 100-continue\r\n\r\n5\r\nASK {\r\n1\r\n}\r\n0\r\n\r\n",
    b"POST /update HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-update\r\nContent-Length: 39\r\n\r\n"
    b"INSERT DATA { <urn:h> <urn:h> <urn:h> }",
    b"PATCH /data?default HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-update\r\nContent-Length: 14\r\n\r\nINSERT DATA {}",
    b"PUT /data?graph=urn:g4 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/turtle\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%b" % (
        len(packed := gzip.compress(b"<urn:a> <urn:b> 1 .", mtime=0)), packed),
    b"POST /data?default HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/turtle\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"A\r\n<urn:a> <u\r\na\r\nrn:b> 1 . \r\n0\r\n\r\n",
    b"POST /data?graph=urn:m HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=xyz\r\nContent-Length: 139\r\n\r\n"
    b"--xyz\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.ttl\"\r\nContent-Type: text/turtle\r\n\r\n<a> <b> <c> .\r\n"
    b"--xyz--\r\nsome words behind it",
]
