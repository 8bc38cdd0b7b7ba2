#pragma once

// Closeness of vertices: how near the others are, by the lengths of shortest paths *to* a vertex.
//
//   closeness(v) = reached / sum of distances  *  reached / (vertices - 1)        reached: others that have a path to v
//   harmonic(v)  = sum of 1 / distance
//
// The second factor of the first (S. Wasserman, K. Faust, Social network analysis, 1994) makes vertices of different
// components comparable. Without weights up to 256 sources are searched together: each vertex has a bit for each search
// (M. Then et al., The more the merrier: efficient multi-source graph traversal, VLDB 2014). With weights sources come
// one after another, each by delta-stepping. A sample of sources estimates the scores (D. Eppstein, J. Wang, Fast
// approximation of centrality, J. Graph Algorithms and Applications 8, 2004).
//
// Distances of 0, which edges of weight 0 make, count as reached, and add nothing to harmonic sums.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct ClosenessOptions {
  bool harmonic = false;
  bool normalised = true;   // closeness: has the second factor; harmonic: divides by the number of other vertices
  std::uint64_t count = 0;  // size of the sample; 0: `share` of the vertices
  double share = 1;         // in (0, 1]
  std::uint64_t seed = 0;   // the sample depends on the seed and the vertices alone
};

struct ClosenessResult {
  std::span<const double> score;  // by own slot, shared by the group
  std::uint64_t sources = 0;      // that were searched
  // A sampled score is off by more than this with a probability of at most 5 % (Hoeffding, for one vertex); 0 without a
  // sample. Closeness: if no distance is more than twice the greatest that was found, which holds in undirected graphs.
  // Edges of weight 0 are left out of account.
  double error_bound = 0;
  int rounds = 0;  // of all searches
};

// Collective. Needs out- and in-lists. Uses weights if the graph has them. The result is the same for any number of
// images and groups: sums of distances without weights are integers, harmonic ones have a fixed point.
ClosenessResult closeness(Workers& workers, const Graph& graph, const ClosenessOptions& options);

// Local. Bytes of all images' arenas together, at most, for a number of sources.
std::uint64_t estimate_closeness_bytes(const GraphSize& size, bool weighted, std::uint64_t sources);

}  // namespace quadrille::analytics
