"""Changes to bytes and to texts: each takes a random number generator and returns something similar to its input.

Mutator(random, others) -> bytes_near(seed), tokens_near(text)
`others` are further seeds, of which pieces are taken.
"""

import re

MOST_BYTES = 16 << 10
TOKEN = re.compile(rb"""<[^<>\s]*>|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[?$]\w+|\w+:?\w*|@[\w-]+|\s+|.""", re.S)
NUMBER = re.compile(rb"\d+")

# Bytes that parsers have trouble with: ends of texts, of lines and of encodings; escapes; brackets.
PIECES = [b"\0", b"\n", b"\r\n", b"\r", b"\t", b" ", b"\x7f", b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80",
          b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\xc0\x80", b"\xe2\x80\xa8", "\u00e9\U0001f600".encode(), b"\\", b"\\u0000",
          b"\\uD800", b"\\U00110000", b"\\u", b"%00", b"%", b"%zz", b"'", b'"', b'"""', b"'''", b"<", b">", b"<>", b"<<", b">>",
          b"{", b"}", b"[", b"]", b"(", b")", b"{|", b"|}", b",", b";", b".", b":", b"#", b"_:", b"@", b"@en--ltr", b"^", b"^^",
          b"^^<http://www.w3.org/2001/XMLSchema#integer>", b"&", b"&lt;", b"&#0;", b"&#x110000;", b"&x;", b"]]>", b"<!--",
          b"<![CDATA[", b"-", b"+", b"=", b"*", b"/", b"|", b"!", b"?x", b"$", b"a", b"true"]
NUMBERS = [b"0", b"-1", b"1", b"255", b"256", b"2147483647", b"2147483648", b"4294967296", b"9223372036854775807",
           b"9223372036854775808", b"18446744073709551616", b"1e308", b"1e-400", b"00", b"0x10", b"1" * 40, b"."]


# Words that can replace another one of their line.
WORDS = {word: line for line in (
    b"STR LANG DATATYPE IRI ABS CEIL FLOOR ROUND STRLEN UCASE LCASE ENCODE_FOR_URI YEAR MONTH SECONDS TZ TIMEZONE MD5 SHA1 SHA512"
    b" isIRI isBlank isLiteral isNumeric BNODE",
    b"CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER LANGMATCHES SAMETERM STRDT STRLANG REGEX",
    b"COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT", b"OPTIONAL MINUS UNION", b"DISTINCT REDUCED", b"ASC DESC", b"LIMIT OFFSET",
    b"INSERT DELETE", b"CLEAR DROP CREATE", b"COPY MOVE ADD", b"DEFAULT NAMED ALL", b"IN NOT EXISTS", b"GRAPH SERVICE",
    b"RAND NOW UUID STRUUID", b"COALESCE CONCAT IF REPLACE SUBSTR") for word in line.split()}


def kind_of(token):
    """The kind of a token, which can replace another one of its kind: words, variables, IRIs, strings, numbers, operators."""
    if token[:1].isalpha():
        return b":" if b":" in token else WORDS.get(token, token)
    if token in (b"+", b"-", b"*", b"/", b"|", b"^", b"=", b"<", b">", b"!"):
        return b"+"
    return b"0" if token[:1].isdigit() else token[:1]


class Mutator:
    def __init__(self, random, others):
        self.random, self.others = random, others
        self.like = {}  # tokens of all seeds, by their kind
        for seed in others:
            for token in TOKEN.findall(seed):
                self.like.setdefault(kind_of(token), []).append(token)
        for word, line in WORDS.items():
            self.like.setdefault(line, []).append(word)
        self.ways = [self.flip, self.put, self.cut, self.double, self.put_piece, self.put_piece, self.change_number,
                     self.splice, self.end_early, self.swap_lines, self.change_case]

    def bytes_near(self, seed):
        """One to four changes, sometimes more."""
        data = bytearray(seed)
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3, 4, 12))):
            self.random.choice(self.ways)(data)
            del data[MOST_BYTES:]
        return bytes(data)

    def tokens_near(self, text):
        """The same with whole tokens, with which parsers get further."""
        tokens = TOKEN.findall(text)
        for _ in range(self.random.choice((1, 1, 1, 2, 3, 5))):
            at, to = self.place(tokens), self.place(tokens)
            way = self.random.randrange(18)
            if way >= 6:
                places = [place for place, token in enumerate(tokens) if not token.isspace()] or [0]
                at = self.random.choice(places)
                tokens[at:at + 1] = map(self.token_like, tokens[at:at + 1])
            elif way == 0:
                del tokens[at:at + self.random.randint(1, 4)]
            elif way == 1:
                tokens[at:at] = tokens[to:to + self.random.randint(1, 12)]
            elif way == 2 and tokens:
                at, to = min(at, len(tokens) - 1), min(to, len(tokens) - 1)
                tokens[at], tokens[to] = tokens[to], tokens[at]
            elif way == 3:
                other = TOKEN.findall(self.random.choice(self.others))
                begin = self.place(other)
                tokens[at:at + self.random.randint(0, 3)] = other[begin:begin + self.random.randint(1, 12)]
            elif way == 4:
                tokens[at:at] = [self.random.choice(PIECES)]
            else:
                tokens[at:at] = tokens[at:at + 3] * self.random.choice((2, 3, 30))
        return b"".join(tokens)[:MOST_BYTES]

    def token_like(self, token):
        return self.random.choice(self.like.get(kind_of(token), [token]))

    def near(self, text):
        return self.tokens_near(text) if self.random.random() < 0.85 else self.bytes_near(text)

    # --- ways; each changes `data` where it lies ---

    def place(self, data):
        return self.random.randint(0, len(data))

    def span(self, data):
        begin = self.place(data)
        return begin, begin + self.random.choice((1, 2, 4, 16, 64, 512))

    def flip(self, data):
        if data:
            data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)

    def put(self, data):
        at = self.place(data)
        data[at:at + self.random.randint(0, 1)] = bytes([self.random.randrange(256)])

    def cut(self, data):
        begin, end = self.span(data)
        del data[begin:end]

    def double(self, data):
        begin, end = self.span(data)
        data[begin:begin] = data[begin:end] * self.random.choice((1, 1, 2, 20, 200))

    def put_piece(self, data):
        at = self.place(data)
        data[at:at + self.random.choice((0, 0, 1, 3))] = self.random.choice(PIECES) * self.random.choice((1, 1, 1, 2, 300))

    def change_number(self, data):
        found = list(NUMBER.finditer(data))
        if found:
            number = self.random.choice(found)
            data[number.start():number.end()] = self.random.choice(NUMBERS)

    def splice(self, data):
        other = self.random.choice(self.others)
        begin, end = self.span(other)
        at = self.place(data)
        data[at:at + self.random.choice((0, end - begin))] = other[begin:end]

    def end_early(self, data):
        if self.random.random() < 0.3:
            del data[self.place(data):]

    def swap_lines(self, data):
        lines = data.split(b"\n")
        at, to = self.random.randrange(len(lines)), self.random.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
        data[:] = b"\n".join(lines)

    def change_case(self, data):
        begin, end = self.span(data)
        data[begin:end] = bytes(data[begin:end]).swapcase()
