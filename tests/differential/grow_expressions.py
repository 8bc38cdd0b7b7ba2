"""Random expressions, mostly of the types that their operators accept, sometimes of others, so that errors are tested too."""

from expressions import Binary, Call, Exists, In, Unary, Value
from terms import XSD, Iri, Literal, Variable, integer

CASTS = {kind: [f"<{XSD}{name}>" for name in names] for kind, names in (
    ("number", ("integer", "decimal", "double", "float")), ("truth", ("boolean",)), ("date", ("dateTime",)), ("text", ("string",)))}
PATTERNS = ("a", "^a", "b$", "a.c", "[a-c]+", "(a|b)c", "^$", ".", "\\\\d", "x*", "A", "\\\\s", "a b", "ß", "[^a]", "\\\\.", "a{2}", "^(.)\\\\1")
FLAGS = ("i", "s", "m", "x", "q", "", "im")


class Expressions:
    """Grows expressions over the variables of one place.

    variables: {name: kind}; computed numbers have the kind "computed": their lexical form is free, so they are not texts.
    exists: makes a group for EXISTS; None if not possible. aggregates: True if they are allowed here.
    """

    def __init__(self, dice, vocabulary, variables, exists=None, aggregates=None):
        self.dice, self.vocabulary, self.variables = dice, vocabulary, variables
        self.exists, self.aggregates = exists, aggregates

    def any(self, depth):
        return self.of(self.dice.choice(("number", "text", "truth", "date", "term")), depth)

    def of(self, kind, depth):
        if self.dice.chance(0.04):
            kind = self.dice.choice(("number", "text", "truth", "date", "term"))
        return {"number": self.number, "computed": self.number, "text": self.text, "tagged": self.text, "truth": self.truth,
                "date": self.date, "triple": self.triple}.get(kind, self.term)(depth)

    def _leaf(self, *kinds):
        """A variable of these kinds, sometimes of others; or a constant."""
        fitting = [name for name, kind in self.variables.items() if kind in kinds or kind == "any"]
        others = [name for name, kind in self.variables.items() if kind != "computed" or "computed" in kinds]
        from_ = fitting if fitting and self.dice.chance(0.9) else others
        if from_ and self.dice.chance(0.75):
            return Value(Variable(self.dice.choice(from_)))
        kind = self.dice.choice([kind for kind in kinds if kind in self.vocabulary.literals] or ["other"])
        return Value(self.vocabulary.literal(self.dice, kind))

    def number(self, depth):
        if depth <= 0:
            return self._leaf("number", "computed")
        below = depth - 1
        table = [
            (4, lambda: self._leaf("number", "computed")),
            (4, lambda: Binary(self.number(below), self.dice.choice("+-*/"), self.number(below))),
            (1, lambda: Unary(self.dice.choice("-+"), self.number(below))),
            (2, lambda: Call(self.dice.choice(("ABS", "CEIL", "FLOOR", "ROUND")), (self.number(below),))),
            (2, lambda: Call("STRLEN", (self.text(below),))),
            (2, lambda: Call(self.dice.choice(("YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS")), (self.date(below),))),
            (1, lambda: Call("IF", (self.truth(below), self.number(below), self.number(below)))),
            (1, lambda: Call("COALESCE", self.dice.some(1, 3, lambda: self.number(below)))),
            (2, lambda: Call(self.dice.choice(CASTS["number"]), (self.dice.choice((self.number, self.text, self.truth))(below),))),
        ]
        if self.aggregates:
            table.append((8, lambda: self.aggregates(self.dice, "number")))
        return self.dice.weighted(table)()

    def text(self, depth):
        if depth <= 0:
            return self._leaf("text", "tagged")
        below = depth - 1
        return self.dice.weighted([
            (3, lambda: self._leaf("text", "tagged")),
            (3, lambda: Call("STR", (self._leaf("text", "number", "date", "truth", "other", "node"),))),
            (1, lambda: Call(self.dice.choice(("LANG", "LANG", "LANGDIR")), (self.term(below),))),
            (2, lambda: Call(self.dice.choice(("UCASE", "LCASE", "ENCODE_FOR_URI")), (self.text(below),))),
            (2, lambda: Call("CONCAT", self.dice.some(0, 3, lambda: self.text(below)))),
            (2, lambda: Call("SUBSTR", (self.text(below), *self.dice.some(1, 2, lambda: Value(integer(self.dice.randint(-1, 4))))))),
            (2, lambda: Call(self.dice.choice(("STRBEFORE", "STRAFTER")), (self.text(below), self.text(0)))),
            (1, lambda: Call("REPLACE", (self.text(below), self._pattern(), Value(Literal(self.dice.choice(("", "x", "[$0]")))),
                                         *self._flags()))),
            (1, lambda: Call(self.dice.choice(("MD5", "SHA1", "SHA256", "SHA384", "SHA512")), (self.text(below),))),
            (1, lambda: Call("STR", (Call("DATATYPE", (self.term(below),)),))),
            (1, lambda: Call("STRLANG", (self.text(below), Value(Literal(self.dice.choice(("en", "de"))))))),
            (1, lambda: Call("STRLANGDIR", (self.text(below), Value(Literal("en")), Value(Literal(self.dice.choice(("ltr", "rtl"))))))),
            (1, lambda: Call("TZ", (self.date(below),))),
            (1, lambda: Call("IF", (self.truth(below), self.text(below), self.text(below)))),
            (1, lambda: Call(CASTS["text"][0], (self._leaf("text", "number", "date", "truth", "node"),))),
        ])()

    def truth(self, depth):
        if depth <= 0:
            return self._leaf("truth")
        below = depth - 1
        table = [
            (1, lambda: self._leaf("truth")),
            (8, lambda: self._comparison(below)),
            (3, lambda: Binary(self.truth(below), self.dice.choice(("&&", "||")), self.truth(below))),
            (2, lambda: Unary("!", self.truth(below))),
            (2, lambda: In(self.term(below), self.dice.some(0, 3, lambda: self.term(below)), self.dice.chance(0.4))),
            (1, lambda: self._bound()),
            (1, lambda: Call("sameTerm", (self.term(0), self.term(0)))),
            (2, lambda: Call(self.dice.choice(("isIRI", "isURI", "isBLANK", "isLITERAL", "isNUMERIC", "isTRIPLE", "hasLANG", "hasLANGDIR")), (self.term(below),))),
            (1, lambda: Call("REGEX", (self.text(below), self._pattern(), *self._flags()))),
            (2, lambda: Call(self.dice.choice(("CONTAINS", "STRSTARTS", "STRENDS")), (self.text(below), self.text(0)))),
            (1, lambda: Call("LANGMATCHES", (Call("LANG", (self.term(0),)),
                                             Value(Literal(self.dice.choice(("en", "*", "de", "EN-GB", ""))))))),
            (1, lambda: Call(CASTS["truth"][0], (self.dice.choice((self.number, self.text, self.truth))(below),))),
            (1, lambda: Call("COALESCE", self.dice.some(1, 2, lambda: self.truth(below)))),
        ]
        if self.exists:
            table.append((3, lambda: Exists(self.exists(), self.dice.chance(0.5))))
        return self.dice.weighted(table)()

    def _comparison(self, depth):
        kind = self.dice.weighted([(4, "number"), (2, "text"), (2, "date"), (1, "truth"), (2, "term"),
                                   (2 if self.vocabulary.triples else 0, "triple")])
        operator = self.dice.choice(("=", "!=", "=", "!=", "<", ">", "<=", ">="))
        return Binary(self.of(kind, depth), operator, self.of(kind, depth))

    def _bound(self):
        names = [*self.variables] + ([] if self.aggregates else ["nothing"])  # beside aggregates stand variables of groups alone
        return Call("BOUND", (Value(Variable(self.dice.choice(names))),)) if names else self._leaf("truth")

    def _pattern(self):
        return Value(Literal(self.dice.choice(PATTERNS).replace("\\\\", "\\")))

    def _flags(self):
        return (Value(Literal(self.dice.choice(FLAGS))),) if self.dice.chance(0.4) else ()

    def triple(self, depth):
        if depth <= 0 or self.dice.chance(0.5):
            return self._leaf("triple")
        predicate = Value(self.dice.choice(self.vocabulary.edges())) if self.dice.chance(0.8) else self.term(0)
        return Call("TRIPLE", (self.term(0), predicate, self.of(self.dice.choice(("term", "triple", "number")), depth - 1)))

    def _of_triple(self, depth):
        """What is read of triple terms."""
        return Call(self.dice.choice(("SUBJECT", "PREDICATE", "OBJECT")), (self.triple(depth),))

    def date(self, depth):
        if depth <= 0:
            return self._leaf("date")
        return self.dice.weighted([
            (4, lambda: self._leaf("date")),
            (1, lambda: Call(CASTS["date"][0], (self.dice.choice((self.text, self.date))(depth - 1),))),
            (1, lambda: Call("IF", (self.truth(depth - 1), self.date(depth - 1), self.date(depth - 1)))),
        ])()

    def term(self, depth):
        """A term of any type whose lexical form is not free."""
        if depth <= 0:
            if self.dice.chance(0.2):
                return Value(self.dice.choice(self.vocabulary.iris()))
            return self._leaf("number", "text", "tagged", "date", "truth", "node", "other", "triple")
        below = depth - 1
        return self.dice.weighted([
            (6, lambda: self.term(0)),
            (1, lambda: Call("IF", (self.truth(below), self.term(below), self.term(below)))),
            (1, lambda: Call("COALESCE", self.dice.some(0, 3, lambda: self.term(below)))),
            (1, lambda: Call(self.dice.choice(("IRI", "URI")), (Call("CONCAT", (Value(Literal("http://test.example/")), self.text(0))),))),
            (1, lambda: Call("STRDT", (self.text(below), Value(Iri(self.dice.choice((XSD + "integer", "http://test.example/type"))))))),
            (1, lambda: Call("DATATYPE", (self.term(below),))),
            (2, lambda: self.text(below)),
            (1, lambda: self.truth(below)),
            (3 if self.vocabulary.triples else 0, lambda: self._of_triple(below)),
            (2 if self.vocabulary.triples else 0, lambda: self.triple(below)),
        ])()
