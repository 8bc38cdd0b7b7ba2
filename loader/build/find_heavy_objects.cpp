#include "loader/build/find_heavy_objects.hpp"

#include <algorithm>
#include <functional>

#include "base/sort_different.hpp"
#include "loader/build/shared_list.hpp"
#include "quadstore/heavy_finder.hpp"

namespace quadrille {

namespace {

std::vector<Huri> union_of(const std::vector<std::vector<Huri>>& lists) {
  std::vector<Huri> all;
  for (const std::vector<Huri>& list : lists) all.insert(all.end(), list.begin(), list.end());
  sort_different(all);
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

std::vector<Huri> find_heavy_objects(pgas::Team& team, std::uint64_t rows, const RowChunks& chunks,
                                     std::uint32_t shards) {
  const std::uint64_t all_rows = team.sum(rows);
  const std::uint64_t threshold = std::max(HeavyObjects::threshold(all_rows, shards), kFewRows);
  if (all_rows <= threshold) return {};
  // An object that is heavy among all rows is heavy in at least one chunk.
  std::vector<std::vector<Huri>> of_chunks;
  chunks([&](auto triples, auto quads) { of_chunks.push_back(heavy_candidates(triples, quads, shards)); });
  const auto candidates = union_of(gather_lists(team, union_of(of_chunks)));
  std::vector<std::uint64_t> mine(candidates.size());
  chunks([&](auto triples, auto quads) { mine = sum_of({mine, count_objects(triples, quads, candidates)}); });
  const auto counts = sum_of(gather_lists(team, mine));
  std::vector<Huri> heavy;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (counts[i] > threshold) heavy.push_back(candidates[i]);
  }
  return heavy;
}

}  // namespace quadrille
