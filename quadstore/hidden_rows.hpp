#pragma once

// HiddenRows marks the rows of a shard's base that belong to cleared named graphs: a mask (row_mask.hpp) for each of
// the six permutations of named graphs. So counts stay exact without reading rows. A view that hides rows of the base
// itself (marks.hpp) has masks of its own, which hide both.
//
// Only a snapshot with such graphs has them; MergedRun and MergedBatch read them. Like levels, they are in memory that
// the whole group maps at one address, never change, and point only into themselves.

#include <array>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "dictionary/huri.hpp"
#include "quadstore/heavy_finder.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"
#include "quadstore/row_mask.hpp"

namespace quadrille {

class HiddenRows;
// The last owner releases the memory, in any thread. The resource outlives it.
using HiddenRowsPtr = std::shared_ptr<const HiddenRows>;

class HiddenRows {
 public:
  // Shows the rows that the view shows and that are not hidden. For the permutations of named graphs.
  const RowMask& mask(Permutation permutation, View view) const { return runs_[place(permutation)].masks[index(view)]; }
  // The number of rows that are hidden in all views.
  std::uint64_t hidden(Permutation permutation) const { return runs_[place(permutation)].hidden; }
  std::size_t size_bytes() const { return bytes_; }

  // Local. Hides the rows of these graphs, which ascend, in addition to those hidden `before` (nullptr: none); returns
  // `before` itself if the base has no rows of these graphs. Blocks without such rows are skipped; from the others one
  // column is read: about a nanosecond a row and permutation, and as much for each view that hides rows itself. Fails
  // as the resource does, and with ErrorKind::io if the base is damaged.
  static HiddenRowsPtr hide(const RunOf& run_of, std::span<const Huri> graphs, HiddenRowsPtr before,
                            std::pmr::memory_resource& memory);

 private:
  HiddenRows() = default;
  static constexpr std::size_t place(Permutation permutation) {
    return static_cast<std::size_t>(index(permutation) - index(Permutation::spog));
  }

  std::size_t bytes_ = 0;
  struct Run {
    std::array<RowMask, kViews> masks;  // by view
    std::uint64_t hidden = 0;
    const std::uint64_t* bits = nullptr;  // of the view `all`
  };
  static Run make_run(const RunView& run, std::span<const Huri> graphs, const Run* before, std::uint64_t*& room);
  std::array<Run, kNamedGraphPermutations.size()> runs_;
};

}  // namespace quadrille
