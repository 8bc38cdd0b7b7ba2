#pragma once

// A MergedBatch copies some rows of a merged run (merged_run.hpp) into columns: take() determines the rows once for
// all columns; read() copies one column.
//
//   base rows between two changes, then rows that a level inserts between them: a piece
//
//   base  . . . . . x . . . .        pieces:  5 base rows
//   level           ^ -    ^ + +              1 base row (one is skipped), 2 rows of the level
//                                             2 base rows
//
// Base rows are unpacked a block at a time and copied piece by piece; no key is compared with theirs. Hidden rows end
// a piece, as deleted ones do. A row of the base that the view shows before and after a change of its marks stays in
// its piece. One thread may use a batch for many takes.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/delta_run.hpp"
#include "quadstore/merged_run.hpp"

namespace quadrille {

class MergedBatch {
 public:
  // Takes and consumes the first `count` of `rows`; count <= rows.size(). Replaces what was taken before.
  void take(MergedRows& rows, std::uint64_t count);

  std::uint64_t size() const { return size_; }

  // Writes `column` of the rows. Needs out.size() == size().
  void read(ColumnIndex column, std::span<Huri> out) { read(column, {0, size_}, out); }
  // The same for the rows with these numbers; out.size() == rows.size().
  void read(ColumnIndex column, RowRange rows, std::span<Huri> out);
  // Writes the marks of the rows, in all views. Needs out.size() == size().
  void read_marks(std::span<Marks> out) const;

 private:
  struct Piece {
    std::uint64_t row;  // number of the first one
    std::uint64_t base_begin, base_rows;
    const DeltaRun* run;
    std::uint32_t entry, entries;  // of a level, after the base's rows

    std::uint64_t end() const { return row + base_rows + entries; }
  };

  std::uint64_t take_entries(MergedRows& rows, std::uint64_t count);
  std::uint64_t take_base(MergedRows& rows, std::uint64_t count, std::uint64_t end);
  std::uint64_t taken() const { return pieces_.empty() ? 0 : pieces_.back().end(); }
  void add_base(RowRange rows);
  void take_level(const MergedRows& rows, const DeltaRun& run, std::uint32_t entry, std::uint32_t entries);
  static std::uint32_t end_of_inserted(const DeltaRun& run, std::uint32_t entry, std::uint32_t end, View view);
  std::optional<Huri> only_value(ColumnIndex column) const;
  void read_base(ColumnIndex column, RowRange rows, std::uint64_t end, Huri* out);

  const RunView* base_ = nullptr;
  std::uint64_t size_ = 0;
  RowRange whole_;             // all base rows from the first to the last of the pieces
  std::vector<Piece> pieces_;  // none: the rows are the base's rows `whole_`

  // Rows of the base to which a level has given other marks.
  struct MarkedRow {
    std::uint64_t row;
    Marks marks;
  };
  std::vector<MarkedRow> marked_;

  // The block from which several pieces are read.
  RowRange unpacked_;
  std::vector<Huri> values_;
};

}  // namespace quadrille
