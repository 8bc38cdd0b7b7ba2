#pragma once

// A TriangleFinder finds the triangles of RankedRows one by one, each once: those of which a rank is the greatest.
// Local; each image has its own.

#include <array>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/arc_triangles.hpp"
#include "analytics/detail/ranked_rows.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct RankedTriangle {
  std::array<std::uint32_t, 3> ranks;  // the greatest first
  ArcBits arcs;                        // between them, in this order
};

class TriangleFinder {
 public:
  TriangleFinder(Workers& workers, const RankedRows& rows)
      : workers_(workers), rows_(rows), marks_(rows.hub_count.size(), 0, &workers.arena().own()) {}

  // Calls visit(RankedTriangle). Cost: the lengths of the rows of the row's members.
  template <class Visit>
  void find(std::uint32_t rank, Visit&& visit) {
    const std::span<const std::uint32_t> row = rows_.of(rank);
    if (row.size() < 2) return;
    for (std::size_t place = 0; place < row.size(); ++place) marks_[row[place]] = rows_.arcs_at(rank, place);
    for (std::size_t place = 0; place < row.size(); ++place) {
      if (place + kAhead < row.size()) rows_.prefetch(row[place + kAhead]);
      const std::uint32_t other = row[place];
      const std::span<const std::uint32_t> others = rows_.of(other);
      for (std::size_t third = 0; third < others.size(); ++third) {
        const Arcs marked = marks_[others[third]];
        if (marked == 0) continue;
        visit(RankedTriangle{{rank, other, others[third]},
                             arc_bits(rows_.arcs_at(rank, place), marked, rows_.arcs_at(other, third))});
      }
      count_edges(others.size());
    }
    for (const std::uint32_t lesser : row) marks_[lesser] = 0;
  }

 private:
  static constexpr std::size_t kAhead = 4;  // rows that are fetched before their turn

  void count_edges(std::size_t edges) {
    unchecked_edges_ += edges;
    if (unchecked_edges_ < Workers::kTaskEdges) return;
    unchecked_edges_ = 0;
    workers_.check();
  }

  Workers& workers_;
  const RankedRows& rows_;
  std::pmr::vector<Arcs> marks_;  // by rank: of the members of the row, the arcs between them
  std::size_t unchecked_edges_ = 0;
};

}  // namespace quadrille::analytics
