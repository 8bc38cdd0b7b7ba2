"""The Python environment that ./test makes, with the engines that some tests compare with."""

import subprocess

from shared_data import Skipped


def python_with(venv, module):
    """The interpreter of the environment. The test is skipped if it lacks the module."""
    python = venv and venv / "bin/python"
    if not python or not python.exists() or subprocess.run([python, "-c", f"import {module}"],
                                                           stderr=subprocess.DEVNULL).returncode != 0:
        raise Skipped(f"there is no {module} in {venv}, which ./test makes")
    return python
