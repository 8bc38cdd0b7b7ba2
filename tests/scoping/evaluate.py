"""The definitions of SPARQL 1.2 Query 18.3 to 18.6 by lists and dictionaries: slow, and short enough to be compared with
the text of the specification.

Patterns and expressions are tuples whose first item is their kind; generate.py makes them. A term is a str (an IRI), an
int or a bool; a variable of a triple is a str that begins with "?". A solution is a dict from names of variables to
terms. Data is a dict from graphs (None: the default graph) to sets of triples.

EXISTS: every group begins with the solution for which it is tested (`outer` below; ContextSolution). The specification
leaves undefined what BIND or AS does to a variable that this solution binds: here it is computed without that value, and
compared with it afterwards.
"""


def scope(pattern):
    """The variables that solutions may bind (18.2.1)."""
    kind, *parts = pattern
    if kind == "triple":
        return {place[1:] for place in parts if is_variable(place)}
    if kind in ("join", "union", "optional"):
        return scope(parts[0]) | scope(parts[1])
    if kind in ("minus", "filter"):
        return scope(parts[0])
    if kind == "path":
        return {end[1:] for end in (parts[0], parts[3]) if is_variable(end)}
    if kind == "bind":
        return scope(parts[0]) | {parts[1]}
    if kind == "graph":
        return scope(parts[1]) | ({parts[0][1:]} if parts[0].startswith("?") else set())
    return set(parts[0]) if parts else set()  # values, select; unit


def compatible(one, other):
    return all(other.get(variable, term) == term for variable, term in one.items())


def join(left, right):
    return [{**a, **b} for a in left for b in right if compatible(a, b)]


def matches(triple, graph):
    for candidate in graph:
        found = {}
        for place, term in zip(triple, candidate):
            if is_variable(place):
                if found.setdefault(place[1:], term) != term:
                    break
            elif place != term:
                break
        else:
            yield found


def path_solutions(subject, predicate, more, end, graph):
    """subject predicate? end and subject predicate* end (`more`), each solution once (18.4)."""
    places = (subject, end)
    nodes = {node for triple in graph for node in (triple[0], triple[2])} | {place for place in places if not is_variable(place)}
    pairs = {(node, node) for node in nodes}
    steps = {(triple[0], triple[2]) for triple in graph if triple[1] == predicate}
    longer = pairs | steps
    while more and longer != pairs:
        pairs, longer = longer, longer | {(a, d) for a, b in longer for c, d in steps if b == c}
    found = []
    for pair in longer:
        found += [row for row in matches(places, [pair]) if row not in found]
    return found


def is_variable(place):
    return isinstance(place, str) and place.startswith("?")


def solutions(pattern, data, graph, outer):
    kind, *parts = pattern

    def of(child, seen=outer):
        return solutions(child, data, graph, seen)

    def holds(conditions, solution):
        return all(truth(value(condition, solution, data, graph)) is True for condition in conditions)

    if kind == "unit":
        return [dict(outer)]
    if kind == "triple":
        return list(matches(parts, data[graph]))
    if kind == "path":
        return path_solutions(*parts, data[graph])
    if kind == "join":
        return join(of(parts[0]), of(parts[1]))
    if kind == "union":
        return of(parts[0]) + of(parts[1])
    if kind == "optional":
        right = of(parts[1])
        pairs = [(left, [both for both in join([left], right) if holds(parts[2], both)]) for left in of(parts[0])]
        return [row for left, found in pairs for row in found or [left]]
    if kind == "minus":
        right = of(parts[1])
        return [left for left in of(parts[0])
                if not any(compatible(left, other) and left.keys() & other.keys() for other in right)]
    if kind == "filter":
        return [solution for solution in of(parts[0]) if holds(parts[1], solution)]
    if kind == "bind":
        variable, expression = parts[1:]
        rows = of(parts[0], without(outer, {variable}))
        made = [(row, value(expression, row, data, graph)) for row in rows]
        return join([row if term is None else {**row, variable: term} for row, term in made], [outer])
    if kind == "values":
        return [{name: term for name, term in zip(parts[0], row) if term is not None} for row in parts[1]]
    if kind == "graph":
        name, child = parts
        if not name.startswith("?"):
            return solutions(child, data, name, outer) if data.get(name) else []
        named = [graph for graph in data if graph is not None and data[graph]]
        return [row for graph in named for row in join(solutions(child, data, graph, outer), [{name[1:]: graph}])]
    assert kind == "select"
    return subquery(*parts, data, graph, outer)


def without(solution, variables):
    return {variable: term for variable, term in solution.items() if variable not in variables}


def subquery(columns, child, count, distinct, window, data, graph, outer):
    """`count`: the name of COUNT(*), whose groups are by the other columns. `window`: OFFSET and LIMIT, ordered by all columns."""
    rows = solutions(child, data, graph, outer)
    if count is not None:
        keys = [column for column in columns if column != count]
        groups = {} if keys else {(): 0}
        for row in rows:
            key = tuple(row.get(column) for column in keys)
            groups[key] = groups.get(key, 0) + 1
        rows = [{**dict(zip(keys, key)), count: number} for key, number in groups.items()]
    rows = [{column: row[column] for column in columns if row.get(column) is not None} for row in rows]
    if distinct:
        rows = [row for place, row in enumerate(rows) if row not in rows[:place]]
    if window:
        rows.sort(key=lambda row: [place_of(row.get(column)) for column in columns])
        rows = rows[window[0]:window[0] + window[1]]
    return rows


def place_of(term):
    """ORDER BY of IRIs and integers (15.1)."""
    return (0, 0) if term is None else (1, term) if isinstance(term, str) else (2, term)


def truth(term):
    """The effective boolean value; None: an error (17.2.2)."""
    return None if term is None or isinstance(term, str) else bool(term)


def value(expression, solution, data, graph):
    """None: an error, or unbound."""
    kind, *parts = expression

    def of(argument):
        return value(argument, solution, data, graph)

    if kind == "variable":
        return solution.get(parts[0])
    if kind == "term":
        return parts[0]
    if kind == "bound":
        return parts[0] in solution
    if kind == "exists":
        return bool(solutions(parts[0], data, graph, solution))
    if kind == "not exists":
        return not solutions(parts[0], data, graph, solution)
    if kind == "if":
        chosen = truth(of(parts[0]))
        return None if chosen is None else of(parts[1] if chosen else parts[2])
    if kind == "!":
        inner = truth(of(parts[0]))
        return None if inner is None else not inner
    left, right = of(parts[0]), of(parts[1])
    if kind in ("&&", "||"):
        decides = kind == "||"
        both = [truth(left), truth(right)]
        return decides if decides in both else None if None in both else not decides
    if left is None or right is None:
        return None
    alike = type(left) is type(right)
    if kind in ("=", "!="):
        return (alike and left == right) == (kind == "=")
    return left < right if alike and not isinstance(left, str) else None
