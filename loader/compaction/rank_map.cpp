#include "loader/compaction/rank_map.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace quadrille {

namespace {

// The smallest number of 0 .. end for which `is_far_enough` is true; end if there is none.
template <class Predicate>
std::uint64_t first_that(std::uint64_t end, const Predicate& is_far_enough) {
  std::uint64_t begin = 0;
  while (begin < end) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    is_far_enough(middle) ? end = middle : begin = middle + 1;
  }
  return begin;
}

}  // namespace

RankMap::RankMap(std::span<const std::uint64_t> kept, std::uint64_t old_size, std::vector<std::uint64_t> points)
    : old_size_(old_size), blocks_(old_size / 64 + 1), points_(std::move(points)) {
  QUADRILLE_ASSERT(kept.size() >= (old_size + 63) / 64, "a bit for every old rank");
  QUADRILLE_ASSERT(std::is_sorted(points_.begin(), points_.end()), "insertions come in order");
  QUADRILLE_ASSERT(points_.empty() || points_.back() <= old_size, "insertions are between old terms");
  std::uint64_t before = 0, point = 0;
  for (std::size_t number = 0; number < blocks_.size(); ++number) {
    while (point < points_.size() && points_[point] < number * 64) ++point;
    Block& block = blocks_[number];
    block = {number < kept.size() ? kept[number] : 0, before, point};
    if (const std::uint64_t end = old_size - std::min<std::uint64_t>(old_size, number * 64); end < 64) {
      block.kept &= (std::uint64_t{1} << end) - 1;
    }
    before += static_cast<std::uint64_t>(std::popcount(block.kept));
  }
}

std::optional<std::uint64_t> RankMap::new_rank(std::uint64_t old_rank) const {
  if (!keeps(old_rank)) return std::nullopt;
  const std::uint64_t number = old_rank / 64;
  const auto first = points_.begin() + static_cast<std::ptrdiff_t>(blocks_[number].first_point);
  const auto end = number + 1 < blocks_.size()
                       ? points_.begin() + static_cast<std::ptrdiff_t>(blocks_[number + 1].first_point)
                       : points_.end();
  const auto behind = std::upper_bound(first, end, old_rank);
  return kept_before(old_rank) + static_cast<std::uint64_t>(behind - points_.begin());
}

RankMap::Cut RankMap::cut(std::uint64_t new_rank) const {
  Cut cut;
  cut.insertion = first_that(points_.size(), [&](std::uint64_t j) { return rank_of_insertion(j) >= new_rank; });
  const std::uint64_t kept = new_rank - cut.insertion;
  cut.old_rank = first_that(old_size_, [&](std::uint64_t rank) { return kept_before(rank) >= kept; });
  return cut;
}

}  // namespace quadrille
