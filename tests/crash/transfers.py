"""Tokens that move between accounts of all clients: their sum never changes, and a ledger explains every balance.

A transfer takes from one account, gives to another and writes its line into the ledger, in one update. If the account
has too little, it changes nothing and has no line. The lines of a client are part of its own quads.
"""

import values
from area import LEDGER
from effects import update

ACCOUNTS = 8
TOKENS = 100          # of each account at first


def account(number):
    return f"<urn:account:{number}>"


OPENING = frozenset(("", account(number), "<urn:tokens>", values.integer(TOKENS)) for number in range(ACCOUNTS))


def transfer(area, dice):
    source, target = (account(number) for number in dice.sample(range(ACCOUNTS), 2))
    tokens, name = dice.randint(1, 60), f"<urn:transfer:{area.client}:{area.number}>"
    lines = {(LEDGER, name, "<urn:from>", source), (LEDGER, name, "<urn:to>", target),
             (LEDGER, name, "<urn:moves>", values.integer(tokens))}
    text = (f"DELETE {{ {source} <urn:tokens> ?x . {target} <urn:tokens> ?y }}\n"
            f"INSERT {{ {source} <urn:tokens> ?less . {target} <urn:tokens> ?more .\n"
            f"  GRAPH {LEDGER} {{ {name} <urn:from> {source} ; <urn:to> {target} ; <urn:moves> {tokens} }} }}\n"
            f"WHERE {{ {source} <urn:tokens> ?x . {target} <urn:tokens> ?y FILTER(?x >= {tokens})\n"
            f"  BIND(?x - {tokens} AS ?less) BIND(?y + {tokens} AS ?more) }}")
    return update("transfer", text, area.quads | lines, conditional=True)


# All balances and the whole ledger, of one state.
BALANCES = f"""SELECT ?account ?tokens ?from ?to ?moves {{
  {{ ?account <urn:tokens> ?tokens }} UNION
  {{ GRAPH {LEDGER} {{ ?t <urn:from> ?from ; <urn:to> ?to ; <urn:moves> ?moves }} }} }}"""


def wrong_balances(rows):
    """The fault in the answer to BALANCES, a list of {variable: value}; '' if there is none."""
    found, expected = {}, {account(number)[1:-1]: TOKENS for number in range(ACCOUNTS)}
    for row in rows:
        if "account" in row:
            found.setdefault(row["account"], []).append(int(row["tokens"]))
        else:
            expected[row["from"]] -= int(row["moves"])
            expected[row["to"]] += int(row["moves"])
    wrong = [f"{name}: the ledger says {tokens}, the account {found.get(name)}"
             for name, tokens in sorted(expected.items()) if found.get(name) != [tokens]]
    wrong += [f"{name}: no such account" for name in found if name not in expected]
    return "; ".join(wrong)
