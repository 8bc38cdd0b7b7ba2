"""Random queries with EXISTS: the answers of query_files_test must equal those of evaluate.py.

  random_scoping.py --program build/release/bin/query_files_test [--launch "mpiexec -n 4"] [--seed N] [--rounds N]

A round is one data set with eight queries, which that program runs in all of its ways. The query file of a failed run is
kept; its name is printed.
"""

import argparse
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

import evaluate
import generate

MOST_ROWS = 300
QUERIES_A_ROUND = 8


def data_text(data):
    def triples(graph):
        rows = sorted(graph, key=str)
        return " ".join(" ".join(map(generate.term_text, triple)) + " ." for triple in rows)

    return "\n".join(triples(triple) if graph is None else f"<{graph}> {{ {triples(triple)} }}"
                     for graph, triple in data.items())


def tells_something(generator, pattern, rows):
    """Skips most queries that are true, or false, for all solutions."""
    kept = bool(rows)
    if pattern[0] == "bind":
        kept = len({row["e"] for row in rows}) == 2
    return len(rows) <= MOST_ROWS and (kept or generator.random.random() < 0.1)


def write_round(generator, out):
    data = generator.data()
    out.append("# Random.\ndata\n" + data_text(data))
    written = 0
    while written < QUERIES_A_ROUND:
        pattern, text = generator.query()
        rows = evaluate.solutions(pattern, data, None, {})
        if not tells_something(generator, pattern, rows):
            continue
        written += 1
        out.append(f"query unordered\nSELECT {generate.names(generate.VARIABLES)} {text}\n----")
        for row in rows:
            out.append("  ".join(generate.term_text(row[variable]) if variable in row else "UNDEF"
                                 for variable in generate.VARIABLES))
        out.append("")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--launch", default="")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("QUADRILLE_SEED", time.time())))
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    print("seed", options.seed, flush=True)
    generator = generate.Generator(options.seed, evaluate.scope)
    lines = []
    for _ in range(options.rounds):
        write_round(generator, lines)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille_scoping_"))
    file = folder / "random.txt"
    file.write_text("\n".join(lines) + "\n")
    command = [*shlex.split(options.launch), options.program]
    code = subprocess.run(command, env={**os.environ, "QUADRILLE_QUERY_TESTS": str(folder)}, check=False).returncode
    if code:
        print("the queries:", file)
        return code
    file.unlink()
    folder.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
