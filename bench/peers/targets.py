"""The targets of a measurement (scripts/measure-queries), with its results: rows of a table.

For LUBM queries the best of our servers is compared with the best peer of the same run or its scaled figure.
"""

TEN_TIMES = {"q2", "q6", "q8", "q9", "q13", "q14"}
LOOKUPS_PER_SECOND, LOOKUPS_P99_MS, EXPLORE_TIMES, LOOP_TIMES, IMAGES_TIMES, MEMORY_TIMES = 20_000, 3.0, 5.0, 3.0, 1.8, 2.0


def best(values, default=None, of=max):
    return of((value for value in values if value is not None), default=default)


def factors(queries):
    for query in queries:
        factor = best(answer.get("factor") for answer in query["answers"])
        if factor is not None:
            yield query["query"], factor


def lubm_rows(lubm):
    for name, factor in factors(lubm["queries"]):
        wanted = 10.0 if name in TEN_TIMES else 1.0
        yield f"LUBM {name}, times the best peer", f"{factor:.2f}", f"{wanted:g}", factor >= wanted


def load_rows(results):
    ours = lambda part: [server for server in results[part]["servers"] if server["role"] == "server"]  # noqa: E731
    if "lookups" in results:
        top = max(ours("lookups"), key=lambda server: server["queries_per_second"])
        rate, p99 = top["queries_per_second"], top["p99_ms"]
        yield "short look-ups a second, 16 clients", f"{rate:.0f}", f"{LOOKUPS_PER_SECOND}", rate >= LOOKUPS_PER_SECOND
        yield "their p99, ms", f"{p99:.2f}", f"under {LOOKUPS_P99_MS:g}", p99 < LOOKUPS_P99_MS
    for part in sorted(part for part in results if part.startswith("bsbm-")):
        factor = best(server["factor"] for server in ours(part))
        if factor is not None:
            clients = part.removeprefix("bsbm-")
            yield (f"BSBM explore, times the best peer's queries a second, clients: {clients}", f"{factor:.2f}",
                   f"{EXPLORE_TIMES:g}", factor >= EXPLORE_TIMES)


def csr_rows(results):
    for part in sorted(part for part in results if part.startswith("csr-")):
        images = results[part]["images"]
        for query in results[part]["queries"]:
            one, loop, every = query["one_image_ms"], query["loop_ms"], query["all_images_ms"]
            if loop and images == 1:
                yield (f"{query['query']} in process, times the loop", f"{one / loop:.2f}", f"within {LOOP_TIMES:g}",
                       one <= LOOP_TIMES * loop)
            if every and images == 2 and query["query"] in ("q2", "q6", "q9", "q14"):
                yield (f"{query['query']} by 2 images, times as fast as by 1", f"{one / every:.2f}", f"{IMAGES_TIMES:g}",
                       one >= IMAGES_TIMES * every)


def memory_rows(results):
    size = results.get("database_bytes")
    for label, of_server in results["memory"].items():
        for name, used in of_server.items():
            if size and label.startswith("lubm") and name.startswith("Quadrille"):
                yield (f"memory of {name}, times the database on the disk", f"{used / size:.2f}", f"under {MEMORY_TIMES:g}",
                       used < MEMORY_TIMES * size)


def rows(results):
    """(figure, measured, target, True if reached)."""
    found = list(lubm_rows(results["lubm"])) if "lubm" in results else []
    return found + list(load_rows(results)) + list(csr_rows(results)) + list(memory_rows(results))


def to_markdown(results):
    lines = ["## Targets\n", "| what | measured | wanted | |", "| --- | --- | --- | --- |"]
    lines += [f"| {what} | {measured} | {wanted} | {'' if reached else 'not reached'} |"
              for what, measured, wanted, reached in rows(results)]
    return "\n".join(lines) + "\n"
