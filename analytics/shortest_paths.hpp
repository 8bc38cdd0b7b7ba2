#pragma once

// Shortest paths from a set of starts by delta-stepping: U. Meyer, P. Sanders, Delta-stepping: a parallelizable
// shortest path algorithm, J. Algorithms 49, 2003. Vertices wait in buckets of width delta; a round relaxes the
// out-edges of all that are in the least bucket. An image continues alone with what a round has put back into that
// bucket if it is little (Zhang et al., Optimizing ordered graph algorithms with GraphIt, CGO 2020: bucket fusion).
// Between groups a round sends the distances of ghosts that have become less.
//
// A distance is the least sum of weights over all paths, each added from the start on. Rounding is monotone, so the
// distances do not depend on the order of relaxations. A graph without weights is searched by breadth_first_search().

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct PathOptions {
  std::span<const Huri> starts = {};  // the same on all images; those that are not in the graph are ignored
  double delta = 0;                   // the width of a bucket, finite; 0: from the mean of weights and degrees
  bool parents = true;                // needs in-lists too
};

// Arrays of own slots, shared by the group.
//
// The parent of v is the least neighbour u by HURI with distance(u) < distance(v) and distance(u) + weight =
// distance(v). If there is none, v is reached by edges of length 0: then it is the least such neighbour at the same
// distance that has the fewest edges of length 0 behind it. So parents lead to a start.
struct PathResult {
  std::span<const double> distance;  // infinite if not reached
  std::span<const Slot> parent;      // kNoSlot at starts and at vertices that are not reached; empty if not asked for
  std::uint64_t reached = 0;         // vertices of all groups
  int rounds = 0;                    // depends on the number of images
};

// Collective. Needs out-lists. All but `rounds` is the same for any number of images and groups. Paths whose length
// exceeds the range of double do not reach.
PathResult shortest_paths(Workers& workers, const Graph& graph, const PathOptions& options);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_path_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
