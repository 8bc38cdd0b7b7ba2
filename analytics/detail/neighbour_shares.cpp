#include "analytics/detail/neighbour_shares.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "analytics/detail/candidate_lists.hpp"
#include "analytics/mirrors.hpp"

namespace quadrille::analytics {

NeighbourShares make_neighbour_shares(Workers& workers, const Graph& graph, SimilarityMeasure measure) {
  if (measure != SimilarityMeasure::adamic_adar) return {};
  std::uint64_t most = 0;
  const Range mine = workers.my_part(graph.own());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    most = std::max(most, graph.out().degree(static_cast<Slot>(row)));
  }
  // Shares are below 2, so the sum of `most` of them is below 2^63.
  const int digits = std::min(52, 62 - static_cast<int>(std::bit_width(workers.team().max(most))));
  const std::span<std::uint64_t> shares = workers.make_shared<std::uint64_t>(graph.slots());
  for_each_row_range(workers, graph.in(), [&](Range rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      const std::uint32_t others = other_neighbours(graph.in(), static_cast<Slot>(row));
      const double share = others < 2 ? 1 : 1 / std::log(static_cast<double>(others));
      shares[row] = static_cast<std::uint64_t>(std::llround(std::ldexp(share, digits)));
    }
  });
  if (!workers.is_one_group()) {
    Mirrors mirrors(workers, graph, sizeof(std::uint64_t));
    mirrors.update_all(shares);
    mirrors.free();
  }
  return {shares, digits};
}

double similarity_of(SimilarityMeasure measure, double common, std::uint32_t first_degree,
                     std::uint32_t second_degree) {
  if (common == 0 || measure == SimilarityMeasure::adamic_adar) return common;
  const double first = first_degree, second = second_degree;
  if (measure == SimilarityMeasure::jaccard) return common / (first + second - common);
  if (measure == SimilarityMeasure::overlap) return common / std::min(first, second);
  return std::sqrt(common * common / (first * second));  // equal quotients of integers have equal roots
}

}  // namespace quadrille::analytics
