#pragma once

// Spanning forest of least or greatest weight: O. Boruvka, O jistem problemu minimalnim, 1926. Each round finds the
// best edge that leaves each tree, and unites the trees that these edges connect. An edge without weight weighs 1.
// Equal weights are in the order of (lesser end, greater end) by HURI, so the forest is unique.
//
// The graph is undirected. Of separate parallel edges the best one counts, and loops never do. Several groups: each
// finds the forest of the edges that it has, and all forests are gathered and united by the first image of each group
// (J. Kruskal, 1956): an edge that is not in the forest of a part is not in that of the whole. That takes 24 bytes for
// each edge of these forests, of which there are fewer than vertices and ghosts.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct ForestOptions {
  bool maximum = false;
};

struct ForestEdge {
  Huri source, target;  // source < target
  double weight;
};

struct ForestResult {
  std::span<const ForestEdge> edges;  // those whose source is owned by this group, in any order
  double weight = 0;                  // of all edges of all groups; exact, then rounded
  std::uint64_t trees = 0;            // of all groups; isolated vertices are trees
};

// Collective. Needs the lists of an undirected graph. The result is the same for any number of images and groups.
ForestResult spanning_forest(Workers& workers, const Graph& graph, const ForestOptions& options);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_forest_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
