"""The commands that documents show: lines of indented or fenced blocks that begin with a program.

    quadrille query --db people 'SELECT *
      { ?s ?p ?o }'                          open quotes, a \\ at the end and <<END continue in the next lines

A "$ " in front is not part of a command. The lines of the block after a command are its output; so is the block that follows
directly, if it has no commands, or one that is marked, after a sentence. Marks are comments of HTML in the line above a block:

    <!-- output -->               of the command before, although there is text between
    <!-- numbers differ -->       likewise, or a block of commands with output: any number is right
    <!-- not output -->           another text directly after a command
    <!-- not run: REASON -->      commands that cannot run in the test
    <!-- file: NAME -->           the content of a file that the next commands read
"""

import re
import shlex
from dataclasses import dataclass, field

PROGRAMS = {"quadrille", "quadrille-bench", "curl", "mpiexec", "mpiexec.openmpi", "srun", "jq", "cmake", "ctest", "python3",
            "cat", "echo", "gzip", "printf", "zcat", "find", "mkdir", "systemctl", "nginx", "docker", "sudo", "openssl",
            "chmod", "apt", "apptainer", "isql", "java", "kubectl", "pip"}
SETTING = re.compile(r"^[A-Z_]+=\S+$")
FENCE = re.compile(r"^(?:```|~~~)(\w*)")
MARK = re.compile(r"^<!-- (output|numbers differ|not output|not run: .*|file: \S+) -->$")


@dataclass
class Block:
    line: int                       # of its first line
    lines: list                     # without indentation
    mark: str = ""                  # "output", "not run: REASON" ...
    follows: bool = False           # the block before, with only empty lines between
    language: str = ""              # of the fence


@dataclass
class Command:
    document: str
    line: int
    text: str
    shown: list = field(default_factory=list)  # lines of its output in the document
    numbers_differ: bool = False
    not_run: str = ""               # the reason

    def __str__(self):
        return f"{self.document}:{self.line}: {self.text}"


def blocks(text):
    """All blocks of a document, in order."""
    lines, block, fenced, mark, language, follows = text.splitlines(), None, False, "", "", False
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if fence:
            fenced = not fenced
            language = fence[1] if fenced else ""
        elif fenced or line.startswith("    "):
            if not block:
                block = Block(number, [], mark, follows, language)
            block.lines.append(line if fenced else line[4:])
            continue
        elif not line.strip() and block and not fenced:
            block.lines.append("")
            continue
        if block:
            yield block
            mark, follows = "", True
        block = None
        found = MARK.match(line)
        mark = found[1] if found else mark if fence or not line.strip() else ""
        follows = follows and (bool(fence) or bool(found) or not line.strip())
    if block:
        yield block


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


def commands_of(document, block):
    """The commands of a block, with the lines after each as its output."""
    at, found = 0, []
    if block.mark.startswith("file: "):
        name = block.mark.partition(": ")[2]
        return [Command(document, block.line, "\n".join([f"cat > {name} <<'END'", *block.lines, "END"]))]
    if block.mark == "output":
        return []
    while at < len(block.lines):
        first = at
        at += 1
        if not program_of(block.lines[first]):
            if found and not block.lines[first].startswith("#"):
                found[-1].shown.append(block.lines[first])
            continue
        command = block.lines[first].removeprefix("$ ")
        while is_open(command) and at < len(block.lines):
            command += "\n" + block.lines[at]
            at += 1
        reason = block.mark.partition("not run: ")[2]
        found.append(Command(document, block.line + first, command.strip(), [], block.mark == "numbers differ", reason))
    return found


def is_output(block):
    return block.mark in ("output", "numbers differ") or (block.follows and not block.mark and not block.language)


def commands(document, text):
    """All commands of a document, in order."""
    last = None
    for block in blocks(text):
        found = commands_of(document, block)
        if not found and last and is_output(block):
            last.shown = block.lines
            last.numbers_differ = block.mark == "numbers differ"
            yield last
            last = None
            continue
        if not found:
            continue
        if last:
            yield last
        yield from found[:-1]
        last = found[-1]
    if last:
        yield last


def mentions(document, text):
    """Commands in the middle of sentences, which may be incomplete: `quadrille dump --format nt`."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("    "):
            continue
        for code in re.findall(r"`([^`]+)`", line):
            if re.match(r"quadrille(-bench)? [a-z]", code):
                yield Command(document, number, code)
