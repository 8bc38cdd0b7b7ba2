#pragma once

// A PairSet is a set of pairs of 32-bit numbers, with open addressing. Cost of add(): a cache miss.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <utility>
#include <vector>

#include "analytics/detail/mixed_bits.hpp"

namespace quadrille::analytics {

class PairSet {
 public:
  explicit PairSet(std::pmr::memory_resource& memory) : places_(kFewest, kFree, &memory) {}

  // Local. Returns true if the pair was not there. The second number is not 2^32 - 1.
  bool add(std::uint32_t first, std::uint32_t second) {
    const std::uint64_t pair = std::uint64_t{first} << 32 | second;
    std::uint64_t& place = place_of(pair);
    if (place == pair) return false;
    place = pair;
    if (++count_ * 2 > places_.size()) grow();
    return true;
  }
  // Local. Keeps its memory.
  void clear() {
    std::fill(places_.begin(), places_.end(), kFree);
    count_ = 0;
  }

 private:
  static constexpr std::size_t kFewest = 1 << 12;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  std::uint64_t& place_of(std::uint64_t pair) {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = static_cast<std::size_t>(pair * kGoldenRatio >> 20) & mask;
    while (places_[place] != pair && places_[place] != kFree) place = (place + 1) & mask;
    return places_[place];
  }
  void grow() {
    std::pmr::vector<std::uint64_t> old(places_.size() * 2, kFree, places_.get_allocator());
    std::swap(old, places_);
    for (const std::uint64_t pair : old) {
      if (pair != kFree) place_of(pair) = pair;
    }
  }

  std::pmr::vector<std::uint64_t> places_;  // a power of two
  std::size_t count_ = 0;
};

}  // namespace quadrille::analytics
