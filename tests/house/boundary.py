"""Queries reach the data only through a view of the graphs that their user may read (query/table/graph_view.hpp).

Each name below is one by which code could read other graphs. In query/ only the listed files may use it: those that make
views, and those of query/update/ that keep the states of the database.
"""

import re

from costs import code_of

KEEPERS = {f"query/update/{name}" for name in (
    "closure.cpp", "closure.hpp", "data_batch.cpp", "data_batch.hpp", "data_requests.cpp", "dataset_state.cpp", "dataset_state.hpp",
    "net_changes.cpp", "net_changes.hpp", "recovery.cpp", "replay.cpp", "replay.hpp", "state_context.hpp", "state_follower.cpp",
    "state_follower.hpp", "transaction.cpp", "transaction.hpp")}
MAKERS = {"query/table/graph_view.cpp", "query/table/graph_view.hpp", "query/operators/resolve_rights.cpp",
          "query/operators/resolve_rights.hpp", "query/answer/run_query.cpp", "query/answer/run_query.hpp"}

ALLOWED = {
    r"\bSnapshot\b": KEEPERS | MAKERS,
    r"\bGraphView::all\(": KEEPERS | MAKERS,
    # The context of the database's own work. run_operation() is given one, and makes the user's view of it.
    r"\bStateContext\b": KEEPERS | {"query/update/run_operation.cpp", "query/update/run_operation.hpp"},
    # Readers of the default graph alone: of its classes and marks.
    r"\.default_graph\(\)": {"query/index/edge_batch.cpp", "query/index/edge_lookup.cpp", "query/operators/unstated.cpp",
                             "query/paths/path_sources.cpp"},
    # Rows that a RowReader filters.
    r"\brun_to_filter\(": {"query/table/graph_view.hpp", "query/index/access_path.hpp", "query/index/edge_lookup.cpp",
                           "query/index/search_lookup.cpp", "query/operators/describe.cpp", "query/operators/index_scan.cpp",
                           "query/paths/path_sources.cpp"},
}


def violations(tree):
    for file in tree.sources():
        if file.parts[0] != "query" or file.stem.endswith(("_test", "_bench")) or "testing" in file.parts:
            continue
        code = code_of(tree.text(file))
        for pattern, files in ALLOWED.items():
            if str(file) in files:
                continue
            for found in re.finditer(pattern, code):
                line = code.count("\n", 0, found.start()) + 1
                yield f"{file}:{line}: {found.group().strip('.(')} gives more than the view of the query's user (query/table/graph_view.hpp)"
