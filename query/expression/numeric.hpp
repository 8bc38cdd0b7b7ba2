#pragma once

// Functions for arithmetic and comparison of numbers (SPARQL 1.1 Query 17.3, 17.4.4; XPath and XQuery Functions and
// Operators 4).
//
//   promotion    integer -> decimal -> float -> double: both operands become the greater type of the two
//   integer      of any length; integer / integer is a decimal; division by zero is an error
//   decimal      exact; a quotient that does not end is rounded (decimal.hpp); division by zero is an error
//   both         a product or quotient of operands with more than kMaxComputedDigits digits together is an error: every
//                step of an expression may double them. Sums and comparisons have no such limit
//   float        computed and rounded as float; division by zero is INF or NaN
//   double       IEEE 754; likewise
//
// Sums and differences of times and durations are in time_arithmetic.hpp. Other operands that are not numbers give an
// error. Types derived from integer are computed as xsd:integer. Local. Some ns while integers, and coefficients of
// decimals, fit 64 bits.

#include <compare>
#include <cstddef>

#include "query/expression/value.hpp"

namespace quadrille::query {

inline constexpr std::size_t kMaxComputedDigits = 100'000;

Value add(const Value& a, const Value& b, Arena& arena);
Value subtract(const Value& a, const Value& b, Arena& arena);
Value multiply(const Value& a, const Value& b, Arena& arena);
Value divide(const Value& a, const Value& b, Arena& arena);

Value opposite(const Value& number, Arena& arena);
Value unary_plus(const Value& number, Arena& arena);
Value absolute(const Value& number, Arena& arena);
Value ceiling(const Value& number, Arena& arena);
Value floor(const Value& number, Arena& arena);
Value round(const Value& number, Arena& arena);  // halves go up: 2.5 -> 3, -2.5 -> -2

// By promotion, for "=" and "<"; both must be numeric. NaN is unordered. Not transitive over mixed types: 0.1 equals
// "0.1"^^xsd:float, and so does 0.10000000149011612.
std::partial_ordering compare_promoted(const Value& a, const Value& b);
// By exact value, for sorting; NaN is last, -0 equals 0.
std::weak_ordering compare_exactly(const Value& a, const Value& b);

}  // namespace quadrille::query
