#!/usr/bin/env python3
"""Checks one house rule: check.py RULE [BUILD_FOLDER]. Ends with 0 (kept), 1 (broken, with the places) or 77 (not checked)."""

import importlib
import sys
from pathlib import Path

from formatting import Skipped
from tree import Tree

RULES = ("arrows", "boundary", "comments", "copies", "costs", "documents", "files", "folders", "formatting", "headers", "scripts", "sizes",
         "wording")


def main(rule, *build):
    module = importlib.import_module(rule)
    print(module.__doc__.strip().splitlines()[0])
    try:
        broken = list(module.violations(Tree(Path(__file__).resolve().parents[2]), *build))
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    print("\n".join(broken) or "kept")
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in RULES:
        sys.exit(f"usage: check.py {'|'.join(RULES)} [BUILD_FOLDER]")
    sys.exit(main(*sys.argv[1:]))
