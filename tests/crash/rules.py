"""The rules of a database whose server dies: changes of them, the rules that it may have, and what must follow.

What they derive has other predicates than the clients' updates look for, so the effects of these stay known. A change is
a PUT or a DELETE of one text; after a death, the rules are those before or after the change that was in flight.
"""

import http.client
import json
import re
import subprocess
import threading
import urllib.request

from area import KEY
from served import PROGRAM, patience

SAME_AS = "<http://www.w3.org/2002/07/owl#sameAs>"
# Texts by name; a rule set of the program has none. Each has another text that replaces it.
TEXTS = {
    "next.srl": ("RULE <urn:far> { ?x <urn:far> ?z } WHERE { ?x <urn:next> ?y . ?y <urn:next> ?z }\n",
                 "RULE <urn:far> { ?z <urn:back> ?x } WHERE { ?x <urn:next> ?y . ?y <urn:next> ?z }\n"),
    "says.srl": ("RULE { ?x a <urn:Quiet> } WHERE { ?x ?value ?n NOT { ?x <urn:says:0> ?text } FILTER(STRENDS(STR(?value), \"value\")) }\n",
                 "RULE { ?x a <urn:Speaker> } WHERE { ?x <urn:says:1> ?text }\nDATA { <urn:rules> <urn:derived> 1 }\n"),
    "rich.srl": ("RULE { ?x a <urn:Rich> } WHERE { ?x <urn:tokens> ?n FILTER(?n > 100) }\n",
                 "RULE { ?x <urn:half> ?h } WHERE { ?x <urn:tokens> ?n SET(?h := ?n / 2) }\n"),
    "keys.srl": (f"RULE {{ [] <urn:about> ?x }} WHERE {{ ?x {KEY} ?key }}\n", f"RULE {{ ?x a <urn:Keyed> }} WHERE {{ ?x {KEY} ?key }}\n"),
    # With rdfs-plus alone, and rules that do not look at terms, the closure is stored by representatives.
    "twins.srl": (f"RULE {{ <urn:eye> <urn:sees> ?x }} WHERE {{ ?x {KEY} ?key }}\nDATA {{ <urn:eye> {SAME_AS} <urn:lens> }}\n",
                  f"RULE {{ ?x <urn:seenBy> <urn:lens> }} WHERE {{ ?x {KEY} ?key }}\n"
                  f"DATA {{ <urn:lens> {SAME_AS} <urn:eye> , <urn:glass> . <urn:sees> {SAME_AS} <urn:seenBy> }}\n"),
    "rdfs": (None, None),
    "rdfs-plus": (None, None),
}
IMPORTS = {"rdfs-plus": "rdfs"}  # by rule set: what comes with it, and stays as long as it does
START = ["next.srl", "twins.srl", "rdfs", "rdfs-plus"]  # of a database that is built with rules
# Under this name rules have their options; they go with the last text.
OPTIONS = ""
ALL_OPTIONS = [None, ["--rule-graphs", "each"], ["--rule-graphs", "union", "--infer-into", "urn:inferred"]]


def first_rules(dice):
    rules = {name: TEXTS[name][0] for name in START}
    if options := dice.choice(ALL_OPTIONS):
        rules[OPTIONS] = options
    return rules


class Rules:
    """Those that the database may have, {name: text} each; the first one without what was in flight."""

    def __init__(self, possible=({},)):
        self.possible = [dict(rules) for rules in possible]

    def build_options(self, folder, rules):
        options = []
        for name, text in sorted(rules.items()):
            if name == OPTIONS:
                options += text
                continue
            if text is not None:
                (folder / name).write_text(text)
            options += ["--rules", str(folder / name) if text is not None else name]
        return options

    def resolve(self, port):
        """The fault of the rules of a server, or ''; afterwards only these are possible."""
        found = {}
        told = json.loads(ask(port, "/rules"))
        for options in filter(None, ALL_OPTIONS):
            if told.get("graphs") == options[1]:
                found[OPTIONS] = options
        for text in told.get("texts", ()):
            found[text["name"]] = None if text["built_in"] else ask(port, f"/rules/{text['name']}")
        if found not in self.possible:
            return f"the rules are {sorted(found)}, not one of {[sorted(rules) for rules in self.possible]}, or their texts are others"
        self.possible = [found]
        return ""

    def wrong_closure(self, port, folder):
        """The first differences from a database that is built from the stated quads with the same rules, or ''."""
        stated, found = (ask(port, f"/data?format=nq&infer={infer}") for infer in ("false", "true"))
        rebuilt = folder / "rebuilt"
        options = self.build_options(folder, self.possible[0])
        run("build", "--db", rebuilt, "--replace", "--images", "1", *options, "--format", "nq", "-", given=stated)
        expected = run("dump", "--db", rebuilt, "--infer", "true", "--format", "nq")
        missing, more = (sorted(one - other)[:5] for one, other in both_ways(counted(expected), counted(found)))
        return "" if not missing and not more else f"what follows is wrong: missing {missing}, too many {more}"

    def to_json(self):
        return json.dumps(self.possible)


def ask(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        return answer.read().decode()


def run(*words, given=""):
    ended = subprocess.run([PROGRAM, *map(str, words)], text=True, input=given, capture_output=True, timeout=patience(60))
    if ended.returncode != 0:
        raise AssertionError(f"quadrille {words[0]}: status {ended.returncode}\n{ended.stderr}")
    return ended.stdout


def counted(lines):
    """Quads, each with its number among equal ones: blank nodes have no names."""
    seen, quads = {}, set()
    for line in lines.splitlines():
        line = re.sub(r"_:\w+", "_:b", line)
        seen[line] = seen.get(line, 0) + 1
        quads.add((line, seen[line]))
    return quads


def both_ways(one, other):
    return (one, other), (other, one)


class RulesClient(threading.Thread):
    """Changes the rules again and again, until it is stopped or the server does not answer."""

    def __init__(self, rules, port, dice, stop):
        super().__init__(daemon=True)
        self.rules, self.dice, self.stop, self.wrong, self.done = rules, dice, stop, "", 0
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def run(self):
        try:
            while not self.stop.wait(self.dice.uniform(0, 0.3)) and not self.wrong:
                self.change()
        except (OSError, http.client.HTTPException):
            pass  # cut off
        finally:
            self.connection.close()

    def change(self):
        now, name = self.rules.possible[0], self.dice.choice(sorted(TEXTS))
        after = {its: text for its, text in now.items() if its != name}
        method, text = "DELETE", None
        is_needed = any(needed == name and needs in now for needs, needed in IMPORTS.items())
        if name not in now or is_needed or self.dice.random() < 0.4:
            method, text = "PUT", self.dice.choice(TEXTS[name])
            after[name] = text
            if name in IMPORTS:
                after[IMPORTS[name]] = None
        if set(after) == {OPTIONS}:
            after = {}
        self.rules.possible = [now, after]
        self.connection.request(method, f"/rules/{name}", text and text.encode())
        response = self.connection.getresponse()
        told = response.read().decode()
        if response.status >= 500:
            raise http.client.HTTPException(f"HTTP {response.status}: {told}")
        if response.status not in (200, 201):
            self.wrong = f"{method} of the rules {name} was answered with {response.status}: {told}"
        self.rules.possible = [after]
        self.done += 1
