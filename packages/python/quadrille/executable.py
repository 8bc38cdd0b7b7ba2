"""Finds the program `quadrille`, and becomes it."""

import os
import pathlib
import shutil
import sys
from typing import Dict


def program() -> str:
    """The path of the program, for example for subprocess.run([program(), "serve", "--db", folder]).

    It is the one that the variable QUADRILLE names; otherwise that of this package; otherwise, in a package without a
    program, the one of PATH.
    """
    packaged = pathlib.Path(__file__).with_name("bin") / "quadrille"
    found = os.environ.get("QUADRILLE") or (str(packaged) if packaged.exists() else shutil.which("quadrille"))
    if not found:
        raise FileNotFoundError("the program quadrille is not in this package and not in PATH; name it by the variable "
                                "QUADRILLE")
    return found


def environment() -> Dict[str, str]:
    """The environment of the program: mpiexec, which starts several processes, is beside this environment's python."""
    path = os.pathsep.join(filter(None, [os.environ.get("PATH"), os.path.join(sys.prefix, "bin")]))
    return {**os.environ, "PATH": path}


def main() -> None:
    """Becomes the program of the package, with the arguments of this process."""
    os.execve(program(), ["quadrille", *sys.argv[1:]], environment())
