#pragma once

// Bitmaps and minima in arrays that several images of a group change at the same time. Atomic operations are relaxed: a
// barrier of the group comes before others read the results.

#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::analytics {

using BitWords = std::span<std::uint64_t>;
using ConstBitWords = std::span<const std::uint64_t>;

constexpr std::size_t words_for_bits(std::size_t bits) {
  return (bits + 63) / 64;
}

// Local. For words that no other image changes now.
inline bool test_bit(ConstBitWords words, std::size_t bit) {
  return (words[bit / 64] >> (bit % 64) & 1) != 0;
}
inline void set_bit(BitWords words, std::size_t bit) {
  words[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

template <class T>
T load_relaxed(const T& place) {
  return std::atomic_ref<T>(const_cast<T&>(place)).load(std::memory_order_relaxed);
}
template <class T>
void store_relaxed(T& place, T value) {
  std::atomic_ref<T>(place).store(value, std::memory_order_relaxed);
}

// Local, atomic. Returns true if this call has set the bit.
inline bool set_bit_shared(BitWords words, std::size_t bit) {
  std::uint64_t& word = words[bit / 64];
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  if ((load_relaxed(word) & mask) != 0) return false;
  return (std::atomic_ref(word).fetch_or(mask, std::memory_order_relaxed) & mask) == 0;
}

// Local, atomic. Lowers `place` to `value` if that is less. Returns true if this call has lowered it.
template <class T>
bool lower_shared(T& place, std::type_identity_t<T> value) {
  std::atomic_ref<T> shared(place);
  T old = shared.load(std::memory_order_relaxed);
  while (value < old) {
    if (shared.compare_exchange_weak(old, value, std::memory_order_relaxed)) return true;
  }
  return false;
}

// Local. Calls visit(bit) for the set bits of words [first_word, last_word), ascending.
template <class Visit>
void for_each_bit(ConstBitWords words, std::size_t first_word, std::size_t last_word, Visit&& visit) {
  for (std::size_t word = first_word; word < last_word; ++word) {
    for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace quadrille::analytics
