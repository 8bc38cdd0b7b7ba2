"""The tables of docs/sizing.md that are computed."""

from limits import LIMITS, MEMORY, OTHER_LIMITS
from points import EXCHANGES, POINTS
from sizing import BSBM, KINDS, LUBM, Images, figures, in_bytes

# quads, images, groups, memory of an image for a build through temporary files
SIZES = [(1e6, 1, 1, None), (1e7, 4, 1, None), (1e8, 16, 1, None), (1e9, 64, 2, None), (1e10, 256, 8, None),
         (1e12, 1024, 32, MEMORY), (1e12, 1024, 128, MEMORY)]
SHAPES = [(2, 2), (4, 4), (4, 2), (64, 2), (256, 8), (1024, 32), (1024, 128), (1024, 1024)]  # images, groups


def power(number):
    mantissa, exponent = f"{number:.1e}".split("e")
    return f"{mantissa} x 10^{int(exponent)}" if mantissa != "1.0" else f"10^{int(exponent)}"


def span(values, text):
    """'3 to 9 GB' from 3e9 and 9e9."""
    low, high = (text(value) for value in sorted(values))
    if low == high:
        return low if max(values) else ""
    (less, unit), (more, other) = (one.partition(" ")[::2] for one in (low, high))
    return f"{less} to {more} {unit}".rstrip() if unit == other else f"{low} to {high}"


def in_groups(images, groups):
    return f"{images:,}" if groups == 1 else f"{images:,} in {groups:,}"


def size_rows():
    for quads, count, groups, memory in SIZES:
        both = [figures(data, quads, Images.of(count, groups), memory) for data in (LUBM, BSBM)]
        yield [power(quads), in_groups(count, groups),
               *(span([one[name][0] for one in both], text) for name, (_, text) in both[0].items())]


def kind_rows():
    for data in KINDS:
        yield [data.name, f"{data.terms:.2f}", f"{data.key_bytes:.0f}", f"{data.shard_bytes:.1f}",
               f"{data.vocabulary_bytes:.1f}", f"{data.shard_bytes + data.terms * data.vocabulary_bytes:.1f}",
               f"{data.sent_bytes:.0f}", f"{data.input_bytes:.0f}"]


def beside_formula(point, text):
    """What -> the measured number, and how far the formula is from it."""
    return {what: (text(measured), f"{100 * (expected / measured - 1):+.0f} %")
            for what, measured, expected in point.compared()}


def point_rows():
    for point in POINTS:
        texts = beside_formula(point, in_bytes)
        yield [point.name, f"{point.quads:,}", str(point.images), *texts["disk"], *texts.get("memory", ("", ""))]


def exchange_rows():
    for point in EXCHANGES:
        texts = beside_formula(point, lambda number: f"{number:,}")
        sent = texts.get("sent", ("", ""))
        yield [point.name, in_groups(point.images.count, point.images.groups), *texts["messages"], *sent]


def shape_rows():
    for count, groups in SHAPES:
        images = Images.of(count, groups)
        messages, text = figures(LUBM, 1e8, images)["messages"]
        yield [in_groups(count, groups), f"{images.most_streams:,}", f"{images.streams:,}", f"{images.pairs:,}",
               text(messages)]


def limit_rows():
    for number, limit in enumerate(LIMITS, 1):
        least, most = (power(quads) for quads in limit.quads)
        yield [str(number), limit.what, least if least == most else f"{least} to {most}", f"`{limit.where}`"]


def other_limit_rows():
    for what, number, where in OTHER_LIMITS:
        yield [what, number, where if where == "measured" else f"`{where}`"]


# heading of the columns -> rows
TABLES = {
    ("quads", "images", "disk", "memory, build", "temporary files", "memory, serve, at least", "time of the build",
     "sent between groups", "messages"): size_rows,
    ("data", "terms a quad", "bytes of a term's text", "shards, bytes a quad", "vocabulary, bytes a term",
     "all files, bytes a quad", "sent, bytes a term", "N-Triples, bytes a row"): kind_rows,
    ("measured", "quads", "images", "disk", "formula", "memory of an image", "formula"): point_rows,
    ("measured", "images", "messages", "formula", "sent bytes", "formula"): exchange_rows,
    ("images in groups", "most of an image in a phase", "of all images", "of each image to each other one",
     "a build of 10^8 quads"): shape_rows,
    ("", "limit", "quads", "code"): limit_rows,
    ("limit", "reached at", "code"): other_limit_rows,
}


def line_of(cells):
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def with_tables(text):
    """The document with its computed tables written anew. Raises ValueError if one of them is not there."""
    lines = text.splitlines()
    for heading, rows in TABLES.items():
        begin = lines.index(line_of(heading)) + 2
        end = next((at for at in range(begin, len(lines)) if not lines[at].startswith("|")), len(lines))
        lines[begin:end] = [line_of(row) for row in rows()]
    return "\n".join(lines) + "\n"
