#pragma once

// The distances of shortest_paths().

#include <limits>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

inline constexpr double kUnreachable = std::numeric_limits<double>::infinity();

struct PathSearch {
  std::span<double> distance;  // by slot, shared by the group. Those of ghosts are at least their owners'
  int rounds = 0;
};

// Collective. A width of buckets that suits the weights and degrees of the graph.
double chosen_delta(Workers& workers, const Graph& graph);

// Collective. Delta-stepping from `starts`; `delta` 0: chosen here. The lists have weights. `mirrors` sends doubles.
PathSearch search_paths(Workers& workers, const Graph& graph, Mirrors& mirrors, std::span<const Huri> starts,
                        double delta);

}  // namespace quadrille::analytics
