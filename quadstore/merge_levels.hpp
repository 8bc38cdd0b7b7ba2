#pragma once

// Functions that merge levels of a shard. The merged entry of a row has the marks before its oldest entry and after its
// newest one (D1 in delta_run.hpp); if they are the same, the row has no entry. So a row that one level inserts and a
// newer one deletes is in neither afterwards, nor is a row of the base that is deleted and inserted again.

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "quadstore/delta_level.hpp"
#include "quadstore/graph_kinds.hpp"

namespace quadrille {

// The number of newest levels to merge into one; 0: all may stay. `changes`: their sizes, the oldest first, including
// the new one. Afterwards each level is more than four times as large as all newer ones together, and there are at
// most kMaxDeltaLevels: a row is rewritten at most about four times in each level.
std::size_t levels_to_merge(std::span<const std::uint64_t> changes);

// Local. Merges these consecutive levels (kMaxDeltaLevels + 1 at most), the oldest first, into one; nullptr if nothing
// is left. About 20 ns an entry and permutation.
DeltaLevelPtr merge_levels(std::span<const DeltaLevel* const> levels, std::pmr::memory_resource& memory);

// Local. The level without the entries of these graphs: the same level if it has none, nullptr if it has no others.
DeltaLevelPtr without(const DeltaLevelPtr& level, GraphKinds graphs, std::pmr::memory_resource& memory);
// The same for these named graphs, which ascend.
DeltaLevelPtr without(const DeltaLevelPtr& level, std::span<const Huri> graphs, std::pmr::memory_resource& memory);

}  // namespace quadrille
