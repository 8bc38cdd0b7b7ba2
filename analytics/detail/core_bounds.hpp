#pragma once

// Core numbers between groups. A vertex has an upper bound of its core number, at first its degree, and lowers it to
// the greatest h for which h neighbours have bounds of at least h, until none changes: L. Lü, T. Zhou, Q.-M. Zhang, H.
// E. Stanley, The H-index of a network node, Nature Communications 2016; A. Montresor, F. De Pellegrini, D. Miorandi,
// Distributed k-core decomposition, TPDS 2013. A group goes on alone until its bounds agree with those of its ghosts,
// then a round brings the bounds that have fallen to other groups. While many fall, a group finds its bounds by peeling
// (core_peeling.hpp), which visits each edge once; later it visits the neighbours of what has fallen.
//
// The bounds never fall below the core numbers and end there in any order of visits.

#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/core_numbers.hpp"
#include "analytics/detail/ghost_lists.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class CoreBounds {
 public:
  // Collective. Of an undirected graph.
  CoreBounds(Workers& workers, const Graph& graph);
  // Collective. Frees all but the result.
  CoreResult run();

 private:
  struct FallenGhost {
    Slot ghost;
    std::uint32_t old_bound;
  };

  // Collective in the group. The bounds that agree with those of ghosts, by peeling.
  void peel();
  // Local, with other images at the same time. Lowers the bound of a vertex to what its neighbours support, and wakes
  // those that depend on it.
  void lower(Slot vertex);
  // Local. The same for the vertices on this image's stack, until it is empty.
  void settle_stack();
  // The new bound; `bound` itself if enough neighbours have as much.
  std::uint32_t supported_bound(Slot vertex, std::uint32_t bound);
  // Puts an own vertex on this image's stack, if a fall from `old_bound` to `bound` matters to it and it is on none.
  void wake(Slot vertex, std::uint32_t bound, std::uint32_t old_bound);
  // Collective. Brings bounds that have fallen to the ghosts.
  void exchange();
  // Collective in the group.
  void settle_neighbours_of_fallen();

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  GhostLists ghost_lists_;
  const std::span<std::uint32_t> bound_;         // by slot
  const std::span<Slot> below_;                  // by own slot on a stack: the one below it
  const BitWords waits_;                         // own vertices that are on a stack
  const BitWords fallen_;                        // own vertices whose bounds fell in this round
  std::pmr::vector<FallenGhost> fallen_ghosts_;  // of those that this image has received
  std::pmr::vector<std::uint32_t> count_;        // of neighbours, by bound
  Slot top_ = kNoSlot;                           // of this image's stack
  std::uint64_t lowered_ = 0;                    // by this image in this round
  std::size_t edges_ = 0;                        // since the last check
};

}  // namespace quadrille::analytics::detail
