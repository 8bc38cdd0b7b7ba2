#include "analytics/components.hpp"

#include <algorithm>
#include <unordered_map>

#include "analytics/detail/component_labels.hpp"
#include "analytics/detail/long_rows.hpp"
#include "analytics/detail/slot_forest.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::size_t kFirstNeighbours = 2;  // of each vertex, before the largest component is estimated
constexpr std::size_t kSamples = 1024;

void unite_first_neighbours(Workers& workers, const Graph& graph, const Lists& lists, detail::SlotForest& forest) {
  for (std::size_t place = 0; place < kFirstNeighbours; ++place) {
    workers.for_each_task(graph.own(), Workers::kTaskVertices, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::span<const Slot> list = lists.of(static_cast<Slot>(row));
        if (place < list.size()) forest.unite(static_cast<Slot>(row), list[place]);
      }
    });
    forest.flatten();
  }
}

// Unites the vertices that are not in the largest component with their other neighbours. Every edge with one end
// outside of it is seen from there, if both lists exist.
template <class IsInLargest>
void unite_others(Workers& workers, const Lists& lists, std::size_t first, detail::SlotForest& forest,
                  const IsInLargest& is_in_largest) {
  LongRows long_rows(workers, lists);
  for_each_row_range(workers, lists, [&](Range rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      if (is_in_largest(static_cast<Slot>(row)) || long_rows.has(static_cast<Slot>(row))) continue;
      const std::span<const Slot> list = lists.of(static_cast<Slot>(row));
      for (std::size_t place = first; place < list.size(); ++place) {
        forest.unite(static_cast<Slot>(row), list[place]);
      }
    }
  });
  long_rows.for_each_chunk([&](const LongRows::Chunk& chunk) {
    if (is_in_largest(chunk.row)) return;
    const std::span<const Slot> list = lists.of(chunk.row);
    for (std::size_t place = std::max(first, chunk.begin); place < chunk.end; ++place) {
      forest.unite(chunk.row, list[place]);
    }
  });
  long_rows.free();
}

// Collective. The label that is most frequent among some vertices of all groups: of labels[] by root.
Huri most_frequent(Workers& workers, const Graph& graph, const detail::SlotForest& forest,
                   std::span<const Huri> labels) {
  struct Found {
    Huri label;
    std::uint64_t vertices = 0;
  };
  std::unordered_map<Huri, std::uint64_t> counts;
  const std::size_t samples = std::min(graph.own(), kSamples);
  Found best;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const Huri label = labels[forest.above(static_cast<Slot>(graph.own() * sample / samples))];
    const std::uint64_t count = ++counts[label] * graph.own() / samples;
    if (count > best.vertices) best = {label, count};
  }
  // A label may be the best in several groups.
  counts.clear();
  Huri largest;
  std::uint64_t most = 0;
  for (const Found& found : workers.team().all_gather(best)) {
    const std::uint64_t count = counts[found.label] += found.vertices;
    if (count > most) largest = found.label;
    most = std::max(most, count);
  }
  return largest;
}

// Collective. Counts the vertices that name their components.
std::uint64_t count_components(Workers& workers, const Graph& graph, std::span<const Huri> component) {
  const Range mine = workers.my_part(graph.own());
  std::uint64_t count = 0;
  for (std::size_t row = mine.begin; row < mine.end; ++row)
    count += component[row] == graph.huri(static_cast<Slot>(row));
  return workers.team().sum(count);
}

}  // namespace

ComponentsResult connected_components(Workers& workers, const Graph& graph) {
  QUADRILLE_ASSERT(graph.out().exist() || graph.in().exist(), "components need lists");
  const bool has_both = graph.out().exist() && graph.in().exist();
  const Lists& lists = graph.out().exist() ? graph.out() : graph.in();
  detail::SlotForest forest(workers, graph.slots());
  detail::ComponentLabels labels(workers, graph);
  const auto root_of = [&](Slot slot) { return forest.above(slot); };
  RoundMeter meter(workers);

  unite_first_neighbours(workers, graph, lists, forest);
  labels.unite_groups(root_of);
  const Huri largest = most_frequent(workers, graph, forest, labels.by_root());
  meter.end_round("sample", graph.vertices());
  const auto is_in_largest = [&](Slot slot) { return has_both && labels.by_root()[forest.above(slot)] == largest; };
  unite_others(workers, lists, kFirstNeighbours, forest, is_in_largest);
  if (has_both && !graph.is_undirected()) unite_others(workers, graph.in(), 0, forest, is_in_largest);
  forest.flatten();
  labels.unite_groups(root_of);
  meter.end_round("unite", graph.vertices());

  ComponentsResult result;
  const std::span<Huri> component = workers.make_shared<Huri>(graph.own());
  const Range mine = workers.my_part(graph.own());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    component[row] = labels.by_root()[forest.above(static_cast<Slot>(row))];
  }
  workers.barrier();
  result.component = component;
  result.components = count_components(workers, graph, component);
  labels.free();
  forest.free();
  return result;
}

std::uint64_t estimate_components_bytes(const GraphSize& size) {
  // The forest, and the component of each vertex. Several groups: labels of slots, of which there are more.
  return size.vertices * (4 + 8) + (size.groups > 1 ? size.vertices * 32 : 0);
}

}  // namespace quadrille::analytics
