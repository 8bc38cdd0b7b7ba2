#pragma once

// When levels of a shard are merged, and the merging. A row that one level inserts and a newer one deletes is in
// neither afterwards, nor is a row of the base that is deleted and inserted again.

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "quadstore/delta_level.hpp"
#include "quadstore/graph_kinds.hpp"

namespace quadrille {

// How many of the newest levels are to become one; 0: all may stay. `changes`: their sizes, the oldest first, with the
// new one. Afterwards each level is more than four times as large as all newer ones together, and there are at most
// kMaxDeltaLevels: a row is written again at most about four times a level.
std::size_t levels_to_merge(std::span<const std::uint64_t> changes);

// Local. One level instead of these consecutive ones (kMaxDeltaLevels + 1 at most), the oldest first; nullptr if
// nothing is left. About 20 ns an entry and permutation.
DeltaLevelPtr merge_levels(std::span<const DeltaLevel* const> levels, std::pmr::memory_resource& memory);

// Local. The level without the entries of these graphs: itself if it has none of theirs, nullptr if it has no others.
DeltaLevelPtr without(const DeltaLevelPtr& level, GraphKinds graphs, std::pmr::memory_resource& memory);
// Likewise of these named graphs, which ascend.
DeltaLevelPtr without(const DeltaLevelPtr& level, std::span<const Huri> graphs, std::pmr::memory_resource& memory);

}  // namespace quadrille
