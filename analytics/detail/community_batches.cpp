#include "analytics/detail/community_batches.hpp"

namespace quadrille::analytics::detail {

CommunityBatches::CommunityBatches(const CommunityCrew& crew, const CommunityLevel& level, std::uint64_t seed,
                                   std::uint32_t count)
    : crew_(&crew), seed_(seed * 0xd1342543de82ef95 + 1), count_(count), rows_(crew.make<std::uint32_t>(level.rows())) {
  const int images = crew.is_alone() ? 1 : crew.workers().size();
  const int place = crew.is_alone() ? 0 : crew.workers().place();
  // By batch, and in it by image: the next place of a row.
  std::span<std::size_t> next = crew.make<std::size_t>(static_cast<std::size_t>(images) * count);
  std::vector<std::size_t> counts(count, 0);
  const Range mine = crew.my_part(level.rows());
  for (std::size_t row = mine.begin; row < mine.end; ++row) ++counts[batch_of(level.number_of(row))];
  for (std::uint32_t batch = 0; batch < count; ++batch) {
    next[batch * static_cast<std::size_t>(images) + static_cast<std::size_t>(place)] = counts[batch];
  }
  crew.barrier();
  std::size_t begin = 0;
  for (std::uint32_t batch = 0; batch < count; ++batch) {
    begins_.push_back(begin);
    for (int image = 0; image < images; ++image) {
      if (image == place) counts[batch] = begin;
      begin += next[batch * static_cast<std::size_t>(images) + static_cast<std::size_t>(image)];
    }
  }
  begins_.push_back(begin);
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    rows_[counts[batch_of(level.number_of(row))]++] = static_cast<std::uint32_t>(row);
  }
  crew.free(next);
}

}  // namespace quadrille::analytics::detail
