"""C++ is laid out as clang-format 14 does with the tree's .clang-format; other versions differ and are not used."""

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

VERSION = 14


class Skipped(Exception):
    pass


def program():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if path:
            found = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", found):
                return path
    raise Skipped(f"there is no clang-format {VERSION} here")


def violations(tree):
    clang_format, files = program(), tree.sources()
    shares = [files[first::cpu_count()] for first in range(cpu_count())]

    def judge(share):
        if not share:
            return ""
        command = [clang_format, "--dry-run", *share]
        return subprocess.run(command, cwd=tree.root, capture_output=True, text=True).stderr

    with ThreadPoolExecutor() as pool:
        for complaints in pool.map(judge, shares):
            wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: (?:warning|error)", complaints, re.MULTILINE)))
            yield from (f"{file}: clang-format -i {file} would change it" for file in wrong)
