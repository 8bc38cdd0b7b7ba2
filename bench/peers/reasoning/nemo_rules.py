"""The rules of inferencer/rules in Nemo's language.

A triple pattern is t(s, p, o). A pattern with a predicate of urn:quadrille:local:, which is not stored, is a relation of its
own, with the graph as a third argument: GRAPH ?l { ?x local:before ?y } is before(?l, ?x, ?y). Constraints, which derive
nothing, and the rules about the values of literals, whose facts the inferencer makes itself, are left out.

Bodies read the vocabulary of ontologies (owl:onProperty) from small relations of its own, as without them Nemo does not finish
LUBM(1): it joins the whole relation with itself.
"""

import re

RULE = re.compile(r"RULE\s+(\S+)\s*\{(.*?)\}\s*WHERE\s*\{(.*)\}\s*$", re.DOTALL)
UNEQUAL = re.compile(r"FILTER\(!sameTerm\((\S+), (\S+?)\)\)")
GRAPH = re.compile(r"GRAPH\s+(\?\w+)\s*\{\s*(.*?)\s*\}")
VALUES = re.compile(r"local:(valueIn|valueNotIn|value|named|datatypes)\b")


def statements(text):
    """The rules of a text, each as one text."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for part in re.split(r"^(?=RULE|DATA|PREFIX|IMPORTS)", "\n".join(lines), flags=re.MULTILINE):
        if part.startswith("RULE"):
            yield part.strip()


def atom(triple, graph=None):
    subject, predicate, value = (("rdf:type" if word == "a" else word) for word in triple)
    if predicate.startswith("local:"):
        return f"{predicate[6:]}({', '.join(([graph] if graph else []) + [subject, value])})"
    return f"t({subject}, {predicate}, {value})"


VOCABULARY = re.compile(r"t\((\S+), ((?:owl|rdfs):\w+|rdf:(?:first|rest)), (\S+)\)")


def schema_relation(predicate):
    return predicate.replace(":", "_")


def from_schema(body):
    return VOCABULARY.sub(lambda found: f"{schema_relation(found[2])}({found[1]}, {found[3]})", body)


def atoms(text):
    """The atoms of a body or head, and its inequalities."""
    found = [f"{left} != {right}" for left, right in UNEQUAL.findall(text)]
    rest = UNEQUAL.sub("", text)
    for graph, inner in GRAPH.findall(rest):
        found.insert(0, atom(inner.rstrip(" .").split(), graph))
    words = [word for word in GRAPH.sub(" ", rest).split() if word != "."]
    return [atom(words[at:at + 3]) for at in range(0, len(words), 3)] + found


def nemo_rules(text):
    prefixes = re.findall(r"^PREFIX\s+(\S+)\s+(<\S+>)", text, re.MULTILINE)
    lines = [f"@prefix {name} {iri} ." for name, iri in prefixes]
    read = set()
    for statement in statements(text):
        name, head, body = RULE.fullmatch(statement).groups()
        if not head.strip() or VALUES.search(statement):
            continue
        body = ", ".join(atoms(body))
        read.update(found[1] for found in VOCABULARY.findall(body))
        lines.append(f"{', '.join(atoms(head))} :- {from_schema(body)} . % {name}")
    lines += [f"{schema_relation(one)}(?x, ?y) :- t(?x, {one}, ?y) ." for one in sorted(read)]
    return "\n".join(lines) + "\n"
