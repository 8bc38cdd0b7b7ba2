#pragma once

// Makes the bytes of a run (detail/run_layout.hpp) out of its rows in order. RunView reads them.
//
// The rows come one by one or in column spans, in the permutation's column order; they must ascend strictly (R1), or
// the process ends: who sorts them has a bug. Memory: the compressed run, at most one block of rows, and at the end the
// run once more for a moment. Local; one builder per thread.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/column_codec.hpp"
#include "quadstore/detail/run_layout.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

class RunBuilder {
 public:
  explicit RunBuilder(Permutation permutation);

  // Appends one row; columns.size() == column_count(permutation).
  void append(std::span<const Huri> columns);

  // Appends rows given as one span a column, all of the same length.
  void append_columns(std::span<const std::span<const Huri>> columns);

  std::uint64_t rows() const { return header_.rows + filled_; }

  // The run. The builder is empty afterwards and can be used again.
  std::vector<std::byte> finish();

 private:
  void write_block();

  detail::RunHeader header_;
  std::vector<std::uint64_t> keys_;
  std::vector<detail::Bounds> bounds_;
  std::vector<detail::BlockEntry> entries_;
  std::vector<std::byte> data_;

  std::array<std::array<std::uint64_t, kBlockRows>, kMaxColumns> block_;  // the rows of the block that is being filled
  std::size_t filled_ = 0;
  std::array<std::uint64_t, kMaxColumns> last_{};  // the last row of the block before
};

}  // namespace quadrille
