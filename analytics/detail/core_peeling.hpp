#pragma once

// Peels the vertices of a group level by level: a vertex leaves at the level of its core number, and each neighbour
// loses one neighbour then. Sources: Dhulipala 2017 and Kabir 2017 (core_numbers.hpp).

#include <cstdint>
#include <span>

#include "analytics/detail/ghost_lists.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

struct PeeledCores {
  std::span<std::uint32_t> core;  // by own slot, shared by the group
  std::uint32_t greatest = 0;     // of the group
};

// The core numbers of ghosts, or upper bounds of them. A ghost leaves at the level of its number.
struct GhostCores {
  const GhostLists& lists;
  std::span<const std::uint32_t> core;  // by slot; those of own slots are not used
};

// Collective in the group. Core numbers of own vertices if `ghosts` are the core numbers of ghosts; if these are upper
// bounds, so are the results. nullptr: the graph has no ghosts. A round of `meter`, unless that is null, is a level.
PeeledCores peel_cores(Workers& workers, const Graph& graph, const GhostCores* ghosts, RoundMeter* meter);

}  // namespace quadrille::analytics::detail
