#pragma once

// Betweenness of vertices: U. Brandes, A faster algorithm for betweenness centrality, J. Math. Sociology 25, 2001.
// For each source s a search counts shortest paths (sigma); then, from the farthest vertices back,
//
//   delta(v) = sigma(v) * sum over steps v -> w of (1 + delta(w)) / sigma(w)         score(v) += delta(v), v != s
//
// Without weights up to four sources are searched together: a value has a lane for each, and a list is read once for
// the sources that it serves (M. Then et al., The more the merrier, VLDB 2014). With weights sources come one after
// another, each by delta-stepping and then in topological order of its steps. A sample of sources estimates the scores
// (U. Brandes, C. Pich, Centrality estimation in large networks, 2007).
//
// Self loops count nothing; parallel edges that are kept separate are different paths. Edges of weight 0 are steps only
// to vertices that no other step reaches (shortest_paths.hpp, parents).

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct BetweennessOptions {
  std::span<const Huri> sources = {};  // the same on all images; empty: `count` of all vertices. Others are ignored
  std::uint64_t count = 0;             // size of the sample; 0: `share` of the vertices
  double share = 1;                    // in (0, 1]
  std::uint64_t seed = 0;              // the sample depends on the seed and the vertices alone
  bool normalised = false;             // divides by the number of pairs that do not have the vertex
};

struct BetweennessResult {
  // By own slot, shared by the group. Undirected: each pair counts once. Scores of a sample are multiplied by vertices
  // / sources, so that they estimate those of all sources; scores of sources that the caller names are not.
  std::span<const double> score;
  std::uint64_t sources = 0;  // that were searched
  // A sampled score is off by more than this with a probability of at most 5 % (Hoeffding, for one vertex). 0 if all
  // vertices are sources or the caller named them.
  double error_bound = 0;
  int rounds = 0;  // of all searches, forward
};

// Collective. Needs out- and in-lists. Uses weights if the graph has them. The result is the same for any number of
// images and groups. If a vertex has more shortest paths than doubles can count, the rest of the sources is searched
// with numbers of a wider range, which takes about twice the time and memory.
BetweennessResult betweenness(Workers& workers, const Graph& graph, const BetweennessOptions& options);

// Local. Bytes of all images' arenas together, at most, for a number of sources.
std::uint64_t estimate_betweenness_bytes(const GraphSize& size, bool weighted, std::uint64_t sources);

}  // namespace quadrille::analytics
