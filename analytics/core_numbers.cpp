#include "analytics/core_numbers.hpp"

#include "analytics/detail/core_peeling.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

CoreResult core_numbers(Workers& workers, const Graph& graph) {
  QUADRILLE_ASSERT(graph.is_undirected() && graph.out().exist(), "core numbers need an undirected graph");
  const detail::PeeledCores peeled = detail::peel_cores(workers, graph);
  return {peeled.core, peeled.greatest};
}

std::uint64_t estimate_core_bytes(const GraphSize& size) {
  if (size.groups == 1) return size.vertices * 16;
  // A group may have all other vertices as ghosts: what they have lost, two bits, and a place to send it from.
  const auto others = static_cast<std::uint64_t>(size.groups) - 1;
  return size.vertices * 16 + size.vertices * others * (4 + 5);
}

}  // namespace quadrille::analytics
