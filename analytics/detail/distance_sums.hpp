#pragma once

// The sums of the distances to each vertex from sources, for closeness. Images of one group search alone, each from
// sources of its own, if there are enough of them and the graph is small or has weights.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct DistanceSums {
  std::span<double> total;           // by own slot: of distances, or of 1 / distance
  std::span<std::uint32_t> reached;  // by own slot: sources with a path to the vertex
  double greatest = 0;               // distance; its limit if there are no weights
  double least = 1;                  // that is not 0
  int rounds = 0;
};

// Collective. Distances are numbers of edges. `harmonic`: sums of 1 / distance. The sums are exact, so the order of the
// searches does not matter.
DistanceSums sum_hop_distances(Workers& workers, const Graph& graph, std::span<const Huri> sources, bool harmonic);
// Collective. Distances are sums of weights; a vertex adds those from its sources in the order of these.
DistanceSums sum_path_distances(Workers& workers, const Graph& graph, std::span<const Huri> sources, bool harmonic);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_distance_sums(const GraphSize& size, bool weighted, std::uint64_t sources);

}  // namespace quadrille::analytics
