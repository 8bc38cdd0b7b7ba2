#!/usr/bin/env python3
"""Formulas for the disk, memory, messages and time of a database, with their constants: docs/sizing.md explains them.

    tests/sizing/sizing.py 1e9 --images 64 --groups 2 --data BSBM      the figures for these images and data
"""

import argparse
from dataclasses import dataclass
from functools import cached_property
from math import ceil

KIB, MIB = 1 << 10, 1 << 20

# --- the data ---


@dataclass(frozen=True)
class Data:
    """What the sizes depend on; measured on data of this kind."""
    name: str
    copies: float  # rows read a quad: duplicates are removed later
    terms: float  # different terms a quad, with blank nodes
    row_bytes: int  # 24, or 32 in named graphs
    key_bytes: float  # of a term's text
    shard_bytes: float  # of the shards' files, a quad
    vocabulary_bytes: float  # of the vocabulary's files, a term
    sent_bytes: float  # between groups, a term
    input_bytes: float  # of N-Triples or N-Quads, a row
    seconds: float | None = None  # of one image, a million rows; not known for small data


LUBM = Data("LUBM", 1.035, 0.247, 24, 58, 5.7, 7.0, 9, 170, 0.9)
BSBM = Data("BSBM", 1, 0.312, 24, 196, 8.0, 74, 200, 254, 2.0)
QUDT = Data("QUDT", 1, 0.554, 24, 51, 9.9, 19.7, 33, 146)
FIBO = Data("FIBO", 1, 0.484, 24, 89, 10.5, 26.6, 65, 232)
NANOPUB = Data("nanopublications", 1, 0.345, 32, 105, 18.0, 32.4, 60, 313)
KINDS = (LUBM, BSBM, QUDT, FIBO, NANOPUB)


# --- the images ---


@dataclass(frozen=True)
class Images:
    """The images of each group."""
    sizes: tuple

    @staticmethod
    def of(images, groups=1):
        return Images((images // groups,) * groups)

    @property
    def count(self):
        return sum(self.sizes)

    @property
    def groups(self):
        return len(self.sizes)

    @property
    def shards(self):
        """V of a build in memory: number_of_shards() in loader/build/build_options.cpp."""
        return ceil(8 / self.count) * self.count

    @property
    def records(self):
        """Messages of a barrier or a small sum: one from each group to each other one."""
        return self.groups * (self.groups - 1)

    @cached_property
    def streams(self):
        """Messages of an exchange of small blocks: pgas/group_plan.hpp."""
        others, total = self.groups - 1, 0
        for to, size_there in enumerate(self.sizes):
            for source, size in enumerate(self.sizes):
                if source == to:
                    continue
                offset = (to - source - 1) % self.groups
                senders = 1 if others >= size else (offset + 1) * size // others - offset * size // others
                total += min(senders, size_there)
        return total

    @property
    def most_streams(self):
        """Of one image, if all groups have the same size."""
        return ceil((self.groups - 1) / self.sizes[0])

    @property
    def pairs(self):
        """Pairs of a sender and a receiver in different groups."""
        return sum(size * (self.count - size) for size in self.sizes)

    @property
    def share_sent(self):
        """Of evenly spread data: the part whose receiver is in another group than its sender."""
        return self.pairs / self.count**2


# --- disk ---

FILE_BYTES = 170  # of the manifest, a file


def disk_bytes(data, quads, shards):
    return quads * (data.shard_bytes + data.terms * data.vocabulary_bytes) + FILE_BYTES * (2 * shards + 2)


ROWS_SPILLED = 3  # times that a row is written; two of them are there at the same time
SPILLED_BYTES_A_TERM = 8  # and its text, front-coded


def temporary_bytes(data, quads):
    """Written to temporary files by a build that does not fit into memory."""
    return quads * (data.copies * ROWS_SPILLED * data.row_bytes
                    + data.terms * (SPILLED_BYTES_A_TERM + data.sent_bytes))


# --- memory ---

BYTES_A_TERM = 45  # while terms are sorted: record 13, sorted address 16, HURI 8, places 8
UNEVEN = 1.15  # the largest shard, of an average one
CHUNK_BYTES = MIB  # not filled: the last chunks of rows and terms


def build_memory(data, quads, images, most_rows=None):
    """The most shared memory of an image, of a build in memory. most_rows: of one image, by default an even share."""
    rows = quads * data.copies
    mine = rows / images.count if most_rows is None else most_rows
    terms = quads * data.terms * mine / rows
    sort = mine * data.row_bytes + terms * (data.key_bytes + BYTES_A_TERM)
    of_a_shard = 1 if images.count == 1 else 3  # a single image sorts its rows in place
    index = mine * 2 * data.row_bytes + of_a_shard * data.row_bytes * UNEVEN * rows / images.shards
    return max(sort, index) + CHUNK_BYTES


OPENED_BYTES = 0.45  # a quad: the tables that opening reads and verifies
IDLE_BYTES = 12e6  # own memory of an image of a server, at most
CACHES = (64 * MIB, 1.625, 88 * MIB)  # of an image: so much and so much a quad, at least; at most an eighth of --memory


def cache_bytes(quads):
    return max(CACHES[2], CACHES[0] + CACHES[1] * quads)


def shards_through_files(rows, memory, row_bytes=24):
    """V of a build through temporary files: shards_for() in loader/build/spill/index_spilled.cpp."""
    return rows * row_bytes / (memory * 3 / 5 / 5) + 1


# --- messages between groups ---

RECORDS, EXCHANGES = 26, 13  # of a build: barriers and sums; exchanges, beside those of the rounds
RECORDS_OF_FILES, RECORDS_A_ROUND = 2, 4  # more of them through temporary files: at the start, in each further round
LARGE_BYTES = 32 * KIB  # a block from here on is a message of its own: pgas/detail/group_exchange.cpp
REPORTS_A_SECOND = 2  # of progress, from each group but the first
SLICE_BYTES, SLICES_AN_IMAGE = 8 * MIB, 16  # loader/build/ingest.cpp


@dataclass(frozen=True)
class Rounds:
    """The exchanges of terms and of rows: loader/build/rank_pieces.cpp, row_exchange.hpp."""
    shards: int
    of_terms: int
    of_rows: int
    records: int  # beside RECORDS


def rounds_in_memory(images):
    most = images.shards // images.count
    return Rounds(images.shards, most * ceil(4 / most), most, 0)


def rounds_through_files(data, quads, images, memory):
    """memory: of an image."""
    most = ceil(shards_through_files(quads * data.copies, memory, data.row_bytes) / images.count)
    terms = quads * data.terms / images.count
    parts = int(terms * (data.key_bytes + 80) / (memory / 8 * most)) + 1
    return Rounds(most * images.count, most * parts, most, RECORDS_OF_FILES + RECORDS_A_ROUND * (most - 1))


def slices_of_files(data, quads, images):
    """The pieces of plain input that images request from the first one."""
    return max(quads * data.copies * data.input_bytes / SLICE_BYTES, SLICES_AN_IMAGE * images.count)


def large_blocks(data, quads, images, rounds):
    """Of an even share of the input on each image."""
    number = 0
    if data.row_bytes * quads * data.copies / (images.count * rounds.shards) >= LARGE_BYTES:
        number += 2 * rounds.of_rows * images.pairs
    if data.sent_bytes * quads * data.terms / (images.count**2 * rounds.of_terms) >= LARGE_BYTES:
        number += rounds.of_terms * images.pairs
    return number


def build_messages(data, quads, images, rounds, slices, seconds=0):
    """Of all images of a build. slices: of the input."""
    if images.groups == 1:
        return 0
    number = (RECORDS + rounds.records) * images.records
    number += (EXCHANGES + 2 * rounds.of_terms + 2 * rounds.of_rows) * images.streams
    requests = slices * (1 - images.sizes[0] / images.count) + images.count - images.sizes[0]
    reports = REPORTS_A_SECOND * seconds * (images.groups - 1)
    return number + large_blocks(data, quads, images, rounds) + requests + reports


def build_sent_bytes(data, quads, images):
    """Of all messages: the rows twice, once to the owner of the subject and once to that of the object; the terms."""
    return images.share_sent * quads * (2 * data.row_bytes * data.copies + data.terms * data.sent_bytes)


# --- time ---


def build_seconds(data, quads, images):
    return quads * data.copies / images.count / 1e6 * data.seconds


# --- the figures as text ---


def number_with_unit(value, units):
    for unit, size in units:
        if value >= size:
            value /= size
            return f"{value:,.0f} {unit}" if value >= 10 else f"{value:.1f} {unit}"
    return f"{value:.0f}"


def in_bytes(value):
    return number_with_unit(value, (("PB", 1e15), ("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)))


def in_words(value):
    return number_with_unit(value, (("M", 1e6), ("k", 1e3))) if value >= 10_000 else f"{value:,.0f}"


def in_time(seconds):
    if seconds < 90:
        return f"{ceil(seconds)} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def figures(data, quads, images, memory=None):
    """Name -> number, as text. memory: of an image, for a build through temporary files; None: in memory."""
    rounds = rounds_through_files(data, quads, images, memory) if memory else rounds_in_memory(images)
    of_image = memory or build_memory(data, quads, images)
    return {
        "disk": (disk_bytes(data, quads, rounds.shards), in_bytes),
        "memory, build": (images.count * of_image, in_bytes),
        "temporary files": (temporary_bytes(data, quads) if memory else 0, in_bytes),
        "memory, serve, at least": (OPENED_BYTES * quads + images.count * IDLE_BYTES, in_bytes),
        "time of the build": (build_seconds(data, quads, images) if data.seconds else 0, in_time),
        "sent between groups": (build_sent_bytes(data, quads, images), in_bytes),
        "messages": (build_messages(data, quads, images, rounds, slices_of_files(data, quads, images)), in_words),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("quads", type=float)
    parser.add_argument("--images", type=int, default=1)
    parser.add_argument("--groups", type=int, default=1, help="groups of images that share memory: hosts")
    parser.add_argument("--memory", type=float, help="GiB of an image, for a build through temporary files")
    parser.add_argument("--data", choices=[data.name for data in KINDS], default=LUBM.name)
    given = parser.parse_args()
    data = next(data for data in KINDS if data.name == given.data)
    images, memory = Images.of(given.images, given.groups), given.memory and given.memory * 2**30
    for name, (value, text) in figures(data, given.quads, images, memory).items():
        print(f"{name:<30}{text(value) if value else '-'}")


if __name__ == "__main__":
    main()
