#pragma once

// RootOrder numbers the vertices of all groups by (owner_hash, HURI), so that a random number below vertices() chooses
// a vertex in the same way for any number of groups: the vertices of a group are consecutive in this order, since
// groups divide the range of hashes.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

class RootOrder {
 public:
  // Collective. Each image sorts the own vertices of a part of the hashes. Memory: 4 bytes a vertex, 8 more while it
  // sorts.
  RootOrder(Workers& workers, const Graph& graph);
  // Collective in the group.
  void free(Workers& workers) { workers.free_shared(slots_); }

  // Local. The own slot of the vertex with this number; kNoSlot if another group owns it.
  Slot find(std::uint64_t number) const {
    const std::uint64_t place = number - first_;  // smaller numbers wrap to large places
    return place < slots_.size() ? slots_[place] : kNoSlot;
  }

 private:
  std::uint64_t first_ = 0;  // the number of this group's first vertex
  std::span<Slot> slots_;    // own ones, in their order
};

}  // namespace quadrille::analytics
