#include "loader/find_heavy_objects.hpp"

#include <algorithm>
#include <functional>

#include "loader/shared_list.hpp"
#include "quadstore/heavy_finder.hpp"

namespace quadrille {

namespace {

std::vector<Huri> union_of(const std::vector<std::vector<Huri>>& lists) {
  std::vector<Huri> all;
  for (const std::vector<Huri>& list : lists) all.insert(all.end(), list.begin(), list.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<std::uint64_t> sum_of(const std::vector<std::vector<std::uint64_t>>& lists) {
  std::vector<std::uint64_t> sum(lists.front().size());
  for (const std::vector<std::uint64_t>& list : lists) {
    std::transform(sum.begin(), sum.end(), list.begin(), sum.begin(), std::plus<>());
  }
  return sum;
}

}  // namespace

std::vector<Huri> find_heavy_objects(pgas::Team& team, std::span<const TripleRow> triples,
                                     std::span<const QuadRow> quads, std::uint32_t shards) {
  const std::uint64_t rows = team.sum(std::uint64_t{triples.size() + quads.size()});
  const std::uint64_t threshold = std::max(HeavyObjects::threshold(rows, shards), kFewRows);
  if (rows <= threshold) return {};
  const auto candidates = union_of(gather_lists(team, heavy_candidates(triples, quads, shards)));
  const auto counts = sum_of(gather_lists(team, count_objects(triples, quads, candidates)));
  std::vector<Huri> heavy;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (counts[i] > threshold) heavy.push_back(candidates[i]);
  }
  return heavy;
}

}  // namespace quadrille
