#pragma once

// A Scaled is a number that is not negative, with an exponent of 64 bits: counts of paths may exceed those of doubles.
// Operations round as those of doubles do, so both have the same digits where a double has no overflow or underflow.
// The overloads for doubles let kernels be written for either.

#include <bit>
#include <cmath>
#include <cstdint>

namespace quadrille::analytics {

class Scaled {
 public:
  Scaled() = default;
  // `value` is 0 or a normal number.
  explicit Scaled(double value) : Scaled(value, 0) {}

  Scaled& operator+=(const Scaled& other) {
    if (other.mantissa_ == 0) return *this;
    if (mantissa_ == 0) return *this = other;
    const std::int64_t gap = exponent_ - other.exponent_;
    *this = gap >= 0 ? Scaled(mantissa_ + other.mantissa_ * power(-gap), exponent_)
                     : Scaled(mantissa_ * power(gap) + other.mantissa_, other.exponent_);
    return *this;
  }
  // The product, if a double can hold it.
  friend double product(const Scaled& a, const Scaled& b) {
    const std::int64_t exponent = a.exponent_ + b.exponent_;
    if (exponent < -1100) return 0;
    return std::ldexp(a.mantissa_ * b.mantissa_, static_cast<int>(exponent));
  }
  // divisor != 0.
  friend Scaled quotient(double dividend, const Scaled& divisor) {
    return {dividend / divisor.mantissa_, -divisor.exponent_};
  }

 private:
  static constexpr std::uint64_t kFraction = (std::uint64_t{1} << 52) - 1;
  static constexpr std::int64_t kBias = 1023;

  // value * 2^exponent; value is 0 or a normal number.
  Scaled(double value, std::int64_t exponent) {
    if (value == 0) return;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    mantissa_ = std::bit_cast<double>((bits & kFraction) | static_cast<std::uint64_t>(kBias) << 52);
    exponent_ = exponent + static_cast<std::int64_t>(bits >> 52) - kBias;
  }
  // 2^exponent, for one that is 0 or less; 0 if it is too small to matter beside 1.
  static double power(std::int64_t exponent) {
    return exponent < -1000 ? 0 : std::bit_cast<double>(static_cast<std::uint64_t>(kBias + exponent) << 52);
  }

  double mantissa_ = 0;  // in [1, 2), or 0
  std::int64_t exponent_ = 0;
};

inline double product(double a, double b) {
  return a * b;
}
inline double quotient(double dividend, double divisor) {
  return dividend / divisor;
}

// True if a count of paths is so large that results of doubles would lose digits.
inline bool is_too_large(double paths) {
  return paths > 0x1p960;
}
inline bool is_too_large(const Scaled&) {
  return false;
}

}  // namespace quadrille::analytics
