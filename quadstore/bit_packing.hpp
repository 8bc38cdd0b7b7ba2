#pragma once

// Functions that store unsigned integers in `width` bits each, one after another, low bits first: value i occupies the
// bits [i * width, (i + 1) * width) of the sequence. Eight values fill exactly `width` bytes, so the kernels work on
// groups of eight with all shifts known at compile time (65 instantiations): about one nanosecond for two values, on
// plain x86-64.
//
// Decoding may read up to kPackingSlack bytes after the last byte of a sequence (whole groups, whole words); the owner
// of the memory keeps that many readable bytes after it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"

namespace quadrille {

inline constexpr std::size_t kPackingSlack = 80;

constexpr std::size_t packed_bytes(std::size_t values, int width) {
  return (values * width + 7) / 8;
}

constexpr std::uint64_t low_bits(int width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// The number of bits of `value`: 0 for 0, 64 for the largest.
constexpr int bits_needed(std::uint64_t value) {
  return value == 0 ? 0 : 64 - __builtin_clzll(value);
}

// Appends the low `width` bits of every value to `out`; the last byte is filled with zero bits.
void pack_bits(std::span<const std::uint64_t> values, int width, std::vector<std::byte>& out);

// out[i] = base + value from+i, for from <= i < to.
void unpack_bits(const std::byte* packed, int width, std::size_t from, std::size_t to, std::uint64_t base,
                 std::uint64_t* out);

// The widest values that a word holds wherever in its first byte they begin.
inline constexpr int kWidestInWord = 57;

// Value i of the sequence.
inline std::uint64_t packed_value(const std::byte* packed, int width, std::size_t i) {
  const std::size_t bit = i * width;
  const int shift = static_cast<int>(bit % 8);
  if (width <= kWidestInWord) [[likely]] {
    return load<std::uint64_t>(packed + bit / 8) >> shift & ((std::uint64_t{1} << width) - 1);
  }
  std::uint64_t value = load<std::uint64_t>(packed + bit / 8) >> shift;
  if (shift + width > 64) value |= static_cast<std::uint64_t>(packed[bit / 8 + 8]) << (64 - shift);
  return value & low_bits(width);
}

// The first of the values [from, to), which ascend, that is not below `least`; `to` if there is none.
inline std::size_t first_packed_at_least(const std::byte* packed, int width, std::size_t from, std::size_t to,
                                         std::uint64_t least) {
  while (from < to) {
    const std::size_t middle = from + (to - from) / 2;
    if (packed_value(packed, width, middle) < least) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

}  // namespace quadrille
