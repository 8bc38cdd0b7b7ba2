#include "analytics/detail/vertex_ranks.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/detail/group_broadcast.hpp"

namespace quadrille::analytics {

std::span<std::uint64_t> ranks_of_vertices(Workers& workers, const Graph& graph) {
  const std::span<const Huri> own = graph.huris().first(graph.own());
  // First the vertices of other groups that lie between an own vertex and the one before it.
  const std::span<std::uint64_t> ranks = workers.make_filled<std::uint64_t>(own.size(), 0);
  const Range mine = workers.my_part(own.size());
  detail::broadcast_to_groups<Huri>(workers, own.subspan(mine.begin, mine.size()), [&](std::span<const Huri> others) {
    auto next = others.empty() ? own.end() : std::ranges::lower_bound(own, others.front());
    for (const Huri other : others) {
      while (next != own.end() && *next < other) ++next;
      if (next == own.end()) break;
      std::atomic_ref(ranks[static_cast<std::size_t>(next - own.begin())]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  if (workers.is_first()) {
    std::uint64_t others = 0;
    for (std::size_t slot = 0; slot < ranks.size(); ++slot) ranks[slot] = slot + (others += ranks[slot]);
  }
  workers.barrier();
  return ranks;
}

}  // namespace quadrille::analytics
