#pragma once

// RunPieces reads one column of a run's rows after a constant prefix, piece by piece, for ascending keys (RunMerger). A
// piece is the rows of one block of the base. A block that levels have changed is merged with its changes (MergedBatch)
// and has pieces of up to 1,024 rows; the others are read as if there were no levels.
//
//   base     block 0: a a b    block 1: c d f    block 2: g h h
//   levels                              + e
//   pieces   a a b             c d e f           g h h             next(keys f, h): c d e f, then g h h
//
// Local. Needs 16 KiB. The snapshot must outlive it. Cost: a block's column is unpacked once; blocks that contain no
// key are not unpacked.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "quadstore/merged_batch.hpp"
#include "quadstore/merged_run.hpp"

namespace quadrille {

class RunPieces {
 public:
  static constexpr std::size_t kPadding = 8;  // values behind a piece that are above all keys

  // The rows with this prefix; the keys are in the next column, which ascends. There is no piece until next().
  void open(const MergedRun& run, const QuadPrefix& prefix);

  // The piece with the first row behind this one that is not below keys[key]. `key` advances over keys that no row can
  // equal. Returns false, with no piece, if there are no more rows or keys.
  bool next(std::span<const Huri> keys, std::size_t& key);
  void leave() { block_ = kNoBlock; }

  bool has_piece() const { return block_ != kNoBlock; }
  // True if no row before the piece has the prefix.
  bool is_first() const { return is_first_of_block_ && block_ == first_block(); }
  // False if no row behind the piece has the last value of it.
  bool last_value_may_go_on() const;

  // The piece's rows are begin() .. end() - 1 of values(). kPadding values behind them may be read.
  const Huri* values() const { return values_.data(); }
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }
  // The values of any column in `rows`, which are numbers as above.
  void read(ColumnIndex column, std::span<const std::uint16_t> rows, Huri* out);

  std::uint64_t take_unpacked_blocks() { return std::exchange(unpacked_blocks_, 0); }  // since the last call

 private:
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};

  bool enter_block(std::uint64_t block);
  RowRange rows_of(std::uint64_t block) const;
  std::uint64_t first_block() const { return rows_.begin / kBlockRows; }
  std::uint64_t end_block() const { return rows_.empty() ? first_block() + 1 : (rows_.end - 1) / kBlockRows + 1; }
  std::uint64_t first_block_from(std::uint64_t block, Huri key) const;
  void read_block(std::uint64_t block);
  void merge_piece();
  void set_rows(std::size_t begin, std::size_t end);

  const RunView* run_ = nullptr;
  MergedRows all_;
  RowRange rows_;  // of the base, in all_
  ColumnIndex column_{};

  std::uint64_t block_ = kNoBlock;  // of the piece
  bool is_changed_ = false;         // the block
  bool is_first_of_block_ = true;
  MergedRows rest_;    // of a changed block: the rows behind the piece
  MergedBatch batch_;  // of a changed block: the piece
  std::size_t begin_ = 0, end_ = 0;
  std::array<Huri, kBlockRows + kPadding> values_;
  std::array<Huri, kBlockRows> others_;  // of another column
  std::uint64_t unpacked_blocks_ = 0;
};

}  // namespace quadrille
