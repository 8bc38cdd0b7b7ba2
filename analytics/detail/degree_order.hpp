#pragma once

// A DegreeOrder ranks the slots of a group by degree, greatest first. Degrees count different neighbours without the
// vertex itself; from 256 on they are equal if their first eight bits are. Equal ones are in the order of their owners'
// groups, then of HURIs, so that two vertices have the same order in each group that has both.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct DegreeOrder {
  std::span<std::uint32_t> degree;   // by slot
  std::span<std::uint32_t> rank_of;  // by slot
  std::span<Slot> slot_of;           // by rank
};

// Collective. The arrays are shared by the group. `mirrors` sends numbers of 32 bits.
DegreeOrder order_by_degree(Workers& workers, const Graph& graph, Mirrors& mirrors);

// Local. Calls f(neighbour) for the different neighbours of a vertex, in HURI order.
template <class F>
void for_each_different(const Lists& lists, Slot row, F&& f) {
  Slot last = row;
  for (const Slot neighbour : lists.of(row)) {
    if (neighbour == row || neighbour == last) continue;
    last = neighbour;
    f(neighbour);
  }
}

}  // namespace quadrille::analytics
