#pragma once

// Consecutive shares divide items 0 .. items-1 among takers 0 .. takers-1: each gets consecutive items, in the order of
// the takers, and shares differ by one at most. Shards and parts of the vocabulary are placed on images like this.

#include <cstdint>

namespace quadrille {

// The taker that gets an item. Needs one taker or more, and item < items.
constexpr int taker_of(std::uint64_t item, std::uint64_t items, int takers) {
  return static_cast<int>(item * static_cast<std::uint64_t>(takers) / items);
}

// The first item of a share; of takers, one past the last: items. It is the smallest with
// item * takers / items >= taker.
constexpr std::uint64_t share_begin(int taker, std::uint64_t items, int takers) {
  const auto count = static_cast<std::uint64_t>(takers);
  return (static_cast<std::uint64_t>(taker) * items + count - 1) / count;
}

}  // namespace quadrille
