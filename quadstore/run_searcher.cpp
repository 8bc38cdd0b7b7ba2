#include "quadstore/run_searcher.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille {

namespace {

// The first place in [begin, end) of ascending values that is not below `wanted`, found in steps that double from
// `begin`.
std::size_t gallop(const Huri* values, std::size_t begin, std::size_t end, Huri wanted) {
  std::size_t step = 1, low = begin, high = begin;
  while (high < end && values[high] < wanted) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  high = std::min(high, end);
  return static_cast<std::size_t>(std::lower_bound(values + low, values + high, wanted) - values);
}

// Likewise the first place that is above `wanted`.
std::size_t gallop_after(const Huri* values, std::size_t begin, std::size_t end, Huri wanted) {
  if (wanted.bits() == ~std::uint64_t{0}) return end;
  return gallop(values, begin, end, Huri(wanted.bits() + 1));
}

}  // namespace

int RunSearcher::compare_first_key(std::uint64_t block, const QuadPrefix& prefix) const {
  for (int column = 0; column < prefix.size(); ++column) {
    const Huri key = run_->first_key(block, static_cast<ColumnIndex>(column));
    if (key != prefix[column]) return key < prefix[column] ? -1 : 1;
  }
  return 0;
}

void RunSearcher::make_current(std::uint64_t block) {
  if (block == block_) return;
  block_ = block;
  for (std::size_t column = 0; column < uses_.size(); ++column) is_used_often_[column] = uses_[column] >= kManyUses;
  uses_ = {};
  is_unpacked_ = {};
  hints_ = {};
}

const Huri* RunSearcher::unpacked(int column) {
  ++uses_[column];
  std::vector<Huri>& values = values_[column];
  if (is_unpacked_[column]) return values.data();
  if (uses_[column] < kManyUses && !is_used_often_[column]) return nullptr;
  values.resize(kBlockRows);
  run_->read_block(block_, static_cast<ColumnIndex>(column), 0, run_->block_rows(block_).size(), values.data());
  is_unpacked_[column] = true;
  return values.data();
}

bool RunSearcher::go_to_block_of(const QuadPrefix& prefix) {
  std::uint64_t low = 0, high = run_->blocks();  // the first block that begins at or above `prefix` is in [low, high]
  if (block_ != kNoBlock && compare_first_key(block_, prefix) < 0) {
    low = high = block_ + 1;
    for (std::uint64_t step = 1; high < run_->blocks() && compare_first_key(high, prefix) < 0; step *= 2) {
      low = high + 1;
      high += step;
    }
    high = std::min(high, run_->blocks());
  }
  const std::uint64_t first = run_->first_block_at(prefix, false, low, high);
  if (first == 0) return false;
  make_current(first - 1);
  return true;
}

FoundRows RunSearcher::find_in_block(const QuadPrefix& prefix) {
  FoundRows found{0, run_->block_rows(block_).size()};
  for (int at = 0; at < prefix.size() && found.begin < found.end; ++at) {
    const Huri wanted = prefix[at];
    const auto index = static_cast<ColumnIndex>(at);
    if (wanted < run_->min(block_, index)) return {found.begin, found.begin};
    if (wanted > run_->max(block_, index)) return {found.end, found.end};
    if (run_->min(block_, index) == run_->max(block_, index)) continue;
    const Huri* const values = unpacked(at);
    if (values == nullptr) {
      found = run_->find_in_block(block_, index, found.begin, found.end, wanted);
      continue;
    }
    // Ascending searches go on from where the last one ended.
    const std::size_t hint = hints_[at];
    const std::size_t start = found.begin < hint && hint < found.end && values[hint - 1] < wanted ? hint : found.begin;
    found.begin = gallop(values, start, found.end, wanted);
    found.end = gallop_after(values, found.begin, found.end, wanted);
    hints_[at] = found.begin;
  }
  return found;
}

RowRange RunSearcher::find(const QuadPrefix& prefix) {
  QUADRILLE_ASSERT(prefix.size() <= run_->columns(), "a prefix has no more columns than the run");
  if (prefix.size() == 0) return {0, run_->rows()};
  RowRange rows;
  std::uint64_t next = 0;  // the block in which the rows may go on
  if (go_to_block_of(prefix)) {
    const RowRange block = run_->block_rows(block_);
    const FoundRows found = find_in_block(prefix);
    rows = {block.begin + found.begin, block.begin + found.end};
    if (rows.end < block.end) return rows;
    next = block_ + 1;
  }
  if (next == run_->blocks() || compare_first_key(next, prefix) > 0) return rows;
  make_current(run_->first_block_at(prefix, true, next, run_->blocks()) - 1);
  rows.end = run_->block_rows(block_).begin + find_in_block(prefix).end;
  return rows;
}

Huri RunSearcher::value(ColumnIndex column, std::uint64_t row) {
  make_current(row / kBlockRows);
  const std::size_t at = row % kBlockRows;
  if (const Huri* const values = unpacked(index(column))) return values[at];
  Huri value;
  run_->read_block(block_, column, at, at + 1, &value);
  return value;
}

void RunSearcher::read(ColumnIndex column, RowRange rows, std::span<Huri> out) {
  QUADRILLE_ASSERT(rows.end <= run_->rows() && out.size() == rows.size(),
                   "rows to read lie in the run and fit the output");
  std::size_t done = 0;
  while (done < out.size()) {
    const std::uint64_t row = rows.begin + done, block = row / kBlockRows;
    const RowRange in = run_->block_rows(block);
    const std::size_t count = std::min(in.end, rows.end) - row;
    const Huri* const values = block == block_ ? unpacked(index(column)) : nullptr;
    if (values != nullptr) {
      std::copy_n(values + (row - in.begin), count, out.data() + done);
    } else {
      run_->read_block(block, column, row - in.begin, row - in.begin + count, out.data() + done);
    }
    done += count;
  }
}

}  // namespace quadrille
