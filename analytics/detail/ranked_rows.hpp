#pragma once

// RankedRows has a row for each rank of a DegreeOrder: the neighbours of lesser rank, as ranks. In a row the hubs come
// first, which are the ranks below `hubs`; else it has no order.
//
//   row r   | hubs | others |       own vertices: all neighbours of lesser rank
//                                   ghosts: those of them that this group has, if a row here has r
//
// Of a directed graph it also has the arcs between r and each of them.

#include <cstdint>
#include <span>

#include "analytics/detail/degree_order.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct RankedRows {
  std::uint32_t hubs = 0;
  std::span<std::uint64_t> begins;     // by rank, and the end
  std::span<std::uint32_t> hub_count;  // by rank
  std::span<std::uint32_t> targets;
  std::span<Arcs> arcs;  // of each target; empty if the graph is undirected

  std::span<const std::uint32_t> of(std::uint32_t rank) const {
    return targets.subspan(begins[rank], begins[rank + 1] - begins[rank]);
  }
  std::span<const std::uint32_t> hubs_of(std::uint32_t rank) const {
    return targets.subspan(begins[rank], hub_count[rank]);
  }
  // Between `rank` and number `place` of its row.
  Arcs arcs_at(std::uint32_t rank, std::size_t place) const {
    return arcs.empty() ? Arcs{kArcTo | kArcFrom} : arcs[begins[rank] + place];
  }
  // Local. Fetches the first cache lines of a row.
  void prefetch(std::uint32_t rank) const {
    const std::uint32_t* row = targets.data() + begins[rank];
    for (std::size_t line = 0; line < 4; ++line) __builtin_prefetch(row + line * 16);
  }
  std::span<const std::uint32_t> others_of(std::uint32_t rank) const { return of(rank).subspan(hub_count[rank]); }
};

// Collective. The arrays are shared by the group. Free them with free_rows().
RankedRows make_ranked_rows(Workers& workers, const Graph& graph, const DegreeOrder& order, std::uint32_t hubs);
// Collective in the group.
void free_rows(Workers& workers, const RankedRows& rows);

}  // namespace quadrille::analytics
