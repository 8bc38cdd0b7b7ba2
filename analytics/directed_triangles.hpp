#pragma once

// Triangles of a directed graph: three vertices with an arc between each two of them. Two vertices with arcs in both
// directions have a triangle for each of them. Self loops and parallel edges make none.
//
//   not cyclic   out -> through -> in, out -> in     one vertex of each role
//   cyclic       a -> b -> c -> a                    all three are `through`; rotations: (a b c), (b c a), (c a b)
//
// The triangles of the undirected graph are found as in triangles.hpp, without bit rows of hubs; each then has a
// triangle for each choice of arcs. The coefficient is the share of possible triangles of these kinds that exist
// (G. Fagiolo, Clustering in complex directed networks, Physical Review E, 2007). The modes are those of the Cray Graph
// Engine.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// Which triangles count, and how often.
enum class TriangleMode : std::uint8_t {
  all,            // not cyclic; cyclic with rotations, so three times
  unique,         // not cyclic; cyclic
  acyclic,        // not cyclic
  cyclic,         // cyclic with rotations
  unique_cyclic,  // cyclic
};
constexpr bool has_acyclic(TriangleMode mode) {
  return mode <= TriangleMode::acyclic;
}
// How often a cyclic triangle counts.
constexpr std::uint64_t cyclic_times(TriangleMode mode) {
  if (mode == TriangleMode::acyclic) return 0;
  return mode == TriangleMode::all || mode == TriangleMode::cyclic ? 3 : 1;
}

// Triangles in which a vertex has a role. `through` has the cyclic ones, too.
struct TriangleRoles {
  std::uint64_t through = 0, in = 0, out = 0;
  std::uint64_t cyclic = 0;
};

// Arrays of own slots, shared by the group.
struct DirectedTriangleResult {
  std::span<const TriangleRoles> roles;
  std::span<const double> coefficient;  // 0 if no triangle is possible
  std::uint64_t total = 0;              // of all groups
  double mean_coefficient = 0;          // over the vertices of all groups
};

// Collective. Needs out- and in-lists; an undirected graph has both arcs of each edge. The result is the same for any
// number of images and groups. Weights are not used.
DirectedTriangleResult directed_triangles(Workers& workers, const Graph& graph, TriangleMode mode);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_directed_triangle_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
