#pragma once

// Reads the rows of a run in any permutation as quads: for checks, which read all of them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "quadstore/merged_batch.hpp"
#include "quadstore/merged_run.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::detail {

inline constexpr std::size_t kEachBatchRows = 8192;

// Local. take(quad) for every row of a run; a quad without a graph column has the default graph.
template <class Take>
void for_each_quad(const MergedRun& run, Take&& take) {
  std::array<std::vector<Huri>, 4> values;  // by position
  for (auto& column : values) column.assign(kEachBatchRows, kDefaultGraph);
  MergedBatch batch;
  for (MergedRows rows = run.find({}); !rows.empty();) {
    const std::size_t count = std::min<std::uint64_t>(rows.size(), kEachBatchRows);
    batch.take(rows, count);
    for (int column = 0; column < run.columns(); ++column) {
      auto& out = values[static_cast<std::size_t>(index(position_of(run.permutation(), ColumnIndex(column))))];
      batch.read(ColumnIndex(column), std::span(out).first(count));
    }
    for (std::size_t row = 0; row < count; ++row) {
      take(Quad{values[0][row], values[1][row], values[2][row], values[3][row]});
    }
  }
}

}  // namespace quadrille::detail
