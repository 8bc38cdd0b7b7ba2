"""The constants of the planner's cost model are in one table, query/plan/cost/costs.hpp, each with its unit."""

import re

TABLE = "query/plan/cost/costs.hpp"
ROOMS = ("query/plan/", "server/engine/query_service")

CONSTANT = re.compile(r"constexpr\s+(double|float)\s+(\w+)\s*=")


def violations(tree):
    for file in tree.sources():
        name = file.as_posix()
        if name == TABLE or not name.startswith(ROOMS) or file.stem.endswith("_test"):
            continue
        for number, line in enumerate(tree.text(file).split("\n"), 1):
            if found := CONSTANT.search(line):
                yield f"{file}:{number}: {found[2]} belongs in {TABLE}"
