#include "quadstore/run_pieces.hpp"

#include <algorithm>

namespace quadrille {

void RunPieces::open(const MergedRun& run, const QuadPrefix& prefix) {
  run_ = &run.base();
  all_ = run.find(prefix);
  rows_ = all_.base_rows();
  column_ = static_cast<ColumnIndex>(prefix.size());
  block_ = kNoBlock;
}

// The first block after `block` whose first row's key is not below `key`, or one past the last: the rows that equal
// `key` begin in the block before it, or there.
std::uint64_t RunPieces::first_block_from(std::uint64_t block, Huri key) const {
  const std::uint64_t end = end_block();
  std::uint64_t low = block + 1, high = low;
  for (std::uint64_t step = 1; high < end && run_->first_key(high, column_) < key; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = std::min(high, end);
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (run_->first_key(middle, column_) < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

RowRange RunPieces::rows_of(std::uint64_t block) const {
  if (rows_.empty()) return rows_;
  const RowRange in = run_->block_rows(block);
  return {std::max(rows_.begin, in.begin), std::min(rows_.end, in.end)};
}

// If levels have changed the block, its rows are in rest_ afterwards.
bool RunPieces::enter_block(std::uint64_t block) {
  block_ = block;
  is_first_of_block_ = true;
  is_changed_ = false;
  if (all_.is_base()) return true;
  rest_ = all_.part(rows_of(block));
  is_changed_ = !rest_.is_base();
  return !is_changed_ || !rest_.empty();
}

void RunPieces::set_rows(std::size_t begin, std::size_t end) {
  begin_ = begin;
  end_ = end;
  std::fill_n(values_.begin() + end_, kPadding, Huri{~std::uint64_t{0}});
  ++unpacked_blocks_;
}

void RunPieces::read_block(std::uint64_t block) {
  const RowRange rows = rows_of(block);
  const std::uint64_t first = block * kBlockRows;
  run_->read_block(block, column_, rows.begin - first, rows.end - first, values_.data() + (rows.begin - first));
  set_rows(rows.begin - first, rows.end - first);
}

void RunPieces::merge_piece() {
  const std::size_t rows = std::min<std::uint64_t>(rest_.size(), kBlockRows);
  batch_.take(rest_, rows);
  batch_.read(column_, std::span(values_).first(rows));
  set_rows(0, rows);
}

bool RunPieces::next(std::span<const Huri> keys, std::size_t& key) {
  if (all_.empty() || key == keys.size()) return false;
  if (has_piece() && is_changed_ && !rest_.empty()) {
    is_first_of_block_ = false;
    merge_piece();
    return true;
  }
  std::uint64_t from = has_piece() ? block_ + 1 : first_block();
  for (; from < end_block(); ++from) {
    from = first_block_from(from, keys[key]) - 1;
    if (!enter_block(from)) continue;
    // According to the headers all rows are below the key: rows that equal it, if any, begin with the next block.
    if (!is_changed_ && rows_of(from).size() == run_->block_rows(from).size() && run_->max(from, column_) < keys[key]) {
      if (from + 1 == end_block()) break;
      const Huri least = run_->first_key(from + 1, column_);
      key = static_cast<std::size_t>(std::lower_bound(keys.begin() + key, keys.end(), least) - keys.begin());
      if (key == keys.size()) break;
      continue;
    }
    if (is_changed_) {
      merge_piece();
    } else {
      read_block(from);
    }
    return true;
  }
  leave();
  return false;
}

bool RunPieces::last_value_may_go_on() const {
  if (is_changed_ && !rest_.empty()) return true;
  return block_ + 1 < end_block() && run_->first_key(block_ + 1, column_) == values_[end_ - 1];
}

void RunPieces::read(ColumnIndex column, std::span<const std::uint16_t> rows, Huri* out) {
  if (rows.empty()) return;
  const Huri* values = values_.data();
  if (column != column_) {
    const auto [low, high] = std::minmax_element(rows.begin(), rows.end());
    if (is_changed_) {
      batch_.read(column, {*low, *high + 1u}, std::span(others_).subspan(*low, *high + 1u - *low));
    } else {
      run_->read_block(block_, column, *low, *high + 1u, others_.data() + *low);
    }
    values = others_.data();
  }
  for (const std::uint16_t row : rows) *out++ = values[row];
}

}  // namespace quadrille
