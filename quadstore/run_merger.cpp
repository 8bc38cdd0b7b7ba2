#include "quadstore/run_merger.hpp"

#include <algorithm>

namespace quadrille {

namespace {

constexpr std::size_t kStepsAlone = 16;  // rows that are walked before they are searched
constexpr Huri kAboveAll{~std::uint64_t{0}};

}  // namespace

void RunMerger::open(const RunView& run, RowRange rows, ColumnIndex column) {
  run_ = &run;
  rows_ = rows;
  column_ = column;
  block_ = kNoBlock;
  in_block_ = false;
  wanted_ = {};
  uneven_ = false;
}

void RunMerger::begin(std::span<const Huri> keys, bool first_match_only) {
  wanted_ = keys;
  first_only_ = first_match_only;
  key_ = matches_ = 0;
  in_block_ = false;
  at_ = pair_ = begin_;
  if (block_ == kNoBlock || keys.empty()) return;
  // The block that was unpacked last serves on if no row of an earlier one equals the first key.
  const bool later = values_[begin_] < keys[0] || (values_[begin_] == keys[0] && block_ * kBlockRows <= rows_.begin);
  if (!later) block_ = kNoBlock;
  in_block_ = later && keys[0] <= values_[end_ - 1];
}

// The first block after `block` whose first row's key is not below `key`, or one past the last: the rows that equal
// `key` begin in the block before it, or there.
std::uint64_t RunMerger::first_block_from(std::uint64_t block, Huri key) const {
  const std::uint64_t end = (rows_.end - 1) / kBlockRows + 1;
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

void RunMerger::make_current(std::uint64_t block) {
  const RowRange in = run_->block_rows(block);
  block_ = block;
  begin_ = std::max(rows_.begin, in.begin) - in.begin;
  end_ = std::min(rows_.end, in.end) - in.begin;
  run_->read_block(block, column_, begin_, end_, values_.data() + begin_);
  std::fill_n(values_.begin() + end_, kGroupRows * 2, kAboveAll);
  at_ = pair_ = begin_;
  in_block_ = true;
  ++unpacked_blocks_;
}

bool RunMerger::enter_block() {
  if (rows_.empty() || key_ == wanted_.size()) return false;
  const std::uint64_t first = rows_.begin / kBlockRows, end = (rows_.end - 1) / kBlockRows + 1;
  std::uint64_t from = block_ == kNoBlock ? first : block_ + 1;
  if (from == end) return false;
  std::uint64_t block = first_block_from(from, wanted_[key_]) - 1;
  // According to the headers all rows are below the key: rows that equal it, if any, begin with the next block.
  const bool whole = run_->block_rows(block).begin >= rows_.begin && run_->block_rows(block).end <= rows_.end;
  if (whole && run_->max(block, column_) < wanted_[key_]) {
    if (++block == end) return false;
    const Huri least = run_->first_key(block, column_);
    key_ = static_cast<std::size_t>(std::lower_bound(wanted_.begin() + key_, wanted_.end(), least) - wanted_.begin());
    if (key_ == wanted_.size()) return false;
  }
  make_current(block);
  return true;
}

// The keys up to the block's last value have been matched in it; those that equal it may have more rows in the next.
void RunMerger::leave_block() {
  in_block_ = false;
  const Huri last = values_[end_ - 1];
  const std::uint64_t next = block_ + 1;
  if (first_only_ || next * kBlockRows >= rows_.end || run_->first_key(next, column_) != last) return;
  while (key_ > 0 && wanted_[key_ - 1] == last) --key_;
}

void RunMerger::match(std::size_t limit) {
  const Huri* const values = values_.data();
  const std::span<const Huri> wanted = wanted_;
  std::uint32_t* const keys = keys_of_matches_.get();
  std::uint16_t* const rows = rows_of_matches_.get();
  const std::size_t end = end_;
  const Huri last = values[end - 1];
  std::size_t key_number = key_, at = at_, resume = pair_, matches = 0;
  const std::size_t first_key = key_number, first_row = at;
  std::size_t odd = 0;  // keys that do not begin one row after the one before
  for (; key_number < wanted.size() && wanted[key_number] <= last; ++key_number) {
    const Huri key = wanted[key_number];
    if (uneven_ && resume == 0 && matches + kGroupRows <= limit) {
      while (values[at + kGroupRows - 1] < key) at += kGroupRows;
      std::size_t below = 0, equal = 0;
      for (std::size_t i = 0; i < kGroupRows - 1; ++i) below += values[at + i] < key ? 1 : 0;
      at += below;
      odd += below != 1 ? 1 : 0;
      for (std::size_t i = 0; i < kGroupRows; ++i) {
        keys[matches + i] = static_cast<std::uint32_t>(key_number);
        rows[matches + i] = static_cast<std::uint16_t>(at + i);
        equal += values[at + i] == key ? 1 : 0;
      }
      if (equal < kGroupRows) {
        matches += first_only_ ? std::min<std::size_t>(equal, 1) : equal;
        continue;
      }
    }
    const std::size_t from = at;
    for (std::size_t step = 0; values[at] < key; ++at) {
      if (++step == kStepsAlone) {  // keys are far apart
        at = static_cast<std::size_t>(std::lower_bound(values + at, values + end, key) - values);
        break;
      }
    }
    odd += at != from + 1 ? 1 : 0;
    std::size_t row = std::max(at, resume);
    resume = 0;
    for (; row < end && values[row] == key; ++row) {
      if (matches == limit) {
        key_ = key_number, at_ = at, pair_ = row, matches_ = matches;
        return;
      }
      keys[matches] = static_cast<std::uint32_t>(key_number);
      rows[matches++] = static_cast<std::uint16_t>(row);
      if (first_only_) break;
    }
  }
  key_ = key_number, at_ = at, pair_ = 0, matches_ = matches;
  const std::size_t passed = key_number - first_key;
  uneven_ = odd > passed / 4 && at - first_row < passed * kStepsAlone && last != kAboveAll;
  leave_block();
}

bool RunMerger::next(std::size_t limit) {
  matches_ = 0;
  if (room_ < limit) {
    keys_of_matches_ = std::make_unique_for_overwrite<std::uint32_t[]>(limit);
    rows_of_matches_ = std::make_unique_for_overwrite<std::uint16_t[]>(limit);
    room_ = limit;
  }
  while (matches_ == 0) {
    if (!in_block_ && !enter_block()) return false;
    match(limit);
  }
  return true;
}

void RunMerger::read(ColumnIndex column, Huri* out) {
  const std::span<const std::uint16_t> rows = {rows_of_matches_.get(), matches_};
  if (rows.empty()) return;
  const Huri* values = values_.data();
  if (column != column_) {
    const auto [low, high] = std::minmax_element(rows.begin(), rows.end());
    run_->read_block(block_, column, *low, *high + 1u, others_.data() + *low);
    values = others_.data();
  }
  for (const std::uint16_t row : rows) *out++ = values[row];
}

}  // namespace quadrille
