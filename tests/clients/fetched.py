"""The clients that scripts/fetch-clients has put into build/clients; ends the test as skipped without them."""

import importlib.util
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(os.environ.get("QUADRILLE_TEST_CLIENTS") or HERE.parents[1] / "build/clients")


def require(condition, reason):
    if condition:
        return
    print(f"{'failed' if os.environ.get('QUADRILLE_REQUIRE_SHARED') else 'skipped'}: {reason}")
    sys.exit(1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") else 77)


def require_packages(*names):
    """Packages of Python; those of build/clients can be imported from now on."""
    sys.path.append(str(FOLDER / "python"))
    for name in names:
        require(importlib.util.find_spec(name), f"the package {name} is missing: ./test installs it in build/venv or build/clients")


def folder_of(language):
    folder = FOLDER / language
    require(folder.is_dir(), f"{folder} does not exist: scripts/fetch-clients")
    return folder


def node_program():
    """Node.js, which scripts/fetch-node puts into build/venv."""
    node = os.environ.get("QUADRILLE_TEST_NODE") or shutil.which("node")
    require(node, "Node.js is not installed: scripts/fetch-node")
    return node
