#pragma once

// A DegreeOrder ranks the slots of a group by degree, greatest first. Degrees count different neighbours in both
// directions, without the vertex itself; from 256 on they are equal if their first eight bits are. Equal ones are in
// the order of their owners' groups, then of HURIs, so that two vertices have the same order in each group that has
// both.

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

// Collective in the group. The number of different neighbours of each own slot, in either direction, without itself.
void count_neighbours(Workers& workers, const Graph& graph, std::span<std::uint32_t> degree);

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

// The arcs between a vertex and a neighbour: kArcTo, kArcFrom, or both. In an undirected graph there are both.
using Arcs = std::uint8_t;
inline constexpr Arcs kArcTo = 1;    // from the vertex to the neighbour
inline constexpr Arcs kArcFrom = 2;  // from the neighbour to the vertex

// Local. Calls f(neighbour, arcs) for the different neighbours of a vertex in either direction, in HURI order. A
// directed graph needs both lists.
template <class F>
void for_each_neighbour(const Graph& graph, Slot row, F&& f) {
  if (graph.is_undirected()) {
    for_each_different(graph.out(), row, [&](Slot neighbour) { f(neighbour, Arcs{kArcTo | kArcFrom}); });
    return;
  }
  const std::span<const Slot> out = graph.out().of(row), in = graph.in().of(row);
  const auto precedes = [&](Slot a, Slot b) {
    return graph.is_own(a) && graph.is_own(b) ? a < b : a != b && graph.precedes(a, b);
  };
  std::size_t to = 0, from = 0;
  while (to < out.size() || from < in.size()) {
    const bool takes_out = to < out.size() && (from == in.size() || !precedes(in[from], out[to]));
    const Slot neighbour = takes_out ? out[to] : in[from];
    Arcs arcs = 0;
    for (; to < out.size() && out[to] == neighbour; ++to) arcs |= kArcTo;
    for (; from < in.size() && in[from] == neighbour; ++from) arcs |= kArcFrom;
    if (neighbour != row) f(neighbour, arcs);
  }
}

}  // namespace quadrille::analytics
