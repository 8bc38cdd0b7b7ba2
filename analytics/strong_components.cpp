#include "analytics/strong_components.hpp"

#include <algorithm>

#include "analytics/detail/colours.hpp"
#include "analytics/detail/open_vertices.hpp"
#include "analytics/detail/push_search.hpp"
#include "analytics/detail/rest_components.hpp"
#include "analytics/detail/trimming.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

using detail::OpenVertices;

// A vertex and the pairs of its in- and out-edges.
struct Pivot {
  std::uint64_t pairs = 0;
  Huri vertex;
};

// Collective. The open vertex with most pairs; of several the least.
Pivot choose_pivot(Workers& workers, const Graph& graph, const OpenVertices& open, const detail::Trimming& trimming) {
  Pivot best;
  open.for_each_here([&](Slot vertex) {
    const std::uint64_t pairs = std::uint64_t{trimming.in_edges(vertex)} * trimming.out_edges(vertex);
    const Huri huri = graph.huri(vertex);
    if (pairs > best.pairs || (pairs == best.pairs && huri < best.vertex)) best = {pairs, huri};
  });
  for (const Pivot& other : workers.team().all_gather(best)) {
    if (other.pairs > best.pairs || (other.pairs == best.pairs && other.vertex < best.vertex)) best = other;
  }
  return best;
}

// Collective. Closes the component of the pivot.
void close_component_of(Workers& workers, const Graph& graph, Mirrors& mirrors, OpenVertices& open, Huri pivot) {
  detail::PushSearch forward(workers, graph, graph.out(), mirrors), backward(workers, graph, graph.in(), mirrors);
  const Slot slot = graph.find(pivot);
  if (workers.is_first() && slot != kNoSlot && graph.is_own(slot)) {
    forward.mark(slot);
    backward.mark(slot);
  }
  forward.finish([&](Slot, Slot to) { return open.has(to); });
  backward.finish([&](Slot, Slot to) { return open.has(to) && (!graph.is_own(to) || forward.is_marked(to)); });
  Huri least = pivot;
  open.for_each_here([&](Slot vertex) {
    if (backward.is_marked(vertex) && forward.is_marked(vertex)) least = std::min(least, graph.huri(vertex));
  });
  least = workers.team().min(least);
  open.for_each_here([&](Slot vertex) {
    if (backward.is_marked(vertex) && forward.is_marked(vertex)) open.close(vertex, least);
  });
  open.share();
  forward.free();
  backward.free();
}

std::uint64_t count_names(Workers& workers, const Graph& graph, std::span<const Huri> component) {
  const Range mine = workers.my_part(graph.own());
  std::uint64_t count = 0;
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    count += component[row] == graph.huri(static_cast<Slot>(row));
  }
  return workers.team().sum(count);
}

}  // namespace

StrongComponentsResult strong_components(Workers& workers, const Graph& graph, const StrongComponentsOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "strong components need both lists");
  Mirrors mirrors(workers, graph, sizeof(std::uint64_t));
  OpenVertices open(workers, graph, mirrors);
  RoundMeter meter(workers);
  detail::Trimming trimming(workers, graph, mirrors, open);
  trimming.run();
  meter.end_round("trim", graph.vertices());
  const Pivot pivot = choose_pivot(workers, graph, open, trimming);
  trimming.free();
  std::uint64_t rest = open.count();
  if (rest > 0) {
    close_component_of(workers, graph, mirrors, open, pivot.vertex);
    meter.end_round("pivot", rest);
    rest = open.count();
  }
  const bool is_alone = workers.team().size() == 1 && options.serial_vertices > 0;
  while (rest > options.serial_vertices && !is_alone) {
    const std::uint64_t before = rest;
    const bool has_colours = detail::close_colours(workers, graph, mirrors, open, options.serial_vertices == 0);
    rest = open.count();
    meter.end_round("colours", before);
    if (options.serial_vertices > 0 && (!has_colours || before - rest < before / 8)) break;
  }
  if (rest > 0) detail::close_rest(workers, graph, open);
  if (rest > 0) meter.end_round("serial", rest);
  StrongComponentsResult result{open.component(), count_names(workers, graph, open.component())};
  open.free();
  mirrors.free();
  return result;
}

std::uint64_t estimate_strong_components_bytes(const GraphSize& size) {
  // Components, edges left and the stack, or components and two searches.
  return size.vertices * (8 + 8 + 4) + size.vertices / 8 + (size.groups > 1 ? size.vertices * 16 : 0);
}

}  // namespace quadrille::analytics
