#include "analytics/degree.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

double degree_of(const Graph& graph, Slot row) {
  const std::span<const Slot> list = graph.out().of(row);
  const std::span<const double> weights = graph.out().weights_of(row);
  if (weights.empty()) {
    const auto loops = graph.is_undirected() ? std::count(list.begin(), list.end(), row) : 0;
    return static_cast<double>(list.size()) + static_cast<double>(loops);
  }
  double sum = 0;
  for (std::size_t edge = 0; edge < list.size(); ++edge) {
    sum += list[edge] == row && graph.is_undirected() ? 2 * weights[edge] : weights[edge];
  }
  return sum;
}

}  // namespace

std::span<const double> degrees(Workers& workers, const Graph& graph, const DegreeOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist(), "degrees need out-lists");
  const std::span<double> degree = workers.make_shared<double>(graph.own());
  const auto others = static_cast<double>(std::max<std::uint64_t>(graph.vertices(), 1) - 1);
  RoundMeter meter(workers);
  for_each_row_range(workers, graph.out(), [&](Range rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      const double value = degree_of(graph, static_cast<Slot>(row));
      degree[row] = !options.normalised ? value : others > 0 ? value / others : 1;
    }
  });
  meter.end_round("count", graph.vertices());
  return degree;
}

}  // namespace quadrille::analytics
