#pragma once

// PageRank: L. Page, S. Brin, R. Motwani, T. Winograd, The PageRank citation ranking, 1998. Each round pulls the
// contributions of in-neighbours (S. Beamer, K. Asanovic, D. Patterson, Reducing PageRank communication via propagation
// blocking, IPDPS 2017, has the terms). The rank of vertices without out-edges is spread like teleports:
//
//   score'(v) = (1 - damping) t(v) + damping (sum over u -> v of score(u) w(u, v) / out(u)  +  sinks t(v))
//
// t: 1 / vertices, or equal shares of the personal set, or a mixture of both; out(u): the sum of u's weights, or its
// out-degree; sinks: the sum of the scores of vertices with out(u) = 0. A self loop is an edge like others. Barred
// vertices have the score 0, so what they would get is lost in each round; at the end scores are divided by their sum.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct PageRankOptions {
  double damping = 0.85;    // in [0, 1)
  double tolerance = 1e-6;  // ends when scores change by less, in the sum of absolute values
  int most_iterations = 100;
  std::span<const Huri> personal = {};  // the same on all images; empty: all vertices. Others than vertices are ignored
  double personal_share = 1;          // in [0, 1]: the share of t that the personal set has; all vertices have the rest
  std::span<const Huri> barred = {};  // the same on all images; others than vertices are ignored
  // The first scores are t. If not, and all vertices have the same t, those of vertices without edges are nearer to
  // their limits, and the others have the rest in equal shares: fewer rounds, but a round has not the classical scores.
  bool even_start = false;
  // Graphs of so many vertices gather from arrays in the order of degrees (detail/hot_order.hpp) if few vertices have
  // most of the edges and memory suffices; with 0 all graphs do. It changes only the time and the memory.
  std::uint64_t reordered_from = std::uint64_t{1} << 19;
};

struct PageRankResult {
  std::span<const double> score;  // by own slot; the sum over all groups is 1
  int iterations = 0;
  double residual = 0;  // of the last round
  bool converged = false;
};

// Collective. Needs in-lists, and out-degrees or with weights out-lists (for out(u)). The result is the same for any
// number of images and groups. Weights are used if the graph has them.
PageRankResult page_rank(Workers& workers, const Graph& graph, const PageRankOptions& options);

// Local. Bytes of all images' arenas together. The least is without the order of degrees, which is left out if memory
// is short.
KernelBytes estimate_page_rank_bytes(const GraphSize& size, const ProjectionOptions& projection,
                                     double tolerance = PageRankOptions().tolerance);

}  // namespace quadrille::analytics
