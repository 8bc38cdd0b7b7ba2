#include "analytics/detail/live_edges.hpp"

namespace quadrille::analytics {

LiveEdges::LiveEdges(Workers& workers, const Graph& graph, const InfluenceOptions& options)
    : workers_(workers),
      graph_(graph),
      lists_(graph.in()),
      seed_(mixed_bits(options.seed + kGoldenRatio)),
      way_(way_of(lists_, options)),
      probability_(options.probability),
      even_(static_cast<std::uint64_t>(probability_ * kCoins)),
      skip_factor_(probability_ > 0 && probability_ < 1 ? 1 / std::log1p(-probability_) : 0) {
  if (lists_.has_weights()) measure_rows();
}

LiveEdges::Way LiveEdges::way_of(const Lists& lists, const InfluenceOptions& options) {
  if (options.model == InfluenceModel::linear_threshold) return Way::one;
  if (lists.has_weights()) return Way::coins;
  return options.probability > 0 && options.probability < kMostSkipped ? Way::skips : Way::even_coins;
}

void LiveEdges::measure_rows() {
  weights_of_rows_ = workers_.make_shared<double>(graph_.own());
  for_each_row_range(workers_, lists_, [&](Range rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      double sum = 0, most = 0;
      for (const double weight : lists_.weights_of(static_cast<Slot>(row))) {
        sum += weight;
        most = std::max(most, weight);
      }
      weights_of_rows_[row] = way_ == Way::one ? sum : most;
      count(lists_.degree(static_cast<Slot>(row)));
    }
  });
}

std::size_t LiveEdges::choose_one(std::uint64_t state, Slot row, std::size_t degree) {
  const double number = unit_number(mixed_bits(state + kGoldenRatio));
  if (weights_of_rows_.empty()) {
    count(1);
    const double total = probability_ * static_cast<double>(degree);
    if (number >= total) return degree;
    const double place = total > 1 ? number * static_cast<double>(degree) : number / probability_;
    return std::min(degree - 1, static_cast<std::size_t>(place));
  }
  count(degree);
  const double wanted = number * std::max(1.0, weights_of_rows_[row]);
  double sum = 0;
  const std::span<const double> weights = lists_.weights_of(row);
  for (std::size_t place = 0; place < degree; ++place) {
    sum += weights[place];
    if (wanted < sum) return place;
  }
  return degree;
}

}  // namespace quadrille::analytics
