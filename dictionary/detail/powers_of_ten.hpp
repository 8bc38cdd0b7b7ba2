#pragma once

// Powers of ten that fit in 64 bits, for the short decimals.

#include <array>
#include <cstdint>

namespace quadrille::detail {

inline constexpr std::uint32_t kMaxSmallPower = 18;  // 10^18 fits in 63 bits

inline constexpr std::array<std::int64_t, kMaxSmallPower + 1> kPowersOfTen = [] {
  std::array<std::int64_t, kMaxSmallPower + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

// value * 10^exponent, if it fits.
inline bool shift_left(std::int64_t value, std::uint32_t exponent, std::int64_t& out) {
  if (value == 0) {
    out = 0;
    return true;
  }
  return exponent <= kMaxSmallPower && !__builtin_mul_overflow(value, kPowersOfTen[exponent], &out);
}

}  // namespace quadrille::detail
