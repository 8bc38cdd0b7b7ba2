#pragma once

// A DeltaRun holds the changes of one level to one run: the entries of a shard, permutation and level, in order.
//
//   word      | position : 62 | on a base row : 1 | delete : 1 |
//   columns   the row, column by column, in permutation order
//
// `position` is the base row before which an inserted row is placed (its lower bound in the base run), or the base row
// that is changed. Rows of equal position are sorted by their keys, and the base row itself is the last of them; so
// entries ascend by (position, key), which is also the order of keys.
//
//   base   a   c   e   g          position of c is 1
//   entry  +b  at 1               word 1.0.0       before c
//          -c  at 1, on the row   word 1.1.1       c is gone
//          +z  at 4               word 4.0.0       after the last base row
//
// D1  A key has at most one entry in a level, and its entry changes something: a row inserted by a level does not
//     exist without it, a deleted one does. So over the levels of a shard the entries of a key alternate, and their
//     sum is the result: -1 deletes a row of the base, +1 adds a row. Counts are sums in the same way.
// D2  A level's memory never changes. The whole group maps it at one address, and it points only into itself.
//
// A search goes by position, through a table of places (one for a few entries), so that it costs two or three cache
// misses whatever the number of entries. Keys are compared only with rows that are inserted at the ends of the range.
// Source: Heman, Zukowski, Nes, Sidirourgos, Boncz: Positional Update Handling in Column Stores (SIGMOD 2010).

#include <array>
#include <cstdint>
#include <span>

#include "dictionary/huri.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

class DeltaRun {
 public:
  static constexpr std::uint64_t kDeleteBit = 1, kBaseRowBit = 2;
  static constexpr std::uint64_t kMaxEntries = ~std::uint32_t{0} - 1;

  // Entries begin .. end-1.
  struct Entries {
    std::uint32_t begin = 0, end = 0;
    bool empty() const { return begin == end; }
  };

  static constexpr std::uint64_t make_word(std::uint64_t position, bool on_base_row, bool is_delete) {
    return position << 2 | (on_base_row ? kBaseRowBit : 0) | (is_delete ? kDeleteBit : 0);
  }

  std::uint32_t size() const { return size_; }
  std::uint64_t word(std::uint32_t entry) const { return words_[entry]; }
  std::uint64_t position(std::uint32_t entry) const { return words_[entry] >> 2; }
  bool on_base_row(std::uint32_t entry) const { return (words_[entry] & kBaseRowBit) != 0; }
  bool is_delete(std::uint32_t entry) const { return (words_[entry] & kDeleteBit) != 0; }
  // (position, on a base row): equal places with kBaseRowBit are the same key; without it, keys decide.
  std::uint64_t place(std::uint32_t entry) const { return words_[entry] >> 1; }
  const Huri* column(int column) const { return columns_[static_cast<std::size_t>(column)]; }

  // Number of inserts less number of deletes.
  std::int64_t net(Entries entries) const {
    if (entries.empty()) return 0;
    const std::int64_t deletes = deletes_before_[entries.end] - std::int64_t{deletes_before_[entries.begin]};
    return static_cast<std::int64_t>(entries.end - entries.begin) - 2 * deletes;
  }

  // The entries whose first columns are between `low` and `high`, both included (prefixes of one length), of which
  // [base.begin, base.end) are the base rows.
  Entries find(RowRange base, const QuadPrefix& low, const QuadPrefix& high) const;

  // The first entry whose word is not below `word`. Two or three cache misses.
  std::uint32_t first_at(std::uint64_t word) const;

  // -1, 0, 1: compares entry `a` of this run with entry `b` of another level's.
  int compare(std::uint32_t a, const DeltaRun& other, std::uint32_t b) const {
    const std::uint64_t mine = place(a), theirs = other.place(b);
    if (mine != theirs) return mine < theirs ? -1 : 1;
    return (mine & 1) != 0 ? 0 : compare_keys(a, other, b);
  }

  // The memory of a run with `entries` entries: a multiple of 8 bytes.
  static std::size_t bytes(std::size_t entries, int columns);

  // The memory in which the entries of a run are written before it is read.
  struct Space {
    std::span<std::uint64_t> words;
    std::array<std::span<Huri>, kMaxColumns> columns;
  };

  // A run of `entries` entries in `memory` (8-byte aligned, bytes() long), which outlives it. Write the entries to
  // space(); then complete() makes the tables for searches.
  DeltaRun() = default;
  DeltaRun(std::size_t entries, int columns, std::byte* memory);
  Space space();
  void complete();

 private:
  int compare_keys(std::uint32_t a, const DeltaRun& other, std::uint32_t b) const;
  // The first of the entries whose key is >= prefix (with `after`: > prefix) in its columns.
  std::uint32_t bound(Entries entries, const QuadPrefix& prefix, bool after) const;

  std::uint32_t size_ = 0, columns_count_ = 0;
  std::uint32_t places_ = 0;  // in starts_, less one
  std::uint32_t shift_ = 0;   // position >> shift_ is the place
  const std::uint64_t* words_ = nullptr;
  const std::uint32_t* deletes_before_ = nullptr;  // size_ + 1
  const std::uint32_t* starts_ = nullptr;          // places_ + 1
  std::array<const Huri*, kMaxColumns> columns_{};
};

}  // namespace quadrille
