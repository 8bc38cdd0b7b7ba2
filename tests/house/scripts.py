"""A script is executable, begins with a line on its purpose, and parses."""

import os
import subprocess


def violations(tree):
    for file in tree.files:
        lines = tree.text(file).split("\n", 2)
        if not lines[0].startswith("#!"):
            continue
        if not os.access(tree.root / file, os.X_OK):
            yield f"{file}: is a script, but cannot be executed (chmod +x)"
        if len(lines) < 2 or not lines[1].startswith(("# ", '"""')):
            yield f"{file}: its second line must say what it does"
        if "bash" in lines[0]:
            checked = subprocess.run(["bash", "-n", tree.root / file], capture_output=True, text=True)
            if checked.returncode:
                yield f"{file}: {checked.stderr.strip()}"
