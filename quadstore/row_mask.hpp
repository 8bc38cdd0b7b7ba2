#pragma once

// A RowMask selects rows of a run: those that a reader sees. The others are hidden.
//
//   block    0             1            2         1,024 rows each
//   bits     01101...      -            -         a bit for each row: marked
//   before   0             37           1061      number of marked rows before the block
//
// A block whose rows are all marked, or none of them, needs no bits: the numbers show it. The mask shows either the
// marked rows or the others. The bits are in the blocks of the run (its marks), or beside it (HiddenRows).
//
// A value of a few words; the run and the bits outlive it. Local. count() costs some 10 ns, next_shown() a few.
// Source: bits with ranks, G. Jacobson, Space-efficient static trees and graphs, FOCS 1989.

#include <cstddef>
#include <cstdint>

#include "quadstore/column_codec.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

class RunView;

class RowMask {
 public:
  static constexpr std::uint64_t kBlockWords = kBlockRows / 64;

  static constexpr std::uint64_t blocks(std::uint64_t rows) { return (rows + kBlockRows - 1) / kBlockRows; }

  // Shows all rows.
  RowMask() = default;
  static RowMask none() { return RowMask(0, nullptr, nullptr, false); }
  // `before`: for each block of a run with `rows` rows, and at the end, the number of marked rows before it. `bits`:
  // kBlockWords words a block. Without `before`
  // all rows are marked.
  RowMask(std::uint64_t rows, const std::uint64_t* before, const std::uint64_t* bits, bool shows_marked)
      : rows_(rows), before_(before), bits_(bits), shows_marked_(shows_marked) {}
  // Plane `plane` of the marks of `run`, which has this plane.
  RowMask(const RunView& run, int plane, const std::uint64_t* before, bool shows_marked);

  bool shows_all() const { return before_ == nullptr && shows_marked_; }
  bool shows_none() const { return before_ == nullptr && !shows_marked_; }
  bool shows(std::uint64_t row) const;
  // The number of these rows that are shown.
  std::uint64_t count(RowRange rows) const {
    if (before_ == nullptr) return shows_marked_ ? rows.size() : 0;
    const std::uint64_t marked = marked_before(rows.end) - marked_before(rows.begin);
    return shows_marked_ ? marked : rows.size() - marked;
  }
  // The first row from `row` on that is shown, or is hidden; `end` if there is none before it.
  std::uint64_t next_shown(std::uint64_t row, std::uint64_t end) const { return next(row, end, shows_marked_); }
  std::uint64_t next_hidden(std::uint64_t row, std::uint64_t end) const { return next(row, end, !shows_marked_); }

 private:
  // The marked rows of a block are all, none, or those of its words.
  enum class BlockKind : std::uint8_t { none, all, some };
  BlockKind kind(std::uint64_t block) const;
  std::uint64_t word(std::uint64_t block, std::uint64_t number) const;
  std::uint64_t marked_before(std::uint64_t row) const;
  std::uint64_t next(std::uint64_t row, std::uint64_t end, bool marked) const;
  std::uint64_t next_in_block(std::uint64_t row, std::uint64_t end, bool marked) const;

  std::uint64_t rows_ = 0;
  const std::uint64_t* before_ = nullptr;
  const std::uint64_t* bits_ = nullptr;  // nullptr: in the run
  const RunView* run_ = nullptr;
  std::uint8_t plane_ = 0;
  bool shows_marked_ = true;
};

}  // namespace quadrille
