#pragma once

// Peels the vertices level by level: a vertex leaves at the level of its core number, and each neighbour loses one
// neighbour then. Each image follows at once what comes down to the level. Between groups the neighbours that ghosts
// have lost are sent in rounds, until a level is complete. Sources: Dhulipala 2017 and Kabir 2017 (core_numbers.hpp).

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

struct PeeledCores {
  std::span<std::uint32_t> core;  // by own slot, shared by the group
  std::uint32_t greatest = 0;     // of all groups
};

// Collective. Of an undirected graph. Needs one exchange and one gather for each round of a level.
PeeledCores peel_cores(Workers& workers, const Graph& graph);

}  // namespace quadrille::analytics::detail
