"""Functions have at most 60 lines and classes at most 15 data members, except those of sizes.txt, which may only shrink."""

import re
from pathlib import Path

MOST_LINES, MOST_MEMBERS = 60, 15
KNOWN = Path(__file__).with_name("sizes.txt")

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
CLASS = re.compile(r"\b(class|struct|union)\s+(?:alignas\([^)]*\)\s*)?([\w:]+)[^;{}()]*$")
FUNCTION = re.compile(r"([\w~:]+|operator\s*\S+?)\s*\((?:[^()]|\([^()]*\))*\)\s*(?:const|noexcept|override|final|&|->\s*[\w:<>*&\s]+|:.*)*\s*$",
                      re.DOTALL)
MEMBER = re.compile(r"^(?!using\b|typedef\b|friend\b|static\b|template\b|enum\b|class\b|struct\b|union\b|return\b)"
                    r"[\w:<>,*&\s\[\]()]*?[\w>*&\],]\s+\w+(\[[^\]]*\])*\s*(=.*|\{.*\})?$", re.DOTALL)


def blanked(text):
    """The text without the contents of comments and strings, line by line."""
    return TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def blocks(text):
    """(kind, name, first line, lines, data members) of each function and class outside of functions."""
    text = re.sub(r"^[ \t]*#.*(?:\\\n.*)*", lambda match: re.sub(r"[^\n]", " ", match[0]), blanked(text), flags=re.MULTILINE)
    stack, begin, found = [], 0, []
    for place, letter in enumerate(text):
        if letter in ";{}":
            head = text[begin:place].strip()
            inside_function = any(block["kind"] == "function" for block in stack)
            if letter == ";" and stack and stack[-1]["kind"] == "class":
                head = re.sub(r"^\s*(public|private|protected)\s*:\s*", "", head)
                if MEMBER.match(head) and not re.search(r"\)\s*(const|noexcept|override|final)*\s*(=\s*(0|default|delete))?$", head):
                    stack[-1]["members"] += declarators(head)
            elif letter == "{":
                stack.append(block_of(head, inside_function, text.count("\n", 0, place) + 1))
            elif letter == "}" and stack:
                block = stack.pop()
                block["lines"] = text.count("\n", 0, place) + 2 - block["first"]
                if block["kind"] in ("function", "class"):
                    found.append(block)
                if block["kind"] == "value":  # `int a{1};`: the declaration before it continues
                    continue
            begin = place + 1 if not (letter == "{" and stack[-1]["kind"] == "value") else begin
    return found


def declarators(head):
    """The number of names that a declaration declares: 2 for `std::map<int, int> a_, b_ = {1, 2}`."""
    depth, count = 0, 1
    for letter in head.replace("->", "  "):
        depth += (letter in "<([{") - (letter in ">)]}")
        count += letter == "," and depth == 0
    return count


def block_of(head, inside_function, line):
    block = {"kind": "other", "name": "", "first": line, "members": 0}
    if inside_function:
        return block
    head = re.sub(r"^\s*(public|private|protected)\s*:\s*", "", head)
    function = FUNCTION.search(head)
    of_class = CLASS.search(head)
    if re.search(r"\bnamespace\b[\w:\s]*$", head) or head.endswith('extern') or re.search(r"\benum\b", head):
        return block
    if of_class and not function:
        return block | {"kind": "class", "name": of_class[2]}
    if function and not head.endswith("="):
        return block | {"kind": "function", "name": function[1]}
    return block | {"kind": "value"}


def sizes(tree):
    for file in tree.sources():
        if file.stem.endswith("_test") or "testing" in file.parts or file.parts[0] == "tests":
            continue
        for block in blocks(tree.text(file)):
            if block["kind"] == "function" and block["lines"] > MOST_LINES:
                yield f"{file} {block['name']}() lines", block["lines"]
            if block["kind"] == "class" and block["members"] > MOST_MEMBERS:
                yield f"{file} {block['name']} members", block["members"]


def violations(tree):
    known = {}
    for line in KNOWN.read_text().splitlines() if KNOWN.exists() else []:
        if line and not line.startswith("#"):
            name, size = line.rsplit(" ", 1)
            known[name] = int(size)
    there = {}
    for name, size in sizes(tree):
        there[name] = max(size, there.get(name, 0))
    for name, size in sorted(there.items()):
        if name not in known:
            yield f"{name}: {size}; at most {MOST_LINES} lines, {MOST_MEMBERS} data members"
        elif size > known[name]:
            yield f"{name}: {size}, was {known[name]}: it may only become smaller"
    for name in sorted(set(known) - set(there)):
        yield f"tests/house/sizes.txt: {name} is no longer too large; take the line out"
