#pragma once

// A copy of a graph, with all its arrays in one piece of memory, for graphs that are kept for later queries. The arrays
// of a projected graph lie in the arenas of several images, beside others of the same query.

#include <cstddef>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// Local. The bytes of a copy of the part of a graph that this group has.
std::size_t bytes_of_copy(const Graph& graph);

// Collective in the group. Copies the arrays into `memory`, which has bytes_of_copy() bytes, is aligned to 64 bytes and
// is the same on all images of the group. The images share the work. Cost: about the time of copying the bytes.
Graph copy_of(Workers& workers, const Graph& graph, std::span<std::byte> memory);

}  // namespace quadrille::analytics
