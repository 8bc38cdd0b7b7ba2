#pragma once

// GhostLists has the own neighbours of each ghost: what is to be visited when a value of the ghost changes. The lists
// of the graph have them only from the other end.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class GhostLists {
 public:
  // Collective in the group. Of an undirected graph; loops are left out and parallel edges count once. Cost: two passes
  // over the lists; 8 bytes a ghost and 4 an edge to a ghost.
  GhostLists(Workers& workers, const Graph& graph);
  // Collective in the group.
  void free(Workers& workers);

  // Local. In any order.
  std::span<const Slot> of(Slot ghost) const {
    const std::size_t list = ghost - first_ghost_;
    return neighbours_.subspan(ends_[list], ends_[list + 1] - ends_[list]);
  }

 private:
  std::size_t first_ghost_;
  std::span<std::uint64_t> ends_;  // of list r at r + 1
  std::span<Slot> neighbours_;
};

}  // namespace quadrille::analytics::detail
