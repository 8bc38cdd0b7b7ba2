#pragma once

// Triangles through each vertex, and local clustering coefficients, of the undirected graph without self loops and
// parallel edges. Vertices are ranked by degree, greatest first, and an edge belongs to its end of higher rank, so that
// a row is short (N. Chiba, T. Nishizeki, Arboricity and subgraph listing algorithms, SIAM J. Computing, 1985;
// T. Schank, D. Wagner, Finding, counting and listing all triangles in large graphs, WEA 2005). The row of a vertex
// v meets the rows of its neighbours in two ways:
//
//   both others are hubs, the vertices of least rank    AND of bit rows of a hub matrix, which stays in the cache
//   one is not                                          scan of that one's row, with a mark for each neighbour of v
//
// Between groups the rows of ghosts are sent once, where a row meets them; counts of ghosts go back to their owners.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// Arrays of own slots, shared by the group.
struct TriangleResult {
  std::span<const std::uint64_t> through;  // triangles that have the vertex
  std::span<const double> coefficient;     // 2 through / (d (d - 1)), d: its neighbours; 0 if d < 2
  std::uint64_t total = 0;                 // of all groups; each triangle counts once
  double mean_coefficient = 0;             // over the vertices of all groups
};

// Collective. Needs the lists of an undirected graph (direction both). The result is the same for any number of images
// and groups. Weights are not used.
TriangleResult triangles(Workers& workers, const Graph& graph);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_triangle_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
