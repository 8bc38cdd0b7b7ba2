#pragma once

// Breadth-first search that chooses the direction of each round: S. Beamer, K. Asanovic, D. Patterson, Direction-
// optimizing breadth-first search, SC 2012 (alpha 15, beta 18). A push round visits the out-lists of the frontier, a
// pull round the in-lists of the vertices not yet reached. Between groups, a push round sends what ghosts have reached,
// and every round the new frontier as bits or places.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct SearchOptions {
  std::span<const Huri> starts;      // the same on all images; those that are not in the graph are ignored
  std::int32_t most_depth = -1;      // -1: no limit
  std::span<const Huri> until = {};  // ends when all of these are reached; empty: does not. The same on all images
};

// Arrays of own slots, shared by the group.
struct SearchResult {
  std::span<const std::int32_t> depth;  // 0 at starts, -1 if not reached
  std::span<const Slot> parent;         // the least neighbour by HURI with depth - 1; at starts and elsewhere kNoSlot
  std::uint64_t reached = 0;            // vertices of all groups
  int rounds = 0;
};

// Collective. Needs out- and in-lists. The result is the same for any number of images and groups.
SearchResult breadth_first_search(Workers& workers, const Graph& graph, const SearchOptions& options);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_search_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
