"""RDF terms and variables as nodes, in a form that SPARQL, Turtle and N-Quads read in the same way (IRIs relative to BASE)."""

import re
from dataclasses import dataclass

from tree import Node, descendants

BASE = "http://test.example/"
XSD = "http://www.w3.org/2001/XMLSchema#"
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True)
class Iri(Node):
    name: str  # relative to BASE, or absolute
    sort = "iri"

    def text(self):
        return f"<{self.name}>"

    def absolute(self):
        return f"<{self.full()}>"

    def full(self):
        return self.name if ":" in self.name else BASE + self.name


@dataclass(frozen=True)
class Blank(Node):
    label: str
    sort = "blank"

    def text(self):
        return f"_:{self.label}"

    absolute = text


@dataclass(frozen=True)
class Literal(Node):
    form: str
    datatype: str = "string"  # a name of XML Schema, or an absolute IRI
    language: str = ""        # and direction: ar--rtl
    sort = "literal"

    def text(self):
        if self.datatype == "integer" and re.fullmatch(r"-?[0-9]+", self.form):
            return self.form
        if self.datatype == "decimal" and re.fullmatch(r"-?[0-9]*\.[0-9]+", self.form):
            return self.form
        if self.datatype == "boolean" and self.form in ("true", "false"):
            return self.form
        return self.absolute()

    def absolute(self):
        quoted = '"' + "".join(ESCAPES.get(letter, letter) for letter in self.form) + '"'
        if self.language:
            return f"{quoted}@{self.language}"
        return quoted if self.datatype == "string" else f"{quoted}^^<{self.type_iri()}>"

    def type_iri(self):
        return self.datatype if ":" in self.datatype else XSD + self.datatype

    def simpler(self):
        for one in (Literal("1", "integer"), Literal("a")):
            if len(one.text()) < len(self.text()):
                yield one


@dataclass(frozen=True)
class Variable(Node):
    name: str
    sort = "variable"

    def text(self):
        return f"?{self.name}"


@dataclass(frozen=True)
class TripleTerm(Node):
    """A triple term; in a pattern or a template with variables."""
    subject: Node
    predicate: Node
    object: Node
    sort = "triple"

    def text(self):
        return f"<<( {self.subject.text()} {self.predicate.text()} {self.object.text()} )>>"

    def absolute(self):
        return f"<<( {self.subject.absolute()} {self.predicate.absolute()} {self.object.absolute()} )>>"

    def simpler(self):
        yield self.object


def has_blank(term):
    return isinstance(term, Blank) or any(isinstance(below, Blank) for below in descendants(term))


def integer(number):
    return Literal(str(number), "integer")
