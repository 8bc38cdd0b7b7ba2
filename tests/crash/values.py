"""Terms in N-Triples, of every kind that the database stores differently."""

XSD = "http://www.w3.org/2001/XMLSchema#"


def escaped(text):
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def string(text):
    return f'"{escaped(text)}"'


def typed(text, name):
    return f'"{escaped(text)}"^^<{XSD}{name}>'


def integer(number):
    return typed(str(number), "integer")


def number_of(term):
    """The number of an integer()."""
    return int(term[1:term.index('"', 1)])


def triple_term(subject, predicate, term):
    return f"<<( {subject} {predicate} {term} )>>"


def some(dice):
    """Any object but blank nodes; most are new to the database, since there are many."""
    number = dice.randrange(10**6)
    return dice.choice([
        lambda: string(f"word {number}"),
        lambda: string(f"{number} said \"no\\yes\"\n\tand \u00e4\u20ac\U0001f600 {'x' * dice.choice([0, 3, 400])}"),
        lambda: f'"Wort {number}"@de',
        lambda: f'"word {number}"@en-gb',
        lambda: f'"word {number}"@ar--{dice.choice(["ltr", "rtl"])}',
        lambda: triple_term(f"<urn:thing:{number % 50}>", "<urn:is>", some(dice)),
        lambda: triple_term(f"<urn:thing:{number % 5}>", f"<urn:has:{number % 3}>", integer(number % 7)),
        lambda: integer(number - 500000),
        lambda: integer(number * 10**30),
        lambda: typed(f"{number}.{dice.randrange(100):02}", "decimal"),
        lambda: typed(f"{number}e-3", "double"),
        lambda: typed("true", "boolean"),
        lambda: typed(f"20{number % 100:02}-0{number % 9 + 1}-1{number % 10}", "date"),
        lambda: typed(f"2026-11-21T10:{number % 60:02}:00Z", "dateTime"),
        lambda: typed(f"00{number}", "integer"),
        lambda: f'"{number}"^^<urn:type:{number % 5}>',
        lambda: f"<urn:thing:{number}>",
    ])()


def of_json(term):
    """A term of an answer in application/sparql-results+json."""
    if term["type"] == "uri":
        return f"<{term['value']}>"
    if term["type"] == "bnode":
        return f"_:{term['value']}"
    if term["type"] == "triple":
        return triple_term(*(of_json(term["value"][part]) for part in ("subject", "predicate", "object")))
    if "xml:lang" in term:
        direction = f"--{term['its:dir']}" if "its:dir" in term else ""
        return f"{string(term['value'])}@{term['xml:lang']}{direction}"
    datatype = term.get("datatype", XSD + "string")
    return string(term["value"]) + ("" if datatype == XSD + "string" else f"^^<{datatype}>")
