#pragma once

// An ExactSum adds doubles in fixed point of 128 bits, so the sum does not depend on the order of the terms, nor on the
// number of images and groups. Each term is first rounded to a multiple of 2^-kFractionBits, always in the same way.
// Terms and sums are below 2^(126 - kFractionBits) in absolute value; terms that are not are an assertion. Cost: 2 ns a
// term.

#include <cmath>
#include <cstdint>

#include "base/assert.hpp"
#include "pgas/team.hpp"

namespace quadrille::analytics {

template <int kFractionBits>
class ExactSum {
 public:
  void add(double term) {
    QUADRILLE_ASSERT(std::fabs(term) < kBound, "terms of exact sums are bounded");
    // The part above 2^-kLowBits is exact in 64 bits; so is what remains, after it is rounded.
    const double scaled = term * kHigh;
    const auto high = static_cast<std::int64_t>(scaled);
    const auto low = static_cast<std::int64_t>((scaled - static_cast<double>(high)) * kLow);
    total_ += static_cast<Wide>(high) * static_cast<Wide>(kLow) + static_cast<Wide>(low);
  }
  ExactSum& operator+=(const ExactSum& other) {
    total_ += other.total_;
    return *this;
  }
  double value() const {
    const auto high = static_cast<std::int64_t>(total_ >> kHalf);
    const auto low = static_cast<std::uint64_t>(total_ - (static_cast<Wide>(high) << kHalf));
    return static_cast<double>(high) / kHigh + static_cast<double>(low) / (kHigh * kLow);
  }

 private:
  __extension__ using Wide = __int128;
  static constexpr int kHalf = 62;
  static_assert(kFractionBits > kHalf && kFractionBits < 126);
  static constexpr double kLow = static_cast<double>(std::int64_t{1} << kHalf);
  static constexpr double kHigh = static_cast<double>(std::int64_t{1} << (kFractionBits - kHalf));
  static constexpr double kBound = static_cast<double>(std::uint64_t{1} << 63) / kHigh;

  Wide total_ = 0;
};

// For terms such as scores of ranks: below 2^26, with steps of 2^-100.
using UnitSum = ExactSum<100>;
// For terms such as distances and counts: below 2^62, with steps of 2^-64.
using LargeSum = ExactSum<64>;

// An ExactSum of few bits, for terms that are not negative and whose sum is below 4, such as shares of one: steps of
// 2^-61. Cost: 1 ns a term.
class ShareSum {
 public:
  void add(double term) { total_ += static_cast<std::int64_t>(term * kSteps + 0.5); }
  ShareSum& operator+=(const ShareSum& other) {
    total_ += other.total_;
    return *this;
  }
  double value() const { return static_cast<double>(total_) / kSteps; }

 private:
  static constexpr double kSteps = static_cast<double>(std::int64_t{1} << 61);
  std::int64_t total_ = 0;
};

// Collective. The sum of all images' sums.
inline double total_of(pgas::Team& team, const ShareSum& mine) {
  return team.sum(mine).value();
}
template <int kFractionBits>
double total_of(pgas::Team& team, const ExactSum<kFractionBits>& mine) {
  return team.sum(mine).value();
}

}  // namespace quadrille::analytics
