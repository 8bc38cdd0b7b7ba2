#pragma once

// A RunSearcher searches a run for many prefixes, one after another, and keeps what it has unpacked. With ascending
// prefixes (an index join's sorted batch) every block is unpacked at most once, and headers are galloped over, so the
// cost is that of a merge. Prefixes may have any order; descending ones cost a search each.
//
//   RunSearcher searcher(run);
//   for (prefix : ascending) {
//     const RowRange rows = searcher.find(prefix);
//     searcher.read(column, rows, out);             from the unpacked block, if the rows are in it
//   }
//
// Holds up to 32 KiB of unpacked columns; one searcher for each thread. The run outlives it.
// Cost, one core: about 60 ns a find if all keys of a run are searched, 1 us if most blocks are skipped.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quadstore/run.hpp"

namespace quadrille {

class RunSearcher {
 public:
  explicit RunSearcher(const RunView& run) : run_(&run) {}

  // Like RunView::find.
  RowRange find(const QuadPrefix& prefix);

  // The value of one row. A block's column is unpacked once for all rows that are read in sequence.
  Huri value(ColumnIndex column, std::uint64_t row);

  // Like RunView::read; rows in the current block are copied from it.
  void read(ColumnIndex column, RowRange rows, std::span<Huri> out);

  const RunView& run() const { return *run_; }

 private:
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

  // A column of a block is unpacked as a whole after so many searches and reads, or at once if there were as many in
  // the block before.
  static constexpr int kManyUses = 48;

  // Makes the last block whose first row is below `prefix` current; returns false if there is none.
  bool go_to_block_of(const QuadPrefix& prefix);
  void make_current(std::uint64_t block);
  // All values of a column of the current block, once it is used often; nullptr before. Counts a use.
  const Huri* unpacked(int column);
  FoundRows find_in_block(const QuadPrefix& prefix);
  int compare_first_key(std::uint64_t block, const QuadPrefix& prefix) const;

  const RunView* run_;
  std::uint64_t block_ = kNoBlock;
  std::array<int, kMaxColumns> uses_{};                // of the current block, column by column
  std::array<bool, kMaxColumns> is_unpacked_{};        // the column of the current block
  std::array<bool, kMaxColumns> is_used_often_{};      // likely, as it was in the block before
  std::array<std::size_t, kMaxColumns> hints_{};       // where in the block the last search ended, column by column
  std::array<std::vector<Huri>, kMaxColumns> values_;  // of the current block, for columns unpacked as a whole
};

}  // namespace quadrille
