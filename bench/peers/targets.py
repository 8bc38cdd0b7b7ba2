"""The targets of a measurement (scripts/measure-queries), with its results: a row for each, a column for each configuration.

A configuration of ours is held against every target by itself: one that reaches the first row and another that reaches the
second do not reach both. For LUBM queries it is compared with the best peer of the same run or its scaled figure.
"""

TEN_TIMES = {"q2", "q6", "q8", "q9", "q13", "q14"}
LOOKUPS_PER_SECOND, LOOKUPS_P99_MS, EXPLORE_TIMES, LOOP_TIMES, IMAGES_TIMES, MEMORY_TIMES = 20_000, 3.0, 5.0, 3.0, 1.8, 2.0
FIRST_TIMES = 2.0


class Row:
    """A target. `measured`: {configuration: (text, reached)}."""

    def __init__(self, what, wanted, measured):
        self.what, self.wanted, self.measured = what, wanted, measured


def ours(part):
    return [(place, server["name"]) for place, server in enumerate(part["servers"]) if server["role"] == "server"]


def at_least(value, wanted, digits=2):
    return f"{value:.{digits}f}", value >= wanted


def below(value, wanted):
    return f"{value:.2f}", value < wanted


def lubm_rows(lubm):
    for query in lubm["queries"]:
        wanted = 10.0 if query["query"] in TEN_TIMES else 1.0
        measured = {name: at_least(query["answers"][place]["factor"], wanted) for place, name in ours(lubm)
                    if query["answers"][place].get("factor") is not None}
        if measured:
            yield Row(f"LUBM {query['query']}, times the best peer", f"{wanted:g}", measured)


def load_rows(results):
    if "lookups" in results:
        servers = {name: results["lookups"]["servers"][place] for place, name in ours(results["lookups"])}
        yield Row("short look-ups a second, 16 clients", f"{LOOKUPS_PER_SECOND}",
                  {name: at_least(server["queries_per_second"], LOOKUPS_PER_SECOND, 0) for name, server in servers.items()})
        yield Row("their p99, ms", f"under {LOOKUPS_P99_MS:g}",
                  {name: below(server["p99_ms"], LOOKUPS_P99_MS) for name, server in servers.items()})
    for part in sorted(part for part in results if part.startswith("bsbm-")):
        servers = {name: results[part]["servers"][place] for place, name in ours(results[part])}
        measured = {name: at_least(server["factor"], EXPLORE_TIMES) for name, server in servers.items()
                    if server.get("factor") is not None}
        if measured:
            clients = part.removeprefix("bsbm-")
            yield Row(f"BSBM explore, times the best peer's queries a second, clients: {clients}", f"{EXPLORE_TIMES:g}", measured)


def csr_rows(results):
    for part in sorted(part for part in results if part.startswith("csr-")):
        images = results[part]["images"]
        for query in results[part]["queries"]:
            one, loop, every = query["one_image_ms"], query["loop_ms"], query["all_images_ms"]
            if loop and images == 1:
                yield Row(f"{query['query']} in process, times the loop", f"within {LOOP_TIMES:g}",
                          {"Quadrille, 1 image": (f"{one / loop:.2f}", one <= LOOP_TIMES * loop)})
            if every and images == 2 and query["query"] in ("q2", "q6", "q9", "q14"):
                yield Row(f"{query['query']} in process, times as fast as by 1 image", f"{IMAGES_TIMES:g}",
                          {"Quadrille, 2 images": at_least(one / every, IMAGES_TIMES)})


def first_rows(results):
    for query, measured in results.get("first", {}).items():
        yield Row(f"LUBM {query}, first answer of a server, times a later one", f"within {FIRST_TIMES:g}",
                  {name: (f"{first / warm:.2f}", first <= FIRST_TIMES * warm) for name, (first, warm) in measured.items()})


def memory_rows(results):
    size = results.get("database_bytes")
    for label, of_server in results["memory"].items():
        measured = {name: below(used / size, MEMORY_TIMES) for name, used in of_server.items()
                    if size and label.startswith("lubm") and name.startswith("Quadrille")}
        if measured:
            yield Row("memory, times the database on the disk", f"under {MEMORY_TIMES:g}", measured)


def rows(results):
    found = list(lubm_rows(results["lubm"])) if "lubm" in results else []
    return found + list(load_rows(results)) + list(first_rows(results)) + list(csr_rows(results)) + list(memory_rows(results))


def to_markdown(results):
    """A missed target has a cross."""
    all_rows = rows(results)
    names = list(dict.fromkeys(name for row in all_rows for name in row.measured))
    lines = ["## Targets\n", "| what | wanted | " + " | ".join(names) + " |", "| --- | --- |" + " --- |" * len(names)]
    for row in all_rows:
        cells = [row.measured.get(name, ("", True)) for name in names]
        lines.append(f"| {row.what} | {row.wanted} | " + " | ".join(text if reached else f"{text} ✗" for text, reached in cells)
                     + " |")
    counts = [(sum(row.measured[name][1] for row in all_rows if name in row.measured),
               sum(name in row.measured for row in all_rows)) for name in names]
    lines.append("| reached | | " + " | ".join(f"{reached} of {held}" for reached, held in counts) + " |")
    return "\n".join(lines) + "\n"
