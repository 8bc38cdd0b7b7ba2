#pragma once

// Strong components of a graph in this image's memory, by one image: R. Tarjan, Depth-first search and linear graph
// algorithms, SICOMP 1972, without recursion.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Lists of vertices 0 .. n-1: offsets has n + 1 elements.
struct SerialGraph {
  explicit SerialGraph(std::pmr::memory_resource& memory) : offsets(&memory), targets(&memory) {}
  std::pmr::vector<std::uint64_t> offsets;
  std::pmr::vector<std::uint32_t> targets;
};

// Local. The least vertex of each vertex's component.
std::pmr::vector<std::uint32_t> serial_components(const Workers& workers, const SerialGraph& graph);

}  // namespace quadrille::analytics::detail
