#include "analytics/detail/ghost_lists.hpp"

#include <atomic>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/list_offsets.hpp"

namespace quadrille::analytics::detail {
namespace {

// Collective in the group. Calls f(own slot, number of the ghost) for each edge to a ghost.
template <class F>
void for_each_ghost_edge(Workers& workers, const Graph& graph, F&& f) {
  for_each_row_range(workers, graph.out(), [&](const Range& rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      for_each_different(graph.out(), static_cast<Slot>(row), [&](Slot neighbour) {
        if (!graph.is_own(neighbour)) f(static_cast<Slot>(row), neighbour - graph.own());
      });
    }
  });
}

}  // namespace

GhostLists::GhostLists(Workers& workers, const Graph& graph)
    : first_ghost_(graph.own()), ends_(workers.make_filled(graph.ghosts() + 1, std::uint64_t{0})) {
  const auto next = [&](std::size_t ghost) { return std::atomic_ref(ends_[ghost + 1]); };
  for_each_ghost_edge(workers, graph,
                      [&](Slot, std::size_t ghost) { next(ghost).fetch_add(1, std::memory_order_relaxed); });
  const Range mine = workers.my_part(graph.ghosts());
  std::uint64_t edges = 0;
  for (std::size_t ghost = mine.begin; ghost < mine.end; ++ghost) edges += ends_[ghost + 1];
  neighbours_ = workers.make_shared<Slot>(workers.sum(edges));
  add_up_lengths(workers, ends_, OffsetsOf::begins);
  for_each_ghost_edge(workers, graph, [&](Slot own, std::size_t ghost) {
    neighbours_[next(ghost).fetch_add(1, std::memory_order_relaxed)] = own;
  });
}

void GhostLists::free(Workers& workers) {
  workers.free_shared(ends_);
  workers.free_shared(neighbours_);
}

}  // namespace quadrille::analytics::detail
