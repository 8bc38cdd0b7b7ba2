"""Every header compiles alone, so that a file that includes it need not include others first.

A source file whose first include is the header shows this in builds of each source alone, without precompiled headers
(scripts/check-sanitizers). Only headers that no source includes first are compiled here, also without precompiled
headers, with the flags of a source from the same folder. They are compiled, not only parsed, so that ccache, where it
is installed, knows those that have not changed.

Each takes more than a second, so only those that the last commits changed are compiled, and all by `./test --all` or
where there is no history.
"""

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COMMITS = 50
CCACHE = [path for path in [shutil.which("ccache")] if path]
# Another checkout finds what this one has compiled (cmake/QuadrilleCompiler.cmake).
SHARED = {"CCACHE_NOHASHDIR": "true", "CCACHE_SLOPPINESS": "time_macros,include_file_mtime,include_file_ctime"}


def sources_of(file):
    """The file itself, or the sources that it includes if several are compiled together (CMAKE_UNITY_BUILD)."""
    if not (file.parent.name == "Unity" and file.exists()):
        return [file]
    lines = file.read_text().splitlines()
    return [Path(line.split('"')[1]) for line in lines if line.startswith("#include")]


def compile_commands(tree, build):
    """Source, relative to the root, -> its compiler's command."""
    commands = {}
    for entry in json.loads((Path(build) / "compile_commands.json").read_text()):
        for source in sources_of(Path(entry["directory"], entry["file"])):
            path = source.resolve()
            if path.is_relative_to(tree.root):
                commands[path.relative_to(tree.root)] = (entry["directory"], shlex.split(entry["command"]))
    return commands


def lines_of_git(tree, *command):
    run = subprocess.run(["git", "-C", str(tree.root), *command], capture_output=True, text=True)
    return run.stdout.splitlines() if run.returncode == 0 else None


def changed_lately(tree):
    """Paths, also those not yet committed; None: all."""
    committed = lines_of_git(tree, "log", f"--max-count={COMMITS}", "--name-only", "--pretty=format:")
    if committed is None or "QUADRILLE_TEST_ALL" in os.environ:
        return None
    return {*committed, *lines_of_git(tree, "diff", "--name-only", "HEAD"), *lines_of_git(tree, "ls-files", "--others")}


def unproven_headers(tree, built):
    proven = {tree.first_include(source) for source in built if source in set(tree.files)}
    return [file for file in tree.sources() if file.suffix != ".cpp" and str(file) not in proven]


def flags_for(header, commands):
    """The command of the source whose path has most in common with the header's."""
    def nearness(source):
        shared = 0
        for mine, its in zip(header.parts[:-1], source.parts[:-1]):
            if mine != its:
                break
            shared += 1
        return shared, source.stem.startswith(header.stem), not source.stem.endswith("_test")

    near = [source for source in commands if source.parts[0] == header.parts[0]]
    return commands[max(near, key=nearness)] if near else None


def compile_alone(tree, header, commands):
    found = flags_for(header, commands)
    if not found:
        return f"{header}: no source of its folder is built, so the flags to compile it are unknown"
    directory, command = found
    kept = [word for word in command[: command.index("-o")] if word not in ("-MD", "-MMD")]
    for flag in ("-MT", "-MF", "-include"):
        if flag in kept:
            del kept[kept.index(flag) : kept.index(flag) + 2]
    with tempfile.NamedTemporaryFile(suffix=".o") as result:
        kept = [*CCACHE, *kept, "-O0", "-g0", "-w", "-x", "c++", "-c", str(tree.root / header), "-o", result.name]
        environment = {**os.environ, **SHARED, "CCACHE_BASEDIR": str(tree.root)}
        run = subprocess.run(kept, cwd=directory, capture_output=True, text=True, env=environment)
    return f"{header}: does not compile alone\n{run.stderr}" if run.returncode else None


def violations(tree, build):
    commands = compile_commands(tree, build)
    changed = changed_lately(tree)
    headers = [header for header in unproven_headers(tree, commands) if changed is None or str(header) in changed]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(lambda header: compile_alone(tree, header, commands), headers))
