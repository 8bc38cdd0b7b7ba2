"""The source tree for the house rules: its files, and the includes of each."""

import functools
import os
import re
import subprocess
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
CPP = {".hpp", ".cpp", ".h"}


class Tree:
    def __init__(self, root, files=None):
        """Without `files`, those that git tracks or would track; without git, all except hidden and built ones."""
        self.root = Path(root).resolve()
        self.files = sorted(Path(file) for file in (files if files is not None else self._list()))

    def _list(self):
        command = ["git", "-C", self.root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        try:
            listed = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split("\0")
            return [name for name in listed if name and (self.root / name).is_file()]
        except (OSError, subprocess.CalledProcessError):
            return list(self._walk())

    def _walk(self):
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name != "build" and (name == ".ci" or not name.startswith("."))]
            yield from (Path(folder, name).relative_to(self.root) for name in names)

    def sources(self):
        """The C++ files, relative to the root."""
        return [file for file in self.files if file.suffix in CPP]

    @functools.lru_cache(maxsize=None)
    def text(self, file):
        return (self.root / file).read_text(encoding="utf-8", errors="replace")

    def includes(self, file):
        """The quoted includes of a C++ file, in their order."""
        return [quoted for quoted, _ in INCLUDE.findall(self.text(file)) if quoted]

    def first_include(self, file):
        found = INCLUDE.search(self.text(file))
        return found.group(1) if found else None
