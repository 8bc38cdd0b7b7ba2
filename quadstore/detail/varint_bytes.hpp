#pragma once

// Numbers of variable length in columns: small ones take a byte.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.hpp"

namespace quadrille::detail {

inline void append_varint(std::uint64_t value, std::vector<std::byte>& out) {
  unsigned char varint[kMaxVarintBytes];
  const auto* bytes = reinterpret_cast<const std::byte*>(varint);
  out.insert(out.end(), bytes, bytes + (put_varint(varint, value) - varint));
}

// Moves `in` past the number.
inline std::uint64_t take_varint(const std::byte*& in) {
  const auto* start = reinterpret_cast<const unsigned char*>(in);
  const unsigned char* after = start;
  const std::uint64_t value = get_varint(after);
  in += after - start;
  return value;
}

// Signed numbers as unsigned ones, small for small: 0, -1, 1, -2, ... -> 0, 1, 2, 3, ...
constexpr std::uint64_t zigzag(std::uint64_t number) {
  return number << 1 ^ (0 - (number >> 63));
}
constexpr std::uint64_t unzigzag(std::uint64_t coded) {
  return coded >> 1 ^ (0 - (coded & 1));
}

}  // namespace quadrille::detail
