"""Terms that clients read and write, as tuples: ("iri", IRI), ("blank", LABEL), ("literal", VALUE, DATATYPE, LANGUAGE).

TERMS: {subject: term}, terms that a client may easily change
CONTROL: the same, with characters that XML cannot hold
ntriples(terms)      -> triples (subject, IS, term)
subject_of(term)     -> its subject in TERMS
"""

import re

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
STRING, LANG_STRING = f"{XSD}string", f"{RDF}langString"
IS = "http://ex.org/is"


def plain(value):
    return ("literal", value, STRING, "")


def in_language(value, language):
    return ("literal", value, LANG_STRING, language)


def typed(value, datatype):
    return ("literal", value, datatype if ":" in datatype else XSD + datatype, "")


_LITERALS = [
    *map(plain, ["", " ", "a", "  two  spaces  ", 'a "quote", an \'apostrophe\' and """three"""', "back\\slash \\n \\u0041",
                 "tab\tand\nlines\n", "carriage\rreturn\r\n", "<b>&amp;</b> ]]>", "\u00e9 e\u0301", "\U0001d11e and \U0010fffd",
                 "\ufeffmark", "\u2028line\u2029paragraph\u0085", "\u202eright to left", "}} GRAPH <urn:x> { # no comment", "?x $y @en ^^"]),
    in_language("chat", "fr"), in_language("colour", "en-gb"), in_language("\u4e2d\u6587", "zh-hant-tw"), in_language("", "de"),
    *[typed(value, "decimal") for value in ("1.10", "1.0", "-0.0", "+.5", "12345678901234567890.12345678901234567890")],
    *[typed(value, "integer") for value in ("1", "01", "+5", "-0", "123456789012345678901234567890")],
    *[typed(value, "double") for value in ("1e6", "1.0E6", "-0.0E0", "INF", "-INF", "NaN", "4.9E-324", "1")],
    typed("1e6", "float"), typed("0.1", "float"), typed("1", "boolean"), typed("true", "boolean"), typed("7", "byte"),
    *[typed(value, "dateTime") for value in ("2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000Z", "2024-02-29T12:00:00+05:30",
                                             "2024-02-29T12:00:00", "-0044-03-15T00:00:00Z", "2024-02-28T24:00:00Z")],
    typed("2024-02-29", "date"), typed("2024-02-29-05:00", "date"), typed("2024", "gYear"), typed("12:30:00.10", "time"),
    typed("P1Y2M3DT4H5M6.70S", "duration"), typed("P400D", "dayTimeDuration"), typed("0aFF", "hexBinary"), typed("YQ==", "base64Binary"),
    typed("many", "integer"), typed("31 February", "date"), typed("x", "urn:no-datatype-of-xsd"),
    typed("<p>a</p>", f"{RDF}XMLLiteral"), typed("<p>a", f"{RDF}HTML"), typed("http://a/ b", "anyURI"),
]
_IRIS = ["http://ex.org/\u00e9", "http://ex.org/%C3%A9", "http://ex.org/a%20b", "http://ex.org/%7Ea", "http://ex.org/~a", "http://ex.org/\U0001d11e",
         "http://ex.org/?a=1&b=2#c", "http://ex.org/a/../b/./c", "http://ex.org:80/", "HTTP://EX.org/", "http://ex.org/'()*;,!$",
         "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "mailto:a@b.org", "tag:a,2024:b;c", "http://ex.org/e\u0301"]

TERMS = {f"urn:t:{number}": term for number, term in enumerate([*_LITERALS, *(("iri", iri) for iri in _IRIS)])}
CONTROL = {f"urn:c:{code}": plain(f"<{chr(code)}>") for code in (1, 8, 11, 12, 31, 127, 0xFFFE, 0xFFFF)}


def subject_of(term):
    return next(subject for subject, one in TERMS.items() if one == term)


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


def ntriples_term(term):
    if term[0] == "iri":
        return f"<{term[1]}>"
    if term[0] == "blank":
        return f"_:{term[1]}"
    text = re.sub('[\\\\"\n\r]', lambda found: _ESCAPES[found[0]], term[1])
    return f'"{text}"' + (f"@{term[3]}" if term[3] else "" if term[2] == STRING else f"^^<{term[2]}>")


def ntriples(terms):
    return "".join(f"<{subject}> <{IS}> {ntriples_term(term)} .\n" for subject, term in terms.items())
