#include "quadstore/merged_batch.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille {

void MergedBatch::take(MergedRows& rows, std::uint64_t count) {
  QUADRILLE_ASSERT(count <= rows.size_, "there are so many rows");
  base_ = rows.base_;
  size_ = count;
  pieces_.clear();
  rows.size_ -= count;
  whole_ = {rows.rest_.begin, rows.rest_.begin + count};
  if (rows.levels_.empty()) {
    rows.rest_.begin += count;
    return;
  }
  while (count > 0) {
    count -= rows.levels_.empty() ? take_base(rows, count) : take_entries(rows, count);
  }
  whole_.end = rows.rest_.begin;
}

// Takes base rows up to the next entries, and what these insert.
std::uint64_t MergedBatch::take_entries(MergedRows& rows, std::uint64_t count) {
  const auto stretch = rows.levels_.peek();
  const DeltaRun& run = *stretch.run;
  std::uint64_t taken = 0;
  std::uint32_t entry = stretch.begin;
  while (entry < stretch.end) {
    const std::uint64_t position = run.position(entry);
    taken += take_base(rows, std::min(count - taken, position - rows.rest_.begin));
    // Behind the last row that is wanted everything stays for the next time, deleted rows as well.
    if (taken == count) break;
    if (run.on_base_row(entry)) {
      const int net = stretch.is_shared() ? stretch.net : run.is_delete(entry) ? -1 : 0;
      if (net < 0) skip_base_row(rows);
      ++entry;
      continue;
    }
    if (stretch.is_shared()) {
      if (stretch.net > 0) take_level(run, entry, 1), ++taken;
      ++entry;
      continue;
    }
    // Rows that are inserted at one place.
    std::uint32_t end = entry + 1;
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(stretch.end - entry, count - taken));
    while (end - entry < most && run.word(end) == run.word(entry)) ++end;
    take_level(run, entry, end - entry);
    taken += end - entry;
    entry = end;
  }
  rows.levels_.advance(stretch, entry - stretch.begin);
  return taken;
}

std::uint64_t MergedBatch::take_base(MergedRows& rows, std::uint64_t count) {
  if (count == 0) return 0;
  if (!pieces_.empty() && pieces_.back().run == nullptr &&
      pieces_.back().base_begin + pieces_.back().base_rows == rows.rest_.begin) {
    pieces_.back().base_rows += count;
  } else {
    pieces_.push_back({rows.rest_.begin, count, nullptr, 0, 0});
  }
  rows.rest_.begin += count;
  return count;
}

void MergedBatch::skip_base_row(MergedRows& rows) {
  ++rows.rest_.begin;
}

void MergedBatch::take_level(const DeltaRun& run, std::uint32_t entry, std::uint32_t entries) {
  if (pieces_.empty() || pieces_.back().run != nullptr) pieces_.push_back({0, 0, nullptr, 0, 0});
  Piece& last = pieces_.back();
  last.run = &run;
  last.entry = entry;
  last.entries = entries;
}

void MergedBatch::read(ColumnIndex column, std::span<Huri> out) {
  QUADRILLE_ASSERT(out.size() == size_, "the output has room for the rows that were taken");
  if (pieces_.empty()) {
    if (size_ > 0) base_->read(column, whole_, out);
    return;
  }
  unpacked_ = {};
  Huri* to = out.data();
  for (const Piece& piece : pieces_) {
    read_base(column, piece, to);
    to += piece.base_rows;
    if (piece.run == nullptr) continue;
    const Huri* const values = piece.run->column(index(column)) + piece.entry;
    to = std::copy(values, values + piece.entries, to);
  }
}

void MergedBatch::read_base(ColumnIndex column, const Piece& piece, Huri* out) {
  for (std::uint64_t row = piece.base_begin, end = row + piece.base_rows; row < end;) {
    const std::uint64_t block = row / kBlockRows;
    const RowRange in = base_->block_rows(block);
    const std::uint64_t stop = std::min(in.end, end);
    if (row < unpacked_.begin || stop > unpacked_.end) {
      const std::uint64_t last = std::min(in.end, whole_.end);
      if (stop == last ||
          base_->min(block, column) == base_->max(block, column)) {  // no other piece of this block, or no work
        base_->read_block(block, column, row - in.begin, stop - in.begin, out);
        out += stop - row;
        row = stop;
        continue;
      }
      values_.resize(kBlockRows);
      base_->read_block(block, column, row - in.begin, last - in.begin, values_.data());
      unpacked_ = {row, last};
    }
    const Huri* const values = values_.data() + (row - unpacked_.begin);
    out = std::copy(values, values + (stop - row), out);
    row = stop;
  }
}

}  // namespace quadrille
