"""The folder in which the workbench was built, and Node.js, for tests; ends the test as skipped without them."""

import os
import pathlib
import subprocess
import sys

NODE = os.environ.get("QUADRILLE_TEST_NODE", "node")
SPACE = pathlib.Path(os.environ.get("QUADRILLE_TEST_WEB") or pathlib.Path(__file__).parents[2] / "build/release/web/space")


def require(condition, reason):
    if condition:
        return
    print(f"{'failed' if os.environ.get('QUADRILLE_REQUIRE_SHARED') else 'skipped'}: {reason}")
    sys.exit(1 if os.environ.get("QUADRILLE_REQUIRE_SHARED") else 77)


def node(*words, environment=None, seconds=300):
    """The exit status and all output of Node.js in the folder of the workbench."""
    ended = subprocess.run([NODE, *map(str, words)], cwd=SPACE, env={**os.environ, **(environment or {})}, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
    return ended.returncode, ended.stdout


require((SPACE / "node_modules").is_dir(), f"the workbench is not built in {SPACE}")
