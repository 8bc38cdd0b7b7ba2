#include "quadstore/run_merger.hpp"

#include <algorithm>

namespace quadrille {

namespace {

constexpr std::size_t kStepsAlone = 16;  // rows that are walked before they are searched
constexpr Huri kAboveAll{~std::uint64_t{0}};

}  // namespace

void RunMerger::open(const MergedRun& run, const QuadPrefix& prefix) {
  run_ = &run.base();
  all_ = run.find(prefix);
  rows_ = all_.base_rows();
  column_ = static_cast<ColumnIndex>(prefix.size());
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
  // The piece that was unpacked last serves on if no row before it equals the first key.
  const bool is_first = is_first_piece_ && block_ == first_block();
  const bool later = begin_ < end_ && (values_[begin_] < keys[0] || (values_[begin_] == keys[0] && is_first));
  if (!later) block_ = kNoBlock;
  in_block_ = later && keys[0] <= values_[end_ - 1];
}

// The first block after `block` whose first row's key is not below `key`, or one past the last: the rows that equal
// `key` begin in the block before it, or there.
std::uint64_t RunMerger::first_block_from(std::uint64_t block, Huri key) const {
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

RowRange RunMerger::rows_of(std::uint64_t block) const {
  if (rows_.empty()) return rows_;
  const RowRange in = run_->block_rows(block);
  return {std::max(rows_.begin, in.begin), std::min(rows_.end, in.end)};
}

// If levels have changed the block, its rows are in rest_ afterwards.
bool RunMerger::is_changed(std::uint64_t block) {
  if (all_.is_base()) return false;
  rest_ = all_.part(rows_of(block));
  return !rest_.is_base();
}

void RunMerger::begin_rows(std::size_t begin, std::size_t end) {
  begin_ = begin;
  end_ = end;
  std::fill_n(values_.begin() + end_, kGroupRows * 2, kAboveAll);
  at_ = pair_ = begin_;
  in_block_ = true;
  ++unpacked_blocks_;
}

void RunMerger::read_block(std::uint64_t block) {
  const RowRange rows = rows_of(block);
  const std::uint64_t first = block * kBlockRows;
  run_->read_block(block, column_, rows.begin - first, rows.end - first, values_.data() + (rows.begin - first));
  begin_rows(rows.begin - first, rows.end - first);
}

void RunMerger::next_piece() {
  const std::size_t rows = std::min<std::uint64_t>(rest_.size(), kBlockRows);
  batch_.take(rest_, rows);
  batch_.read(column_, std::span(values_).first(rows));
  begin_rows(0, rows);
}

bool RunMerger::enter_block() {
  if (all_.empty() || key_ == wanted_.size()) return false;
  if (block_ != kNoBlock && is_changed_ && !rest_.empty()) {
    is_first_piece_ = false;
    next_piece();
    return true;
  }
  while (true) {
    const std::uint64_t from = block_ == kNoBlock ? first_block() : block_ + 1;
    if (from == end_block()) return false;
    std::uint64_t block = first_block_from(from, wanted_[key_]) - 1;
    is_changed_ = is_changed(block);
    // According to the headers all rows are below the key: rows that equal it, if any, begin with the next block.
    const bool is_whole = !is_changed_ && rows_of(block).size() == run_->block_rows(block).size();
    if (is_whole && run_->max(block, column_) < wanted_[key_]) {
      if (++block == end_block()) return false;
      const Huri least = run_->first_key(block, column_);
      key_ = static_cast<std::size_t>(std::lower_bound(wanted_.begin() + key_, wanted_.end(), least) - wanted_.begin());
      if (key_ == wanted_.size()) return false;
      is_changed_ = is_changed(block);
    }
    block_ = block;
    is_first_piece_ = true;
    if (!is_changed_) {
      read_block(block);
      return true;
    }
    if (!rest_.empty()) {
      next_piece();
      return true;
    }
  }
}

// The keys up to the piece's last value have been matched in it; those that equal it may have more rows in the next.
void RunMerger::leave_block() {
  in_block_ = false;
  if (first_only_) return;
  const Huri last = values_[end_ - 1];
  if (!is_changed_ || rest_.empty()) {
    const std::uint64_t next = block_ + 1;
    if (next >= end_block() || run_->first_key(next, column_) != last) return;
  }
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
  if (column != column_ && is_changed_) {
    batch_.read(column, std::span(others_).first(batch_.size()));
    values = others_.data();
  } else if (column != column_) {
    const auto [low, high] = std::minmax_element(rows.begin(), rows.end());
    run_->read_block(block_, column, *low, *high + 1u, others_.data() + *low);
    values = others_.data();
  }
  for (const std::uint16_t row : rows) *out++ = values[row];
}

}  // namespace quadrille
