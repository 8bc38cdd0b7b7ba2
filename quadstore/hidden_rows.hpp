#pragma once

// HiddenRows marks the rows of a shard's base that belong to cleared named graphs: one bit for each row of the six
// permutations of named graphs, and for every eight words the number of bits before them. So counts stay exact without
// reading rows.
//
//   word     0        1   ...  7          8 ...
//   bits     0110...  ...                 bit r: base row r is hidden
//   before   0                            37        hidden rows before word 8
//
// Only a snapshot with such graphs has them; MergedRun and MergedBatch read them. Like levels, they are in memory that
// the whole group maps at one address, never change, and point only into themselves. Source: bits with ranks, G.
// Jacobson, Space-efficient static trees and graphs, FOCS 1989.

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "dictionary/huri.hpp"
#include "quadstore/heavy_finder.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

// The bits of one run of the base.
class HiddenRun {
 public:
  bool empty() const { return count_ == 0; }
  std::uint64_t size() const { return count_; }
  bool holds(std::uint64_t row) const { return (bits_[row / 64] >> (row % 64) & 1) != 0; }
  // The number of these base rows that are hidden.
  std::uint64_t count(RowRange rows) const { return empty() ? 0 : count_before(rows.end) - count_before(rows.begin); }
  // The first row from `row` on that is hidden, or is not hidden; `end` if there is none before it.
  std::uint64_t next_hidden(std::uint64_t row, std::uint64_t end) const { return next(row, end, 0); }
  std::uint64_t next_shown(std::uint64_t row, std::uint64_t end) const { return next(row, end, ~std::uint64_t{0}); }

 private:
  friend class HiddenRows;
  static constexpr std::uint64_t kWordsPerCount = 8;

  static std::uint64_t words(std::uint64_t rows) { return (rows + 64) / 64; }  // one more bit, for count_before(rows)
  static std::uint64_t counts(std::uint64_t rows) { return words(rows) / kWordsPerCount + 1; }

  std::uint64_t count_before(std::uint64_t row) const {
    const std::uint64_t word = row / 64;
    std::uint64_t count = before_[word / kWordsPerCount];
    for (std::uint64_t i = word / kWordsPerCount * kWordsPerCount; i < word; ++i) {
      count += static_cast<std::uint64_t>(std::popcount(bits_[i]));
    }
    return count + static_cast<std::uint64_t>(std::popcount(bits_[word] & ((std::uint64_t{1} << (row % 64)) - 1)));
  }
  std::uint64_t next(std::uint64_t row, std::uint64_t end, std::uint64_t flip) const;

  std::uint64_t count_ = 0;
  const std::uint64_t* bits_ = nullptr;
  const std::uint64_t* before_ = nullptr;
};

class HiddenRows;
// The last owner releases the memory, in any thread. The resource outlives it.
using HiddenRowsPtr = std::shared_ptr<const HiddenRows>;

class HiddenRows {
 public:
  const HiddenRun& run(Permutation permutation) const { return runs_[place(permutation)]; }
  std::size_t size_bytes() const { return bytes_; }

  // Local. Hides the rows of these graphs, which ascend, in addition to those hidden `before` (nullptr: none); returns
  // `before` itself if the base has no rows of these graphs. Blocks without such rows are skipped; from the others one
  // column is read: about a nanosecond a row and permutation. Fails as the resource does, and with ErrorKind::io if the
  // base is damaged.
  static HiddenRowsPtr hide(const RunOf& run_of, std::span<const Huri> graphs, HiddenRowsPtr before,
                            std::pmr::memory_resource& memory);

 private:
  HiddenRows() = default;
  static constexpr std::size_t place(Permutation permutation) {
    return static_cast<std::size_t>(index(permutation) - index(Permutation::spog));
  }

  std::size_t bytes_ = 0;
  std::array<HiddenRun, kNamedGraphPermutations.size()> runs_;
};

}  // namespace quadrille
