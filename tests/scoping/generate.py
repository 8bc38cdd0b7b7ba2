"""Random data and group graph patterns, each as the algebra that evaluate.py reads (18.2.2) and as text."""

import random

VARIABLES = ["a", "b", "c", "d", "e"]
NODES = ["n1", "n2", "n3"]
NUMBERS = [1, 2]
PREDICATES = ["p", "q", "r"]
GRAPHS = ["g1", "g2"]


def term_text(term):
    if isinstance(term, bool):
        return f'"{str(term).lower()}"^^<http://www.w3.org/2001/XMLSchema#boolean>'
    if isinstance(term, str) and term.startswith("?"):
        return term
    return f"<{term}>" if isinstance(term, str) else str(term)


def names(variables):
    return " ".join("?" + variable for variable in variables)


class Generator:
    def __init__(self, seed, scope):
        self.random = random.Random(seed)
        self.scope = scope  # of evaluate.py: BIND needs a variable that is not in scope

    def data(self):
        pick = self.random.choice
        return {graph: {(pick(NODES), pick(PREDICATES), pick(NODES * 2 + NUMBERS))
                        for _ in range(self.random.randint(5, 14))} for graph in [None] + GRAPHS}

    def variable(self):
        return self.random.choice(VARIABLES)

    def term(self):
        return self.random.choice(NODES + NUMBERS)

    def triple(self):
        pick = self.random.choice
        subject = pick(["?" + self.variable()] * 3 + NODES)
        places = (subject, pick(PREDICATES), pick(["?" + self.variable()] * 4 + [self.term(), pick(NUMBERS)]))
        return ("triple", *places), " ".join(map(term_text, places)) + " ."

    def group(self, depth):
        """A group as written, FILTERs last; `depth` groups may be nested in it."""
        pattern, texts, conditions = self.open_group(depth)
        return (("filter", pattern, conditions) if conditions else pattern), "{ " + " ".join(texts) + " }"

    def open_group(self, depth):
        pattern, texts = ("unit",), []
        for place in range(self.random.randint(0 if self.random.random() < 0.2 else 1, 3)):
            simple = depth == 0 or (place == 0 and self.random.random() < 0.7)
            forms = [self.with_triple] * 5 + [self.with_path] if simple else [self.with_triple, self.with_triple, self.with_optional,
                                                           self.with_optional, self.with_union, self.with_minus,
                                                           self.with_group, self.with_graph, self.with_subquery]
            form = self.random.choice(forms + [self.with_bind, self.with_values] if place or not simple else forms)
            pattern, text = form(pattern, depth)
            texts.append(text)
        conditions = []
        if self.random.random() < 0.35:
            condition, text = self.expression(depth)
            conditions.append(condition)
            texts.append(f"FILTER({text})")
        return pattern, texts, conditions

    def with_triple(self, pattern, _):
        triple, text = self.triple()
        return ("join", pattern, triple), text

    def with_path(self, pattern, _):
        _, subject, predicate, end = self.triple()[0]
        more = self.random.random() < 0.5
        text = f"{term_text(subject)} <{predicate}>{'*' if more else '?'} {term_text(end)} ."
        return ("join", pattern, ("path", subject, predicate, more, end)), text

    def with_optional(self, pattern, depth):
        inner, texts, conditions = self.open_group(depth - 1)
        return ("optional", pattern, inner, conditions), "OPTIONAL { " + " ".join(texts) + " }"

    def with_union(self, pattern, depth):
        left, left_text = self.group(depth - 1)
        right, right_text = self.group(depth - 1)
        return ("join", pattern, ("union", left, right)), f"{left_text} UNION {right_text}"

    def with_minus(self, pattern, depth):
        inner, text = self.group(depth - 1)
        return ("minus", pattern, inner), "MINUS " + text

    def with_group(self, pattern, depth):
        inner, text = self.group(depth - 1)
        return ("join", pattern, inner), text

    def with_graph(self, pattern, depth):
        name = self.random.choice(["?" + self.variable()] * 3 + GRAPHS + ["nowhere"])
        inner, text = self.group(depth - 1)
        return ("join", pattern, ("graph", name, inner)), f"GRAPH {term_text(name)} {text}"

    def with_values(self, pattern, _):
        variables = self.random.sample(VARIABLES, self.random.randint(1, 2))
        rows = [[self.random.choice(NODES + NUMBERS + [None]) for _ in variables]
                for _ in range(self.random.randint(1, 3))]
        cells = " ".join("(" + " ".join("UNDEF" if term is None else term_text(term) for term in row) + ")"
                         for row in rows)
        return ("join", pattern, ("values", variables, rows)), f"VALUES ({names(variables)}) {{ {cells} }}"

    def with_bind(self, pattern, depth):
        free = [variable for variable in VARIABLES if variable not in self.scope(pattern)]
        if not free:
            return self.with_triple(pattern, depth)
        variable = self.random.choice(free)
        expression, text = ("variable", self.variable()), None
        chance = self.random.random()
        if chance < 0.3:
            expression = ("term", self.term())
        elif chance < 0.6 and depth > 0:
            condition, text = self.expression(depth - 1)
            expression, text = ("if", condition, ("term", 1), ("term", 2)), f"IF({text}, 1, 2)"
        text = text or ("?" + expression[1] if expression[0] == "variable" else term_text(expression[1]))
        return ("bind", pattern, variable, expression), f"BIND({text} AS ?{variable})"

    def with_subquery(self, pattern, depth):
        child, text = self.group(depth - 1)
        bindable = sorted(self.scope(child))
        free = [variable for variable in VARIABLES if variable not in bindable]
        if free and self.random.random() < 0.3:
            count = self.random.choice(free)
            keys = self.random.sample(bindable, self.random.randint(0, min(2, len(bindable))))
            grouping = f" GROUP BY {names(keys)}" if keys else ""
            query = f"SELECT {names(keys)} (COUNT(*) AS ?{count}) {text}{grouping}"
            return ("join", pattern, ("select", keys + [count], child, count, False, None)), "{ " + query + " }"
        columns = self.random.sample(VARIABLES, self.random.randint(1, 3))
        distinct = self.random.random() < 0.5
        window = (self.random.randint(0, 1), self.random.randint(1, 2)) if self.random.random() < 0.5 else None
        query = f"SELECT {'DISTINCT ' if distinct else ''}{names(columns)} {text}"
        if window:
            query += f" ORDER BY {names(columns)} OFFSET {window[0]} LIMIT {window[1]}"
        return ("join", pattern, ("select", columns, child, None, distinct, window)), "{ " + query + " }"

    def expression(self, depth):
        chance = self.random.random()
        if depth > 0 and chance < 0.45:
            inner, text = self.group(depth - 1)
            negation = self.random.choice(["", "", "NOT "])
            return ((negation + "EXISTS").lower(), inner), f"{negation}EXISTS {text}"
        if depth > 0 and chance < 0.52:
            inner, text = self.expression(depth - 1)
            return ("!", inner), f"!({text})"
        if depth > 0 and chance < 0.65:
            left, left_text = self.expression(depth - 1)
            right, right_text = self.expression(depth - 1)
            operator = self.random.choice(["&&", "||"])
            return (operator, left, right), f"(({left_text}) {operator} ({right_text}))"
        variable = self.variable()
        if chance < 0.75:
            return ("bound", variable), f"BOUND(?{variable})"
        operator = self.random.choice(["=", "=", "!=", "<"])
        if self.random.random() < 0.6:
            other = self.variable()
            return (operator, ("variable", variable), ("variable", other)), f"?{variable} {operator} ?{other}"
        term = self.term()
        return (operator, ("variable", variable), ("term", term)), f"?{variable} {operator} {term_text(term)}"

    def query(self):
        """A pattern that tests EXISTS for every solution of a simple one."""
        predicate, other = self.random.choice(PREDICATES), self.random.choice(PREDICATES)
        pattern, text = ("triple", "?a", predicate, "?b"), f"?a <{predicate}> ?b"
        if self.random.random() < 0.15:  # some outer solutions are empty
            pattern, text = ("union", ("unit",), pattern), f"{{ }} UNION {{ {text} }}"
        if self.random.random() < 0.5:
            pattern = ("optional", pattern, ("triple", "?b", other, "?c"), [])
            text += f" OPTIONAL {{ ?b <{other}> ?c }}"
        if self.random.random() < 0.2:
            pattern = ("join", pattern, ("graph", "?d", ("triple", "?a", other, "?x")))
            text += f" GRAPH ?d {{ ?a <{other}> ?x }}"
        inner, inner_text = self.group(self.random.choice([1, 2, 2, 3]))
        exists = ("exists", inner)
        chance = self.random.random()
        if chance < 0.6:
            return ("bind", pattern, "e", exists), f"{{ {text} BIND(EXISTS {inner_text} AS ?e) }}"
        if chance < 0.75:
            return ("filter", pattern, [("not exists", inner)]), f"{{ {text} FILTER NOT EXISTS {inner_text} }}"
        if chance < 0.9:
            optional = ("optional", pattern, ("triple", "?e", other, "?c"), [exists])
            return optional, f"{{ {text} OPTIONAL {{ ?e <{other}> ?c FILTER EXISTS {inner_text} }} }}"
        return ("graph", "?d", ("filter", pattern, [exists])), f"{{ GRAPH ?d {{ {text} FILTER EXISTS {inner_text} }} }}"
