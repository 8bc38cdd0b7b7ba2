"""Where 1,024 images in 32 groups, each with 8 GiB of --memory, come to the limits of the code: docs/sizing.md explains each."""

from dataclasses import dataclass
from math import ceil

from sizing import KINDS, MIB, Images, in_words, shards_through_files

GIB = 1 << 30
IMAGES = Images.of(1024, 32)
MEMORY = 8 * GIB  # of an image; as much again is outside of --memory, by default

# pgas/address_space.hpp, server/engine/served_generation.hpp
SLOT_BYTES = (0x2000_0000_0000 - 0x1000_0000_0000) // 4
# quadstore/sharding.hpp
MAX_SHARDS = 1 << 20
# The kernel's default of vm.max_map_count, and the mappings of an image beside the files.
MAPS, OTHER_MAPS = 65_530, 330
# loader/build/ingest_plan.hpp: an item, twice while the plan is made, and the start of its slice; the size of a range
ITEM_BYTES, RANGE_BYTES = 2 * 72 + 8, 8 * MIB
# quadstore/statistics.hpp, heavy_objects.hpp: an entry
ENTRY_BYTES = 32
# Of an image whose connections are TCP: descriptors for itself and for each image of another group.
OWN_DESCRIPTORS, DESCRIPTORS_A_PEER = 33, 2
# pgas/group_plan.hpp: of each pair of groups; pgas/detail/stream_inbox.hpp: of each incoming stream and lane
PLAN_BYTES, INBOX_BYTES, LANES = 140, 20_864, 6


@dataclass(frozen=True)
class Limit:
    what: str
    quads: tuple  # the data that reach it first, and last
    where: str


def of_kinds(number):
    values = [number(data) for data in KINDS]
    return min(values), max(values)


def with_shards(shards):
    """The quads of a build through temporary files that makes so many shards."""
    return (shards / shards_through_files(1e12, MEMORY) * 1e12,) * 2


def shards_that_image_0_maps(generations):
    """It maps the shards and vocabulary parts of its group, and all of them in its whole view."""
    return (MAPS - OTHER_MAPS) / generations / (2 * (1 + 1 / IMAGES.groups))


LIMITS = sorted([
    Limit("the map of a rebuild: 3/8 of a byte a term on every image",
          of_kinds(lambda data: MEMORY / (3 / 8) / data.terms), "loader/compaction/rank_map.hpp"),
    Limit("addresses for the files of a server: 4 TiB",
          of_kinds(lambda data: SLOT_BYTES / (data.shard_bytes + data.terms * data.vocabulary_bytes)),
          "server/engine/served_generation.hpp"),
    Limit("mapped files of image 0 while a compaction ends", with_shards(shards_that_image_0_maps(2)),
          "quadstore/mapped_file.hpp"),
    Limit("mapped files of image 0", with_shards(shards_that_image_0_maps(1)), "quadstore/mapped_file.hpp"),
    Limit("the list of pieces of plain input, on every image",
          of_kinds(lambda data: MEMORY / ITEM_BYTES * RANGE_BYTES / (data.input_bytes * data.copies)),
          "loader/build/ingest_plan.hpp"),
    Limit("rows of an image in a join of all quads", (2**32 * IMAGES.count,) * 2, "query/table/row_index.hpp"),
    Limit("number of shards that an image can index one at a time", with_shards(MAX_SHARDS), "quadstore/sharding.hpp"),
    Limit("59 bits of a HURI", of_kinds(lambda data: 2**59 / data.terms), "dictionary/huri.hpp"),
], key=lambda limit: limit.quads[0] * limit.quads[1])


def shards_of(quads):
    return ceil(shards_through_files(quads, MEMORY) / IMAGES.count) * IMAGES.count


# what, number, where
OTHER_LIMITS = [
    ("images over TCP, with 1,024 open files (`ulimit -n`)",
     f"{(1024 - OWN_DESCRIPTORS) // DESCRIPTORS_A_PEER} images", "measured"),
    ("memory of the plan of messages, with 1,024 groups of one image",
     f"{PLAN_BYTES * 1024**2 / 1e6:.0f} MB an image", "pgas/group_plan.hpp"),
    ("inboxes of a server, with 1,024 groups of one image",
     f"{INBOX_BYTES * LANES * 1023 / 1e6:.0f} MB an image", "pgas/detail/stream_inbox.hpp"),
    ("statistics: 32 bytes a predicate from each image to each image, 8 GiB",
     f"{in_words(MEMORY / ENTRY_BYTES / IMAGES.count)} predicates", "quadstore/statistics.hpp"),
    (f"counts of heavy objects: 32 bytes of each in each of {shards_of(1e12):,} shards, 8 GiB",
     f"{in_words(MEMORY / ENTRY_BYTES / shards_of(1e12))} heavy objects", "quadstore/heavy_objects.hpp"),
    ("images that can make terms in a query", "65,536 images", "dictionary/volatile_huri.hpp"),
    ("small blocks of an exchange in one message of MPI, 2 GiB", "256 groups of 256 images",
     "pgas/detail/group_exchange.cpp"),
]
