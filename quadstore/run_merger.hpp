#pragma once

// A RunMerger finds the rows of a run for many keys at once: it merges ascending keys with one column of the run,
// after a constant prefix. Blocks that cannot contain a key are not unpacked; in the others the key column is unpacked
// once. A block that levels have changed is merged with its changes (MergedBatch), up to 1,024 rows at a time: a piece;
// the others are read as if there were no levels.
//
//   RunMerger merger;
//   merger.open(run, {p});                               in pso: the rows of predicate p, by subject
//   merger.begin(keys);                                  ascending, may repeat
//   while (merger.next(limit)) {                         matches of one piece, `limit` of them at most
//     merger.keys()                                      by match: the number of its key
//     merger.read(column, out)                           by match: the value of a column of its row
//   }
//
// begin() may be called again with further keys: keys after the last ones cost nothing extra, earlier keys a search.
// Needs 16 KiB, and six bytes for each match of next(); one merger for each thread. The snapshot must outlive it, and
// the keys must stay until the next begin(). Cost, one core: 2-4 ns a key and row if both are dense; about 0.4 us a key
// if each is in its own block.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "quadstore/merged_batch.hpp"
#include "quadstore/merged_run.hpp"

namespace quadrille {

class RunMerger {
 public:
  // The rows with this prefix; the keys are in the next column, which ascends.
  void open(const MergedRun& run, const QuadPrefix& prefix);

  // `first_match_only`: one match for each key is enough. The keys must not change while next() is called.
  void begin(std::span<const Huri> keys, bool first_match_only = false);
  // Returns false, with no matches, if there are no more.
  bool next(std::size_t limit);
  std::span<const std::uint32_t> keys() const { return {keys_of_matches_.get(), matches_}; }
  // Fills out[0 .. keys().size()). Unpacks blocks only as far as the matches are in them.
  void read(ColumnIndex column, Huri* out);

  std::uint64_t take_unpacked_blocks() { return std::exchange(unpacked_blocks_, 0); }  // since the last call

 private:
  // Makes the piece with the first row that is not below the next key current; returns false if there is none.
  bool enter_block();
  RowRange rows_of(std::uint64_t block) const;
  bool is_changed(std::uint64_t block);
  void read_block(std::uint64_t block);
  void next_piece();
  void begin_rows(std::size_t begin, std::size_t end);
  std::uint64_t end_block() const { return rows_.empty() ? first_block() + 1 : (rows_.end - 1) / kBlockRows + 1; }
  std::uint64_t first_block() const { return rows_.begin / kBlockRows; }
  std::uint64_t first_block_from(std::uint64_t block, Huri key) const;
  void leave_block();
  void match(std::size_t limit);

  static constexpr std::size_t kGroupRows = 4;
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

  const RunView* run_ = nullptr;
  MergedRows all_;
  RowRange rows_;  // of the base, in all_
  ColumnIndex column_{};

  std::span<const Huri> wanted_;
  bool first_only_ = false;
  std::size_t key_ = 0;  // the next one of wanted_

  std::uint64_t block_ = kNoBlock;  // its rows begin_ .. end_ - 1 are in values_; or a piece of it, if it is changed
  bool is_changed_ = false;         // the block
  bool is_first_piece_ = true;      // of the block
  MergedRows rest_;                 // of a changed block: the rows behind the piece
  MergedBatch batch_;               // the piece
  bool in_block_ = false;           // the next key may still be in it
  std::size_t begin_ = 0, end_ = 0;
  std::size_t at_ = 0;    // the first of its rows that may not be below the next key
  std::size_t pair_ = 0;  // the next row to pair with the next key
  std::array<Huri, kBlockRows + 2 * kGroupRows> values_;
  std::uint64_t unpacked_blocks_ = 0;
  // Keys have several rows or none, in an order that the processor cannot predict: rows are then compared in groups,
  // without branches. Set as for the last block.
  bool uneven_ = false;

  std::size_t matches_ = 0;
  std::size_t room_ = 0;  // matches that there is memory for
  std::unique_ptr<std::uint32_t[]> keys_of_matches_;
  std::unique_ptr<std::uint16_t[]> rows_of_matches_;  // within the block or piece
  std::array<Huri, kBlockRows> others_;
};

}  // namespace quadrille
