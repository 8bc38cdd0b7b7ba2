"""Literals of data and queries, by kind.

PLAIN have the peer's own form; ODD have forms that it rewrites (known_faults.md), so they occur only in some data.
"""

from terms import Literal

XSD_DECIMAL_LIKE = ("byte", "short", "int", "long", "unsignedByte", "unsignedShort", "nonNegativeInteger",
                    "positiveInteger", "nonPositiveInteger", "negativeInteger", "unsignedInt", "unsignedLong")


def _of(datatype, *forms):
    return [Literal(form, datatype) for form in forms]


PLAIN = {
    "number": _of("integer", "0", "1", "2", "3", "5", "7", "10", "42", "-1", "-3")
    + _of("decimal", "0.5", "1.5", "2.25", "-1.5", "3.1", "10.01", "1", "0")
    + _of("double", "0.5", "1", "1.5", "2", "-2.5", "1500", "0.1", "INF", "-INF", "NaN", "-0")
    + _of("float", "0.5", "2", "-1.5", "0.1"),
    "text": _of("string", "", "a", "b", "abc", "Abc", "ab", "z", "a b", "a.b", "1", "10", "2.5", "true", "x*y", "straße", "Ärger", "λόγος",
                "日本語", "😀", "e\u0301", "\u00e9", "a\tb", "line\nbreak", "quo\"te", "back\\slash", "2020-01-01T00:00:00Z",
                "aXbXc", "http://test.example/a"),
    "tagged": [Literal(form, "string", tag) for form, tag in (
        ("a", "en"), ("a", "de"), ("abc", "en-gb"), ("Abc", "en"), ("b", "en"), ("", "fr"), ("straße", "de"), ("日本", "ja"),
        ("a", "en--ltr"), ("abc", "en-gb--rtl"), ("مرحبا", "ar--rtl"))],
    "date": _of("dateTime", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00", "2020-06-15T12:30:45.5Z", "2019-12-31T23:00:00-01:00",
                "2020-01-01T02:00:00+02:00", "1969-12-31T23:59:59Z", "2020-02-29T10:00:00.25", "0001-01-01T00:00:00Z",
                "2020-12-31T23:59:59.999Z"),
    "truth": _of("boolean", "true", "false"),
    "other": _of("date", "2020-01-01", "2020-01-01Z", "2019-06-30") + _of("time", "12:00:00", "23:59:59Z") + _of("gYear", "2020")
    + _of("duration", "P1Y") + _of("dayTimeDuration", "P1D", "PT1H")
    + [Literal("x", "http://test.example/type"), Literal("y", "http://test.example/type"), Literal("1", "http://test.example/type")]
    # Ill-typed: terms like others, without a value.
    + _of("integer", "abc", "1.5", "") + _of("double", "x") + _of("boolean", "maybe") + _of("dateTime", "2020-13-01T00:00:00Z", "yesterday")
    + _of("decimal", "1e0"),
}

ODD = {
    "number": _of("integer", "01", "+1", "-0", "007") + _of("decimal", "1.0", "1.50", "+2.5", ".5", "01.5")
    + _of("double", "1.5E0", "1e3", "1.0", "1E-2") + _of("float", "1.50")
    + [Literal("-5" if name in ("nonPositiveInteger", "negativeInteger") else "5", name) for name in XSD_DECIMAL_LIKE],
    "truth": _of("boolean", "1", "0"),
    "date": _of("dateTime", "2020-01-01T00:00:00.0Z", "2020-01-01T00:00:00+00:00", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00.500Z"),
}
