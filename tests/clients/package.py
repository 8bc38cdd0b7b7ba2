"""Makes the client's sources importable, as `quadrille`, beside the modules of tests/commands; QUADRILLE names its program.

import package               before the first `import quadrille`
package.needed("pandas")     ends the test as skipped if a package of tests/requirements.txt is missing
"""

import importlib
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packages/python"), str(ROOT / "tests/commands")]

import program  # noqa: E402

os.environ["QUADRILLE"] = program.PROGRAM


def needed(*modules):
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as error:
        message = f"{error}: tests/requirements.txt; ./test installs it in build/venv"
        if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
            sys.exit(message)
        print(f"skipped: {message}")
        sys.exit(77)
