"""Quadrille, an RDF database with SPARQL. The package has the program; `quadrille --help` describes it."""

import os
import pathlib
import sys


def program():
    """The path of the program, for example for subprocess.run([program(), "serve", "--db", folder])."""
    return str(pathlib.Path(__file__).with_name("bin") / "quadrille")


def main():
    """Becomes the program, with the arguments of this process."""
    # mpiexec, which starts processes on several hosts, is beside this environment's python.
    os.environ["PATH"] = os.pathsep.join(filter(None, [os.environ.get("PATH"), os.path.join(sys.prefix, "bin")]))
    os.execv(program(), ["quadrille", *sys.argv[1:]])
