#pragma once

// A RunBuilder makes the bytes of a run (detail/run_layout.hpp) from its rows in order. RunView reads them.
//
// Rows are added one by one or in column spans, in the permutation's column order. They must ascend strictly (R1);
// else the process ends, because the caller's sort has a bug. Rows have both marks if the caller gives none. Memory:
// the compressed run, at most one block of rows, and at the end briefly a second copy of the run. Local; one builder
// for each thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/column_codec.hpp"
#include "quadstore/detail/run_layout.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

class RunBuilder {
 public:
  explicit RunBuilder(Permutation permutation);

  // Appends one row; columns.size() == column_count(permutation).
  void append(std::span<const Huri> columns, Marks marks = Marks::both);

  // Appends rows given as one span for each column, all of the same length; `marks` is empty or as long.
  void append_columns(std::span<const std::span<const Huri>> columns, std::span<const Marks> marks = {});

  std::uint64_t rows() const { return header_.rows + filled_; }

  // Returns the run. The builder is empty afterwards and can be used again.
  std::vector<std::byte> finish();

 private:
  void write_block();
  void write_marks();

  detail::RunHeader header_;
  std::vector<std::uint64_t> keys_;
  std::vector<detail::Bounds> bounds_;
  std::vector<detail::BlockEntry> entries_;
  std::array<std::vector<std::uint64_t>, detail::kMarkPlanes> marked_;  // rows before each block, and at the end
  std::vector<std::byte> data_;

  std::array<std::array<std::uint64_t, kBlockRows>, kMaxColumns> block_;  // the rows of the current block
  std::array<Marks, kBlockRows> marks_;
  std::size_t filled_ = 0;
  std::array<std::uint64_t, kMaxColumns> last_{};  // the last row of the previous block
};

}  // namespace quadrille
