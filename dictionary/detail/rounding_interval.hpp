#pragma once

// An Interval is a range of exact numbers with open or closed ends: those that are rounded to a given double or float.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "dictionary/decimal.hpp"

namespace quadrille::detail {

// One side of an interval of numbers.
struct Bound {
  Decimal value;
  int infinite = 0;  // -1, 1: an infinity, not `value`
  bool included = true;
};

struct Interval {
  Bound low;
  Bound high;
};

inline Bound bound_of(double value) {
  if (std::isinf(value)) return {{}, value < 0 ? -1 : 1, true};
  return {*Decimal::from_double(value), 0, true};
}

inline bool less(const Bound& a, const Bound& b) {
  return a.infinite != b.infinite ? a.infinite < b.infinite : a.infinite == 0 && a.value < b.value;
}

inline Interval point(const Decimal& value) {
  return {{value, 0, true}, {value, 0, true}};
}

// The middle between a Real and its neighbour away from zero; for the greatest, the neighbour would be the next power.
template <class Real>
Decimal middle_beyond(Real magnitude) {
  const Decimal here = *Decimal::from_double(magnitude);
  const Real above = std::nextafter(magnitude, std::numeric_limits<Real>::infinity());
  const Real below = std::nextafter(magnitude, Real{0});
  const Decimal gap = std::isinf(above) ? here - *Decimal::from_double(below) : *Decimal::from_double(above) - here;
  return here + gap * Decimal::from_scaled(5, 1);
}

template <class Real>
bool has_even_mantissa(Real value) {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  return std::bit_cast<Bits>(value) % 2 == 0;
}

// The exact numbers that are `value` when they are rounded to Real, ties to even.
template <class Real>
Interval rounding_interval(Real value) {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  const Real magnitude = std::abs(value);
  Interval result;
  if (std::isinf(magnitude)) {
    result = {{middle_beyond(kMax), 0, true}, {{}, 1, true}};
  } else if (magnitude == 0) {
    const Decimal middle = middle_beyond(Real{0});
    return {{-middle, 0, true}, {middle, 0, true}};
  } else {
    const bool even = has_even_mantissa(magnitude);
    result = {{middle_beyond(std::nextafter(magnitude, Real{0})), 0, even}, {middle_beyond(magnitude), 0, even}};
  }
  if (value > 0) return result;
  const auto negate = [](Bound bound) { return Bound{-bound.value, -bound.infinite, bound.included}; };
  return {negate(result.high), negate(result.low)};
}

}  // namespace quadrille::detail
