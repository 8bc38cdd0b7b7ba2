#pragma once

// SearchBits has a bit for each of 64 * kWords searches that run together.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analytics/vertex_numbers.hpp"

namespace quadrille::analytics {

template <int kWords>
struct SearchBits {
  std::array<std::uint64_t, kWords> of;

  bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : of) all |= word;
    return all != 0;
  }
  std::uint64_t count() const {
    std::uint64_t bits = 0;
    for (const std::uint64_t word : of) bits += static_cast<std::uint64_t>(std::popcount(word));
    return bits;
  }
  SearchBits without(const SearchBits& other) const {
    SearchBits rest;
    for (std::size_t word = 0; word < kWords; ++word) rest.of[word] = of[word] & ~other.of[word];
    return rest;
  }
  SearchBits& operator|=(const SearchBits& other) {
    for (std::size_t word = 0; word < kWords; ++word) of[word] |= other.of[word];
    return *this;
  }
  void set(std::size_t search) { of[search / 64] |= std::uint64_t{1} << (search % 64); }
};

// Of the wanted searches those that have a neighbour in their front. Stops when all have one.
template <int kWords>
SearchBits<kWords> pulled_bits(std::span<const Slot> neighbours, std::span<const SearchBits<kWords>> front,
                               const SearchBits<kWords>& wanted) {
  SearchBits<kWords> bits{};
  for (const Slot neighbour : neighbours) {
    bits |= front[neighbour];
    if (!wanted.without(bits).any()) return wanted;
  }
  for (std::size_t word = 0; word < kWords; ++word) bits.of[word] &= wanted.of[word];
  return bits;
}

}  // namespace quadrille::analytics
