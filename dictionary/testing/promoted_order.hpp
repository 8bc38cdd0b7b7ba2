#pragma once

// For tests: SPARQL's comparison of numbers, which promotes both to the higher type; unordered if one is NaN.

#include <algorithm>
#include <compare>

#include "dictionary/numeric_value.hpp"

namespace quadrille::testing {

inline std::partial_ordering compare(const NumericValue& a, const NumericValue& b) {
  switch (std::max(a.type, b.type)) {
    case NumericType::float_number:
      return to_float(a) <=> to_float(b);
    case NumericType::double_number:
      return to_double(a) <=> to_double(b);
    default:
      return a.exact <=> b.exact;
  }
}

}  // namespace quadrille::testing
