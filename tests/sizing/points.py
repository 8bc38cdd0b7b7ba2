"""Measured builds, to compare the formulas with. A new one is a new line."""

from dataclasses import dataclass

from sizing import (BSBM, FIBO, LUBM, MIB, NANOPUB, QUDT, Data, Images, build_memory, build_messages, build_sent_bytes,
                    disk_bytes, rounds_in_memory, rounds_through_files)

SMALL = 1_000_000  # quads: below, each shard and each kind of term has a block that is not full


@dataclass(frozen=True)
class Point:
    name: str
    data: Data
    quads: int
    disk: int  # bytes; 0: not measured
    memory: int = 0  # the most shared memory of an image in a build in memory, bytes; 0: not measured
    images: int = 1

    @property
    def tolerance(self):
        return 0.25 if self.quads < SMALL and self.data is LUBM else 0.15

    def compared(self):
        """(what, measured, by formula)"""
        images = Images.of(self.images)
        both = (("disk", self.disk, disk_bytes(self.data, self.quads, images.shards)),
                ("memory", self.memory, build_memory(self.data, self.quads, images)))
        return [one for one in both if one[1]]



@dataclass(frozen=True)
class Exchanged:
    """A build of LUBM in groups of images."""
    name: str
    quads: int
    images: Images
    pieces: int  # of the input: universities
    seconds: float
    messages: int
    sent: int  # bytes; 0: not compared
    memory: float | None = None  # of an image, through temporary files

    tolerance = 0.15

    def compared(self):
        """(what, measured, by formula)"""
        rounds = rounds_through_files(LUBM, self.quads, self.images, self.memory) if self.memory \
            else rounds_in_memory(self.images)
        messages = build_messages(LUBM, self.quads, self.images, rounds, self.pieces, self.seconds)
        both = (("messages", self.messages, messages),
                ("sent", self.sent, build_sent_bytes(LUBM, self.quads, self.images)))
        return [one for one in both if one[1]]


def complaints(point):
    for what, measured, expected in point.compared():
        if abs(expected / measured - 1) > point.tolerance:
            yield f"{point.name}: {what}: measured {measured:,}, by the formula {expected:,.0f}"


POINTS = [
    Point("LUBM(1)", LUBM, 100_543, 932_349, 6_225_920),
    Point("LUBM(10)", LUBM, 1_272_575, 9_561_527, 68_091_904),
    Point("LUBM(10), 2 images", LUBM, 1_272_575, 9_562_666, 47_972_352, images=2),
    Point("LUBM(100)", LUBM, 13_405_381, 99_495_299, 714_866_688),
    Point("LUBM(100), inferred", LUBM, 18_301_955, 122_878_319),
    Point("LUBM(1000), 2 images", LUBM, 133_573_854, 1_008_140_261, 4_909_105_152, images=2),
    Point("BSBM", BSBM, 100_075, 3_132_183, 11_534_336),
    Point("BSBM", BSBM, 10_000_882, 309_000_000, 940_000_000),
    Point("BSBM", BSBM, 99_984_950, 3_100_000_000),
    Point("QUDT", QUDT, 94_618, 1_976_821, 9_306_112),
    Point("FIBO", FIBO, 76_573, 1_805_244, 7_602_176),
    Point("nanopublications", NANOPUB, 17_156, 507_139, 2_424_832),
]

# The images of the last three have 30, 20 and 16 MiB, of which their control blocks take 1.3.
EXCHANGES = [
    Exchanged("LUBM(10)", 1_272_575, Images.of(2, 2), 10, 1.4, 143, 33_739_764),
    Exchanged("LUBM(10)", 1_272_575, Images.of(4, 4), 10, 1.1, 692, 49_362_584),
    Exchanged("LUBM(10)", 1_272_575, Images.of(16, 16), 10, 1.4, 12_111, 63_958_416),
    Exchanged("LUBM(40)", 5_307_458, Images.of(16, 16), 40, 4, 12_370, 259_185_192),
    Exchanged("LUBM(40), through files, 48 shards", 5_307_458, Images.of(16, 16), 40, 4.5, 17_948, 263_167_656, 28.7 * MIB),
    Exchanged("LUBM(40), through files, 64 shards", 5_307_458, Images.of(16, 16), 40, 4.9, 20_837, 262_604_536, 18.7 * MIB),
    Exchanged("LUBM(40), through files, 80 shards", 5_307_458, Images.of(16, 16), 40, 5.2, 23_694, 263_800_328, 14.7 * MIB),
]
