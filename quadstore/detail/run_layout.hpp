#pragma once

// The layout of a run in memory and in a file (little-endian, every table 8-byte aligned):
//
//   | RunHeader 64 B                                   |
//   | first keys   blocks x columns x 8 B              |  the first row of every block: what is searched
//   | bounds       blocks x columns x (min, max) 16 B  |  of every column of every block
//   | block table  blocks x 24 B                       |  where the block begins, its checksum, where its columns begin
//   | marked rows  planes x (blocks + 1) x 8 B         |  of each plane: marked rows before the block
//   | data         the blocks, column after column     |
//   | kRunSlack zero bytes                             |  decoders read a little behind the last column
//
// `tables_checksum` covers the header (with that field as zero) and the three tables; block checksums cover the data.
// Every block but the last has kBlockRows rows. There are no pointers inside.
//
// The marks of the rows (marks.hpp) are planes of bits: plane 0 is `stated`, plane 1 is `closure`. A run has a plane
// only if some rows lack its mark. A block of which some rows have the mark and others do not begins with their bits,
// before its first column, the planes in order: a bit for each row, in words of 64.
//
// Version 1 has differences without restart points (column_codec.hpp). Version 2 has no planes: all rows have both
// marks. The layout is the same otherwise, so all are read alike.

#include <cstdint>

#include "quadstore/column_codec.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille::detail {

inline constexpr std::uint32_t kRunMagic = 0x4e555251;  // "QRUN"
inline constexpr std::uint16_t kRunVersion = 3;
inline constexpr std::size_t kRunSlack = 128;
inline constexpr int kMarkPlanes = 2;

struct RunHeader {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint8_t permutation;
  std::uint8_t columns;
  std::uint64_t rows;
  std::uint64_t blocks;
  std::uint64_t data_offset;  // from the beginning of the header
  std::uint64_t data_bytes;
  std::uint64_t tables_checksum;  // XXH3, 64 bits
  std::uint64_t planes;           // bit n: the run has plane n
  std::uint64_t reserved;
};
static_assert(sizeof(RunHeader) == 64);

struct Bounds {
  std::uint64_t min, max;
};
static_assert(sizeof(Bounds) == 16);

struct BlockEntry {
  std::uint64_t offset;                      // from the beginning of the data
  std::uint64_t checksum;                    // XXH3 of the block's bytes
  std::uint16_t column_offset[kMaxColumns];  // from the beginning of the block; the first: behind the bits of marks
};
static_assert(sizeof(BlockEntry) == 24);

// The offsets of the tables of a run with this header, from the beginning of the header.
struct RunTables {
  std::uint64_t keys, bounds, entries, marked, end;
  constexpr RunTables(std::uint64_t blocks, std::uint64_t columns, std::uint64_t planes)
      : keys(sizeof(RunHeader)),
        bounds(keys + blocks * columns * sizeof(std::uint64_t)),
        entries(bounds + blocks * columns * sizeof(Bounds)),
        marked(entries + blocks * sizeof(BlockEntry)),
        end(marked + planes * (blocks + 1) * sizeof(std::uint64_t)) {}
};

}  // namespace quadrille::detail
