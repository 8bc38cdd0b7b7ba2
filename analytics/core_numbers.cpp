#include "analytics/core_numbers.hpp"

#include "analytics/detail/core_bounds.hpp"
#include "analytics/detail/core_peeling.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

CoreResult core_numbers(Workers& workers, const Graph& graph) {
  QUADRILLE_ASSERT(graph.is_undirected() && graph.out().exist(), "core numbers need an undirected graph");
  if (!workers.is_one_group()) return detail::CoreBounds(workers, graph).run();
  RoundMeter meter(workers);
  const detail::PeeledCores peeled = detail::peel_cores(workers, graph, nullptr, &meter);
  return {peeled.core, peeled.greatest};
}

std::uint64_t estimate_core_bytes(const GraphSize& size) {
  if (size.groups == 1) return size.vertices * 16;
  // In each group, if it has all vertices as ghosts: the bound, the end of a list, a place to send it from, those that
  // remain and a queue; then two stacks, degrees, two bits, and the edges between groups from both ends.
  const auto groups = static_cast<std::uint64_t>(size.groups);
  return groups * size.vertices * (4 + 8 + 4 + 4 + 4) + size.vertices * 13 + size.edges * 8 * (groups - 1) / groups;
}

}  // namespace quadrille::analytics
