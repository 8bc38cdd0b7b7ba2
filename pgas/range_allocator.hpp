#pragma once

// A RangeAllocator allocates pieces of a range of offsets [0, capacity), in multiples of a granule: best fit, free
// neighbours merged. It is deterministic: the same calls return the same offsets, so a symmetric heap stays symmetric
// if every image makes the same calls. It holds no memory itself. Not thread-safe. Cost: logarithmic in the number of
// free pieces.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace quadrille::pgas {

class RangeAllocator {
 public:
  RangeAllocator(std::size_t capacity, std::size_t granule);

  // nullopt: no free piece is long enough.
  std::optional<std::size_t> allocate(std::size_t bytes);
  // `offset` must come from allocate().
  void free(std::size_t offset);

  std::size_t size_of(std::size_t offset) const { return used_.at(offset); }
  std::size_t used_bytes() const { return used_bytes_; }
  std::size_t high_water_bytes() const { return high_water_; }  // the largest end of any piece so far
  std::size_t used_end() const { return used_.empty() ? 0 : used_.rbegin()->first + used_.rbegin()->second; }
  std::size_t largest_free_bytes() const { return by_size_.empty() ? 0 : by_size_.rbegin()->first; }

  // The free pieces below the high-water mark: calls visit(offset, bytes).
  template <class Visit>
  void for_each_free(Visit&& visit) const {
    for (const auto& [offset, bytes] : free_) {
      if (offset < high_water_) visit(offset, std::min(bytes, high_water_ - offset));
    }
  }

 private:
  void insert_free(std::size_t offset, std::size_t bytes);
  void erase_free(std::map<std::size_t, std::size_t>::iterator piece);

  std::size_t granule_;
  std::size_t used_bytes_ = 0;
  std::size_t high_water_ = 0;
  std::map<std::size_t, std::size_t> used_;                // offset -> bytes
  std::map<std::size_t, std::size_t> free_;                // offset -> bytes
  std::set<std::pair<std::size_t, std::size_t>> by_size_;  // (bytes, offset) of the free pieces
};

}  // namespace quadrille::pgas
