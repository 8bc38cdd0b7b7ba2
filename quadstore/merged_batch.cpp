#include "quadstore/merged_batch.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille {

void MergedBatch::take(MergedRows& rows, std::uint64_t count) {
  QUADRILLE_ASSERT(count <= rows.size_, "there are so many rows");
  base_ = rows.base_;
  size_ = count;
  pieces_.clear();
  marked_.clear();
  rows.size_ -= count;
  whole_ = {rows.rest_.begin, rows.rest_.begin + count};
  if (rows.is_base()) {
    rows.rest_.begin += count;
    return;
  }
  while (count > 0) {
    count -= rows.levels_.empty() ? take_base(rows, count, rows.rest_.end) : take_entries(rows, count);
  }
  whole_.end = rows.rest_.begin;
}

// Takes base rows up to the next entries, and the rows that these add to the view.
std::uint64_t MergedBatch::take_entries(MergedRows& rows, std::uint64_t count) {
  const View view = rows.view_;
  const auto stretch = rows.levels_.peek();
  const DeltaRun& run = *stretch.run;
  const bool is_shared = stretch.is_shared();
  std::uint64_t taken = 0;
  std::uint32_t entry = stretch.begin;
  while (entry < stretch.end) {
    const MarkChange change = is_shared ? stretch.sum : run.change(entry);
    const int more = effect(view, change);
    if (more == 0 && !shows(view, change.after)) {
      ++entry;
      continue;
    }
    taken += take_base(rows, count - taken, run.position(entry));
    // Behind the last row that is wanted everything stays for the next time, deleted rows as well.
    if (taken == count) break;
    std::uint32_t end = entry + 1;
    if (more > 0) {
      const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(stretch.end - entry, count - taken));
      if (!run.on_base_row(entry)) end = end_of_inserted(run, entry, entry + most, view);
      take_level(rows, run, entry, end - entry);
      taken += end - entry;
    } else if (more < 0) {
      ++rows.rest_.begin;
    } else {
      marked_.push_back({this->taken(), change.after});  // the next row
    }
    entry = end;
  }
  rows.levels_.advance(stretch, entry - stretch.begin);
  return taken;
}

// The end of the rows that are inserted at one place, from `entry` to at most `end`.
std::uint32_t MergedBatch::end_of_inserted(const DeltaRun& run, std::uint32_t entry, std::uint32_t end, View view) {
  const std::uint64_t word = run.word(entry), place = run.place(entry);
  const auto is_like = [&](std::uint32_t other) {
    return run.word(other) == word || (run.place(other) == place && effect(view, run.change(other)) > 0);
  };
  while (++entry < end && is_like(entry)) {
  }
  return entry;
}

// At most `count` of the base rows before `end`; advances to `end` if these are all.
std::uint64_t MergedBatch::take_base(MergedRows& rows, std::uint64_t count, std::uint64_t end) {
  std::uint64_t& next = rows.rest_.begin;
  if (rows.mask_.shows_all()) {
    count = std::min(count, end - next);
    add_base({next, next + count});
    next += count;
    return count;
  }
  std::uint64_t taken = 0;
  while (taken < count && (next = rows.mask_.next_shown(next, end)) < end) {
    const std::uint64_t behind = rows.mask_.next_hidden(next, std::min(end, next + count - taken));
    add_base({next, behind});
    taken += behind - next;
    next = behind;
  }
  return taken;
}

void MergedBatch::add_base(RowRange rows) {
  if (rows.empty()) return;
  if (!pieces_.empty() && pieces_.back().run == nullptr &&
      pieces_.back().base_begin + pieces_.back().base_rows == rows.begin) {
    pieces_.back().base_rows += rows.size();
  } else {
    pieces_.push_back({taken(), rows.begin, rows.size(), nullptr, 0, 0});
  }
}

void MergedBatch::take_level(const MergedRows& rows, const DeltaRun& run, std::uint32_t entry, std::uint32_t entries) {
  if (pieces_.empty() || pieces_.back().run != nullptr) {
    pieces_.push_back({taken(), rows.rest_.begin, 0, nullptr, 0, 0});
  }
  Piece& last = pieces_.back();
  last.run = &run;
  last.entry = entry;
  last.entries = entries;
}

void MergedBatch::read(ColumnIndex column, RowRange rows, std::span<Huri> out) {
  QUADRILLE_ASSERT(out.size() == rows.size() && rows.end <= size_, "the output has room for the rows");
  if (rows.empty()) return;
  if (pieces_.empty()) return base_->read(column, {whole_.begin + rows.begin, whole_.begin + rows.end}, out);
  const auto starts_behind = [](std::uint64_t row, const Piece& piece) { return row < piece.row; };
  const Piece* const first = &*(std::upper_bound(pieces_.begin(), pieces_.end(), rows.begin, starts_behind) - 1);
  const Piece* const last = &*(std::upper_bound(pieces_.begin(), pieces_.end(), rows.end - 1, starts_behind) - 1);
  const std::uint64_t base_end = last->base_begin + std::min(last->base_rows, rows.end - last->row);
  const std::optional<Huri> value = only_value(column);
  unpacked_ = {};
  Huri* to = out.data();
  for (const Piece* piece = first; piece <= last; ++piece) {
    // Of the first and the last piece a part may be wanted.
    const std::uint64_t skipped = piece == first ? rows.begin - piece->row : 0;
    const std::uint64_t end = std::min(piece->end(), rows.end) - piece->row;
    const std::uint64_t base_rows = std::min(piece->base_rows, end);
    if (skipped < base_rows) {
      const RowRange base{piece->base_begin + skipped, piece->base_begin + base_rows};
      if (value) {
        std::fill_n(to, base.size(), *value);
      } else if (base.begin >= unpacked_.begin && base.end <= unpacked_.end) {
        std::copy_n(values_.data() + (base.begin - unpacked_.begin), base.size(), to);
      } else {
        read_base(column, base, base_end, to);
      }
      to += base.size();
    }
    if (end == base_rows) continue;
    const std::uint64_t from = std::max(skipped, base_rows) - base_rows;
    const Huri* const values = piece->run->column(index(column)) + piece->entry + from;
    *to++ = *values;  // mostly it is the only one
    if (end - base_rows - from > 1) to = std::copy_n(values + 1, end - base_rows - from - 1, to);
  }
}

// Rows of levels have both marks.
void MergedBatch::read_marks(std::span<Marks> out) const {
  QUADRILLE_ASSERT(out.size() == size_, "the output has room for the rows");
  if (pieces_.empty()) return base_->read_marks(whole_, out);
  for (const Piece& piece : pieces_) {
    base_->read_marks({piece.base_begin, piece.base_begin + piece.base_rows}, out.subspan(piece.row, piece.base_rows));
    Marks* const of_level = out.data() + piece.row + piece.base_rows;
    for (std::uint32_t entry = 0; entry < piece.entries; ++entry) {
      of_level[entry] = piece.run->change(piece.entry + entry).after;
    }
  }
  for (const MarkedRow& each : marked_) out[each.row] = each.marks;
}

// The common value of all base rows in the column, if their block headers prove it: predicates of runs that begin with
// them.
std::optional<Huri> MergedBatch::only_value(ColumnIndex column) const {
  if (whole_.empty()) return std::nullopt;
  const std::uint64_t first = whole_.begin / kBlockRows, last = (whole_.end - 1) / kBlockRows;
  const Huri value = base_->min(first, column);
  for (std::uint64_t block = first; block <= last; ++block) {
    if (base_->min(block, column) != value || base_->max(block, column) != value) return std::nullopt;
  }
  return value;
}

// `end`: behind the last base row that the reader wants.
void MergedBatch::read_base(ColumnIndex column, RowRange rows, std::uint64_t end, Huri* out) {
  while (!rows.empty()) {
    const std::uint64_t block = rows.begin / kBlockRows;
    const RowRange in = base_->block_rows(block);
    const RowRange part{rows.begin, std::min(in.end, rows.end)};
    const std::uint64_t last = std::min(in.end, end);
    const bool is_unpacked = part.begin >= unpacked_.begin && part.end <= unpacked_.end;
    // If the rest of the block is not read later, or there is nothing to unpack, the rows are copied directly.
    if (!is_unpacked && (part.end == last || base_->min(block, column) == base_->max(block, column))) {
      base_->read_block(block, column, part.begin - in.begin, part.end - in.begin, out);
    } else {
      if (!is_unpacked) {
        values_.resize(kBlockRows);
        base_->read_block(block, column, part.begin - in.begin, last - in.begin, values_.data());
        unpacked_ = {part.begin, last};
      }
      std::copy_n(values_.data() + (part.begin - unpacked_.begin), part.size(), out);
    }
    out += part.size();
    rows.begin = part.end;
  }
}

}  // namespace quadrille
