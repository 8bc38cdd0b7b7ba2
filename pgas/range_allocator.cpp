#include "pgas/range_allocator.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/bytes.hpp"

namespace quadrille::pgas {

RangeAllocator::RangeAllocator(std::size_t capacity, std::size_t granule) : granule_(granule) {
  if (capacity / granule > 0) insert_free(0, capacity / granule * granule);
}

std::optional<std::size_t> RangeAllocator::allocate(std::size_t bytes) {
  bytes = round_up(std::max<std::size_t>(bytes, 1), granule_);
  const auto best = by_size_.lower_bound({bytes, 0});
  if (best == by_size_.end()) return std::nullopt;
  const auto [found, offset] = *best;
  erase_free(free_.find(offset));
  if (found > bytes) insert_free(offset + bytes, found - bytes);
  used_.emplace(offset, bytes);
  used_bytes_ += bytes;
  high_water_ = std::max(high_water_, offset + bytes);
  return offset;
}

void RangeAllocator::free(std::size_t offset) {
  const auto piece = used_.find(offset);
  QUADRILLE_ASSERT(piece != used_.end(), "only what was allocated is freed, once");
  std::size_t bytes = piece->second;
  used_.erase(piece);
  used_bytes_ -= bytes;
  auto after = free_.lower_bound(offset);
  if (after != free_.end() && after->first == offset + bytes) {
    bytes += after->second;
    const auto next = std::next(after);
    erase_free(after);
    after = next;
  }
  if (after != free_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == offset) {
      offset = before->first;
      bytes += before->second;
      erase_free(before);
    }
  }
  insert_free(offset, bytes);
}

void RangeAllocator::insert_free(std::size_t offset, std::size_t bytes) {
  free_.emplace(offset, bytes);
  by_size_.emplace(bytes, offset);
}

void RangeAllocator::erase_free(std::map<std::size_t, std::size_t>::iterator piece) {
  by_size_.erase({piece->second, piece->first});
  free_.erase(piece);
}

}  // namespace quadrille::pgas
