#pragma once

// Finds the rows of a run for many keys at once: a merge of ascending keys with one column of the run, behind a
// constant prefix. Blocks that no key can be in are not unpacked; of the others the key column is unpacked once.
//
//   RunMerger merger;
//   merger.open(run, run.find({p}), ColumnIndex{1});     in pso: the rows of predicate p, by subject
//   merger.begin(keys);                                  ascending, may repeat
//   while (merger.next(limit)) {                         matches of one block, `limit` of them at most
//     merger.keys()                                      by match: the number of its key
//     merger.read(column, out)                           by match: the value of a column of its row
//   }
//
// begin() may be called again with further keys: going on where the last ones ended costs nothing, going back a search.
// Holds 16 KiB and six bytes a match of next(); one merger per thread. The run, and the keys until the next begin(),
// outlive their use. Cost, one core: 2-4 ns a key and row where both are dense; about 0.4 us a key where each is in a
// block of its own.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "quadstore/run.hpp"

namespace quadrille {

class RunMerger {
 public:
  // Within `rows`, which are all rows with some prefix, `column` (the next one) ascends.
  void open(const RunView& run, RowRange rows, ColumnIndex column);

  // Whether one match a key is enough. The keys stay where they are while next() is called.
  void begin(std::span<const Huri> keys, bool first_match_only = false);
  // False, with no matches: there are no more.
  bool next(std::size_t limit);
  std::span<const std::uint32_t> keys() const { return {keys_of_matches_.get(), matches_}; }
  // Fills out[0 .. keys().size()). Blocks are unpacked as far as the matches lie in them.
  void read(ColumnIndex column, Huri* out);

  std::uint64_t unpacked_blocks() const { return unpacked_blocks_; }  // so far

 private:
  // Makes the block current in which the first row lies that is not below the next key; false: there is none.
  bool enter_block();
  void make_current(std::uint64_t block);
  std::uint64_t first_block_from(std::uint64_t block, Huri key) const;
  void leave_block();
  void match(std::size_t limit);

  static constexpr std::size_t kGroupRows = 4;
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

  const RunView* run_ = nullptr;
  RowRange rows_;
  ColumnIndex column_{};

  std::span<const Huri> wanted_;
  bool first_only_ = false;
  std::size_t key_ = 0;  // the next one of wanted_

  std::uint64_t block_ = kNoBlock;  // its rows begin_ .. end_ - 1 are in values_
  bool in_block_ = false;           // and the next key is not past them, as far as is known
  std::size_t begin_ = 0, end_ = 0;
  std::size_t at_ = 0;    // the first of them that is not below the next key, as far as is known
  std::size_t pair_ = 0;  // the next of them to pair with the next key
  std::array<Huri, kBlockRows + 2 * kGroupRows> values_;
  std::uint64_t unpacked_blocks_ = 0;
  // Keys have several rows or none, in no order that a processor foresees: rows are then compared in groups, without
  // branches. As the last block was.
  bool uneven_ = false;

  std::size_t matches_ = 0;
  std::size_t room_ = 0;  // matches that there is memory for
  std::unique_ptr<std::uint32_t[]> keys_of_matches_;
  std::unique_ptr<std::uint16_t[]> rows_of_matches_;  // within the block
  std::array<Huri, kBlockRows> others_;
};

}  // namespace quadrille
