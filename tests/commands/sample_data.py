"""Data for the tests: a few people, and a university like those of LUBM."""

import random

PEOPLE = """\
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/bob> .
<http://ex.org/ann> <http://ex.org/name> "Ann"@en .
<http://ex.org/bob> <http://ex.org/knows> <http://ex.org/cid> .
<http://ex.org/bob> <http://ex.org/age> "42"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://ex.org/cid> <http://ex.org/name> "C\\u00EFd \\"the\\" third" .
"""

PEOPLE_TURTLE = """\
@prefix ex: <http://ex.org/> .
ex:ann ex:knows ex:bob ; ex:name "Ann"@en .
ex:bob ex:knows ex:cid ; ex:age 42 .
ex:cid ex:name "C\u00efd \\"the\\" third" .
"""

PEOPLE_RDF_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://ex.org/">
  <rdf:Description rdf:about="http://ex.org/ann">
    <ex:knows rdf:resource="http://ex.org/bob"/>
    <ex:name xml:lang="en">Ann</ex:name>
  </rdf:Description>
  <rdf:Description rdf:about="http://ex.org/bob">
    <ex:knows rdf:resource="http://ex.org/cid"/>
    <ex:age rdf:datatype="http://www.w3.org/2001/XMLSchema#integer">42</ex:age>
  </rdf:Description>
  <rdf:Description rdf:about="http://ex.org/cid">
    <ex:name>C\u00efd "the" third</ex:name>
  </rdf:Description>
</rdf:RDF>
"""

# PEOPLE in the form of `quadrille dump`.
PEOPLE_LINES = sorted("""\
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/bob> .
<http://ex.org/ann> <http://ex.org/name> "Ann"@en .
<http://ex.org/bob> <http://ex.org/age> "42"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://ex.org/bob> <http://ex.org/knows> <http://ex.org/cid> .
<http://ex.org/cid> <http://ex.org/name> "C\u00efd \\"the\\" third" .
""".splitlines())

TWO_GRAPHS = """\
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/bob> .
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/cid> <http://ex.org/g1> .
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/dan> <http://ex.org/g1> .
<http://ex.org/ann> <http://ex.org/knows> <http://ex.org/dan> <http://ex.org/g2> .
<http://ex.org/eve> <http://ex.org/knows> <http://ex.org/dan> <http://ex.org/g2> .
"""

TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
UB = "http://ub.org/"


def university(departments=15, students=450, courses=60, seed=1):
    """N-Triples lines: students take courses, teachers teach them, advisors advise. About 13 lines a student."""
    dice = random.Random(seed)
    for department in range(departments):
        place = f"http://www.Department{department}.University0.edu"
        iri = lambda kind, number: f"<{place}/{kind}{number}>"
        ub = lambda name: f"<{UB}{name}>"
        yield f"<{place}> {TYPE} {ub('Department')} ."
        yield f"<{place}> {ub('subOrganizationOf')} <http://www.University0.edu> ."
        for number in range(courses):
            course, teacher = iri("Course", number), iri("FullProfessor", number // 2)
            yield f"{course} {TYPE} {ub('Course')} ."
            yield f'{course} {ub("name")} "Course{number}" .'
            yield f"{teacher} {TYPE} {ub('FullProfessor')} ."
            yield f"{teacher} {ub('teacherOf')} {course} ."
            yield f"{teacher} {ub('worksFor')} <{place}> ."
        for number in range(students):
            student = iri("Student", number)
            yield f"{student} {TYPE} {ub('Student')} ."
            yield f'{student} {ub("name")} "Student{number}" .'
            yield f'{student} {ub("emailAddress")} "Student{number}@Department{department}.University0.edu" .'
            yield f'{student} {ub("age")} "{18 + number % 12}"^^<http://www.w3.org/2001/XMLSchema#integer> .'
            yield f"{student} {ub('memberOf')} <{place}> ."
            yield f"{student} {ub('advisor')} {iri('FullProfessor', dice.randrange(courses // 2))} ."
            for course in dice.sample(range(courses), 4):
                yield f"{student} {ub('takesCourse')} {iri('Course', course)} ."


def write_university(path, **sizes):
    """Writes the file; the number of its lines."""
    lines = list(university(**sizes))
    path.write_text("\n".join(lines) + "\n")
    return len(lines)


def endless(factors=3):
    """A count of the cross product of all triples, `factors` times: more work than any test waits for."""
    patterns = " . ".join(f"?s{i} ?p{i} ?o{i}" for i in range(factors))
    return f"SELECT (COUNT(*) AS ?n) {{ {patterns} FILTER(?s0 != ?o1) }}"
