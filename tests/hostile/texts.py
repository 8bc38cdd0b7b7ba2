"""Texts that are deep, long or strange, all of which the parser must handle: {name: function that makes the text}.

None of them needs much work; works.py has queries that do.
"""

XSD = "http://www.w3.org/2001/XMLSchema#"
P, Q = "<http://x/p>", "<http://x/q>"
MANY = 10_000
VERY_MANY = 100_000


def nested(opening, inner, closing, times):
    return opening * times + inner + closing * times


def numbered(pattern, times):
    return "".join(pattern.replace("#", str(number)) for number in range(times))


# Brackets and operators on top of each other: the parser refuses them beyond 500 and 2000.
DEEP = {
    "parentheses": lambda: "ASK { FILTER" + nested("(", "1", ")", MANY) + " }",
    "groups": lambda: "ASK " + nested("{", "", "}", MANY),
    "optionals": lambda: "ASK " + nested("{ ?s ?p ?o OPTIONAL ", "{ }", "}", MANY),
    "unions": lambda: "ASK " + nested("{ { } UNION ", "{ }", "}", MANY),
    "subqueries": lambda: "SELECT * " + nested("{ SELECT * ", "{ ?s ?p ?o }", "}", MANY),
    "exists": lambda: "ASK " + nested("{ FILTER EXISTS ", "{ }", "}", MANY),
    "not exists": lambda: "ASK " + nested("{ FILTER NOT EXISTS ", "{ }", "}", MANY),
    "not in parentheses": lambda: "ASK { FILTER" + nested("(!", "true", ")", MANY) + " }",
    "minus signs": lambda: "SELECT (" + "-" * MANY + "1 AS ?x) {}",
    "paths": lambda: "ASK { ?s " + "(" * MANY + P + f"/{P})" * MANY + " ?o }",
    "closures": lambda: "ASK { ?s " + nested("(", P, ")*", MANY) + " ?o }",
    "collections": lambda: "ASK { ?s ?p " + nested("(", "", ")", MANY) + " }",
    "blank nodes": lambda: "ASK { " + nested(f"[ {P} ", "1", "]", MANY) + " }",
    "triple terms": lambda: "ASK { ?s ?p " + nested(f"<<( {P} {P} ", "1", ")>>", MANY) + " }",
    "triple terms of variables": lambda: "ASK { ?s ?p " + nested(f"<<( ?s {P} ", "1", ")>>", MANY) + " }",
    "reified triples": lambda: "ASK { ?s ?p " + nested(f"<< {P} {P} ", "1", ">>", MANY) + " }",
    "annotations": lambda: "ASK { ?s ?p ?o " + nested("{| ?p ?o ", "", "|}", MANY) + " }",
    "calls": lambda: "SELECT (" + nested("IF(true, ", "1", ", 2)", MANY) + " AS ?x) {}",
    "template": lambda: "CONSTRUCT { ?s ?p " + nested("(", "1", ")", MANY) + " } { ?s ?p ?o }",
    "services": lambda: "ASK " + nested("{ SERVICE SILENT <http://127.0.0.1:1/> ", "{ }", "}", MANY),
    "open brackets": lambda: "ASK { FILTER" + "(" * MANY,
    "optionals in a row": lambda: "SELECT * { ?s ?p ?o " + "OPTIONAL { ?s ?p ?o } " * MANY + "}",
    "minus in a row": lambda: "SELECT * { ?s ?p ?o " + "MINUS { ?s ?p ?o } " * MANY + "}",
    "binds in a row": lambda: "SELECT * { ?s ?p ?o " + numbered("BIND(1 AS ?b#) ", MANY) + "}",
    "additions in a row": lambda: "SELECT (1" + " + 1" * MANY + " AS ?x) {}",
    "expressions of SELECT": lambda: "SELECT " + numbered("(?o + # AS ?v#) ", MANY) + "{ ?s ?p ?o }",
}

# The maximum depth: an answer, and the stack is large enough.
JUST_NOT_TOO_DEEP = {
    "parentheses": lambda: "ASK { FILTER" + nested("(", "1", ")", 499) + " }",
    "groups": lambda: "ASK " + nested("{", "?s ?p ?o", "}", 500),
    "optionals": lambda: "SELECT * " + nested("{ ?s ?p ?o OPTIONAL ", "{ ?s ?p ?o }", "}", 498),
    "optionals with variables of their own": lambda: "SELECT * " + numbered("{ ?s# ?p# ?o# OPTIONAL ", 498) + "{ ?s ?p ?o }"
                                                     + "}" * 498,
    "unions": lambda: "ASK " + nested("{ { } UNION ", "{ ?s ?p ?o }", "}", 498),
    "subqueries": lambda: "SELECT * " + nested("{ SELECT * ", "{ ?s ?p ?o }", "}", 498),
    "subqueries with LIMIT": lambda: "SELECT * " + nested("{ SELECT ?s ", "{ ?s ?p ?o }", " LIMIT 10 }", 498),
    "counts of counts": lambda: "SELECT (SUM(?n0) AS ?m) " + numbered("{ SELECT (COUNT(*) AS ?n#) ", 490) + "{ ?s ?p ?o }" + "}" * 490,
    "exists": lambda: "ASK " + nested("{ ?s ?p ?o FILTER EXISTS ", "{ ?s ?p ?o }", "}", 498),
    "not exists": lambda: "ASK " + nested("{ ?s ?p ?o FILTER NOT EXISTS ", "{ ?s ?p ?o }", "}", 498),
    "minus": lambda: "SELECT * " + nested("{ ?s ?p ?o MINUS ", "{ ?s ?p ?o }", "}", 498),
    "graphs": lambda: "SELECT * " + nested("{ GRAPH ?g ", "{ ?s ?p ?o }", "}", 498),
    "paths": lambda: "ASK { ?s " + "(" * 498 + P + f"/{P})" * 498 + " ?o }",
    "closures": lambda: "ASK { ?s " + nested("(", P, ")*", 498) + " ?o }",
    "inverses": lambda: "ASK { ?s " + nested("^(", P, ")", 498) + " ?o }",
    "collections": lambda: "ASK { ?s ?p " + nested("(", "1", ")", 498) + " }",
    "blank nodes": lambda: "ASK { " + nested(f"[ {P} ", "1", "]", 498) + " }",
    "calls": lambda: "SELECT (" + nested("IF(true, ", "1", ", 2)", 497) + " AS ?x) {}",
    "template": lambda: "CONSTRUCT { ?s ?p " + nested("(", "1", ")", 498) + " } { ?s ?p ?o } LIMIT 1",
    "services": lambda: "ASK " + nested("{ SERVICE SILENT <http://127.0.0.1:1/> ", "{ }", "}", 498),
    "optionals in a row": lambda: "SELECT * { ?s ?p ?o " + numbered("OPTIONAL { ?s <http://x/p#> ?o# } ", 1900) + "}",
    "minus in a row": lambda: "SELECT * { ?s ?p ?o " + f"MINUS {{ ?s {Q} ?o }} " * 1900 + "}",
    "binds in a row": lambda: "SELECT * { ?s ?p ?o " + numbered("BIND(1 AS ?b#) ", 1900) + "}",
    "arithmetic in a row": lambda: "SELECT (?o" + " - ?o" * 1900 + " AS ?x) { ?s ?p ?o }",
}

# Lists of many parts.
LONG = {
    "not": lambda: "ASK { FILTER(" + "!" * MANY + "true) }",
    "a path": lambda: "ASK { ?s " + P + f"/{P}" * MANY + " ?o }",
    "a path of 1000 steps": lambda: "ASK { ?s " + P + f"/{P}" * 1000 + " ?o }",
    "an alternative": lambda: "SELECT * { ?s " + P + numbered("|<http://x/p#>", MANY) + " ?o }",
    "a negated set": lambda: "SELECT * { ?s !(" + P + numbered("|<http://x/p#>", MANY) + ") ?o }",
    "a closure of alternatives": lambda: "SELECT * { ?s (" + P + numbered("|<http://x/p#>", MANY) + ")* ?o }",
    "unions": lambda: "SELECT * { { ?s ?p ?o } " + f"UNION {{ ?s {P} ?o }} " * VERY_MANY + "}",
    "the same pattern": lambda: "SELECT * { " + "?s ?p ?o . " * MANY + "}",
    "a chain of 1000 patterns": lambda: "SELECT * { " + numbered(f"?s# {P} ?t# . ?t# {P} ?s# . ", 500) + "} LIMIT 5",
    "a chain of 10000 patterns": lambda: "SELECT * { ?s0 ?p ?o . " + numbered(f"?s# {Q} ?s0 . ", MANY) + "} LIMIT 5",
    "a star of patterns": lambda: "SELECT * { " + numbered("?s <http://x/p#> ?o# . ", MANY) + "} LIMIT 5",
    "a star of patterns that are there": lambda: "SELECT * { " + numbered(f"?s {Q} ?o# . ", 2000) + "} LIMIT 5",
    "a clique": lambda: "ASK { " + "".join(f"?s{n % 40} ?p ?s{(n * 7 + 3) % 40} . " for n in range(1000)) + "}",
    "products": lambda: "ASK { " + numbered(f"?s# {P} ?o# . ", MANY) + "}",
    "subqueries": lambda: "SELECT * { " + "{ SELECT ?s { ?s ?p ?o } LIMIT 3 } " * MANY + "}",
    "some subqueries": lambda: "SELECT * { " + "{ SELECT ?s { ?s ?p ?o } LIMIT 3 } " * 1500 + "}",
    "||": lambda: "SELECT * { ?s ?p ?o FILTER(?s = 0" + numbered(" || ?o = #", VERY_MANY) + ") }",
    "&&": lambda: "SELECT * { ?s ?p ?o FILTER(?s != 0" + numbered(" && ?o != #", VERY_MANY) + ") }",
    "IN": lambda: "SELECT * { ?s ?p ?o FILTER(?o IN (0" + numbered(", <http://x/n#>", VERY_MANY) + ")) }",
    "IN of numbers": lambda: "SELECT * { ?s ?p ?o FILTER(?o IN (0" + numbered(", #", VERY_MANY) + ")) }",
    "IN of variables": lambda: "SELECT * { ?s ?p ?o FILTER(?o IN (0" + ", ?s" * VERY_MANY + ")) }",
    "arguments": lambda: "SELECT (STRLEN(CONCAT(" + ",".join(["STR(?s)"] * VERY_MANY) + ")) AS ?n) { ?s ?p ?o }",
    "filters": lambda: "SELECT * { ?s ?p ?o " + "FILTER(?o != 1) " * VERY_MANY + "}",
    "variables": lambda: "SELECT " + numbered("?v# ", VERY_MANY) + "{ ?s ?p ?o }",
    "variables of VALUES": lambda: "SELECT * { VALUES (" + numbered("?v# ", VERY_MANY) + ") { (" + "1 " * VERY_MANY + ") } }",
    "aggregates": lambda: "SELECT " + numbered("(COUNT(?o + #) AS ?v#) ", VERY_MANY) + "{ ?s ?p ?o }",
    "aggregates of HAVING": lambda: "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING " + "(COUNT(?o) > 0) " * MANY,
    "keys of groups": lambda: "SELECT (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY " + numbered("(?o + # AS ?v#) ", 1900),
    "the same key": lambda: "SELECT (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY " + "?o " * VERY_MANY,
    "keys of ORDER BY": lambda: "SELECT * { ?s ?p ?o } ORDER BY " + numbered("?v# ", VERY_MANY),
    "expressions of ORDER BY": lambda: "SELECT * { ?s ?p ?o } ORDER BY " + numbered("(?o + #) ", 1000),
    "prefixes": lambda: numbered("PREFIX p#: <http://x/#> ", VERY_MANY) + "ASK {}",
    "graphs of FROM": lambda: "SELECT * " + numbered("FROM <http://x/g#> ", VERY_MANY) + "{ ?s ?p ?o } LIMIT 5",
    "graphs of FROM NAMED": lambda: "SELECT * " + numbered("FROM NAMED <http://x/g#> ", VERY_MANY) + "{ GRAPH ?g { ?s ?p ?o } }",
    "a collection": lambda: "ASK { ?s ?p (" + "1 " * MANY + ") }",
    "a template": lambda: "CONSTRUCT { " + "?s ?p ?o . " * MANY + "} { ?s ?p ?o } LIMIT 100",
    "a collection in a template": lambda: "CONSTRUCT { ?s ?p (" + "?o " * MANY + ") } { ?s ?p ?o } LIMIT 3",
    "resources of DESCRIBE": lambda: "DESCRIBE " + numbered("<http://x/n#> ", VERY_MANY),
    "VALUES of numbers": lambda: "SELECT (COUNT(*) AS ?n) { VALUES ?x { " + "1 " * 1_000_000 + "} }",
    "VALUES of IRIs": lambda: "SELECT (COUNT(*) AS ?n) { VALUES ?x { " + numbered("<http://x/n#> ", 1_000_000) + "} }",
    "VALUES joined": lambda: "SELECT (COUNT(*) AS ?n) { ?s ?p ?x VALUES (?x ?y) { "
                             + "".join(f"(<http://x/n{n % 50}> {n}) " for n in range(1_000_000)) + "} }",
    "VALUES handed back": lambda: "SELECT * { VALUES ?x { " + "<http://x/a> " * 1_000_000 + "} }",
}

# Long because of the text between the tokens, or because of the tokens themselves.
LARGE = {
    "white space": lambda: " " * 50_000_000 + "ASK {}",
    "a comment": lambda: "#" + "a" * 50_000_000 + "\nASK {}",
    "a comment without end": lambda: "ASK {} #" + "a" * 50_000_000,
    "comments": lambda: "#\n" * 20_000_000 + "ASK {}",
    "an IRI": lambda: "SELECT * { ?s <http://x/" + "a" * 20_000_000 + "> ?o }",
    "an IRI without end": lambda: "SELECT * { ?s <http://x/" + "a" * 20_000_000,
    "a name": lambda: "PREFIX x: <http://x/> ASK { ?s x:" + "a" * 20_000_000 + " ?o }",
    "a variable": lambda: "ASK { ?s ?" + "a" * 20_000_000 + " ?o }",
    "a word": lambda: "a" * 50_000_000,
    "a string": lambda: "SELECT (STRLEN(?x) AS ?n) { BIND('" + "a" * 20_000_000 + "' AS ?x) }",
    "a string without end": lambda: "ASK { ?s ?p '''" + "a" * 50_000_000,
    "quotes": lambda: "'" * 50_000_000,
    "escapes": lambda: "ASK { ?s ?p '" + "\\u0041" * 5_000_000 + "' }",
    "patterns": lambda: "ASK { " + "?s ?p ?o . " * 4_000_000 + "}",
    "semicolons": lambda: "ASK { ?s ?p ?o " + ";" * 10_000_000 + "}",
    "brackets": lambda: "ASK { ?s ?p ?o " + "{}" * 10_000_000 + "}",
    "a sum": lambda: "SELECT (1" + "+1" * 20_000_000 + " AS ?x) {}",
    "a collection": lambda: "ASK { ?s ?p (" + "1 " * 20_000_000 + ") }",
    "VALUES": lambda: "SELECT (COUNT(*) AS ?n) { VALUES ?x { " + "1 " * 30_000_000 + "} }",
    "VALUES around a service": lambda: "ASK " + nested("{ SERVICE SILENT <http://127.0.0.1:1/> ",
                                                       "{ VALUES ?x { " + "1 " * 500_000 + "} }", "}", 498),
    "more than a request may be": lambda: " " * 80_000_000 + "ASK {}",
    "digits": lambda: "SELECT (?x + 1 AS ?y) { BIND(" + "9" * 1_000_000 + " AS ?x) }",
    "digits behind the point": lambda: "SELECT (?x * ?x + 1 AS ?y) { BIND(0." + "9" * 1_000_000 + " AS ?x) }",
    "digits of an exponent": lambda: "SELECT (?x + 1 AS ?y) { BIND(1e" + "9" * 1_000_000 + " AS ?x) }",
    "digits of LIMIT": lambda: "SELECT * { ?s ?p ?o } LIMIT " + "9" * 1_000_000 + " OFFSET " + "9" * 1_000_000,
    "digits of a year": lambda: f"SELECT (YEAR(?d) AS ?y) (?d < NOW() AS ?l) {{ BIND('{'9' * 100_000}-01-01T00:00:00Z'"
                                f"^^<{XSD}dateTime> AS ?d) }}",
    "digits of a second": lambda: f"SELECT (SECONDS(?d) AS ?y) {{ BIND('2000-01-01T00:00:00.{'9' * 1_000_000}Z'"
                                  f"^^<{XSD}dateTime> AS ?d) }} ORDER BY ?d",
}

# Texts that no person writes.
STRANGE = {
    "nothing": lambda: "",
    "NUL": lambda: "\0" * 1000,
    "NUL in a string": lambda: "ASK { ?s ?p 'a\0b' }",
    "bytes that are no UTF-8": lambda: b"\xff" * 1_000_000,
    "a string that is no UTF-8": lambda: b"ASK { ?s ?p '\xff\xfe' }",
    "a surrogate": lambda: b"ASK { ?s ?p '\xed\xa0\x80' }",
    "half a character": lambda: b"SELECT * { ?s ?p '\xc3' }",
    "the end of a character": lambda: b"ASK { } \xc3",
    "an escaped surrogate": lambda: "ASK { ?s ?p '\\uD800' }",
    "an escape of no character": lambda: "ASK { ?s ?p '\\U00110000' }",
    "half an escape": lambda: "ASK { ?s ?p '\\u12' }",
    "an escape at the end": lambda: "ASK { ?s ?p '\\",
    "an escaped quote": lambda: "ASK { ?s ?p \\u0022a\\u0022 }",
    "marks of byte order": lambda: "\ufeff" * 10_000 + "ASK {}",
    "a huge LIMIT": lambda: "SELECT * { ?s ?p ?o } ORDER BY ?s LIMIT 99999999999999999999999999",
    "the largest LIMIT": lambda: "SELECT * { ?s ?p ?o } ORDER BY ?s LIMIT 18446744073709551615 OFFSET 18446744073709551615",
    "a sum of LIMIT and OFFSET": lambda: "SELECT * { ?s ?p ?o } ORDER BY ?s LIMIT 10 OFFSET 18446744073709551610",
    "the largest LIMIT of 63 bits": lambda: "SELECT * { ?s ?p ?o } ORDER BY ?s LIMIT 9223372036854775807",
    "a negative LIMIT": lambda: "SELECT * { ?s ?p ?o } LIMIT -1",
    "years before any": lambda: f"SELECT (YEAR(?d) AS ?y) (?d < NOW() AS ?l) {{ BIND('-{'9' * 18}-01-01T00:00:00Z'"
                                f"^^<{XSD}dateTime> AS ?d) }} ORDER BY ?d",
    "casts of what does not fit": lambda: f"SELECT (<{XSD}integer>(1e308) AS ?a) (<{XSD}decimal>(1e-308) AS ?b) "
                                          f"(<{XSD}decimal>('1e999999999'^^<{XSD}double>) AS ?c) {{}}",
}
