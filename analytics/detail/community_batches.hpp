#pragma once

// CommunityBatches divides the rows of a level into batches by a hash of seed and number. The vertices of a batch are
// decided side by side, all by the state before the batch, so the outcome does not depend on images and groups.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "analytics/detail/community_crew.hpp"
#include "analytics/detail/community_level.hpp"

namespace quadrille::analytics::detail {

class CommunityBatches {
 public:
  // Collective in the crew.
  CommunityBatches(const CommunityCrew& crew, const CommunityLevel& level, std::uint64_t seed, std::uint32_t count);
  // Collective in the crew.
  void free() { crew_->free(rows_); }

  std::uint32_t count() const { return count_; }
  std::uint32_t batch_of(std::uint32_t number) const {
    return static_cast<std::uint32_t>(((number + seed_) * 0x9e3779b97f4a7c15 >> 32) * count_ >> 32);
  }
  // Its rows, ascending.
  std::span<const std::uint32_t> rows_of(std::uint32_t batch) const {
    return rows_.subspan(begins_[batch], begins_[batch + 1] - begins_[batch]);
  }

 private:
  const CommunityCrew* crew_;
  std::uint64_t seed_;
  std::uint32_t count_;
  std::span<std::uint32_t> rows_;    // by batch
  std::vector<std::size_t> begins_;  // by batch, and the end
};

}  // namespace quadrille::analytics::detail
