#pragma once

// The ranks of own vertices among the vertices of all groups, by HURI.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// Collective. By own slot, in a shared array. Each group sends the HURIs of its vertices to each other one, once.
std::span<std::uint64_t> ranks_of_vertices(Workers& workers, const Graph& graph);

}  // namespace quadrille::analytics
