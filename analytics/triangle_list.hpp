#pragma once

// Lists the triangles that triangles() and directed_triangles() count. Each image passes on rows of its own, in parts;
// which image has a row depends on the images. The rows of all images together do not.
//
//   no mode, undirected graph   the three vertices ascend by HURI; each triangle once
//   not cyclic                  through, in, out (directed_triangles.hpp)
//   cyclic                      in the direction of the arcs; without rotations the least vertex by HURI comes first

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "analytics/directed_triangles.hpp"
#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct TriangleRow {
  Slot first, second, third;  // own vertices or ghosts
  bool is_cyclic;
};

struct TriangleRows {
  // Collective. The number of rows that this image will pass on, before the first of them. May throw.
  std::function<void(std::uint64_t rows)> begin;
  // Local. Missing: the rows are only counted.
  std::function<void(std::span<const TriangleRow> rows)> add;
};

// Collective. Without a mode the graph must be undirected; with one it needs out- and in-lists. Triangles are found
// twice: to count the rows, and to pass them on. Returns the rows of all groups.
std::uint64_t list_triangles(Workers& workers, const Graph& graph, std::optional<TriangleMode> mode,
                             const TriangleRows& rows);

// Local. Bytes of all images' arenas together, at most, without those of the rows.
std::uint64_t estimate_triangle_list_bytes(const GraphSize& size, bool directed);

}  // namespace quadrille::analytics
