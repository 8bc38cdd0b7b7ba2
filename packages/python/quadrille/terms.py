"""RDF terms as Python values, and back.

    term                                     Python
    xsd:string                               str
    xsd:integer                              int
    xsd:decimal                              decimal.Decimal, with all digits
    xsd:double                               float
    xsd:boolean                              bool
    xsd:dateTime, xsd:date, xsd:time         datetime.datetime (with its zone, if it has one), date, time
    an IRI                                   IRI
    a blank node                             BlankNode
    any other literal                        Literal: language-tagged strings, other datatypes, and values that the Python
                                             type cannot hold (year -44, nanoseconds, 24:00:00, "abc"^^xsd:integer)

A value that was read has the same datatype and value when it is written again. Its spelling may differ: "007" and "+7" are
read as 7.
"""

import datetime
import decimal
import functools
import math
import numbers
import re
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Union

XSD = "http://www.w3.org/2001/XMLSchema#"
LANGUAGE_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"

NOT_IN_IRIS = re.compile(r'[\x00-\x20<>"{}|^`\\]')
LANGUAGE = re.compile(r"[A-Za-z]+(-[A-Za-z0-9]+)*")
LABEL = re.compile(r"\w([\w.-]*[\w-])?")


@dataclass(frozen=True)
class IRI:
    """The name of a thing: IRI("http://example.org/ann"). str(iri) is the text."""

    value: str

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"IRI({self.value!r})"

    def n3(self) -> str:
        """The term in N-Triples and SPARQL: <http://example.org/ann>."""
        if NOT_IN_IRIS.search(self.value):
            raise ValueError(f"an IRI cannot have spaces or any of <>\"{{}}|^`\\: {self.value!r}")
        return f"<{self.value}>"


@dataclass(frozen=True)
class BlankNode:
    """A thing without a name. Its label is the server's, and stays the same as long as the node is in the database."""

    label: str

    def __str__(self) -> str:
        return f"_:{self.label}"

    def __repr__(self) -> str:
        return f"BlankNode({self.label!r})"

    def n3(self) -> str:
        if not LABEL.fullmatch(self.label):
            raise ValueError(f"a label of a blank node has letters, digits, '_', '-' and '.' within: {self.label!r}")
        return f"_:{self.label}"


@dataclass(frozen=True)
class Literal:
    """A literal without a Python type: Literal("chat", language="fr"), Literal("P1D", XSD + "duration").

    str(literal) is its text.
    """

    value: str
    datatype: str = XSD + "string"
    language: Optional[str] = None

    def __post_init__(self) -> None:
        if self.language is not None:
            object.__setattr__(self, "datatype", LANGUAGE_STRING)

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        kind = f"datatype={self.datatype!r}" if self.language is None else f"language={self.language!r}"
        return f"Literal({self.value!r}, {kind})"

    def n3(self) -> str:
        """The term in N-Triples and SPARQL: "chat"@fr."""
        if self.language is None:
            return f"{quoted(self.value)}^^{IRI(self.datatype).n3()}"
        if not LANGUAGE.fullmatch(self.language):
            raise ValueError(f"a language is a tag such as en or de-AT: {self.language!r}")
        return f"{quoted(self.value)}@{self.language}"


Term = Union[IRI, BlankNode, Literal, str, bool, int, float, decimal.Decimal, datetime.datetime, datetime.date, datetime.time]


# --- from text ---

ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
ESCAPED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


def unescaped(text: str) -> str:
    """The text that is meant by one with the escapes of Turtle."""
    if "\\" not in text:
        return text
    return ESCAPE.sub(lambda found: ESCAPED.get(found[3], found[3]) if found[3] else chr(int(found[1] or found[2], 16)), text)


FRACTION = r"(?:\.(\d{1,6})0*)?"
CLOCK = rf"(\d\d):(\d\d):(\d\d){FRACTION}(Z|[+-]\d\d:\d\d)?"
DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
TIME = re.compile(CLOCK, re.ASCII)
DATE_TIME = re.compile(rf"(\d{{4}})-(\d\d)-(\d\d)T{CLOCK}", re.ASCII)
INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)", re.ASCII)
DOUBLE = re.compile(r"[+-]?((\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|INF)|NaN", re.ASCII)
BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def matched(pattern: "re.Pattern[str]", text: str) -> "re.Match[str]":
    found = pattern.fullmatch(text)
    if not found:
        raise ValueError(text)
    return found


def zone_of(text: Optional[str]) -> Optional[datetime.tzinfo]:
    if text is None:
        return None
    if text == "Z":
        return datetime.timezone.utc
    minutes = int(text[1:3]) * 60 + int(text[4:])
    return datetime.timezone(datetime.timedelta(minutes=minutes if text[0] == "+" else -minutes))


def date_of(text: str) -> datetime.date:
    year, month, day = matched(DATE, text).groups()
    return datetime.date(int(year), int(month), int(day))


def time_of(text: str) -> datetime.time:
    hour, minute, second, fraction, zone = matched(TIME, text).groups()
    return datetime.time(int(hour), int(minute), int(second), int((fraction or "").ljust(6, "0")), zone_of(zone))


def date_time_of(text: str) -> datetime.datetime:
    matched(DATE_TIME, text)
    day, _, clock = text.partition("T")
    return datetime.datetime.combine(date_of(day), time_of(clock))


def boolean_of(text: str) -> bool:
    if text not in BOOLEANS:
        raise ValueError(text)
    return BOOLEANS[text]


# Of each datatype with a Python type: the value of a text; ValueError if the type cannot hold it exactly.
READERS: Dict[str, Callable[[str], Any]] = {
    XSD + "string": str,
    XSD + "integer": lambda text: int(matched(INTEGER, text)[0]),
    XSD + "decimal": lambda text: decimal.Decimal(matched(DECIMAL, text)[0]),
    XSD + "double": lambda text: float(matched(DOUBLE, text)[0]),
    XSD + "boolean": boolean_of,
    XSD + "dateTime": date_time_of,
    XSD + "date": date_of,
    XSD + "time": time_of,
}


def literal_of(text: str, datatype: str) -> Term:
    """The Python value of a literal; a Literal if there is none."""
    reader = READERS.get(datatype)
    if reader:
        try:
            return reader(text)  # type: ignore[no-any-return]
        except ValueError:
            pass
    return Literal(text, datatype)


def bare_datatype(text: str) -> str:
    """The datatype of a number without quotes, as Turtle and TSV write it."""
    if "e" in text or "E" in text:
        return XSD + "double"
    return XSD + ("decimal" if "." in text else "integer")


@functools.lru_cache(maxsize=1 << 16)
def parse(text: str) -> Term:
    """The term of a text in N-Triples or in SPARQL's TSV, which also has bare numbers: parse('"chat"@fr')."""
    first = text[0]
    if first == "<":
        return IRI(unescaped(text[1:-1]))
    if first == '"':
        end = text.rindex('"')
        value, after = unescaped(text[1:end]), text[end + 1:]
        if not after:
            return value
        return Literal(value, language=after[1:]) if after[0] == "@" else literal_of(value, unescaped(after[3:-1]))
    return BlankNode(text[2:]) if first == "_" else literal_of(text, bare_datatype(text))


# --- to text ---

QUOTED = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"})


def quoted(text: str) -> str:
    return f'"{text.translate(QUOTED)}"'


def text_of_float(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return ("INF" if value > 0 else "-INF") if math.isinf(value) else repr(float(value))


def text_of_decimal(value: decimal.Decimal) -> str:
    if not value.is_finite():
        raise ValueError(f"xsd:decimal has no {value}")
    return format(value, "f")


def text_of_time(value: Union[datetime.datetime, datetime.time]) -> str:
    offset = value.utcoffset()
    if offset and offset % datetime.timedelta(minutes=1):
        raise ValueError(f"a zone has hours and minutes: {value}")
    return value.isoformat()


def n3(value: Term) -> str:
    """A term or a Python value in N-Triples, which is also SPARQL: n3(5) is '"5"^^<http://www.w3.org/2001/XMLSchema#integer>'."""
    if isinstance(value, (IRI, BlankNode, Literal)):
        return value.n3()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return Literal(str(value).lower(), XSD + "boolean").n3()
    if isinstance(value, numbers.Integral):
        return Literal(str(int(value)), XSD + "integer").n3()
    if isinstance(value, float):
        return Literal(text_of_float(value), XSD + "double").n3()
    if isinstance(value, decimal.Decimal):
        return Literal(text_of_decimal(value), XSD + "decimal").n3()
    if isinstance(value, datetime.datetime):
        return Literal(text_of_time(value), XSD + "dateTime").n3()
    if isinstance(value, datetime.date):
        return Literal(value.isoformat(), XSD + "date").n3()
    if isinstance(value, datetime.time):
        return Literal(text_of_time(value), XSD + "time").n3()
    raise TypeError(f"no RDF term: {value!r} ({type(value).__name__}); make a Literal with the datatype")
