"""The commands that documents show: lines of indented or fenced blocks that begin with a program.

    quadrille query --db people 'SELECT *
      { ?s ?p ?o }'                          open quotes, a \\ at the end and <<END continue in the next lines

A "$ " in front is not part of a command. Other lines of a block are a command's output, or another language.
"""

import re
import shlex
from dataclasses import dataclass

PROGRAMS = {"quadrille", "quadrille-bench", "curl", "mpiexec", "mpiexec.openmpi", "srun", "jq", "cmake", "ctest", "python3",
            "cat", "echo", "gzip", "printf", "zcat", "find", "mkdir", "systemctl", "nginx", "docker", "sudo", "openssl",
            "chmod"}
SETTING = re.compile(r"^[A-Z_]+=\S+$")
FENCE = re.compile(r"^(?:```|~~~)")


@dataclass
class Command:
    document: str
    line: int
    text: str

    def __str__(self):
        return f"{self.document}:{self.line}: {self.text}"


def blocks(text):
    """(number of the first line, lines without indentation) of each block."""
    lines, block, begin, fenced = text.splitlines(), [], 0, False
    for number, line in enumerate(lines, 1):
        if FENCE.match(line):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            if not block:
                begin = number
            block.append(line if fenced else line[4:])
            continue
        elif not line.strip() and block and not fenced:
            block.append("")
            continue
        if block:
            yield begin, block
        block = []
    if block:
        yield begin, block


def program_of(line):
    """The program that a line runs; None if it is not a command."""
    for word in line.removeprefix("$ ").split():
        if SETTING.match(word) or word == "(":
            continue
        name = word.rpartition("/")[2]
        is_script = word.startswith(("./", "scripts/")) and "." not in name
        return name if name in PROGRAMS or is_script else None
    return None


def is_open(text):
    """More lines belong to the command."""
    if text.endswith("\\"):
        return True
    here = re.search(r"<<-?'?(\w+)'?", text)
    if here:
        return not re.search(rf"^{here[1]}$", text, re.MULTILINE)
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return True
    return False


def commands(document, text):
    """All commands of a document, in order."""
    for begin, block in blocks(text):
        at = 0
        while at < len(block):
            first = at
            at += 1
            if not program_of(block[first]):
                continue
            command = block[first].removeprefix("$ ")
            while is_open(command) and at < len(block):
                command += "\n" + block[at]
                at += 1
            yield Command(document, begin + first, command.strip())


def mentions(document, text):
    """Commands in the middle of sentences, which may be incomplete: `quadrille dump --format nt`."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("    "):
            continue
        for code in re.findall(r"`([^`]+)`", line):
            if re.match(r"quadrille(-bench)? [a-z]", code):
                yield Command(document, number, code)
