#pragma once

// Trimming closes the vertices that have no in-edges or no out-edges from or to open vertices, again and again: each is
// a strong component of its own. Each image follows at once what becomes such a vertex, and between groups the edges
// that ghosts have lost are sent in rounds. A loop does not count.

#include <cstdint>
#include <span>

#include "analytics/detail/ghost_losses.hpp"
#include "analytics/detail/open_vertices.hpp"
#include "analytics/detail/vertex_stacks.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class Trimming {
 public:
  // Collective in the group.
  Trimming(Workers& workers, const Graph& graph, Mirrors& mirrors, OpenVertices& open);
  // Collective.
  void run();
  // The in-edges and out-edges of an own open vertex that are left.
  std::uint32_t in_edges(Slot vertex) const { return static_cast<std::uint32_t>(left_[vertex] >> 32); }
  std::uint32_t out_edges(Slot vertex) const { return static_cast<std::uint32_t>(left_[vertex]); }
  // Collective in the group.
  void free();

 private:
  static constexpr std::uint64_t kIn = std::uint64_t{1} << 32, kOut = 1;

  bool has_loop(Slot vertex) const;
  bool is_single(Slot vertex, std::uint64_t left) const;
  void close(Slot vertex);
  void lower(Slot vertex, std::uint64_t by);
  // Collective in the group. The neighbours of closed vertices lose an edge.
  void follow();

  Workers& workers_;
  const Graph& graph_;
  OpenVertices& open_;
  const std::span<std::uint64_t> left_;  // by own slot: in-edges and out-edges
  VertexStacks stacks_;                  // of closed vertices
  GhostLosses<std::uint64_t> losses_;    // of edges, as in left_
  std::size_t edges_ = 0;                // since the last check
};

}  // namespace quadrille::analytics::detail
