#pragma once

// Degrees of vertices: the number of edges of a vertex, or the sum of their weights. Cost: one pass over the lists.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct DegreeOptions {
  bool normalised = false;  // divides by the number of other vertices; the only vertex of a graph gets 1
};

// Collective. By own slot, shared by the group. Needs out-lists: of a graph with Direction::in these are its in-edges.
// An undirected loop counts twice, once for each of its ends. Uses weights if the graph has them; a vertex adds them
// in HURI order, so the result is the same for any number of images and groups.
std::span<const double> degrees(Workers& workers, const Graph& graph, const DegreeOptions& options);

// Local. Bytes of all images' arenas together, at most.
inline std::uint64_t estimate_degree_bytes(const GraphSize& size) {
  return size.vertices * sizeof(double);
}

}  // namespace quadrille::analytics
