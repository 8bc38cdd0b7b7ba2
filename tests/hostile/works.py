"""Short queries that need more work or memory than there is. Each ends with an error, or with an answer if the optimizer
avoids the work: {name: text}. The data are those of hostile.py.
"""

P, Q = "<http://x/p>", "<http://x/q>"
ALL = f"({P}|!{P})"
TWO = "?a ?b ?c . ?d ?e ?f"
THREE = TWO + " . ?g ?h ?i"
LONG = "x" * 10_000


def doubling(times, start, step):
    """A variable that is twice as long in each of `times` steps; the last one is ?last."""
    binds = "".join(f"BIND({step.replace('?x', f'?x{n}')} AS ?x{n + 1}) " for n in range(times))
    return f"BIND({start} AS ?x0) {binds} BIND(?x{times} AS ?last)"


def nodes(count, separator=" "):
    return separator.join(f"<http://x/n{number}>" for number in range(count))


UNBOUND = " ".join(f"({number} UNDEF) (UNDEF {number})" for number in range(30_000))

# Strings and numbers that grow.
GROWING = {
    "CONCAT": f"SELECT (STRLEN(?last) AS ?n) {{ {doubling(40, repr('abcdefgh'), 'CONCAT(?x, ?x)')} }}",
    "CONCAT of every row": f"SELECT (MAX(STRLEN(?last)) AS ?n) {{ ?s ?p ?o {doubling(20, 'STR(?s)', 'CONCAT(?x, ?x)')} }}",
    "REPLACE": f"SELECT (STRLEN(?last) AS ?n) {{ {doubling(12, repr('aaaaaaaa'), 'REPLACE(?x, %r, %r)' % ('a', 'a' * 12))} }}",
    "ENCODE_FOR_URI": "SELECT (STRLEN(?last) AS ?n) { "
                      + doubling(30, "'   '", "ENCODE_FOR_URI(CONCAT(?x, ?x, ' '))") + " }",
    "UCASE": "SELECT (STRLEN(?last) AS ?n) { " + doubling(30, "'\u00df'", "UCASE(CONCAT(?x, LCASE(?x), '\u00df'))") + " }",
    "SUBSTR": "SELECT (STRLEN(?last) AS ?n) { " + doubling(40, "'ab'", "SUBSTR(CONCAT(?x, ?x), 2)") + " }",
    "IRI": "SELECT (STRLEN(STR(?last)) AS ?n) { " + doubling(40, "'http://x/'", "IRI(CONCAT(STR(?x), STR(?x)))") + " }",
    "STRLANG": "SELECT (STRLEN(STR(?last)) AS ?n) { " + doubling(40, "'a'", "STRLANG(CONCAT(STR(?x), STR(?x)), 'en')") + " }",
    "STRDT": "SELECT (STRLEN(STR(?last)) AS ?n) { "
             + doubling(40, "'a'", "STRDT(CONCAT(STR(?x), STR(?x)), <http://x/d>)") + " }",
    "SHA512": f"SELECT (SHA512(?last) AS ?n) {{ {doubling(30, repr('abcdefgh'), 'CONCAT(?x, ?x)')} }}",
    "handed back": f"SELECT ?last {{ {doubling(23, repr('abcdefgh'), 'CONCAT(?x, ?x)')} }}",
    "handed back by every row": f"SELECT ?last {{ ?s ?p ?o {doubling(17, repr('abcdefgh'), 'CONCAT(?x, ?x)')} }}",
    "a long string in every row": f"SELECT ?a ?x {{ {TWO} BIND('{LONG * 50}' AS ?x) }}",
    "many strings": f"SELECT (SUM(STRLEN(?x)) AS ?n) {{ {TWO} BIND(CONCAT(STR(?a), STR(?d), '{LONG}') AS ?x) }}",
    "many different strings": f"SELECT DISTINCT ?x {{ {TWO} BIND(CONCAT(STR(?a), STR(?c), STR(?d), STR(?f)) AS ?x) }}",
    "GROUP_CONCAT": f"SELECT (STRLEN(GROUP_CONCAT(?x)) AS ?n) {{ {TWO} BIND(CONCAT(STR(?a), '{LONG}') AS ?x) }}",
    "GROUP_CONCAT of groups": f"SELECT ?d (STRLEN(GROUP_CONCAT(?x)) AS ?n) {{ {TWO} BIND(CONCAT(STR(?a), '{LONG}') AS ?x) }}"
                              " GROUP BY ?d",
    "separators": f"SELECT (STRLEN(GROUP_CONCAT(?x; SEPARATOR = '{LONG * 100}')) AS ?n) {{ {TWO} BIND('a' AS ?x) }}",
    "COUNT DISTINCT": f"SELECT (COUNT(DISTINCT ?x) AS ?n) {{ {TWO} BIND(CONCAT(STR(?a), STR(?c), STR(?d), STR(?f)) AS ?x) }}",
    "COUNT DISTINCT *": f"SELECT (COUNT(DISTINCT *) AS ?n) {{ {TWO} }}",
    "MAX": f"SELECT (MAX(?x) AS ?n) {{ {TWO} BIND(CONCAT(STR(?a), STR(?c), STR(?d), STR(?f)) AS ?x) }}",
    "groups of strings": f"SELECT ?x (SAMPLE(?x) AS ?n) {{ {TWO} BIND(CONCAT(STR(?a), STR(?c), STR(?d), STR(?f)) AS ?x) }}"
                         " GROUP BY ?x",
    "squares": "SELECT (STRLEN(STR(?last)) AS ?n) { " + doubling(40, "9999999999999999999", "?x * ?x") + " }",
    "squares of fractions": "SELECT (STRLEN(STR(?last)) AS ?n) { " + doubling(40, "0.99999999999999999", "?x * ?x") + " }",
    "quotients": "SELECT (STRLEN(STR(?last)) AS ?n) { "
                 + doubling(40, "1.000000000000000000001", "?x * ?x / 1.0000000000000000000000000003") + " }",
    "products": "SELECT (STRLEN(STR(99999999999999" + " * 9999999999999999" * 1900 + ")) AS ?n) { ?s ?p ?o }",
    "UUIDs": f"SELECT DISTINCT ?x {{ {TWO} BIND(UUID() AS ?x) }}",
    "UUIDs in order": f"SELECT ?x {{ {TWO} BIND(UUID() AS ?x) }} ORDER BY ?x",
    "blank nodes": f"SELECT (COUNT(DISTINCT ?x) AS ?n) {{ {THREE} BIND(BNODE() AS ?x) }}",
    "a template of blank nodes": f"CONSTRUCT {{ [] ?b [ ?e [ ?h ?i ] ] }} {{ {THREE} }}",
}

# Rows that multiply.
PRODUCTS = {
    "handed back": f"SELECT * {{ {THREE} }}",
    "counted": f"SELECT (COUNT(*) AS ?n) {{ {THREE} }}",
    "in order": f"SELECT * {{ {THREE} }} ORDER BY ?i",
    "the first ten": f"SELECT * {{ {THREE} }} ORDER BY ?i LIMIT 10",
    "the first of a huge number": f"SELECT * {{ {THREE} }} ORDER BY ?i LIMIT 9223372036854775807",
    "the last": f"SELECT * {{ {THREE} }} OFFSET 9223372036854775807",
    "different": f"SELECT DISTINCT * {{ {THREE} }}",
    "grouped": f"SELECT ?a ?d ?g (COUNT(*) AS ?n) {{ {THREE} }} GROUP BY ?a ?d ?g ?c ?f ?i",
    "constructed": f"CONSTRUCT {{ ?a ?e ?i }} {{ {THREE} }}",
    "described": f"DESCRIBE * {{ {THREE} }}",
    "filtered": f"SELECT * {{ {THREE} FILTER(?a = <http://x/none>) }}",
    "filtered by strings": f"SELECT * {{ {THREE} FILTER(CONCAT(STR(?a), STR(?d), STR(?g)) = 'x') }}",
    "optional": "SELECT * { { ?a ?b ?c } OPTIONAL { ?d ?e ?f FILTER(?c != ?f) } OPTIONAL { ?g ?h ?i FILTER(STR(?g) != STR(?a)) } }",
    "minus": f"SELECT * {{ {TWO} MINUS {{ ?a ?b ?x . ?d ?e ?y . ?z ?y ?w }} }}",
    "not exists": f"SELECT * {{ {TWO} FILTER NOT EXISTS {{ ?g ?h ?i . ?j ?k ?l FILTER(STR(?g) = STR(?a) && ?l = ?f) }} }}",
    "by unbound variables": "SELECT * { { ?a ?b ?c OPTIONAL { ?a <http://x/none> ?z } } { ?d ?e ?f OPTIONAL "
                            "{ ?d <http://x/none> ?z } } { ?g ?h ?i OPTIONAL { ?g <http://x/none> ?z } } }",
    "of VALUES": "SELECT (COUNT(*) AS ?n) { " + " ".join(f"VALUES ?v{n} {{ {'1 ' * 100} }}" for n in range(9)) + " }",
    "matched": f"SELECT (COUNT(*) AS ?n) {{ {TWO} FILTER(REGEX(CONCAT(STR(?a), STR(?d), '{'a' * 3000}'), '(a+)+\\\\1b')) }}",
}

# Closures over a dense graph, and ways that multiply.
PATHS = {
    "everything": f"SELECT * {{ ?s {ALL}* ?o }}",
    "everything, counted": f"SELECT (COUNT(*) AS ?n) {{ ?s {ALL}* ?o }}",
    "forth and back": f"SELECT (COUNT(*) AS ?n) {{ ?s ({P}|!{P}|^{P}|!(^{P}))+ ?o . ?o ({P}|!{P})+ ?z }}",
    "closures of closures": f"SELECT (COUNT(*) AS ?n) {{ ?s ((({P}*)/({Q}*))*) ?o }}",
    "closures of sequences": f"SELECT (COUNT(*) AS ?n) {{ ?s (((({P}/{P})*)/((^{P}/{P})*))+)? ?o }}",
    "ways of 8 steps": f"SELECT (COUNT(*) AS ?n) {{ ?s {'/'.join([P] * 8)} ?o }}",
    "ways of 8 steps in one": f"ASK {{ <http://x/n0> ({'/'.join([P] * 8)})? <http://x/none> }}",
    "ways of 20 steps in a closure": f"SELECT (COUNT(*) AS ?n) {{ ?s ({'/'.join([P] * 20)})+ ?o }}",
    "a sequence of closures": f"SELECT (COUNT(*) AS ?n) {{ ?s {'/'.join([P + '*'] * 50)} ?o }}",
    "in every graph": f"SELECT (COUNT(*) AS ?n) {{ GRAPH ?g {{ ?s {ALL}* ?o . ?o {ALL}* ?z }} }}",
}

# Patterns of regular expressions that explode where going back and trying again is the way.
PATTERNS = [
    "(a+)+$", "(a|aa)+$", "(a|a?)+b", "(.*)*x", "^(a{1,1000}){1,1000}$", "(a{0,1000}){0,1000}", "a{1000000000}",
    "(((((a{1,100}){1,100}){1,100}){1,100}){1,100})", "(a*)*\\\\1b", "(x+x+)+y\\\\1", "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(?:a?){100}a{100}", "[01]*1[01]{500}2", "(" * 400 + "a" + ")" * 400, "(" * 20_000 + "a" + ")" * 20_000,
    "(?:" * 3000 + ")*" * 3000, "[" * 20_000, "[a-[b-[c-[d]]]]*" * 500, "\\\\p{L}" * 10_000, "a|" * 100_000,
]
REGEX = {
    **{f"match {number}": f"SELECT * {{ BIND('{'a' * 5000}' AS ?t) FILTER(REGEX(?t, '{pattern}')) }}"
       for number, pattern in enumerate(PATTERNS)},
    **{f"replace {number}": f"SELECT (STRLEN(REPLACE(?t, '{pattern}', '$1$1$1x')) AS ?n) {{ BIND('{'a' * 5000}' AS ?t) }}"
       for number, pattern in enumerate(PATTERNS)},
    "many patterns": f"SELECT (COUNT(*) AS ?n) {{ {TWO} FILTER(REGEX(STR(?a), CONCAT(STR(?d), STR(?f), '(a{{1,500}}){{1,2}}'))) }}",
    "a long text": "SELECT * { " + doubling(20, "'ab'", "CONCAT(?x, ?x)") + " FILTER(REGEX(?last, '(a+)+\\\\1c')) }",
}

# Queries that the planner optimizes: values that come first, ranges of the index, samples of joins. The optimization must
# not cost more than it saves.
PLANNED = {
    "VALUES before closures": f"SELECT (COUNT(*) AS ?n) {{ VALUES ?s {{ {nodes(300_000)} }} ?s {ALL}* ?o }}",
    "VALUES at both ends": f"SELECT (COUNT(*) AS ?n) {{ VALUES ?s {{ {nodes(100_000)} }} VALUES ?o {{ {nodes(100_000)} }} ?s {ALL}* ?o }}",
    "keys that may be unbound": f"SELECT (COUNT(*) AS ?n) {{ VALUES (?a ?b) {{ {UNBOUND} }} VALUES (?a ?b) {{ {UNBOUND} }} }}",
    "MINUS of unbound keys": f"SELECT (COUNT(*) AS ?n) {{ VALUES (?a ?b) {{ {UNBOUND} }} MINUS {{ "
                             f"VALUES (?a ?b) {{ {UNBOUND} }} }} OPTIONAL {{ VALUES (?a ?b) {{ {UNBOUND} }} }} }}",
    "ranges": "SELECT * { ?s <http://x/v> ?v FILTER(" + " || ".join(f"(?v > {n} && ?v < {n + 2})" for n in range(20_000)) + ") }",
    "beginnings": "SELECT * { ?s ?p ?o FILTER(" + " || ".join(f"STRSTARTS(STR(?s), 'http://x/n{n}')" for n in range(20_000)) + ") }",
    "lists of IN": f"SELECT (COUNT(*) AS ?n) {{ {TWO} FILTER(?a IN ({nodes(30_000, ', ')}) && ?f IN ({nodes(30_000, ', ')})) }}",
    "ranges of products": f"SELECT (COUNT(*) AS ?n) {{ {THREE} FILTER(?c > 5 && ?f < 3 && ?i != ?c) }}",
    "OPTIONAL closures": f"SELECT (COUNT(*) AS ?n) {{ ?a {P} ?b OPTIONAL {{ ?b {ALL}* ?c . ?c {ALL}* ?d }} }}",
    "OPTIONAL closures of their own": "SELECT (COUNT(*) AS ?n) { ?s ?p ?o "
                                      + "".join(f"OPTIONAL {{ ?s{n} {P}* ?o{n} " for n in range(100)) + "}" * 100 + " }",
    "EXISTS with a LIMIT": f"SELECT * {{ {TWO} FILTER EXISTS {{ SELECT ?a {{ ?a ?x ?y . ?z ?u ?w }} ORDER BY ?w LIMIT 1 }} }}",
    "EXISTS in EXISTS": f"SELECT * {{ ?a {P} ?b " + "".join(
        f"FILTER EXISTS {{ ?b {P} ?c{n} . ?c{n} {P} ?d{n} FILTER(?c{n} != ?a) " for n in range(30)) + "}" * 30 + " }",
    "a clique": "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?v{a} {P} ?v{b} ." for a in range(8) for b in range(a)) + " }",
    "a ring": "SELECT (COUNT(*) AS ?n) { " + " ".join(f"?v{a} {P} ?v{(a + 1) % 20} ." for a in range(20)) + " }",
    "terms that are computed and joined": f"SELECT (COUNT(*) AS ?n) {{ {TWO} BIND(IRI(CONCAT(STR(?a), STR(?f))) AS ?x) ?x ?y ?z }}",
    "services of all": f"SELECT * {{ {TWO} SERVICE SILENT ?a {{ ?x ?y ?z }} }}",
}

# Updates: what is here is refused, or ends by the timeout that the request names; nothing of it stays.
UPDATES = {
    "a product": f"INSERT {{ ?a ?e ?i }} WHERE {{ {THREE} }}",
    "a product that is deleted": f"DELETE {{ ?a ?e ?i }} WHERE {{ {THREE} }}",
    "strings": f"INSERT {{ ?a ?b ?x }} WHERE {{ {TWO} BIND(CONCAT(STR(?a), STR(?d), STR(?f), '{LONG}') AS ?x) }}",
    "blank nodes": f"INSERT {{ [] ?b [ ?e ?f ] }} WHERE {{ {THREE} }}",
    "a closure": f"INSERT {{ ?s <http://x/reaches> ?o }} WHERE {{ ?s {ALL}* ?z . ?z {ALL}* ?o }}",
    "deep groups": "INSERT { ?s ?p ?o } WHERE " + "{" * 10_000 + "}" * 10_000,
    "deep data": "INSERT DATA { <http://x/s> <http://x/p> " + "(" * 10_000 + ")" * 10_000 + " }",
    "deep blank nodes": "INSERT DATA { <http://x/s> <http://x/p> " + "[ <http://x/p> " * 10_000 + "1" + "]" * 10_000 + " }",
    "data without end": "INSERT DATA { " + "<http://x/s> <http://x/p> 1 . " * 100_000,
    "a list of data": "INSERT DATA { <http://x/s> <http://x/p> (" + "1 " * 20_000_000 + ") }",
    "operations that end badly": "INSERT DATA { <http://x/s> <http://x/p> 1 } ; " * 1000 + "CREATE GRAPH <http://x/g1>",
    "an endless one behind others": "DELETE WHERE { ?s ?p ?o } ; INSERT { <http://x/s> <http://x/p> ?v0 } WHERE { "
                                    + " ".join(f"VALUES ?v{n} {{ {'1 ' * 100} }}" for n in range(9)) + " }",
    "operations without end": "CLEAR SILENT GRAPH <http://x/none> ; " * 50_000 + "INSERT DATA {",
    "patterns": "DELETE WHERE { " + "".join(f"?s{n} {P} ?o{n} . " for n in range(10_000)) + "}",
    "no UTF-8": b"INSERT DATA { <http://x/s> <http://x/p> '\xff' }",
}
