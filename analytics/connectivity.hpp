#pragma once

// Connectivity of two sets: the least number of edges on a path from a start to an end. Two breadth-first searches, one
// from the starts along out-lists and one from the ends along in-lists, go on in turn, each time that with fewer edges
// to visit: I. Pohl, Bi-directional search, Machine Intelligence 6, 1971. The first vertex that both have reached is on
// a shortest path, because each round ends a whole level. Cost: on graphs with short paths a small part of the edges.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

// The same on all images. Those that are not in the graph are ignored.
struct ConnectivityOptions {
  std::span<const Huri> starts, ends;
};

struct ConnectivityResult {
  std::int64_t hops = -1;  // 0 if a start is an end; -1 if there is no path
  int rounds = 0;
};

// Collective. Needs out- and in-lists. The result is the same for any number of images and groups.
ConnectivityResult connectivity(Workers& workers, const Graph& graph, const ConnectivityOptions& options);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_connectivity_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
