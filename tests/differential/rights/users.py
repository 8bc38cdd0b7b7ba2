"""Users whose rights are limited to graphs, and the file of their accounts (docs/access.md).

A graph is None (the default graph), an absolute IRI, or "_:label". Rights here are those of server/access/rights.hpp and
base/graph_rights.hpp, written a second time.

    users = grow_users(dice, 12, graphs)
    users[0].read.holds(graph), users[0].write.holds(graph)
    accounts(users)    -> the text of access.toml
"""

import base64
import hashlib
from dataclasses import dataclass, replace
from typing import Optional

from terms import BASE

DATABASE, TWIN, OTHER = "notes", "twin", "other"  # every user has the same rights on the first two
PREFIXES = (BASE + "g", BASE + "g1", BASE + "g2", BASE + "s", BASE + "h", BASE, "")
UNKNOWN = BASE + "g9"


@dataclass(frozen=True)
class GraphRights:
    default: bool = False
    iris: frozenset = frozenset()
    prefixes: frozenset = frozenset()

    def is_all(self):
        return self.default and "" in self.prefixes

    def is_none(self):
        return not (self.default or self.iris or self.prefixes)

    def holds(self, graph):
        """A graph whose name is a blank node can be granted only together with all named ones."""
        if graph is None:
            return self.default
        if graph.startswith("_:"):
            return "" in self.prefixes
        return graph in self.iris or any(graph.startswith(prefix) for prefix in self.prefixes)

    def united(self, other):
        return GraphRights(self.default or other.default, self.iris | other.iris, self.prefixes | other.prefixes)

    def intersection(self, other):
        iris = {iri for iri in self.iris if other.holds(iri)} | {iri for iri in other.iris if self.holds(iri)}
        prefixes = {max(one, its, key=len) for one in self.prefixes for its in other.prefixes
                    if one.startswith(its) or its.startswith(one)}
        return GraphRights(self.default and other.default, frozenset(iris), frozenset(prefixes))


ALL, NONE = GraphRights(True, frozenset(), frozenset([""])), GraphRights()


@dataclass(frozen=True)
class Grant:
    right: str                            # read, write
    database: str                         # "*": all
    graphs: Optional[GraphRights] = None  # one graph or one prefix; None: the whole database

    def text(self):
        if self.graphs is None:
            return self.right if self.database == "*" else f"{self.right}:{self.database}"
        words = ["default"] if self.graphs.default else []
        words += [f"<{iri}>" for iri in self.graphs.iris] + [f"<{prefix}*>" for prefix in self.graphs.prefixes]
        (word,) = words
        return f"{self.right}:{self.database}:{word}"


def _united(grants, right):
    """What the grants give on DATABASE; write includes read."""
    found = NONE
    for grant in grants:
        if grant.database in ("*", DATABASE) and right in ("read", grant.right):
            found = found.united(ALL if grant.graphs is None else grant.graphs)
    return found


@dataclass(frozen=True)
class User:
    name: str
    token: str
    grants: tuple
    limits: Optional[tuple] = None  # grants of the role of the token; None: all of the user's

    def _rights(self, right):
        granted = _united(self.grants, right)
        return granted if self.limits is None else granted.intersection(_united(self.limits, right))

    @property
    def read(self):
        return self._rights("read")

    @property
    def write(self):
        return self._rights("write")

    def text(self):
        limits = "" if self.limits is None else f", with a token for {_texts(self.limits)}"
        return f"{self.name}: {_texts(self.grants)}{limits}"


def _texts(grants):
    return " ".join(grant.text() for grant in grants) or "no rights"


def token_of(seed_text):
    """A token that depends on the text alone, so that a run can be repeated."""
    return "qdt_" + base64.urlsafe_b64encode(hashlib.sha256(seed_text.encode()).digest()).decode().rstrip("=")


def grow_users(dice, number, graphs, stem):
    """`graphs`: IRIs of the named graphs. `stem`: begins the names and the tokens, and is different in each round."""
    return [_grow_user(dice, graphs, f"{stem}-{place}") for place in range(number)]


def _grow_user(dice, graphs, name):
    limited = lambda: _some_grants(dice, graphs)
    grants, has_limits = dice.weighted([
        (1, lambda: ((Grant("write", dice.choice(("*", DATABASE))),), False)),
        (1, lambda: ((), False)),
        (2, lambda: ((Grant("read", DATABASE), *limited()), False)),
        (12, lambda: (limited(), False)),
        (3, lambda: (limited(), True)),
        (1, lambda: ((Grant("write", "*"),), True)),
    ])()
    return User(name, token_of(name), grants, limited() if has_limits else None)


def _some_grants(dice, graphs):
    """Grants for some graphs, of which several may be for the same one."""
    grants = []

    def grant(chance, graphs):
        if dice.chance(chance):
            grants.append(Grant(dice.choice(("read", "read", "write")), dice.choice((DATABASE, DATABASE, "*")), graphs))

    grant(0.55, GraphRights(default=True))
    for graph in graphs:
        grant(0.4, GraphRights(iris=frozenset([graph])))
    grant(0.25, GraphRights(prefixes=frozenset([dice.choice(PREFIXES)])))
    grant(0.1, GraphRights(prefixes=frozenset([dice.choice(PREFIXES)])))
    grant(0.1, GraphRights(iris=frozenset([UNKNOWN])))
    if dice.chance(0.1):
        grants.append(Grant("write", OTHER, dice.choice((None, GraphRights(default=True)))))
    return tuple(grants)


def accounts(users):
    """The file, with a role and a token for each user; grants on DATABASE are repeated for TWIN."""
    lines = []
    for user in users:
        lines += _role(f"of.{user.name}", user.grants)
        if user.limits is not None:
            lines += _role(f"limits.{user.name}", user.limits)
        lines += ["[[user]]", f'name = "{user.name}"', f'roles = ["of.{user.name}"]', "", "[[token]]", f'id = "{user.name}"',
                  f'user = "{user.name}"', f'sha256 = "{hashlib.sha256(user.token.encode()).hexdigest()}"',
                  "expires = 2099-01-01T00:00:00Z"]
        lines += [f'roles = ["limits.{user.name}"]', ""] if user.limits is not None else [""]
    return "\n".join(lines)


def _role(name, grants):
    words = []
    for grant in grants:
        words += [grant.text()] + ([replace(grant, database=TWIN).text()] if grant.database == DATABASE else [])
    return ["[[role]]", f'name = "{name}"', f"grants = [{', '.join(_quoted(word) for word in words)}]", ""]


def _quoted(word):
    return f'"{word}"'
