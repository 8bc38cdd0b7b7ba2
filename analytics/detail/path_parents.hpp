#pragma once

// The parents of shortest_paths(). A step is an edge u -> v with distance(u) + weight = distance(v). It is flat if
// both distances are equal: its weight is 0, or too little to change the sum. A vertex that no other step reaches has
// a flat depth: the least number of flat steps from a vertex that has one or from a start.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct PathTree {
  std::span<Slot> parent;              // by own slot
  std::span<std::int32_t> flat_depth;  // by slot, -1 if not reached; empty if it is 0 for all vertices that are reached
};

// True if an edge leads to its target as a step that parents and counts of paths use.
inline bool is_step(std::span<const double> distance, std::span<const std::int32_t> flat_depth, Slot from, Slot to,
                    double weight) {
  if (distance[from] + weight != distance[to]) return false;
  if (distance[from] < distance[to]) return true;
  return !flat_depth.empty() && flat_depth[to] > 0 && flat_depth[from] + 1 == flat_depth[to];
}

// Collective. Makes the distances of ghosts those of their owners, then finds parents. Needs both lists with weights.
// `mirrors` sends doubles.
PathTree path_parents(Workers& workers, const Graph& graph, Mirrors& mirrors, std::span<const Huri> starts,
                      std::span<double> distance);

}  // namespace quadrille::analytics
