"""The place of the shared folder, and the rule for missing data: the same as in tests/support/shared_data.hpp."""

import os
import shutil
import subprocess
from pathlib import Path


class Skipped(Exception):
    """The test cannot run here; its text names the missing data."""


def shared_file(beside, *parts):
    """The file of the shared folder, which is `beside` the repository unless QUADRILLE_SHARED names another place.

    If it is missing the test is skipped, or fails if the folder is required.
    """
    file = Path(os.environ.get("QUADRILLE_SHARED") or beside).joinpath(*parts)
    if file.exists():
        return file
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        raise FileNotFoundError(f"{file} is missing, and QUADRILLE_REQUIRE_SHARED=1 allows no skipping")
    raise Skipped(f"{file} is missing (QUADRILLE_SHARED names the shared folder)")


def unpacked_lines(file):
    """The lines of a .zst file, or None if the program zstd is missing."""
    zstd = shutil.which("zstd")
    if zstd is None:
        return None
    return subprocess.run([zstd, "-dcq", file], check=True, stdout=subprocess.PIPE).stdout.splitlines()
